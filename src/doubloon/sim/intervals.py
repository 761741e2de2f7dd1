"""Estimates with 95 % intervals. Proportions: Wilson 1927; ratios: linearised (Cochran 1977, ch. 6); several at once:
Bonferroni.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist

LEVEL = 0.95
ERROR = 1.0 - LEVEL


@dataclass(frozen=True)
class Estimate:
    """A value with its interval."""

    value: float
    low: float
    high: float

    @property
    def is_known(self) -> bool:
        """Tell whether there was anything to estimate from."""
        return not math.isnan(self.value)

    def times(self, factor: float) -> "Estimate":
        """Return it in another unit, so many times as great."""
        return Estimate(self.value * factor, self.low * factor, self.high * factor)

    def excludes(self, value: float) -> bool:
        """Tell whether a value is outside the interval."""
        return value < self.low or value > self.high


UNKNOWN = Estimate(math.nan, math.nan, math.nan)


def quantile_of(num_comparisons: int = 1) -> float:
    """Return how many standard errors an interval reaches to each side, where so many of them shall hold at once."""
    return NormalDist().inv_cdf(1.0 - ERROR / (2 * max(1, num_comparisons)))


def proportion(successes: float, trials: float, num_comparisons: int = 1) -> Estimate:
    """Return the share of successes with Wilson's interval; shared wins count in part, which makes it no narrower than
    it should be.
    """
    if trials <= 0:
        return UNKNOWN
    z = quantile_of(num_comparisons)
    share = successes / trials
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(max(0.0, share * (1 - share)) / trials + z * z / (4 * trials * trials))
    return Estimate(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))


def around(value: float, error: float, num_comparisons: int = 1) -> Estimate:
    """Return a value with so many standard errors to each side."""
    half = quantile_of(num_comparisons) * error
    return Estimate(value, value - half, value + half)


@dataclass
class Moments:
    """Sums of a number of each game, enough for its mean and the error of that."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, count: int, total: float, squares: float) -> None:
        """Add the sums of some games."""
        self.count += count
        self.total += total
        self.squares += squares

    @property
    def mean(self) -> float:
        """Return the mean, nan of nothing."""
        return self.total / self.count if self.count else math.nan

    @property
    def variance(self) -> float:
        """Return the variance between games, nan of fewer than two."""
        if self.count < 2:
            return math.nan
        return max(0.0, (self.squares - self.total * self.total / self.count) / (self.count - 1))

    @property
    def error(self) -> float:
        """Return the standard error of the mean."""
        return math.sqrt(self.variance / self.count) if self.count > 1 else math.nan

    def estimate(self, num_comparisons: int = 1) -> Estimate:
        """Return the mean with its interval."""
        return around(self.mean, self.error, num_comparisons) if self.count > 1 else UNKNOWN


@dataclass
class RatioSums:
    """Sums of two numbers of each unit (a game, a chunk), enough for the ratio of their totals and the error of
    that.
    """

    count: int = 0
    x: float = 0.0
    y: float = 0.0
    xx: float = 0.0
    yy: float = 0.0
    xy: float = 0.0

    def add(self, x: float, y: float) -> None:
        """Add one unit: x of it over y of it."""
        self.add_sums(1, (x, y), (x * x, y * y, x * y))

    def add_sums(self, count: int, totals: tuple[float, float], squares: tuple[float, float, float]) -> None:
        """Add the sums of some units: x and y, then xx, yy and xy."""
        self.count += count
        self.x += totals[0]
        self.y += totals[1]
        self.xx += squares[0]
        self.yy += squares[1]
        self.xy += squares[2]

    def estimate(self) -> Estimate:
        """Return x over y with its interval."""
        if self.y == 0:
            return UNKNOWN
        ratio = self.x / self.y
        if self.count < 2:
            return Estimate(ratio, math.nan, math.nan)
        spread = self.xx - 2 * ratio * self.xy + ratio * ratio * self.yy
        return around(ratio, math.sqrt(max(0.0, spread) * self.count / (self.count - 1)) / abs(self.y))
