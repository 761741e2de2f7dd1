"""The adventure phase: feasts by choice, grasps, dice, taking the cards of the sea, hiring and cleaning (R3.1, R4, R5,
R9.2).
"""

from doubloon.engine.contract import Mask, Record
from doubloon.engine.events import Events, tell
from doubloon.engine.jit import rule
from doubloon.games.rubies.clutter import can_feast, clean, feast, legal_dismissals
from doubloon.games.rubies.crew import count_clutter, count_crew, count_empty, discard, first_cabin, first_crew
from doubloon.games.rubies.frames import (
    ask,
    begin_phase,
    clockwise,
    is_asked,
    pop,
    push_boarding,
    push_effects,
    set_top,
    top,
)
from doubloon.games.rubies.leaving import dismiss, leave_if_spent
from doubloon.games.rubies.state import (
    FIRST_PIRATE,
    MOST_GRASP,
    NONE,
    NOT_YET,
    NUM_CABINS,
    NUM_THINGS,
    SEA_CARDS,
    Action,
    Cell,
    EffectList,
    EventKind,
    Frame,
    Stage,
)
from doubloon.games.rubies.treasures import has_dice, has_giving_treasure
from doubloon.games.rubies.turns import count_sea


@rule
def must_get_rubies(rules: Record, state: Record, seat: int) -> bool:
    """Tell whether a player without a ruby must feast or use a treasure that gives some, because he can (R3.1)."""
    return state.island[seat] == 0 and (can_feast(rules, state, seat) or has_giving_treasure(rules, state, seat))


@rule
def advance_feast(rules: Record, state: Record) -> bool:
    """Ask one player after the other, clockwise from the start player, until all are ready (R3.1).

    A seat that cannot feast is ready without being asked. One that lost its last ruby because of another's feast is
    asked again.
    """
    if is_asked(state):
        return False
    for place in range(int(rules.num_seats)):
        seat = clockwise(rules, state, place)
        is_ready = (int(state.ready) >> seat) & 1 == 1
        if must_get_rubies(rules, state, seat) or (not is_ready and can_feast(rules, state, seat)):
            set_top(state, Cell.SEAT, seat)
            return ask(rules, state)
        state.ready = int(state.ready) | (1 << seat)
    begin_phase(state, Frame.GRASP)
    return True


@rule
def legal_feast(rules: Record, state: Record, seat: int, mask: Mask) -> None:
    """Feast, or be ready (R3.1)."""
    mask[Action.FEAST] = int(can_feast(rules, state, seat))
    mask[Action.DONE] = int(not must_get_rubies(rules, state, seat))


@rule
def decide_feast(rules: Record, state: Record, seat: int, action: int, events: Events) -> None:
    """Feast by choice, or be ready (R3.1)."""
    if action == Action.FEAST:
        state.feasts[seat] = int(state.feasts[seat]) + 1
        feast(rules, state, seat, events)
    else:
        state.ready = int(state.ready) | (1 << seat)
        tell(events, EventKind.READY, seat)


@rule
def seats_to_grasp(rules: Record, state: Record) -> int:
    """Return the mask of the seats that have not grasped (R4.2)."""
    due = 0
    for seat in range(int(rules.num_seats)):
        if state.grasp[seat] == NOT_YET:
            due |= 1 << seat
    return due


@rule
def most_to_grasp(state: Record, seat: int) -> int:
    """Return how many rubies the seat could grasp: those of its island (R4.2), as far as a hand holds them."""
    return min(int(state.island[seat]), MOST_GRASP)


@rule
def legal_grasps(rules: Record, state: Record, seat: int, mask: Mask) -> None:
    """At least one ruby; none only where there is none and no treasure gives some (R4.2)."""
    most = most_to_grasp(state, seat)
    for rubies in range(1, most + 1):
        mask[Action.GRASP + rubies] = 1
    if most == 0 and not has_giving_treasure(rules, state, seat):
        mask[Action.GRASP] = 1


