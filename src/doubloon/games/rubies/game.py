"""Sea of Rubies: secret grasps, a crew and its skills, 3 or 4 players."""

from pathlib import Path

from doubloon.engine.contract import Game
from doubloon.games.rubies.compiled import FUNCTIONS, KERNELS
from doubloon.games.rubies.invariants import VIOLATIONS
from doubloon.games.rubies.page import PAGE
from doubloon.games.rubies.settings import ACTION_NAMES, OUTCOME_NAMES, SCHEMA, build_rules
from doubloon.games.rubies.state import EVENT_KINDS, FEWEST_SEATS, MAX_EVENTS, MOST_SEATS, RULES_VERSION, STATE
from doubloon.games.rubies.study import NOTES
from doubloon.games.rubies.view import VIEW

GAME = Game(
    slug="rubies",
    rules_version=RULES_VERSION,
    older_rules=(1,),
    seats=range(FEWEST_SEATS, MOST_SEATS + 1),
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
