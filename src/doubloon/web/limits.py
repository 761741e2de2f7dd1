"""How often somebody may do something: buckets of permissions that refill with time."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from doubloon.tables.errors import TooMany

MOST_BUCKETS = 50_000


class Limit(NamedTuple):
    """`burst` at once, and then so many `times` in so many `seconds`."""

    burst: int
    times: int
    seconds: float


LIMITS = {
    "sign_in": Limit(8, 8, 300),
    "people": Limit(20, 20, 3600),
    "tables": Limit(30, 60, 3600),
    "chat": Limit(8, 20, 60),
    "acts": Limit(200, 50, 1),
    "changes": Limit(60, 120, 60),
    "simulations": Limit(10, 30, 3600),
}
"""By what is done; people are told apart by their session or token, the nameless by their address."""


class Limits:
    """Counts what is done. A benchmark counts nothing."""

    def __init__(self, now: Callable[[], float] = time.monotonic, *, enabled: bool = True) -> None:
        self._now = now
        self._enabled = enabled
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def spend(self, what: str, who: str) -> None:
        """Count one. Raises TooMany, with the seconds to wait."""
        if not self._enabled:
            return
        limit = LIMITS[what]
        rate = limit.times / limit.seconds
        now = self._now()
        left, then = self._buckets.pop((what, who), (float(limit.burst), now))
        left = min(limit.burst, left + (now - then) * rate)
        self._buckets[what, who] = (max(0.0, left - 1), now)
        while len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        if left < 1:
            wait = max(1, round((1 - left) / rate))
            raise TooMany("too_many", f"too many {what} by {who}; wait {wait} s", seconds=wait)
