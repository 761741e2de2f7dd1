"""One-Eye's Isles: collect and majorities, 2 to 5 players."""

from pathlib import Path

from doubloon.engine.contract import Game
from doubloon.games.isles.compiled import FUNCTIONS, KERNELS
from doubloon.games.isles.invariants import VIOLATIONS
from doubloon.games.isles.page import PAGE
from doubloon.games.isles.settings import SCHEMA, build_rules
from doubloon.games.isles.state import ACTION_NAMES, EVENT_KINDS, MAX_EVENTS, MOST_SEATS, OUTCOME_NAMES, STATE
from doubloon.games.isles.study import NOTES
from doubloon.games.isles.view import VIEW

GAME = Game(
    slug="isles",
    rules_version=1,
    seats=range(2, MOST_SEATS + 1),
    actions=ACTION_NAMES,
    outcomes=OUTCOME_NAMES,
    event_kinds=EVENT_KINDS,
    violations=VIOLATIONS,
    state=STATE,
    max_events=MAX_EVENTS,
    functions=FUNCTIONS,
    kernels=KERNELS,
    view=VIEW,
    page=PAGE,
    schema=SCHEMA,
    build_rules=build_rules,
    folder=Path(__file__).parent,
    notes=NOTES,
)
