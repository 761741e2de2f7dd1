"""The course of a turn: how it opens, the sea, how it ends (R3.0, R3.5, R4.1, R6.6)."""

from doubloon.engine.contract import Record, Weights
from doubloon.engine.events import Events, tell
from doubloon.engine.jit import rule
from doubloon.games.rubies.crew import count_clutter, wound
from doubloon.games.rubies.frames import ask, begin_phase, clockwise, is_asked, set_top, top
from doubloon.games.rubies.leaving import all_spent_leave
from doubloon.games.rubies.state import (
    NONE,
    NOT_YET,
    NUM_CABINS,
    NUM_DECK_KINDS,
    SEA_CARDS,
    Cell,
    EventKind,
    Frame,
    Stage,
)


@rule
def begin_turn(rules: Record, state: Record, events: Events) -> None:
    """Open a turn: nobody has feasted or grasped."""
    state.ready = 0
    for seat in range(int(rules.num_seats)):
        state.feasts[seat] = 0
        state.grasp[seat] = NOT_YET
        state.limit[seat] = 0
        state.extra[seat] = 0
        state.order[seat] = NONE
    tell(events, EventKind.TURN, NONE, int(state.turns) + 1)
    begin_phase(state, Frame.SWEEP)


@rule
def advance_sweep(rules: Record, state: Record) -> bool:
    """Ask every player whose cabins are all full of clutter whether to remove one (R3.5)."""
    place = top(state, Cell.AT)
    if place == rules.num_seats:
        begin_phase(state, Frame.SEA)
        return True
    seat = clockwise(rules, state, place)
    set_top(state, Cell.SEAT, seat)
    if is_asked(state) or count_clutter(state, seat) == NUM_CABINS:
        return ask(rules, state)
    set_top(state, Cell.AT, place + 1)
    return True


@rule
def advance_sea(state: Record, events: Events) -> bool:
    """Turn up a bundle that somebody has looked at as it is (R4.1); return False while chance must name a card."""
    if state.num_drawn == SEA_CARDS:
        open_bundle(state, events)
    if count_sea(state) < SEA_CARDS:
        return False
    state.bundles = int(state.bundles) - 1
    begin_phase(state, Frame.FEAST)
    return True


@rule
def count_sea(state: Record) -> int:
    """Count the cards of the sea."""
    count = 0
    for place in range(SEA_CARDS):
        count += int(state.sea[place] != NONE)
    return count


@rule
def turn_up(state: Record, place: int, kind: int, events: Events) -> None:
    """Lay a card into the sea."""
    state.sea[place] = kind
    tell(events, EventKind.SEA, NONE, kind)


@rule
def open_bundle(state: Record, events: Events) -> None:
    """Turn up the bundle that was looked at; what the lookers knew, all know (R4.1)."""
    for place in range(SEA_CARDS):
        turn_up(state, place, int(state.bundle[place]), events)
        state.bundle[place] = NONE
    state.num_drawn = 0
    state.peeked = 0


@rule
def draw_sea(state: Record, kind: int, events: Events) -> None:
    """Turn up the card that chance names."""
    state.unseen[kind] = int(state.unseen[kind]) - 1
    turn_up(state, count_sea(state), kind, events)


@rule
def advance_upkeep(rules: Record, state: Record, events: Events) -> bool:
    """Take upkeep from all at once, then those without rubies leave (R6.6); after what that sets off the turn ends
    (R2.1, R10.1).
    """
    if top(state, Cell.AT) != Stage.PAID:
        set_top(state, Cell.AT, Stage.PAID)
        pay_upkeep(rules, state, events)
        return True
    state.turns = int(state.turns) + 1
    if state.turns == rules.turns:
        begin_phase(state, Frame.OVER)
        tell(events, EventKind.OVER, NONE)
    else:
        begin_turn(rules, state, events)
    return True


@rule
def pay_upkeep(rules: Record, state: Record, events: Events) -> None:
    """Take the upkeep of every pirate, clockwise from the start player (R6.6)."""
    for place in range(int(rules.num_seats)):
        seat = clockwise(rules, state, place)
        for cabin in range(NUM_CABINS):
            state.uses[seat, cabin] = 0
            kind = int(state.cabins[seat, cabin])
            if kind >= 0 and rules.upkeep[kind] > 0:
                wound(state, seat, cabin, int(rules.upkeep[kind]), events)
    group = int(state.depth)
    for place in range(int(rules.num_seats)):
        all_spent_leave(rules, state, clockwise(rules, state, place), group, events)


@rule
def weigh_unseen(state: Record, weights: Weights) -> None:
    """Any unseen card may be the next, wherever it lies (R2.2)."""
    for kind in range(NUM_DECK_KINDS):
        weights[kind] = state.unseen[kind]
