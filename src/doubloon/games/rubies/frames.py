"""The stack of what is still to be settled (`state.Frames`)."""

from doubloon.engine.contract import Record
from doubloon.engine.jit import rule
from doubloon.games.rubies.state import ASKED_STAYS, Cell, Frame


@rule
def push(state: Record, kind: int, seat: int) -> None:
    """Lay a frame on top; its other cells are 0, as `pop` leaves them."""
    depth = int(state.depth)
    state.frames[depth, Cell.KIND] = kind
    state.frames[depth, Cell.SEAT] = seat
    state.depth = depth + 1


@rule
def push_boarding(state: Record, seat: int, card: int) -> None:
    """Let a seat bring a pirate aboard that it has taken (R5.3)."""
    push(state, Frame.BOARD, seat)
    set_top(state, Cell.CARD, card)


@rule
def push_effects(state: Record, seat: int, card: int, which: int, cabin: int) -> None:
    """Let a list of effects of a card happen (`state.EffectLists`), in its order; `cabin` is that of the pirate who has
    them, or NONE.
    """
    push(state, Frame.EFFECTS, seat)
    set_top(state, Cell.CARD, card)
    set_top(state, Cell.COUNT, which)
    set_top(state, Cell.CABIN, cabin)


@rule
def push_loss(state: Record, seat: int, rubies: int) -> None:
    """Let a seat lose rubies of its island (R7.1)."""
    push(state, Frame.LOSE, seat)
    set_top(state, Cell.COUNT, rubies)


@rule
def push_loss_of_others(state: Record, seat: int, rubies: int) -> None:
    """Let every player but this one lose rubies."""
    push(state, Frame.OTHERS, seat)
    set_top(state, Cell.COUNT, rubies)


@rule
def push_mess(state: Record, seat: int, cards: int) -> None:
    """Let clutter cards come into the cabins of a seat (R3.2)."""
    push(state, Frame.MESS, seat)
    set_top(state, Cell.COUNT, cards)


@rule
def push_leaver(state: Record, seat: int, card: int, cabin: int, group: int) -> None:
    """Let a leaving ability wait its turn; `group` is the lowest frame of those that left at the same time (R8.4)."""
    push(state, Frame.LEAVER, seat)
    set_top(state, Cell.CARD, card)
    set_top(state, Cell.CABIN, cabin)
    set_top(state, Cell.AT, group)


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
def ask(rules: Record, state: Record) -> bool:
    """Let the question of the top frame stay asked (R9.1). Return False: its seat must choose."""
    set_top(state, Cell.ASKED, int(rules.version >= ASKED_STAYS))
    return False


@rule
def is_asked(state: Record) -> bool:
    """Tell whether the question of the top frame has been asked and not yet answered."""
    return top(state, Cell.ASKED) == 1


@rule
def begin_phase(state: Record, kind: int) -> None:
    """Make the lowest frame, which is the only one, another phase."""
    state.frames[0, Cell.KIND] = kind
    state.frames[0, Cell.SEAT] = 0
    state.frames[0, Cell.AT] = 0
    state.frames[0, Cell.ASKED] = 0


@rule
def phase(state: Record) -> int:
    """Return the phase of the turn, whatever is being settled in it."""
    return int(state.frames[0, Cell.KIND])


@rule
def clockwise(rules: Record, state: Record, place: int) -> int:
    """Return the seat at a place clockwise from the start player, who is at place 0."""
    seat = int(state.start_seat) + place
    return seat - int(rules.num_seats) if seat >= rules.num_seats else seat
