"""Why a sensible player of `rubies` would do what is advised, in the numbers of the position."""

from doubloon.engine.contract import Record
from doubloon.engine.message import Argument, Message, SeatName
from doubloon.games.rubies.effects import current_aim
from doubloon.games.rubies.frames import phase, top
from doubloon.games.rubies.scoring import infamy
from doubloon.games.rubies.state import (
    FIRST_CAPTAIN,
    FIRST_MONSTER,
    FIRST_PIRATE,
    NONE,
    NUM_CABINS,
    Action,
    Cell,
    Effect,
    EffectList,
    Frame,
    Time,
)
from doubloon.games.rubies.words import card_name, deed, effect, effects


def reason(rules: Record, observation: Record, seat: int, action: int) -> Message | None:
    """Return why an action is advised to a seat."""
    if action >= Action.GRASP:
        return reason_to_grasp(rules, observation, seat, action - Action.GRASP)
    if action >= Action.USE:
        return reason_to_use(rules, observation, seat, action - Action.USE)
    if action >= Action.SEAT:
        return reason_to_aim(rules, observation, seat, action)
    if action >= Action.SETTLE:
        return Message("guide.settle")
    if action >= Action.DISMISS:
        return reason_to_dismiss(rules, observation, seat, action - Action.DISMISS)
    if action >= Action.SKILL:
        return reason_for_skill(rules, observation, seat, action - Action.SKILL)
    if action >= Action.TAKE:
        return reason_to_take(rules, observation, seat, int(observation.sea[action - Action.TAKE]))
    return reason_of_step(rules, observation, seat, action)


def turns_to_come(rules: Record, observation: Record) -> int:
    """Return how many turns there are with this one."""
    return int(rules.turns) - int(observation.turns)


def reason_of_step(rules: Record, observation: Record, seat: int, action: int) -> Message | None:
    """Return why a player is ready or feasts, hires or lets clean, or does nothing more."""
    kind, rubies = top(observation, Cell.KIND), int(observation.island[seat])
    turns = {"rubies": rubies, "n": turns_to_come(rules, observation)}
    if action == Action.FEAST:
        told = {**turns, "more": int(rules.feast_rubies), "infamy": int(rules.clutter_infamy)}
        return Message("guide.feast" if rubies else "guide.feast.must", told, "n")
    if action == Action.SWEEP:
        return Message("guide.sweep", {"infamy": int(rules.clutter_infamy)})
    if action == Action.HIRE:
        card = top(observation, Cell.CARD)
        told = {"infamy": int(rules.infamy[card]), "n": int(observation.grasp[seat])}
        return Message("guide.hire", told, "n")
    if action == Action.CLEAN:
        told = {"infamy": int(rules.clutter_infamy), "n": int(observation.grasp[seat])}
        return Message("guide.clean", told, "n")
    if kind == Frame.FEAST:
        return Message("guide.ready", {**turns, "infamy": int(rules.clutter_infamy)}, "n")
    return reason_to_end(rules, observation, seat, kind)


def reason_to_end(rules: Record, observation: Record, seat: int, kind: int) -> Message:
    """Return why nothing more is done in a phase."""
    if kind == Frame.DICE:
        return Message("guide.no_item")
    if kind != Frame.SKILLS:
        return Message("guide.keep_clutter")
    for cabin in range(NUM_CABINS):
        card = int(observation.cabins[seat, cabin])
        if card >= 0 and 0 < rules.cost[card] == observation.vigour[seat, cabin] and observation.uses[seat, cabin] > 0:
            named: dict[str, Argument] = {"card": card_name(rules, card), "infamy": int(rules.infamy[card])}
            return Message("guide.end.trust" if card >= FIRST_CAPTAIN else "guide.end.leave", named)
    return Message("guide.end")


def reason_to_grasp(rules: Record, observation: Record, seat: int, rubies: int) -> Message:
    """Return why so many rubies are grasped: the best card of the sea, and the turns still to be paid."""
    turns, own = turns_to_come(rules, observation), int(observation.island[seat])
    if turns == 1:
        return Message("guide.grasp.last")
    best = max((int(card) for card in observation.sea if card != NONE), key=lambda card: int(rules.infamy[card]))
    told: dict[str, Argument] = {
        "card": card_name(rules, best),
        "infamy": int(rules.infamy[best]),
        "left": own - rubies,
        "n": turns - 1,
    }
    if rubies <= 1:
        return Message("guide.grasp.least", told, "n")
    return Message("guide.grasp.share", told, "n")


