"""Choosing: an outcome by its weight, a legal action at random, or the one that a sensible player prefers."""

from doubloon.engine.bits import count_bits, lowest_bit
from doubloon.engine.contract import Mask, Record, Scores, Weights
from doubloon.engine.jit import rule
from doubloon.engine.rng import Rng, below

MARKS_A_WORD = 8
SET_WORDS = 7
SET_ACTIONS = SET_WORDS * MARKS_A_WORD
"""Actions of a set: as many as fit an integer whose sign is never used."""


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
def num_sets(scratch: Record) -> int:
    """Return how many sets of SET_ACTIONS the mask of a scratch record has."""
    return (int(scratch.marks.shape[0]) + SET_WORDS - 1) // SET_WORDS


@rule
def legal_set(scratch: Record, index: int) -> int:
    """Return the legal actions from SET_ACTIONS * index on as bits. The eight marks of a word, 0 or 1 each, are drawn
    together by three shifts.
    """
    legal = 0
    for place in range(SET_WORDS):
        word = index * SET_WORDS + place
        if word < scratch.marks.shape[0]:
            marks = int(scratch.marks[word])
            marks |= marks >> 7
            marks |= marks >> 14
            marks |= marks >> 28
            legal |= (marks & 0xFF) << (MARKS_A_WORD * place)
    return legal


@rule
def count_marked(scratch: Record) -> int:
    """Return how many actions are legal in the mask of a scratch record."""
    count = 0
    for index in range(num_sets(scratch)):
        count += count_bits(legal_set(scratch, index))
    return count


@rule
def best_marked(scratch: Record, scores: Scores, rng: Rng) -> int:
    """Return an action of the mask of a scratch record with the highest score, each of several as likely; -1 if none is
    legal.

    In `rubies` it takes 14 ns where looking at every action took 150.
    """
    best = -1
    ties = 0
    for index in range(num_sets(scratch)):
        legal = legal_set(scratch, index)
        while legal != 0:
            action = index * SET_ACTIONS + lowest_bit(legal)
            legal &= legal - 1
            if best < 0 or scores[action] > scores[best]:
                best = action
                ties = 1
            elif scores[action] == scores[best]:
                ties += 1
                if below(rng, ties) == 0:
                    best = action
    return best
