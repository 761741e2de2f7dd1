"""Whose turn comes next (I2.5)."""

from doubloon.engine.contract import Record
from doubloon.engine.jit import rule
from doubloon.games.isles.state import Phase


@rule
def next_seat(rules: Record, state: Record) -> int:
    """Return the seat clockwise of the one whose turn it is."""
    following = int(state.seat) + 1
    return 0 if following == rules.num_seats else following


@rule
def next_final(rules: Record, state: Record) -> None:
    """Pass the final round on (I6.2)."""
    state.finals += 1
    state.seat = next_seat(rules, state)
    state.phase = Phase.FINAL
