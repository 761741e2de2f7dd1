"""Treasures and items: when they may be used, and using them (R9)."""

from doubloon.engine.contract import Mask, Record
from doubloon.engine.events import Events, tell
from doubloon.engine.jit import rule
from doubloon.games.rubies.crew import discard
from doubloon.games.rubies.frames import phase, push_effects
from doubloon.games.rubies.state import (
    ASKED_STAYS,
    NONE,
    NOT_YET,
    NUM_THINGS,
    Action,
    Cell,
    EffectList,
    EventKind,
    Frame,
    Time,
)
from doubloon.games.rubies.targets import any_could_do


@rule
def has_giving_treasure(rules: Record, state: Record, seat: int) -> bool:
    """Tell whether the seat holds a treasure that gives rubies to the island (R7.1)."""
    for kind in range(NUM_THINGS):
        if state.aside[seat, kind] > 0 and rules.gives[kind] == 1:
            return True
    return False


@rule
def only_giving_treasure(rules: Record, state: Record, seat: int) -> int:
    """Return the kind of treasure to use, or NONE where there are several to choose from (R7.1)."""
    found = NONE
    for kind in range(NUM_THINGS):
        if state.aside[seat, kind] > 0 and rules.gives[kind] == 1:
            if found != NONE:
                return NONE
            found = kind
    return found


@rule
def legal_giving_treasures(rules: Record, state: Record, seat: int, mask: Mask) -> None:
    """Which treasure first, where rubies must be lost (R7.1)."""
    for kind in range(NUM_THINGS):
        if state.aside[seat, kind] > 0 and rules.gives[kind] == 1:
            mask[Action.USE + kind] = 1


@rule
def settles_thing(state: Record, seat: int) -> bool:
    """Tell whether a thing of the seat still needs its target. Before ASKED_STAYS no other could be used meanwhile."""
    for index in range(int(state.depth)):
        if (
            state.frames[index, Cell.KIND] == Frame.EFFECTS
            and state.frames[index, Cell.SEAT] == seat
            and state.frames[index, Cell.CARD] < NUM_THINGS
        ):
            return True
    return False


@rule
def may_interrupt(rules: Record, state: Record, seat: int) -> bool:
    """Tell whether a seat may use a thing now, whatever is still to be settled (R9.1)."""
    return rules.version >= ASKED_STAYS or not settles_thing(state, seat)


@rule
def legal_things(rules: Record, state: Record, seat: int, mask: Mask) -> None:
    """Treasures whenever the game waits for anybody (R9.1), the spyglass until the own grasp (R9.2); of either, what
    could do anything.
    """
    before_grasp = phase(state) == Frame.FEAST or phase(state) == Frame.GRASP
    for kind in range(NUM_THINGS):
        if state.aside[seat, kind] > 0 and may_interrupt(rules, state, seat):
            when = int(rules.when[kind])
            in_time = when == Time.ANY or (when == Time.GRASP and before_grasp and state.grasp[seat] == NOT_YET)
            if in_time and any_could_do(rules, state, seat, kind, EffectList.DEED):
                mask[Action.USE + kind] = 1


@rule
def legal_items(rules: Record, state: Record, seat: int, when: int, mask: Mask) -> None:
    """Items of a time that only the seat itself has: when grasps are shown, or its turn in the skill phase (R9.2)."""
    for kind in range(NUM_THINGS):
        if state.aside[seat, kind] > 0 and rules.when[kind] == when:
            mask[Action.USE + kind] = int(when == Time.SHOWN or any_could_do(rules, state, seat, kind, EffectList.DEED))


@rule
def has_dice(rules: Record, state: Record, seat: int) -> bool:
    """Tell whether the seat holds an item for the time when grasps are shown."""
    for kind in range(NUM_THINGS):
        if state.aside[seat, kind] > 0 and rules.when[kind] == Time.SHOWN:
            return True
    return False


@rule
def use_thing(rules: Record, state: Record, seat: int, kind: int, events: Events) -> None:
    """Discard a thing and let its effects happen (R9.3)."""
    tell(events, EventKind.USED, seat, kind)
    state.aside[seat, kind] = int(state.aside[seat, kind]) - 1
    discard(state, kind)
    state.extra[seat] = int(state.extra[seat]) + int(rules.bonus[kind])
    push_effects(state, seat, kind, EffectList.DEED, NONE)
