"""What a sensible player of `rubies` prefers. Worth is counted in infamy; the scores say only which action is better.

A ruby is worth a fixed part of a point while turns are left in which it can be grasped, and nothing afterwards.
"""

from doubloon.engine.contract import Mask, Record, Scores
from doubloon.engine.jit import rule
from doubloon.games.rubies.adventure import most_to_grasp, strength
from doubloon.games.rubies.crew import count_clutter, count_crew, count_empty
from doubloon.games.rubies.effects import current_aim
from doubloon.games.rubies.frames import top
from doubloon.games.rubies.scoring import infamy
from doubloon.games.rubies.state import (
    FIRST_CAPTAIN,
    FIRST_PIRATE,
    MOST_EFFECTS,
    MOST_SEATS,
    NONE,
    NUM_CABINS,
    NUM_THINGS,
    SEA_CARDS,
    Action,
    Cell,
    Effect,
    EffectList,
    Frame,
    Time,
)

RUBY = 0.12
"""Worth of a ruby while turns are left."""
CABIN = 0.5
"""Worth of an empty cabin beside the infamy that clutter costs."""
USES = 0.3
"""Worth of a skill in the turns to come, as a part of what it does once."""
LOW_ISLAND = 4
"""Feast with so few rubies."""


@rule
def prefer(rules: Record, observation: Record, seat: int, mask: Mask, scores: Scores) -> None:
    """Write a score for each legal action into scores, (NUM_ACTIONS,); higher is better. Other entries stay as they
    are.
    """
    for action in range(Action.TAKE):
        scores[action] = 0.0
    for thing in range(NUM_THINGS):
        if mask[Action.USE + thing] == 1:
            scores[Action.USE + thing] = prefer_thing(rules, observation, seat, thing)
    for cabin in range(NUM_CABINS):
        if mask[Action.DISMISS + cabin] == 1:
            scores[Action.DISMISS + cabin] = prefer_dismissal(rules, observation, seat, cabin)
        scores[Action.SETTLE + cabin] = 0.0
    prefer_in_frame(rules, observation, seat, mask, scores)


@rule
def prefer_in_frame(rules: Record, observation: Record, seat: int, mask: Mask, scores: Scores) -> None:
    """Score what only the frame on top allows."""
    kind = top(observation, Cell.KIND)
    if kind == Frame.FEAST:
        scores[Action.FEAST] = (
            LOW_ISLAND + 0.5 - int(observation.island[seat]) if turns_left(rules, observation) > 0 else -1.0
        )
    elif kind == Frame.GRASP:
        prefer_grasp(rules, observation, seat, scores)
    elif kind == Frame.TAKE:
        prefer_card(rules, observation, seat, mask, scores)
    elif kind == Frame.SKILLS:
        prefer_skills(rules, observation, seat, mask, scores)
    elif kind == Frame.BOARD:
        scores[Action.HIRE] = card_worth(rules, observation, seat, top(observation, Cell.CARD))
        scores[Action.CLEAN] = clutter_worth(rules)
    elif kind == Frame.SWEEP:
        scores[Action.SWEEP] = 1.0
    elif kind == Frame.EFFECTS:
        prefer_targets(rules, observation, seat, mask, scores)


@rule
def turns_left(rules: Record, observation: Record) -> int:
    """Return how many turns come after this one."""
    return int(rules.turns) - int(observation.turns) - 1


@rule
def ruby_worth(rules: Record, observation: Record) -> float:
    """Return what a ruby is worth now."""
    return RUBY if turns_left(rules, observation) > 0 else 0.001


@rule
def clutter_worth(rules: Record) -> float:
    """Return what it is worth to be rid of a clutter card."""
    return int(rules.clutter_infamy) + CABIN


@rule
def crew_worth(rules: Record, observation: Record, seat: int, cabin: int) -> float:
    """Return what a pirate aboard is worth: infamy, rubies, and what its skill may still do."""
    kind = int(observation.cabins[seat, cabin])
    vigour = int(observation.vigour[seat, cabin])
    worth = ruby_worth(rules, observation) * vigour + skill_worth(rules, observation, seat, kind) * USES
    if kind < FIRST_CAPTAIN or vigour > 0:
        worth += int(rules.infamy[kind])
    return worth


@rule
def worst_crew(rules: Record, observation: Record, seat: int) -> float:
    """Return what the least pirate of a full crew is worth; nothing where a cabin is empty."""
    least = 99.0
    for cabin in range(NUM_CABINS):
        kind = int(observation.cabins[seat, cabin])
        if kind == NONE:
            return 0.0
        if kind >= 0:
            least = min(least, crew_worth(rules, observation, seat, cabin))
    return least


