"""The stack of what is still to be settled (`state.Frames`)."""

from doubloon.engine.contract import Record
from doubloon.engine.jit import rule
from doubloon.games.rubies.state import Cell


@rule
def push(state: Record, kind: int, seat: int, card: int, count: int, cabin: int) -> None:
    """Lay a frame on top, its AT at 0."""
    depth = int(state.depth)
    state.frames[depth, Cell.KIND] = kind
    state.frames[depth, Cell.SEAT] = seat
    state.frames[depth, Cell.CARD] = card
    state.frames[depth, Cell.AT] = 0
    state.frames[depth, Cell.COUNT] = count
    state.frames[depth, Cell.CABIN] = cabin
    state.depth = depth + 1


@rule
def pop(state: Record) -> None:
    """Take the top frame off and leave nothing of it: equal states are equal bytes."""
    depth = int(state.depth) - 1
    state.depth = depth
    for cell in range(len(Cell)):
        state.frames[depth, cell] = 0


@rule
def top(state: Record, cell: int) -> int:
    """Return a cell of the top frame."""
    return int(state.frames[int(state.depth) - 1, cell])


@rule
def set_top(state: Record, cell: int, value: int) -> None:
    """Write a cell of the top frame."""
    state.frames[int(state.depth) - 1, cell] = value


@rule
def begin_phase(state: Record, kind: int) -> None:
    """Make the lowest frame, which is the only one, another phase."""
    state.frames[0, Cell.KIND] = kind
    state.frames[0, Cell.SEAT] = 0
    state.frames[0, Cell.AT] = 0


@rule
def phase(state: Record) -> int:
    """Return the phase of the turn, whatever is being settled in it."""
    return int(state.frames[0, Cell.KIND])


@rule
def clockwise(rules: Record, state: Record, place: int) -> int:
    """Return the seat at a place clockwise from the start player, who is at place 0."""
    seat = int(state.start_seat) + place
    return seat - int(rules.num_seats) if seat >= rules.num_seats else seat
