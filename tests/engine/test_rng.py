"""Random numbers: known values, no bias, streams that do not depend on each other."""

import numpy as np
import pytest

from doubloon.engine.rng import below, mix, new_rng, next_word, unit


def test_words_are_those_of_splitmix64() -> None:
    """The first outputs of splitmix64 from seed 1234567, as published with its reference implementation."""
    rng = np.array([1234567], np.uint64)
    assert [int(next_word(rng)) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 55, 1000, 2**31 - 1])
def test_below_stays_below_and_is_even(bound: int) -> None:
    rng = new_rng(1)
    draws = np.array([below(rng, bound) for _ in range(4000)])
    assert draws.min() >= 0
    assert draws.max() < bound
    # The mean of n uniform draws is within 5 standard errors of the middle.
    assert abs(draws.mean() - (bound - 1) / 2) <= 5 * bound / np.sqrt(12 * 4000)


def test_below_reaches_all_values_as_often() -> None:
    rng = new_rng(2)
    counts = np.bincount([below(rng, 7) for _ in range(70_000)], minlength=7)
    chi_square = ((counts - 10_000) ** 2 / 10_000).sum()
    assert chi_square < 22.5  # 0.1 % of fair dice of seven sides exceed it


def test_unit_is_in_the_unit_interval() -> None:
    rng = new_rng(3)
    draws = np.array([unit(rng) for _ in range(4000)])
    assert draws.min() >= 0
    assert draws.max() < 1
    assert abs(draws.mean() - 0.5) < 0.025


def test_streams_differ_and_repeat() -> None:
    first = [int(next_word(new_rng(7, index))) for index in range(200)]
    assert len(set(first)) == 200
    assert first == [int(next_word(new_rng(7, index))) for index in range(200)]
    assert int(next_word(new_rng(8))) not in first


def test_mix_is_a_bijection_on_a_sample() -> None:
    assert len({int(mix(np.uint64(word))) for word in range(5000)}) == 5000
