"""Random numbers whose state is a caller-owned array, equal compiled and plain.

The generator is splitmix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators"). Plain NumPy
warns where 64-bit numbers wrap around, which is what they are meant to do here; the test configuration excuses this
module alone.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from doubloon.engine.jit import rule

Rng: TypeAlias = NDArray[np.uint64]
"""Shape (1,): the state of one stream."""

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
SHIFT_27 = np.uint64(27)
SHIFT_29 = np.uint64(29)
SHIFT_30 = np.uint64(30)
SHIFT_31 = np.uint64(31)
SHIFT_32 = np.uint64(32)
SHIFT_11 = np.uint64(11)
LOW_32 = np.uint64(0xFFFFFFFF)
TWO_32 = np.uint64(1 << 32)
UNIT_53 = 1.0 / (1 << 53)


@rule
def mix(word: np.uint64) -> np.uint64:
    """Return a word that depends on every bit of the given one; a bijection."""
    word = (word ^ (word >> SHIFT_30)) * MIX_1
    word = (word ^ (word >> SHIFT_27)) * MIX_2
    return word ^ (word >> SHIFT_31)


@rule
def stir(word: np.uint64, more: np.uint64) -> np.uint64:
    """Return a word that depends on both: a step of a hash, quicker than `mix`, with which a hash of many words
    ends.
    """
    word = (word ^ more) * MIX_1
    return word ^ (word >> SHIFT_29)


@rule
def seed_stream(rng: Rng, seed: int, index: int) -> None:
    """Start in place the stream number `index` (>= 0) of a seed (>= 0): game `index` of a batch plays alike whatever
    else is in the batch.
    """
    rng[0] = mix(mix(np.uint64(seed) + GAMMA) + np.uint64(index))


@rule
def next_word(rng: Rng) -> np.uint64:
    """Return 64 random bits and advance the stream."""
    word = rng[0] + GAMMA
    rng[0] = word
    return mix(word)


@rule
def below(rng: Rng, bound: int) -> int:
    """Return an unbiased integer in 0 .. bound - 1, for 1 <= bound < 2**31 (Lemire 2019: multiply, reject the biased
    rest).
    """
    size = np.uint64(bound)
    product = (next_word(rng) >> SHIFT_32) * size
    if (product & LOW_32) < size:
        rest = (TWO_32 - size) % size
        while (product & LOW_32) < rest:
            product = (next_word(rng) >> SHIFT_32) * size
    return int(np.int64(product >> SHIFT_32))


@rule
def unit(rng: Rng) -> float:
    """Return a float in [0, 1) with 53 random bits."""
    return float(np.int64(next_word(rng) >> SHIFT_11)) * UNIT_53


def new_rng(seed: int, index: int = 0) -> Rng:
    """Return a fresh stream, shape (1,)."""
    rng = np.zeros(1, np.uint64)
    seed_stream(rng, seed, index)
    return rng