@rule
def list_worth(rules: Record, observation: Record, seat: int, kind: int, which: int) -> float:
    """Return what a list of effects is worth to a seat."""
    worth = 0.0
    for place in range(MOST_EFFECTS):
        effect = int(rules.effects[kind, which, place, 0])
        if effect != Effect.NONE:
            worth += effect_worth(rules, observation, seat, effect, int(rules.effects[kind, which, place, 1]))
    return worth


@rule
def effect_worth(rules: Record, observation: Record, seat: int, effect: int, number: int) -> float:
    """Return what an effect is worth to the seat that has it."""
    ruby = ruby_worth(rules, observation) * number
    if effect == Effect.INFAMY:
        return float(number)
    if effect == Effect.LURE:
        return 2.0 if count_empty(observation, seat) > 0 else 0.0
    if effect == Effect.CLEAN:
        return min(number, count_clutter(observation, seat)) * clutter_worth(rules)
    if effect == Effect.MESS:
        return -number * clutter_worth(rules)
    if effect == Effect.LITTER:
        return 0.6 * number
    if effect == Effect.LOSE or effect == Effect.BITE:
        return -ruby if observation.island[seat] >= number else -ruby - 1.0
    return ruby * reach(observation, seat, effect)


@rule
def reach(observation: Record, seat: int, effect: int) -> float:
    """Return how many times its number of rubies an effect moves, as the owner feels it."""
    if effect == Effect.FEED_ALL:
        return float(count_crew(observation, seat) - 1)
    if effect == Effect.STEAL or effect == Effect.OTHERS_LOSE:
        return 1.4
    if effect == Effect.BROADSIDE:
        return 1.2
    if effect == Effect.DIVE:
        return 1.0 + count_empty(observation, seat)
    if effect == Effect.WOUND or effect == Effect.UNSETTLE:
        return 0.6
    return 0.9


@rule
def skill_worth(rules: Record, observation: Record, seat: int, kind: int) -> float:
    """Return what a skill is worth over the turns that are left, its cost taken off; never less than nothing."""
    if rules.cost[kind] == 0:
        return 0.0
    once = list_worth(rules, observation, seat, kind, EffectList.SKILL) - int(rules.cost[kind]) * ruby_worth(
        rules, observation
    )
    return max(0.0, once) * turns_left(rules, observation)


@rule
def card_worth(rules: Record, observation: Record, seat: int, kind: int) -> float:
    """Return what taking a card is worth: its infamy and effects, and for a pirate the one that must make room."""
    worth = int(rules.infamy[kind]) + list_worth(rules, observation, seat, kind, EffectList.DEED)
    if kind < FIRST_PIRATE:
        return worth
    worth += skill_worth(rules, observation, seat, kind) * USES + 0.3 * list_worth(
        rules, observation, seat, kind, EffectList.LEAVING
    )
    worth -= worst_crew(rules, observation, seat)
    return max(worth, clutter_worth(rules)) if count_clutter(observation, seat) > 0 else worth


@rule
def prefer_card(rules: Record, observation: Record, seat: int, mask: Mask, scores: Scores) -> None:
    """Take the card that is worth most."""
    for place in range(SEA_CARDS):
        if mask[Action.TAKE + place] == 1:
            scores[Action.TAKE + place] = card_worth(rules, observation, seat, int(observation.sea[place]))


@rule
def spread(rules: Record, observation: Record, seat: int) -> float:
    """Return how much more the best card of the sea is worth than the worst."""
    best = -99.0
    worst = 99.0
    for place in range(SEA_CARDS):
        if observation.sea[place] != NONE:
            worth = card_worth(rules, observation, seat, int(observation.sea[place]))
            best = max(best, worth)
            worst = min(worst, worth)
    return best - worst


@rule
def prefer_grasp(rules: Record, observation: Record, seat: int, scores: Scores) -> None:
    """Grasp a share of the island for each turn that is left, more the more the cards differ; everything in the last
    turn.
    """
    most = most_to_grasp(observation, seat)
    left = turns_left(rules, observation)
    share = 2.0 * most / (left + 2)
    target = min(most, max(1, int(share * (0.4 + 0.25 * spread(rules, observation, seat))))) if left > 0 else most
    for rubies in range(most + 1):
        scores[Action.GRASP + rubies] = -abs(rubies - target)


