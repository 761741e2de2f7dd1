"""What a seat knows: everything but the depths that others have chosen and not shown yet (W2.2)."""

from doubloon.engine.contract import ALL_SEEING, Record
from doubloon.engine.jit import rule
from doubloon.engine.rng import Rng, below
from doubloon_wreck.state import DEEPEST, HIDDEN, NOT_YET, Phase


@rule
def observe(rules: Record, state: Record, seat: int) -> None:
    """Erase the depths that others chose, while somebody still chooses."""
    if state.phase != Phase.CHOOSE or seat == ALL_SEEING:
        return
    for other in range(int(rules.num_seats)):
        if other != seat and state.depth[other] != NOT_YET:
            state.depth[other] = HIDDEN


@rule
def determinize(rules: Record, state: Record, seat: int, rng: Rng) -> None:
    """Give those who have chosen unseen a depth, each as likely as the others."""
    for other in range(int(rules.num_seats)):
        if state.depth[other] == HIDDEN:
            state.depth[other] = 1 + below(rng, DEEPEST)


@rule
def is_secret(rules: Record, state: Record) -> int:
    """Return 1 while all choose a depth."""
    return int(state.phase == Phase.CHOOSE)
