"""Which time was the players': what passed while nobody could act is to be given back to clocks.

Two clocks are compared. The wall clock names deadlines; it jumps when somebody sets it, and when the machine wakes from
sleep. The monotonic one counts the time in which this process could run.
"""

from collections.abc import Callable

from doubloon.tables.health import Health

LATE_S = 10.0
"""A look at the clocks that comes later than this: the process was stopped, and nobody could act."""
WORTH_S = 1.0
"""Less is not given back: looks come a little early or late."""


class Timekeeper:
    """Looks at the clocks every second or so."""

    def __init__(self, now: Callable[[], float], monotonic: Callable[[], float], health: Health) -> None:
        self._now = now
        self._monotonic = monotonic
        self._health = health
        self._owed = 0.0
        self._last = (now(), monotonic(), health.bad_s())

    def look(self) -> float:
        """Return how many seconds of the wall clock are to be given back, since they were given back last; negative
        where it was set back. Nothing while the database cannot be used: then it could not be written down.
        """
        wall, passed, bad = self._now(), self._monotonic(), self._health.bad_s()
        wall_before, passed_before, bad_before = self._last
        self._last = (wall, passed, bad)
        usable = min(passed - passed_before - (bad - bad_before), LATE_S)
        self._owed += wall - wall_before - usable
        if abs(self._owed) < WORTH_S:
            self._owed = 0.0
        return self._owed if self._health.is_well else 0.0

    def given_back(self, seconds: float) -> None:
        """Take in that it is written down."""
        self._owed -= seconds