@rule
def grasp(rules: Record, state: Record, seat: int, rubies: int, events: Events) -> None:
    """Grasp in secret (R4.2); with the last one all show (R4.3)."""
    state.grasp[seat] = rubies
    state.limit[seat] = most_to_grasp(state, seat)
    tell(events, EventKind.GRASPED, seat)
    if seats_to_grasp(rules, state) == 0:
        show_grasps(rules, state, events)


@rule
def show_grasps(rules: Record, state: Record, events: Events) -> None:
    """Open all hands; what they hold has left the islands (R4.3)."""
    for place in range(int(rules.num_seats)):
        seat = clockwise(rules, state, place)
        rubies = int(state.grasp[seat])
        state.island[seat] = int(state.island[seat]) - rubies
        tell(events, EventKind.SHOWN, seat, rubies)
    begin_phase(state, Frame.DICE)


@rule
def advance_dice(rules: Record, state: Record, events: Events) -> bool:
    """Ask the holders of dice clockwise from the start player (R9.2), then settle the order."""
    place = top(state, Cell.AT)
    if place == rules.num_seats:
        settle_order(rules, state, events)
        begin_phase(state, Frame.TAKE)
        return True
    seat = clockwise(rules, state, place)
    set_top(state, Cell.SEAT, seat)
    if has_dice(rules, state, seat):
        return False
    set_top(state, Cell.AT, place + 1)
    return True


@rule
def strength(rules: Record, state: Record, seat: int) -> int:
    """Return what a grasp counts in R4.4: the rubies, items, and the pirates aboard that add to it."""
    total = int(state.grasp[seat]) + int(state.extra[seat])
    for cabin in range(NUM_CABINS):
        kind = int(state.cabins[seat, cabin])
        if kind >= 0:
            total += int(rules.bonus[kind])
    return total


@rule
def settle_order(rules: Record, state: Record, events: Events) -> None:
    """Order the seats by what their grasps count, ties clockwise from the start player (R4.4); the first gets the tile
    (R4.5).
    """
    for place in range(int(rules.num_seats)):
        seat = clockwise(rules, state, place)
        counts = strength(rules, state, seat)
        if counts > state.grasp[seat]:
            tell(events, EventKind.COUNTS, seat, counts)
        rank = place
        while rank > 0 and strength(rules, state, int(state.order[rank - 1])) < counts:
            state.order[rank] = state.order[rank - 1]
            rank -= 1
        state.order[rank] = seat
    if state.start_seat != state.order[0]:
        first = int(state.order[0])
        state.start_seat = first
        tell(events, EventKind.FIRST, first)


@rule
def advance_take(rules: Record, state: Record, events: Events) -> bool:
    """Ask the next in order for a card of the sea (R4.4); the last card of four is taken without asking, that of three
    players is discarded (R4.10).
    """
    place = top(state, Cell.AT)
    if place == rules.num_seats:
        for left in range(SEA_CARDS):
            if state.sea[left] != NONE:
                tell(events, EventKind.LEFT_OVER, NONE, int(state.sea[left]))
                discard(state, int(state.sea[left]))
                state.sea[left] = NONE
        begin_skills(rules, state)
        return True
    seat = int(state.order[place])
    set_top(state, Cell.SEAT, seat)
    if count_sea(state) > 1:
        return False
    for last in range(SEA_CARDS):
        if state.sea[last] != NONE:
            take_card(rules, state, seat, last, events)
    return True


@rule
def begin_skills(rules: Record, state: Record) -> None:
    """Open the skill phase: every skill may be used once (R6.2)."""
    for seat in range(int(rules.num_seats)):
        for cabin in range(NUM_CABINS):
            state.uses[seat, cabin] = int(state.cabins[seat, cabin] >= 0)
    begin_phase(state, Frame.SKILLS)