@rule
def prefer_skills(rules: Record, observation: Record, seat: int, mask: Mask, scores: Scores) -> None:
    """Use a skill when what it does is worth more than its cost; end the turn when none is."""
    scores[Action.DONE] = 0.0
    for cabin in range(NUM_CABINS):
        if mask[Action.SKILL + cabin] == 1:
            scores[Action.SKILL + cabin] = prefer_skill(rules, observation, seat, cabin)


@rule
def prefer_skill(rules: Record, observation: Record, seat: int, cabin: int) -> float:
    """Return the gain of a skill; a pirate that leaves for it takes its infamy along, and so does a captain that loses
    trust.
    """
    kind = int(observation.cabins[seat, cabin])
    left = int(observation.vigour[seat, cabin]) - int(rules.cost[kind])
    gain = list_worth(rules, observation, seat, kind, EffectList.SKILL) - int(rules.cost[kind]) * ruby_worth(
        rules, observation
    )
    if left <= int(rules.upkeep[kind]):
        gain -= int(rules.infamy[kind]) - list_worth(rules, observation, seat, kind, EffectList.LEAVING)
    return gain - 0.01


@rule
def prefer_dismissal(rules: Record, observation: Record, seat: int, cabin: int) -> float:
    """Dismiss whose leaving is worth more than its staying; where somebody must go, the one of least worth."""
    leaving = list_worth(rules, observation, seat, int(observation.cabins[seat, cabin]), EffectList.LEAVING)
    return leaving - crew_worth(rules, observation, seat, cabin) - 0.1


@rule
def prefer_thing(rules: Record, observation: Record, seat: int, kind: int) -> float:
    """Use a thing when its effect is worth more than its infamy; dice when they bring a better place."""
    if rules.when[kind] == Time.SHOWN:
        return dice_worth(rules, observation, seat, kind)
    worth = list_worth(rules, observation, seat, kind, EffectList.DEED) - int(rules.infamy[kind])
    if has_distrusted_captain(observation, seat) and rules.effects[kind, EffectList.DEED, 0, 0] == Effect.RUM:
        worth += 2.0
    return worth


@rule
def has_distrusted_captain(observation: Record, seat: int) -> bool:
    """Tell whether a captain aboard has no ruby."""
    for cabin in range(NUM_CABINS):
        if observation.cabins[seat, cabin] >= FIRST_CAPTAIN and observation.vigour[seat, cabin] == 0:
            return True
    return False


@rule
def dice_worth(rules: Record, observation: Record, seat: int, kind: int) -> float:
    """Return what dice are worth: a part of what the cards differ for each player overtaken, less their infamy."""
    own = strength(rules, observation, seat)
    overtaken = 0
    for other in range(int(rules.num_seats)):
        if own < strength(rules, observation, other) < own + int(rules.bonus[kind]):
            overtaken += 1
    return overtaken * spread(rules, observation, seat) / (MOST_SEATS - 1) - int(rules.infamy[kind])


@rule
def prefer_targets(rules: Record, observation: Record, seat: int, mask: Mask, scores: Scores) -> None:
    """Aim at the leader and at pirates of worth; feed those who need it."""
    aim = current_aim(rules, observation)
    for other in range(int(rules.num_seats)):
        if mask[Action.SEAT + other] == 1:
            scores[Action.SEAT + other] = infamy(rules, observation, other)
            if aim.effect == Effect.STEAL:
                scores[Action.SEAT + other] += 10.0 * min(aim.number, int(observation.island[other]))
        for cabin in range(NUM_CABINS):
            place = Action.CREW + other * NUM_CABINS + cabin
            if mask[place] == 1:
                scores[place] = pirate_score(rules, observation, other, cabin, aim.effect, aim.number)


@rule
def pirate_score(rules: Record, observation: Record, owner: int, cabin: int, effect: int, number: int) -> float:
    """Return how good a target a pirate is."""
    kind = int(observation.cabins[owner, cabin])
    vigour = int(observation.vigour[owner, cabin])
    worth = float(rules.infamy[kind])
    if effect == Effect.BITE:
        return vigour - (10.0 * worth if vigour <= number else 0.0)
    if effect == Effect.WOUND:
        return 10.0 * worth if vigour <= number else -float(vigour)
    if effect == Effect.LURE:
        return worth + 0.1 * vigour
    if effect == Effect.READY:
        return skill_worth(rules, observation, owner, kind) + 0.1 * vigour
    return worth - float(vigour) + 0.1 * int(rules.cost[kind])
