"""Leaving the crew, and what it sets off (R8)."""

from doubloon.engine.contract import Mask, Record
from doubloon.engine.events import Events, tell
from doubloon.engine.jit import rule
from doubloon.games.rubies.crew import discard
from doubloon.games.rubies.frames import clockwise, pop, push_effects, push_leaver, top
from doubloon.games.rubies.state import (
    FIRST_CAPTAIN,
    NONE,
    NUM_CABINS,
    Action,
    Cell,
    Effect,
    EffectList,
    EventKind,
)


@rule
def leave(rules: Record, state: Record, seat: int, cabin: int, group: int, events: Events) -> None:
    """Empty a cabin: the pirate is discarded, its rubies go to the stock; a captain is out of the game (R8.1, R8.3).

    A leaving ability waits on the stack; `group` is the lowest frame of those that leave at the same time.
    """
    kind = int(state.cabins[seat, cabin])
    state.cabins[seat, cabin] = NONE
    state.vigour[seat, cabin] = 0
    state.uses[seat, cabin] = 0
    tell(events, EventKind.LEFT, seat, kind)
    if kind >= FIRST_CAPTAIN:
        state.captain_out[seat] = 1
    else:
        discard(state, kind)
    if rules.effects[kind, EffectList.LEAVING, 0, 0] != Effect.NONE:
        push_leaver(state, seat, kind, cabin, group)


@rule
def dismiss(rules: Record, state: Record, seat: int, cabin: int, events: Events) -> None:
    """Let a pirate leave because the owner wants it (R8.3)."""
    tell(events, EventKind.DISMISSED, seat, int(state.cabins[seat, cabin]))
    leave(rules, state, seat, cabin, int(state.depth), events)


@rule
def is_spent(state: Record, seat: int, cabin: int) -> bool:
    """Tell whether a pirate, not a captain, has no ruby left and so must leave (R8.1)."""
    kind = int(state.cabins[seat, cabin])
    return 0 <= kind < FIRST_CAPTAIN and state.vigour[seat, cabin] == 0


@rule
def leave_if_spent(rules: Record, state: Record, seat: int, cabin: int, events: Events) -> None:
    """Let a pirate without rubies leave at once (R8.1, R8.5)."""
    if is_spent(state, seat, cabin):
        leave(rules, state, seat, cabin, int(state.depth), events)


@rule
def all_spent_leave(rules: Record, state: Record, seat: int, group: int, events: Events) -> None:
    """Let every pirate of a seat without rubies leave, as part of a group that leaves at the same time."""
    for cabin in range(NUM_CABINS):
        if is_spent(state, seat, cabin):
            leave(rules, state, seat, cabin, group, events)


@rule
def advance_leaver(rules: Record, state: Record) -> bool:
    """Settle abilities clockwise from the start player (R8.4). Return False where an owner of several must choose."""
    group = top(state, Cell.AT)
    for place in range(int(rules.num_seats)):
        seat = clockwise(rules, state, place)
        count = 0
        frame = NONE
        for index in range(group, int(state.depth)):
            if state.frames[index, Cell.SEAT] == seat:
                count += 1
                frame = index
        if count > 0:
            raise_frame(state, frame)
            if count > 1:
                return False
            settle_leaver(state)
            return True
    return False


@rule
def raise_frame(state: Record, frame: int) -> None:
    """Exchange a frame with the one on top."""
    upper = int(state.depth) - 1
    for cell in range(len(Cell)):
        lifted = int(state.frames[frame, cell])
        state.frames[frame, cell] = state.frames[upper, cell]
        state.frames[upper, cell] = lifted


@rule
def settle_leaver(state: Record) -> None:
    """Replace the ability on top by its effects."""
    seat = top(state, Cell.SEAT)
    kind = top(state, Cell.CARD)
    pop(state)
    push_effects(state, seat, kind, EffectList.LEAVING, NONE)


@rule
def legal_leaver(state: Record, seat: int, mask: Mask) -> None:
    """The owner chooses among its abilities of this group, named by the cabins that were left (R8.4)."""
    for index in range(top(state, Cell.AT), int(state.depth)):
        if state.frames[index, Cell.SEAT] == seat:
            mask[Action.SETTLE + int(state.frames[index, Cell.CABIN])] = 1


@rule
def choose_leaver(state: Record, seat: int, cabin: int) -> None:
    """Settle the ability of the pirate that left a cabin next."""
    for index in range(top(state, Cell.AT), int(state.depth)):
        if state.frames[index, Cell.SEAT] == seat and state.frames[index, Cell.CABIN] == cabin:
            raise_frame(state, index)
            settle_leaver(state)
            return
