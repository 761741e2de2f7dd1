"""Ratings of levels from the games they played."""

import math
from collections.abc import Sequence

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
    """Return the levels of a game, the lone one and the rest as indices, and how many of the rest the lone one beat and lost to; ties are halves."""
    match = plan.match(result.number)
    own = result.places[match.seat]
    others = [place for seat, place in enumerate(result.places) if seat != match.seat]
    won = sum(1.0 if own < place else 0.5 if own == place else 0.0 for place in others)
    return plan.levels.index(match.lone), plan.levels.index(match.rest), won, len(others) - won


def ratings(plan: RoundRobin, results: Sequence[MatchResult], anchor: int) -> list[Estimate]:
    """Return the rating of each level: Plackett-Luce on every pair of seats of different levels that met, by choix, the anchor at ANCHOR.

    The intervals resample whole games (bootstrap), because the pairs of one game hang together.
    """
    size = len(plan.levels)
    rows = [beaten(plan, result) for result in results]
    lone = np.array([row[0] for row in rows])
    rest = np.array([row[1] for row in rows])
    won = np.array([row[2] for row in rows])
    lost = np.array([row[3] for row in rows])
    value = fit(size, lone, rest, won, lost, np.ones(len(rows)), anchor)
    dice = np.random.default_rng(plan.seed)
    drawn = [
        fit(size, lone, rest, won, lost, np.bincount(dice.integers(len(rows), size=len(rows)), minlength=len(rows)).astype(float), anchor)
        for _ in range(RESAMPLES)
    ]
    low, high = np.percentile(drawn, (2.5, 97.5), axis=0)
    return [Estimate(float(value[level]), float(low[level]), float(high[level])) for level in range(size)]


def fit(  # noqa: PLR0913, PLR0917 - columns of one table
    size: int, lone: NDArray[np.int64], rest: NDArray[np.int64], won: NDArray[np.float64], lost: NDArray[np.float64], times: NDArray[np.float64], anchor: int
) -> NDArray[np.float64]:
    """Return the ratings that fit the pairs best, each game counted so many times."""
    wins = np.zeros((size, size))
    np.add.at(wins, (lone, rest), won * times)
    np.add.at(wins, (rest, lone), lost * times)
    strengths: NDArray[np.float64] = choix.ilsr_pairwise_dense(wins, alpha=REGULARISATION)
    points: NDArray[np.float64] = ANCHOR + ELO * (strengths - strengths[anchor])
    return points
