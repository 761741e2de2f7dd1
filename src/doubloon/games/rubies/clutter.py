"""Feasts, clutter, and rubies that an island must lose (R3, R7)."""

from doubloon.engine.contract import Mask, Record
from doubloon.engine.events import Events, tell
from doubloon.engine.jit import rule
from doubloon.games.rubies.crew import count_clutter, count_crew, count_empty, first_cabin, first_crew, has_deck
from doubloon.games.rubies.frames import ask, clockwise, is_asked, pop, push_loss, push_mess, set_top, top
from doubloon.games.rubies.leaving import dismiss
from doubloon.games.rubies.state import CLUTTER, NONE, NUM_CABINS, Action, Cell, EventKind
from doubloon.games.rubies.treasures import has_giving_treasure, only_giving_treasure, use_thing


@rule
def has_room_for_clutter(state: Record, seat: int) -> bool:
    """Tell whether a clutter card can be laid, if need be after a dismissal (R3.2, R3.3, R3.4)."""
    return has_deck(state) and count_clutter(state, seat) < NUM_CABINS


@rule
def can_feast(rules: Record, state: Record, seat: int) -> bool:
    """Tell whether a seat may feast by choice: within the options, and once in any case without a ruby (R3.1)."""
    if not has_room_for_clutter(state, seat):
        return False
    feasts = int(state.feasts[seat])
    if state.island[seat] == 0 and feasts == 0:
        return True
    return feasts < rules.feasts_per_turn and count_clutter(state, seat) + 1 <= NUM_CABINS - int(rules.keep_clean)


@rule
def feast(rules: Record, state: Record, seat: int, events: Events) -> None:
    """Give ten rubies, and lay one clutter card (R3.1)."""
    rubies = int(rules.feast_rubies)
    state.island[seat] = int(state.island[seat]) + rubies
    tell(events, EventKind.FEASTED, seat, rubies)
    push_mess(state, seat, 1)


@rule
def lay_clutter(state: Record, seat: int, cabin: int, events: Events) -> None:
    """Lay a card of the deck face down into an empty cabin; an empty deck is first rebuilt from the discards (R3.4)."""
    if state.deck == 0:
        tell(events, EventKind.REBUILT, NONE, int(state.discards))
        state.deck = state.discards
        state.discards = 0
    state.deck = int(state.deck) - 1
    state.cabins[seat, cabin] = CLUTTER
    tell(events, EventKind.CLUTTERED, seat, cabin)


@rule
def litter(state: Record, seat: int, cards: int, events: Events) -> None:
    """Lay clutter into empty cabins, as many as there are."""
    for _ in range(cards):
        cabin = first_cabin(state, seat, NONE)
        if cabin == NONE or not has_deck(state):
            return
        lay_clutter(state, seat, cabin, events)


@rule
def clean(state: Record, seat: int, cards: int, events: Events) -> None:
    """Remove clutter, the first cabins first, to the discards; its face is never seen."""
    removed = 0
    for _ in range(cards):
        cabin = first_cabin(state, seat, CLUTTER)
        if cabin != NONE:
            state.cabins[seat, cabin] = NONE
            state.discards = int(state.discards) + 1
            removed += 1
    if removed > 0:
        tell(events, EventKind.CLEANED, seat, removed)


@rule
def advance_mess(rules: Record, state: Record, events: Events) -> bool:
    """Lay the clutter cards of the top frame one by one; return False where the seat must choose whom to dismiss
    (R3.2).
    """
    seat = top(state, Cell.SEAT)
    cards = top(state, Cell.COUNT)
    if is_asked(state):
        return False
    if cards == 0 or not has_room_for_clutter(state, seat):
        pop(state)
        return True
    if count_empty(state, seat) > 0:
        set_top(state, Cell.COUNT, cards - 1)
        lay_clutter(state, seat, first_cabin(state, seat, NONE), events)
        return True
    if count_crew(state, seat) > 1:
        return ask(rules, state)
    dismiss(rules, state, seat, first_crew(state, seat), events)
    return True


@rule
def legal_dismissals(state: Record, seat: int, mask: Mask) -> None:
    """Any pirate of the seat may be dismissed, captains too (R6.5, R8.3)."""
    for cabin in range(NUM_CABINS):
        mask[Action.DISMISS + cabin] = int(state.cabins[seat, cabin] >= 0)


@rule
def advance_others(rules: Record, state: Record) -> bool:
    """Let every other player lose, clockwise from the start player, one after the other."""
    place = top(state, Cell.AT)
    if place == rules.num_seats:
        pop(state)
        return True
    set_top(state, Cell.AT, place + 1)
    seat = clockwise(rules, state, place)
    if seat != top(state, Cell.SEAT):
        push_loss(state, seat, top(state, Cell.COUNT))
    return True


@rule
def advance_loss(rules: Record, state: Record, events: Events) -> bool:
    """Pay; with too few rubies first treasures, then feasts, until it is enough or neither is possible (R7.1)."""
    seat = top(state, Cell.SEAT)
    rubies = top(state, Cell.COUNT)
    island = int(state.island[seat])
    if island < rubies and has_giving_treasure(rules, state, seat):
        kind = only_giving_treasure(rules, state, seat)
        if kind == NONE:
            return False
        use_thing(rules, state, seat, kind, events)
        return True
    if island < rubies and has_room_for_clutter(state, seat):
        feast(rules, state, seat, events)
        return True
    pop(state)
    paid = min(island, rubies)
    state.island[seat] = island - paid
    tell(events, EventKind.LOST, seat, paid)
    return True
