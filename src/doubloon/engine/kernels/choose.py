"""Choosing: an outcome by its weight, a legal action at random, or the one that a sensible player prefers."""

from doubloon.engine.contract import Mask, Scores, Weights
from doubloon.engine.jit import rule
from doubloon.engine.rng import Rng, below


@rule
def lowest_seat(to_act: int) -> int:
    """Return the first of the seats in a mask that is not empty."""
    seat = 0
    while (to_act >> seat) & 1 == 0:
        seat += 1
    return seat


@rule
def sample_outcome(weights: Weights, rng: Rng) -> int:
    """Return an outcome with the probability of its weight. The sum of the weights must be positive."""
    total = 0
    for outcome in range(weights.shape[0]):
        total += int(weights[outcome])
    rest = below(rng, total)
    outcome = 0
    while rest >= weights[outcome]:
        rest -= int(weights[outcome])
        outcome += 1
    return outcome


@rule
def sample_action(mask: Mask, rng: Rng) -> int:
    """Return one of the legal actions, each as likely; -1 if there is none."""
    count = 0
    for action in range(mask.shape[0]):
        count += int(mask[action])
    if count == 0:
        return -1
    rest = below(rng, count)
    action = 0
    while rest >= int(mask[action]):
        rest -= int(mask[action])
        action += 1
    return action


@rule
def best_action(mask: Mask, scores: Scores, rng: Rng) -> int:
    """Return a legal action with the highest score, each of several as likely; -1 if none is legal."""
    best = -1
    ties = 0
    for action in range(mask.shape[0]):
        if not mask[action]:
            continue
        if best < 0 or scores[action] > scores[best]:
            best = action
            ties = 1
        elif scores[action] == scores[best]:
            ties += 1
            if below(rng, ties) == 0:
                best = action
    return best
