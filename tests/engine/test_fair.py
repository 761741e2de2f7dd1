"""Fair chance: fixed by seed, table and entry, by weight, and not to be guessed from what is published."""

import numpy as np
import pytest

from doubloon.engine import fair

WEIGHTS = np.array([0, 1, 2, 5, 0], np.int32)


def test_a_draw_is_fixed_by_seed_table_and_entry() -> None:
    seed = fair.seed_of_number(1)
    draws = [fair.draw(seed, "t", entry, WEIGHTS) for entry in range(50)]
    assert draws == [fair.draw(seed, "t", entry, WEIGHTS) for entry in range(50)]
    assert draws != [fair.draw(seed, "u", entry, WEIGHTS) for entry in range(50)]
    assert draws != [fair.draw(fair.seed_of_number(2), "t", entry, WEIGHTS) for entry in range(50)]


def test_known_draws_for_other_implementations() -> None:
    """Whoever verifies with a program of their own can start from these."""
    seed = bytes(range(32))
    assert fair.commitment(seed) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert [fair.draw(seed, "table", entry, np.array([1] * 55, np.int32)) for entry in range(8)] == [
        19,
        16,
        14,
        22,
        28,
        13,
        50,
        51,
    ]


def test_outcomes_come_by_weight() -> None:
    seed = fair.seed_of_number(3)
    counts = np.bincount([fair.draw(seed, "t", entry, WEIGHTS) for entry in range(8000)], minlength=5)
    assert counts[0] == counts[4] == 0
    expected = WEIGHTS[1:4] * 1000
    assert (((counts[1:4] - expected) ** 2) / expected).sum() < 13.8  # 0.1 %


def test_weights_without_a_sum_are_an_error() -> None:
    with pytest.raises(ValueError, match="positive sum"):
        fair.draw(fair.new_seed(), "t", 0, np.zeros(3, np.int32))


def test_seeds_are_new_every_time() -> None:
    assert len({fair.new_seed() for _ in range(20)}) == 20
    assert len(fair.new_seed()) == 32


def test_other_uses_of_the_seed_differ_from_draws() -> None:
    seed = fair.seed_of_number(4)
    assert fair.bytes_for(seed, "bot 0 0") != fair.bytes_for(seed, "bot 1 0")
