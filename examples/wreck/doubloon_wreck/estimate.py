"""How a game of `wreck` stands before its end, for searches that do not play on."""

from doubloon.engine.contract import Record
from doubloon.engine.jit import rule
from doubloon_wreck.heuristics import points_held
from doubloon_wreck.rules import points

POINT = 0.2
HELD = 0.7
"""Of a point that is in hand and not safe yet."""


@rule
def estimate(rules: Record, state: Record, seat: int) -> float:
    """Return how well a seat stands: of two seats the difference is the log of their odds to beat each other."""
    held = points_held(rules, state) if state.diver == seat else 0
    return POINT * (points(rules, state, seat) + HELD * held)
