"""Wreck Divers: a secret choice, then push your luck; 2 to 4 players."""

from pathlib import Path

from doubloon.engine.contract import Game
from doubloon_wreck.compiled import FUNCTIONS, KERNELS
from doubloon_wreck.invariants import VIOLATIONS
from doubloon_wreck.page import PAGE
from doubloon_wreck.settings import SCHEMA, build_rules
from doubloon_wreck.state import ACTION_NAMES, EVENT_KINDS, MAX_EVENTS, MOST_SEATS, OUTCOME_NAMES, STATE
from doubloon_wreck.study import NOTES
from doubloon_wreck.view import VIEW

GAME = Game(
    slug="wreck",
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
