"""Pirate Shipyard: push your luck, 2 to 4 players."""

from pathlib import Path

from doubloon.engine.contract import Game
from doubloon.games.shipyard.compiled import FUNCTIONS, KERNELS
from doubloon.games.shipyard.invariants import VIOLATIONS
from doubloon.games.shipyard.page import PAGE
from doubloon.games.shipyard.settings import SCHEMA, build_rules
from doubloon.games.shipyard.state import ACTION_NAMES, EVENT_KINDS, MAX_EVENTS, MOST_SEATS, OUTCOME_NAMES, STATE
from doubloon.games.shipyard.study import NOTES
from doubloon.games.shipyard.view import VIEW

GAME = Game(
    slug="shipyard",
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
