"""What an effect can be aimed at, and whether it could do anything (R1.1, R6.3)."""

from typing import NamedTuple

from doubloon.engine.contract import Record
from doubloon.engine.jit import rule
from doubloon.games.rubies.crew import count_clutter, count_crew, count_empty, has_deck
from doubloon.games.rubies.frames import phase
from doubloon.games.rubies.state import (
    ASKED_STAYS,
    FIRST_CAPTAIN,
    MOST_EFFECTS,
    NONE,
    NUM_CABINS,
    NUM_THINGS,
    Effect,
    EffectList,
    Frame,
    Time,
)


class Aim(NamedTuple):
    """An effect that is about to happen."""

    seat: int  # whose effect it is
    effect: int
    number: int
    source: int  # cabin of the pirate whose effect it is, NONE where there is none
    leaves: int  # 1 where this pirate has gone when the effect happens
    spent: int  # 1 where it has no ruby left then: it has gone, or it is a captain


@rule
def aims_at_seat(effect: int) -> bool:
    """Tell whether an effect asks for another player."""
    return effect == Effect.STEAL or effect == Effect.BROADSIDE or effect == Effect.UNSETTLE or effect == Effect.LITTER


@rule
def aims_at_own(effect: int) -> bool:
    """Tell whether an effect asks for one pirate of the own crew."""
    return effect == Effect.FEED or effect == Effect.BITE or effect == Effect.READY or effect == Effect.RUM


@rule
def aims_at_pirate(effect: int) -> bool:
    """Tell whether an effect asks for one pirate."""
    return aims_at_own(effect) or effect == Effect.WOUND or effect == Effect.LURE


@rule
def hits_seat(state: Record, effect: int, other: int) -> bool:
    """Tell whether an effect could do something to another player."""
    if effect == Effect.STEAL:
        return int(state.island[other]) > 0
    if effect == Effect.LITTER:
        return count_empty(state, other) > 0 and has_deck(state)
    for cabin in range(NUM_CABINS):
        if state.vigour[other, cabin] > 0 and (
            effect == Effect.BROADSIDE or state.cabins[other, cabin] >= FIRST_CAPTAIN
        ):
            return True
    return False


@rule
def hits_pirate(rules: Record, state: Record, aim: Aim, seat: int, cabin: int) -> bool:
    """Tell whether an effect could do something to what is in a cabin of a crew that it is for."""
    kind = int(state.cabins[seat, cabin])
    if kind < 0:
        return False
    if aim.effect == Effect.WOUND or aim.effect == Effect.BITE:
        return int(state.vigour[seat, cabin]) > 0
    if aim.effect == Effect.LURE:
        return kind < FIRST_CAPTAIN and int(state.vigour[seat, cabin]) <= aim.number
    if aim.effect == Effect.READY:
        return int(rules.cost[kind]) > 0 and int(rules.any_uses[kind]) == 0 and phase(state) == Frame.SKILLS
    return True


@rule
def spares_source(aim: Aim) -> bool:
    """Tell whether an effect on the own crew cannot be aimed at its source: it is for *another* pirate, the source has
    gone, or it has no ruby that a bite could take (R6.3).
    """
    if aim.effect == Effect.FEED or aim.effect == Effect.FEED_ALL or aim.effect == Effect.READY:
        return True
    return aim.leaves == 1 or (aim.effect == Effect.BITE and aim.spent == 1)


@rule
def next_seat(rules: Record, state: Record, aim: Aim, after: int) -> int:
    """Return the first other player after a number whom an effect could hit; NONE if there is none."""
    for other in range(after + 1, int(rules.num_seats)):
        if other != aim.seat and hits_seat(state, aim.effect, other):
            return other
    return NONE


@rule
def next_pirate(rules: Record, state: Record, aim: Aim, after: int) -> int:
    """Return the first place after one, seat * NUM_CABINS + cabin, whose pirate an effect could hit; NONE if there is
    none.
    """
    own = aims_at_own(aim.effect)
    for seat in range(int(rules.num_seats)):
        if (seat == aim.seat) != own:
            continue
        for cabin in range(NUM_CABINS):
            place = seat * NUM_CABINS + cabin
            if place <= after or (own and cabin == aim.source and spares_source(aim)):
                continue
            if hits_pirate(rules, state, aim, seat, cabin):
                return place
    return NONE


