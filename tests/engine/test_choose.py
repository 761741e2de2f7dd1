"""Choosing among legal actions: by whole words, the same as one by one."""

import numpy as np
from numpy.typing import NDArray

from doubloon.engine.contract import Game
from doubloon.engine.jit import kernel
from doubloon.engine.kernels.choose import SET_ACTIONS, best_marked, count_marked, legal_set, num_sets
from doubloon.engine.kernels.workspace import Workspace, new_workspace


@kernel
def read_sets(work: Workspace, sets: NDArray[np.int64]) -> int:
    """Write the sets of a mask, and return how many actions are legal. (A scratch record can be handed on in compiled
    code alone.)
    """
    for index in range(num_sets(work.scratch[0])):
        sets[index] = legal_set(work.scratch[0], index)
    return count_marked(work.scratch[0])


@kernel
def draw_best(work: Workspace, draws: NDArray[np.int64]) -> None:
    for index in range(draws.shape[0]):
        draws[index] = best_marked(work.scratch[0], work.scores, work.rng)


def mark(work: Workspace, legal: list[int]) -> None:
    work.scratch[0].mask[:] = 0
    work.scratch[0].mask[legal] = 1


def test_a_mask_reads_as_sets(game: Game) -> None:
    work = new_workspace(game, 2)
    work.scratch[0].weights[:] = -1  # what follows the mask in memory
    dice = np.random.default_rng(1)
    for count in (0, 1, 2, game.num_actions // 2, game.num_actions):
        legal = sorted(dice.choice(game.num_actions, count, replace=False).tolist())
        mark(work, legal)
        sets = np.zeros(game.num_actions, np.int64)
        assert read_sets(work, sets) == count
        assert [
            index * SET_ACTIONS + bit
            for index, bits in enumerate(sets.tolist())
            for bit in range(64)
            if bits >> bit & 1
        ] == legal


def test_best_is_the_highest_score_and_ties_are_even(game: Game) -> None:
    work = new_workspace(game, 1, seed=3)
    legal = sorted(np.random.default_rng(2).choice(game.num_actions, 4, replace=False).tolist())
    mark(work, legal)
    work.scores[:] = 9  # of what is not legal
    work.scores[legal] = [2, 2, -3, 2]
    draws = np.zeros(3000, np.int64)
    draw_best(work, draws)
    counts = [int((draws == action).sum()) for action in legal]
    assert counts[2] == 0
    # Each of the three is drawn 1,000 times, within five standard errors.
    assert all(abs(counts[place] - 1000) < 130 for place in (0, 1, 3))


def test_no_action_is_best_of_none(game: Game) -> None:
    work = new_workspace(game, 1)
    mark(work, [])
    draws = np.zeros(1, np.int64)
    draw_best(work, draws)
    assert draws[0] == -1
