"""Ratings of levels from the games they played."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import choix
import numpy as np
from numpy.typing import NDArray

from doubloon.sim.intervals import Estimate
from doubloon.sim.matches import MatchResult, RoundRobin

RESAMPLES = 400
ELO = 400 / math.log(10)
"""A difference of one in the logarithm of the odds is so many points: 400 points are ten to one."""
ANCHOR = 1000
REGULARISATION = 0.01
"""Keeps the rating of a level that lost every game finite."""


def beaten(plan: RoundRobin, result: MatchResult) -> tuple[int, int, float, float]:
    """Return the levels of a game, the lone one and the rest as indices, and how many of the rest the lone one beat and
    lost to; ties are halves.
    """
    match = plan.match(result.number)
    own = result.places[match.seat]
    others = [place for seat, place in enumerate(result.places) if seat != match.seat]
    won = sum(1.0 if own < place else 0.5 if own == place else 0.0 for place in others)
    return plan.levels.index(match.lone), plan.levels.index(match.rest), won, len(others) - won


class Strengths(NamedTuple):
    """Ratings of levels, the mean of the field at 0."""

    value: NDArray[np.float64]  # (levels,)
    # (RESAMPLES, levels): with whole games resampled (bootstrap), because the pairs of one game hang together
    drawn: NDArray[np.float64]

    def ratings(self, anchor: int) -> list[Estimate]:
        """Return the rating of each level, moved so that the anchor's is ANCHOR. Its interval is against the mean of
        the field: it too has one.
        """
        shift = ANCHOR - self.value[anchor]
        return [
            self._estimate(self.value[level] + shift, self.drawn[:, level] + shift) for level in range(self.value.size)
        ]

    def lead(self, level: int, other: int) -> Estimate:
        """Return by how much a level is rated higher than another."""
        return self._estimate(self.value[level] - self.value[other], self.drawn[:, level] - self.drawn[:, other])

    @staticmethod
    def _estimate(value: float, drawn: NDArray[np.float64]) -> Estimate:
        low, high = np.percentile(drawn, (2.5, 97.5))
        return Estimate(float(value), float(low), float(high))


def strengths(plan: RoundRobin, results: Sequence[MatchResult]) -> Strengths:
    """Return how strong the levels of a plan are: Plackett-Luce on every pair of seats of different levels that met, by
    choix.
    """
    size = len(plan.levels)
    rows = [beaten(plan, result) for result in results]
    lone = np.array([row[0] for row in rows])
    rest = np.array([row[1] for row in rows])
    won = np.array([row[2] for row in rows])
    lost = np.array([row[3] for row in rows])
    dice = np.random.default_rng(plan.seed)
    drawn = [np.bincount(dice.integers(len(rows), size=len(rows)), minlength=len(rows)) for _ in range(RESAMPLES)]
    value = fit(size, lone, rest, won, lost)
    return Strengths(value, np.array([fit(size, lone, rest, won * times, lost * times) for times in drawn]))


def fit(
    size: int, lone: NDArray[np.int64], rest: NDArray[np.int64], won: NDArray[np.float64], lost: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the ratings that fit the pairs best, their mean at 0."""
    wins = np.zeros((size, size))
    np.add.at(wins, (lone, rest), won)
    np.add.at(wins, (rest, lone), lost)
    found: NDArray[np.float64] = choix.ilsr_pairwise_dense(wins, alpha=REGULARISATION)
    points: NDArray[np.float64] = ELO * (found - found.mean())
    return points
