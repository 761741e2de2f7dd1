"""What a seat knows. `isles` hides only the order of the pile (I2.6), and the state has no order: everything in it is
known to all.
"""

from doubloon.engine.contract import Record
from doubloon.engine.jit import rule
from doubloon.engine.rng import Rng


@rule
def observe(rules: Record, state: Record, seat: int) -> None:
    """Erase nothing: all lies open (I2.6), and the composition of the pile is known to all."""


@rule
def determinize(rules: Record, state: Record, seat: int, rng: Rng) -> None:
    """Sample nothing: the next card is an outcome that chance has not chosen yet."""


@rule
def is_secret(rules: Record, state: Record) -> int:
    """Return 0: every decision is made in the open."""
    return 0
