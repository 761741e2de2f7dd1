"""The set-up (R2): the first state, who starts, and the captains, by chance."""

from doubloon.engine.contract import Record, Weights
from doubloon.engine.events import Events, tell
from doubloon.engine.jit import rule
from doubloon.games.rubies.frames import begin_phase, push, set_top, top
from doubloon.games.rubies.state import (
    FIRST_CAPTAIN,
    FIRST_STARTER,
    NONE,
    NUM_DECK_KINDS,
    NUM_KINDS,
    Cell,
    EventKind,
    Frame,
)
from doubloon.games.rubies.turns import begin_turn


@rule
def start(rules: Record, state: Record) -> None:
    """Write the first state: all cards unseen (R2.2), nothing anywhere else; chance names the start player (R2.3)."""
    state.vigour[:] = 0
    state.island[:] = 0
    state.tokens[:] = 0
    state.grasp[:] = 0
    state.limit[:] = 0
    state.extra[:] = 0
    state.cabins[:] = NONE
    state.uses[:] = 0
    state.aside[:] = 0
    state.captain[:] = NONE
    state.captain_out[:] = 1
    state.feasts[:] = 0
    state.order[:] = NONE
    for kind in range(NUM_DECK_KINDS):
        state.unseen[kind] = rules.copies[kind]
    state.gone[:] = 0
    state.sea[:] = NONE
    state.bundle[:] = NONE
    state.num_drawn = 0
    state.peeked = 0
    state.bundles = rules.turns
    state.taken = NONE
    state.ready = 0
    state.start_seat = 0
    state.turns = 0
    state.deck = rules.deck
    state.discards = 0
    state.frames[:] = 0
    state.depth = 0
    push(state, Frame.STARTER, 0)


@rule
def weigh_starters(rules: Record, weights: Weights) -> None:
    """Each seat may start, one as likely as the other (R2.3)."""
    for seat in range(int(rules.num_seats)):
        weights[FIRST_STARTER + seat] = 1


@rule
def choose_starter(rules: Record, state: Record, seat: int, events: Events) -> None:
    """Give the tile to the seat that chance names (R2.3), rubies to all (R2.1), and deal the captains."""
    state.start_seat = seat
    tell(events, EventKind.STARTS, seat)
    for other in range(int(rules.num_seats)):
        state.island[other] = int(rules.start_rubies) + (0 if other == seat else int(rules.others_bonus))
    begin_phase(state, Frame.CAPTAINS)


@rule
def weigh_captains(rules: Record, state: Record, weights: Weights) -> None:
    """Any captain not yet dealt may be the next (R2.1)."""
    for kind in range(FIRST_CAPTAIN, NUM_KINDS):
        weights[kind] = rules.copies[kind]
    for seat in range(top(state, Cell.AT)):
        weights[int(state.captain[seat])] -= 1


@rule
def advance_captains(rules: Record, state: Record, events: Events) -> bool:
    """Deal captains seat by seat; by chance, or the same one to all (option). Return False while chance is due."""
    seat = top(state, Cell.AT)
    if seat == rules.num_seats:
        begin_turn(rules, state, events)
        return True
    if rules.same_captain == NONE:
        return False
    deal_captain(rules, state, int(rules.same_captain), events)
    return True


@rule
def deal_captain(rules: Record, state: Record, kind: int, events: Events) -> None:
    """Put a captain with his rubies into the first cabin of the seat that is due (R1.3, R2.1)."""
    seat = top(state, Cell.AT)
    state.captain[seat] = kind
    state.captain_out[seat] = 0
    state.cabins[seat, 0] = kind
    state.vigour[seat, 0] = rules.vigour[kind]
    tell(events, EventKind.CAPTAIN, seat, kind)
    set_top(state, Cell.AT, seat + 1)
