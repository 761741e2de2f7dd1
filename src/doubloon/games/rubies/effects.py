"""Doing what cards say: one small function an effect, in the order in which the card names them (R1.1)."""

from doubloon.engine.contract import Mask, Record
from doubloon.engine.events import Events, tell
from doubloon.engine.jit import rule
from doubloon.games.rubies.clutter import clean, litter
from doubloon.games.rubies.crew import count_empty, feed, first_cabin, gain, wound
from doubloon.games.rubies.frames import (
    ask,
    is_asked,
    pop,
    push,
    push_loss,
    push_loss_of_others,
    push_mess,
    set_top,
    top,
)
from doubloon.games.rubies.leaving import all_spent_leave, leave_if_spent
from doubloon.games.rubies.state import (
    FIRST_CAPTAIN,
    MOST_EFFECTS,
    NONE,
    NUM_CABINS,
    SEA_CARDS,
    Action,
    Cell,
    Effect,
    EventKind,
    Frame,
)
from doubloon.games.rubies.targets import Aim, aims_at_pirate, aims_at_seat, can_peek, hits_holder, next_target


@rule
def current_aim(rules: Record, state: Record) -> Aim:
    """Return the effect that the top frame has come to; Effect.NONE when it is through."""
    place = top(state, Cell.AT)
    kind = top(state, Cell.CARD)
    which = top(state, Cell.COUNT)
    effect = Effect.NONE
    number = 0
    if place < MOST_EFFECTS:
        effect = int(rules.effects[kind, which, place, 0])
        number = int(rules.effects[kind, which, place, 1])
    return Aim(top(state, Cell.SEAT), effect, number, top(state, Cell.CABIN), 0, 0)


@rule
def advance_effects(rules: Record, state: Record, events: Events) -> bool:
    """Do the next effect of the top frame; return False where its owner must choose: among several targets, or as
    R9.1 says.
    """
    aim = current_aim(rules, state)
    if aim.effect == Effect.NONE:
        pop(state)
        return True
    if not aims_at_seat(aim.effect) and not aims_at_pirate(aim.effect):
        set_top(state, Cell.AT, top(state, Cell.AT) + 1)
        do_plain(rules, state, aim, events)
        return True
    target = next_target(rules, state, aim, NONE)
    if target == NONE:
        set_top(state, Cell.AT, top(state, Cell.AT) + 1)
        set_top(state, Cell.ASKED, 0)
        return True
    if is_asked(state) or next_target(rules, state, aim, target) != NONE or hits_holder(rules, state, aim, target):
        return ask(rules, state)
    do_aimed(rules, state, target, events)
    return True


@rule
def legal_targets(rules: Record, state: Record, mask: Mask) -> None:
    """Every target that the effect could do something to."""
    aim = current_aim(rules, state)
    first = Action.SEAT if aims_at_seat(aim.effect) else Action.CREW
    target = next_target(rules, state, aim, NONE)
    while target != NONE:
        mask[first + target] = 1
        target = next_target(rules, state, aim, target)


@rule
def do_aimed(rules: Record, state: Record, target: int, events: Events) -> None:
    """Do the effect of the top frame to a target: a seat, or the place of a pirate."""
    aim = current_aim(rules, state)
    set_top(state, Cell.AT, top(state, Cell.AT) + 1)
    if aims_at_seat(aim.effect):
        do_to_seat(rules, state, aim, target, events)
    else:
        do_to_pirate(rules, state, aim, target, events)


@rule
def do_plain(rules: Record, state: Record, aim: Aim, events: Events) -> None:
    """Do an effect that asks for no target."""
    if aim.effect == Effect.GAIN:
        gain(state, aim.seat, aim.number, events)
    elif aim.effect == Effect.DIVE:
        dive(state, aim.seat, aim.number, events)
    elif aim.effect == Effect.LOSE:
        push_loss(state, aim.seat, aim.number)
    elif aim.effect == Effect.OTHERS_LOSE:
        push_loss_of_others(state, aim.seat, aim.number)
    elif aim.effect == Effect.FEED_ALL:
        feed_all(state, aim, events)
    elif aim.effect == Effect.CLEAN:
        clean(state, aim.seat, aim.number, events)
    elif aim.effect == Effect.MESS:
        push_mess(state, aim.seat, aim.number)
    elif aim.effect == Effect.PEEK:
        peek(state, aim.seat, events)
    else:
        win_tokens(state, aim.seat, aim.number, events)


