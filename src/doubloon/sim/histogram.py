"""Exact distributions of whole numbers in bounded memory, filled chunk by chunk."""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doubloon.sim.intervals import Estimate, Moments, quantile_of

Numbers = NDArray[np.integer[Any]]


@dataclass
class Histogram:
    """How often each whole number came up."""

    counts: dict[int, int] = field(default_factory=dict)

    def add(self, values: Numbers) -> None:
        """Count some numbers."""
        if values.size == 0:
            return
        least = int(values.min())
        found = np.bincount(values.astype(np.int64) - least)
        for index in np.flatnonzero(found):
            value = least + int(index)
            self.counts[value] = self.counts.get(value, 0) + int(found[index])

    @property
    def total(self) -> int:
        """Return how many numbers were counted."""
        return sum(self.counts.values())

    @property
    def moments(self) -> Moments:
        """Return the sums of the numbers and their squares."""
        total = sum(value * count for value, count in self.counts.items())
        return Moments(self.total, total, sum(value * value * count for value, count in self.counts.items()))

    def mean(self) -> Estimate:
        """Return the mean with its interval."""
        return self.moments.estimate()

    def quantile(self, part: float) -> int:
        """Return the least number that `part` of all numbers do not exceed. There must be a number."""
        wanted = part * self.total
        seen = 0
        value = 0
        for value in sorted(self.counts):
            seen += self.counts[value]
            if seen >= wanted:
                break
        return value

    def median(self) -> Estimate:
        """Return the median with its interval by order statistics: so many numbers below and above a true median are
        likely.
        """
        half = quantile_of() * math.sqrt(self.total) / 2 / self.total
        return Estimate(self.quantile(0.5), self.quantile(max(0.0, 0.5 - half)), self.quantile(min(1.0, 0.5 + half)))

    def share(self, least: int) -> float:
        """Return how many of the numbers are `least` or more."""
        return sum(count for value, count in self.counts.items() if value >= least)

    def binned(self, most_bins: int) -> list[tuple[int, int, float]]:
        """Return bins of equal width as (first number, number after the last, share of all); the rarest thousandth at
        each end is left out.
        """
        low, high = self.quantile(0.001), self.quantile(0.999)
        width = max(1, -(-(high - low + 1) // most_bins))
        bins: dict[int, int] = {}
        for value, count in self.counts.items():
            if low <= value <= high:
                bins[(value - low) // width] = bins.get((value - low) // width, 0) + count
        return [
            (low + index * width, low + (index + 1) * width, bins.get(index, 0) / self.total)
            for index in range((high - low) // width + 1)
        ]