def reason_to_take(rules: Record, observation: Record, seat: int, card: int) -> Message:
    """Return what a card is worth: more infamy than the others, a skill for the turns to come, or what it does."""
    others = [int(rules.infamy[other]) for other in observation.sea if other not in (NONE, card)]
    told: dict[str, Argument] = {
        "infamy": int(rules.infamy[card]),
        "n": int(observation.grasp[seat]),
        "next": max(others, default=0),
    }
    if card >= FIRST_PIRATE:
        if rules.cost[card] and turns_to_come(rules, observation) > 1:
            done = effects(rules, card, EffectList.SKILL) or card_name(rules, card)
            return Message(
                "guide.take.skill", {**told, "turns": turns_to_come(rules, observation), "skill": done}, "turns"
            )
        return Message("guide.take.pirate", told, "n")
    done = effects(rules, card, EffectList.DEED) or deed(rules, card) or card_name(rules, card)
    return Message("guide.take.monster" if card >= FIRST_MONSTER else "guide.take.thing", {**told, "does": done}, "n")


def reason_for_skill(rules: Record, observation: Record, seat: int, cabin: int) -> Message:
    """Return what a skill costs the pirate, and what that means: skills are paid with its own rubies (R6.3)."""
    card, vigour = int(observation.cabins[seat, cabin]), int(observation.vigour[seat, cabin])
    cost = int(rules.cost[card])
    told: dict[str, Argument] = {"card": card_name(rules, card), "n": cost, "left": vigour - cost}
    if vigour > cost:
        return Message("guide.skill.pays", told, "n")
    return Message("guide.skill.trust" if card >= FIRST_CAPTAIN else "guide.skill.last", told, "n")


def reason_to_dismiss(rules: Record, observation: Record, seat: int, cabin: int) -> Message:
    """Return what goes with a pirate."""
    card = int(observation.cabins[seat, cabin])
    vigour = int(observation.vigour[seat, cabin])
    counts = 0 if card >= FIRST_CAPTAIN and vigour == 0 else int(rules.infamy[card])
    told: dict[str, Argument] = {"card": card_name(rules, card), "infamy": counts, "n": vigour}
    leaving = effects(rules, card, EffectList.LEAVING)
    if leaving is not None:
        return Message("guide.dismiss.leaving", {**told, "does": leaving}, "n")
    must = phase(observation) != Frame.SKILLS or top(observation, Cell.KIND) != Frame.SKILLS
    return Message("guide.dismiss.least" if must else "guide.dismiss.free", told, "n")


def reason_to_use(rules: Record, observation: Record, seat: int, thing: int) -> Message:
    """Return why a treasure or an item is used now: what it does, and what it would count unused."""
    told: dict[str, Argument] = {"infamy": int(rules.infamy[thing]), "rubies": int(observation.island[seat])}
    if rules.when[thing] == Time.SHOWN:
        return Message("guide.use.dice", {**told, "n": int(rules.bonus[thing])}, "n")
    return Message("guide.use", {**told, "does": effects(rules, thing, EffectList.DEED) or card_name(rules, thing)})


def reason_to_aim(rules: Record, observation: Record, seat: int, action: int) -> Message:
    """Return why an effect is aimed there."""
    aim = current_aim(rules, observation)
    if action < Action.CREW:
        other = action - Action.SEAT
        if aim.effect == Effect.STEAL and not rules.screens_closed:
            return Message("guide.seat.steal", {"seat": SeatName(other), "n": int(observation.island[other])}, "n")
        return Message("guide.seat", {"seat": SeatName(other), "n": int(infamy(rules, observation, other))}, "n")
    owner, cabin = divmod(action - Action.CREW, NUM_CABINS)
    return reason_to_aim_at(rules, observation, seat, owner, cabin)


def reason_to_aim_at(rules: Record, observation: Record, seat: int, owner: int, cabin: int) -> Message:
    """Return why an effect is aimed at a pirate: what becomes of it."""
    aim = current_aim(rules, observation)
    card, vigour = int(observation.cabins[owner, cabin]), int(observation.vigour[owner, cabin])
    told: dict[str, Argument] = {
        "card": card_name(rules, card),
        "infamy": int(rules.infamy[card]),
        "n": vigour,
        "does": effect(aim.effect, aim.number),
    }
    if owner == seat:
        harm = aim.effect == Effect.BITE
        return Message("guide.crew.bite" if harm else "guide.crew.feed", told, "n")
    if aim.effect == Effect.LURE:
        return Message("guide.crew.lure", told, "n")
    if vigour > aim.number:
        return Message("guide.crew.less", told, "n")
    return Message("guide.crew.trust" if card >= FIRST_CAPTAIN else "guide.crew.leaves", told, "n")