@rule
def next_target(rules: Record, state: Record, aim: Aim, after: int) -> int:
    """Return the first target after one: a seat, or the place of a pirate; NONE if there is none."""
    if aims_at_seat(aim.effect):
        return next_seat(rules, state, aim, after)
    if aim.effect == Effect.LURE and not has_empty(state, aim):
        return NONE
    return next_pirate(rules, state, aim, after)


@rule
def hits_holder(rules: Record, state: Record, aim: Aim, target: int) -> bool:
    """Tell whether a target is, or belongs to, another player who holds a treasure and so has a moment to use it
    (R9.1).
    """
    owner = target if aims_at_seat(aim.effect) else target // NUM_CABINS
    return rules.version >= ASKED_STAYS and owner != aim.seat and holds_treasure(rules, state, owner)


@rule
def holds_treasure(rules: Record, state: Record, seat: int) -> bool:
    """Tell whether a seat holds a treasure of any kind."""
    for kind in range(NUM_THINGS):
        if state.aside[seat, kind] > 0 and rules.when[kind] == Time.ANY:
            return True
    return False


@rule
def has_empty(state: Record, aim: Aim) -> bool:
    """Tell whether the own crew has an empty cabin; that of a source that leaves counts (R6.3)."""
    return count_empty(state, aim.seat) + aim.leaves > 0


@rule
def could_do(rules: Record, state: Record, aim: Aim) -> bool:
    """Tell whether an effect could do anything (R6.3); `lose` alone does not count."""
    effect = aim.effect
    if effect == Effect.GAIN or effect == Effect.DIVE or effect == Effect.INFAMY:
        return True
    if effect == Effect.NONE or effect == Effect.LOSE:
        return False
    if aims_at_seat(effect) or aims_at_pirate(effect):
        return next_target(rules, state, aim, NONE) != NONE
    if effect == Effect.FEED_ALL:
        return count_crew(state, aim.seat) - int(aim.source != NONE) > 0
    if effect == Effect.PEEK:
        return can_peek(state, aim.seat)
    return could_do_to_cabins(rules, state, aim)


@rule
def could_do_to_cabins(rules: Record, state: Record, aim: Aim) -> bool:
    """The same for clean, mess and others_lose."""
    if aim.effect == Effect.CLEAN:
        return count_clutter(state, aim.seat) > 0
    if aim.effect == Effect.MESS:
        return has_deck(state) and count_clutter(state, aim.seat) < NUM_CABINS
    for other in range(int(rules.num_seats)):
        if other != aim.seat and can_lose(rules, state, other):
            return True
    return False


@rule
def can_lose(rules: Record, state: Record, seat: int) -> bool:
    """Tell whether a loss could take anything: rubies, a treasure that gives some, or a feast (R7.1)."""
    if int(state.island[seat]) > 0 or (has_deck(state) and count_clutter(state, seat) < NUM_CABINS):
        return True
    for kind in range(rules.gives.shape[0]):
        if rules.gives[kind] == 1 and state.aside[seat, kind] > 0:
            return True
    return False


@rule
def can_peek(state: Record, seat: int) -> bool:
    """Tell whether there is a next bundle that the seat has not seen."""
    return int(state.bundles) > 0 and (int(state.peeked) >> seat) & 1 == 0


@rule
def any_could_do(rules: Record, state: Record, seat: int, kind: int, which: int) -> bool:
    """Tell whether one of a card's effects could do anything, for a card that is in no cabin."""
    for place in range(MOST_EFFECTS):
        effect = int(rules.effects[kind, which, place, 0])
        aim = Aim(seat, effect, int(rules.effects[kind, which, place, 1]), NONE, 0, 0)
        if could_do(rules, state, aim):
            return True
    return False


@rule
def skill_could_do(rules: Record, state: Record, seat: int, cabin: int) -> bool:
    """Tell whether one of the effects of a pirate's skill could do anything once its cost is paid (R6.3)."""
    kind = int(state.cabins[seat, cabin])
    pays_last = state.vigour[seat, cabin] == rules.cost[kind]
    leaves = int(pays_last and kind < FIRST_CAPTAIN)
    spent = int(pays_last and rules.version >= ASKED_STAYS)
    for place in range(MOST_EFFECTS):
        effect = int(rules.effects[kind, EffectList.SKILL, place, 0])
        if effect == Effect.NONE:
            return False
        aim = Aim(seat, effect, int(rules.effects[kind, EffectList.SKILL, place, 1]), cabin, leaves, spent)
        if could_do(rules, state, aim):
            return True
    return False
