"""Sets as bits of an integer."""

import random

import pytest

from doubloon.engine.bits import count_bits, lowest_bit

SETS = [1, 2**62, 2**63 - 1, *(random.Random(1).getrandbits(63) | 1 << place for place in range(63))]


@pytest.mark.parametrize("bit", range(63))
def test_lowest_bit_names_every_place(bit: int) -> None:
    assert lowest_bit(1 << bit) == bit
    assert lowest_bit(2**63 - (1 << bit)) == bit


@pytest.mark.parametrize("bits", [0, *SETS])
def test_count_bits(bits: int) -> None:
    assert count_bits(bits) == bits.bit_count()
