"""What a seat knows. `shipyard` hides only the order of the pile, and the state has no order: everything in it is known
to all.
"""

from doubloon.engine.contract import Record
from doubloon.engine.jit import rule
from doubloon.engine.rng import Rng


@rule
def observe(rules: Record, state: Record, seat: int) -> None:
    """Erase nothing: all cards lie open (S3.4), and the composition of the pile is known to all."""


@rule
def determinize(rules: Record, state: Record, seat: int, rng: Rng) -> None:
    """Sample nothing: the next card is an outcome that chance has not chosen yet."""


@rule
def is_secret(rules: Record, state: Record) -> int:
    """Return 0: every decision is made in the open."""
    return 0