@rule
def legal_cards(state: Record, mask: Mask) -> None:
    """Any card that lies in the sea (R4.4)."""
    for place in range(SEA_CARDS):
        mask[Action.TAKE + place] = int(state.sea[place] != NONE)


@rule
def take_card(rules: Record, state: Record, seat: int, place: int, events: Events) -> None:
    """Take a card of the sea: a pirate to the cabins, anything else beside the crew; a raid monster acts at once (R4.6,
    R4.7, R4.9).
    """
    kind = int(state.sea[place])
    state.sea[place] = NONE
    set_top(state, Cell.AT, top(state, Cell.AT) + 1)
    if kind >= FIRST_PIRATE:
        tell(events, EventKind.TOOK, seat, kind)
        state.taken = kind
        push_boarding(state, seat, kind)
        return
    tell(events, EventKind.TOOK, seat, kind, int(state.grasp[seat]))
    state.aside[seat, kind] = int(state.aside[seat, kind]) + 1
    if kind >= NUM_THINGS:
        push_effects(state, seat, kind, EffectList.DEED, NONE)


@rule
def advance_board(rules: Record, state: Record, events: Events) -> bool:
    """Bring a taken pirate aboard: hired or cleaning (R5.3), then which pirate makes room (R4.8); return False where
    the seat must choose.
    """
    seat = top(state, Cell.SEAT)
    has_place = count_empty(state, seat) > 0
    crew = count_crew(state, seat)
    if is_asked(state):
        return False
    if not has_place and crew == 0:
        scrub(state, seat, events)
    elif top(state, Cell.AT) == Stage.ASK:
        if count_clutter(state, seat) > 0:
            return ask(rules, state)
        set_top(state, Cell.AT, Stage.ROOM)
    elif has_place:
        hire(rules, state, seat, events)
    elif crew == 1:
        dismiss(rules, state, seat, first_crew(state, seat), events)
    else:
        return ask(rules, state)
    return True


@rule
def legal_boarding(state: Record, seat: int, mask: Mask) -> None:
    """Hire or clean (R5.1), or whom to dismiss for the new one (R4.8)."""
    if top(state, Cell.AT) == Stage.ASK:
        mask[Action.HIRE] = 1
        mask[Action.CLEAN] = int(count_clutter(state, seat) > 0)
    else:
        legal_dismissals(state, seat, mask)


@rule
def decide_boarding(rules: Record, state: Record, seat: int, action: int, events: Events) -> None:
    """Hire, clean (R5.1), or dismiss (R4.8)."""
    if action == Action.CLEAN:
        scrub(state, seat, events)
    elif action == Action.HIRE:
        set_top(state, Cell.AT, Stage.ROOM)
    else:
        dismiss(rules, state, seat, action - Action.DISMISS, events)


@rule
def scrub(state: Record, seat: int, events: Events) -> None:
    """Discard the taken pirate, his rubies to the stock, and remove one clutter card; no boarding action (R5.1)."""
    kind = top(state, Cell.CARD)
    pop(state)
    state.taken = NONE
    tell(events, EventKind.SCRUBBED, seat, kind)
    discard(state, kind)
    clean(state, seat, 1, events)


@rule
def hire(rules: Record, state: Record, seat: int, events: Events) -> None:
    """Put the taken pirate into an empty cabin with the rubies grasped on him (R4.7); his boarding action follows
    (R4.6).

    Without a ruby he leaves at once (R8.5); what he does on boarding still happens, as with a skill that cost the last
    ruby (R8.1).
    """
    kind = top(state, Cell.CARD)
    cabin = first_cabin(state, seat, NONE)
    rubies = int(state.grasp[seat])
    pop(state)
    state.taken = NONE
    state.cabins[seat, cabin] = kind
    state.vigour[seat, cabin] = rubies
    tell(events, EventKind.HIRED, seat, kind, rubies)
    push_effects(state, seat, kind, EffectList.DEED, cabin if rubies > 0 else NONE)
    leave_if_spent(rules, state, seat, cabin, events)