@rule
def do_to_seat(rules: Record, state: Record, aim: Aim, other: int, events: Events) -> None:
    """Do an effect to another player."""
    if aim.effect == Effect.STEAL:
        steal(state, aim, other, events)
    elif aim.effect == Effect.LITTER:
        litter(state, other, aim.number, events)
    else:
        fire_at(rules, state, aim, other, events)


@rule
def do_to_pirate(rules: Record, state: Record, aim: Aim, place: int, events: Events) -> None:
    """Do an effect to the pirate at a place."""
    owner = place // NUM_CABINS
    cabin = place - owner * NUM_CABINS
    if aim.effect == Effect.LURE:
        lure(state, aim.seat, owner, cabin, events)
    elif aim.effect == Effect.READY:
        ready(state, owner, cabin, events)
    elif aim.effect == Effect.WOUND or aim.effect == Effect.BITE:
        wound(state, owner, cabin, aim.number, events)
        leave_if_spent(rules, state, owner, cabin, events)
    else:
        feed(state, owner, cabin, aim.number, events)


@rule
def dive(state: Record, seat: int, rubies: int, events: Events) -> None:
    """Gain, and 1 ruby more for each empty cabin."""
    gain(state, seat, rubies + count_empty(state, seat), events)


@rule
def steal(state: Record, aim: Aim, other: int, events: Events) -> None:
    """Take rubies of another island, as many as are there; nobody is forced to get more (R7.1)."""
    rubies = min(aim.number, int(state.island[other]))
    state.island[other] = int(state.island[other]) - rubies
    state.island[aim.seat] = int(state.island[aim.seat]) + rubies
    tell(events, EventKind.STOLE, aim.seat, rubies, other)


@rule
def feed_all(state: Record, aim: Aim, events: Events) -> None:
    """Put rubies on each other pirate of the own crew."""
    for cabin in range(NUM_CABINS):
        if cabin != aim.source and state.cabins[aim.seat, cabin] >= 0:
            feed(state, aim.seat, cabin, aim.number, events)


@rule
def fire_at(rules: Record, state: Record, aim: Aim, other: int, events: Events) -> None:
    """`broadside`: remove rubies from each pirate of another player; `unsettle`: from the captain. The spent leave
    together (R8.4).
    """
    for cabin in range(NUM_CABINS):
        kind = int(state.cabins[other, cabin])
        if kind >= 0 and (aim.effect == Effect.BROADSIDE or kind >= FIRST_CAPTAIN):
            wound(state, other, cabin, aim.number, events)
    all_spent_leave(rules, state, other, int(state.depth), events)


@rule
def lure(state: Record, seat: int, owner: int, cabin: int, events: Events) -> None:
    """Move a pirate into the first empty cabin, rubies and all; a skill that has been used in this phase stays used."""
    home = first_cabin(state, seat, NONE)
    tell(events, EventKind.LURED, seat, int(state.cabins[owner, cabin]), owner)
    state.cabins[seat, home] = state.cabins[owner, cabin]
    state.vigour[seat, home] = state.vigour[owner, cabin]
    state.uses[seat, home] = state.uses[owner, cabin]
    state.cabins[owner, cabin] = NONE
    state.vigour[owner, cabin] = 0
    state.uses[owner, cabin] = 0


@rule
def ready(state: Record, seat: int, cabin: int, events: Events) -> None:
    """Let a pirate use its skill once more in this phase (R6.2)."""
    state.uses[seat, cabin] = int(state.uses[seat, cabin]) + 1
    tell(events, EventKind.READIED, seat, int(state.cabins[seat, cabin]))


@rule
def win_tokens(state: Record, seat: int, count: int, events: Events) -> None:
    """`infamy`: win tokens."""
    state.tokens[seat] = int(state.tokens[seat]) + count
    tell(events, EventKind.TOKENS, seat, count)


@rule
def peek(state: Record, seat: int, events: Events) -> None:
    """Look at the next bundle; chance names its cards when it is looked at for the first time."""
    if not can_peek(state, seat):
        return
    state.peeked = int(state.peeked) | (1 << seat)
    tell(events, EventKind.PEEKED, seat)
    if state.num_drawn == 0:
        push(state, Frame.PEEK, seat)
        return
    for place in range(SEA_CARDS):
        tell(events, EventKind.SAW, seat, int(state.bundle[place]))


@rule
def reveal_to_one(state: Record, kind: int, events: Events) -> None:
    """Name the next card of the bundle that the seat of the top frame looks at."""
    place = int(state.num_drawn)
    state.bundle[place] = kind
    state.unseen[kind] = int(state.unseen[kind]) - 1
    state.num_drawn = place + 1
    tell(events, EventKind.SAW, top(state, Cell.SEAT), kind)
    if place + 1 == SEA_CARDS:
        pop(state)
