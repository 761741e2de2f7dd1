"""Whether the database can be used: what kept somebody from it, since when, and a line in the log for either change."""

import logging
import time
from collections.abc import Callable

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from doubloon.tables.errors import Unavailable

LOG = logging.getLogger(__name__)

REMIND_S = 60.0
"""How often the log says that it still is so."""
CAUSES = (
    ("locked", "locked"),
    ("busy", "locked"),
    ("disk is full", "full"),
    ("no space", "full"),
    ("disk i/o error", "disk"),
    ("readonly", "read_only"),
    ("read-only", "read_only"),
    ("unable to open", "unreadable"),
    ("malformed", "damaged"),
    ("not a database", "damaged"),
)
"""Words of a database's errors, and what `healthz` calls it."""
OTHER = "database"
OF_WHAT_WAS_ASKED = (IntegrityError, DataError, ProgrammingError, NotSupportedError)
"""Errors that say nothing of the database as a whole."""


def failure_of(error: Exception) -> Unavailable | None:
    """Return what an error says of the database as a whole; None for one about what was to be written, or about
    something else.
    """
    if isinstance(error, PoolTimeout):
        return Unavailable("no connection to the database is free", OTHER)
    is_whole = isinstance(error, DBAPIError) and not isinstance(error, OF_WHAT_WAS_ASKED)
    if not is_whole and not isinstance(error, (OSError, MemoryError)):
        return None
    words = str(error.orig) if isinstance(error, DBAPIError) else str(error) or type(error).__name__
    first = words.strip().splitlines()[0] if words.strip() else "unknown error"
    cause = next((cause for part, cause in CAUSES if part in first.lower()), OTHER)
    return Unavailable(f"the database cannot be used: {first}", cause)


def as_failure(error: Exception) -> Exception:
    """Return an error as those who asked for something get it: what is wrong with the database as a whole by one
    name, anything else as it is.
    """
    return error if isinstance(error, Unavailable) else failure_of(error) or error


class Health:
    """What is known of the database. Told by threads and read by the event loop: single assignments only."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.cause = ""
        """Why it cannot be used; empty while it can."""
        self.since = 0.0
        """Since when, by the monotonic clock."""
        self._monotonic = monotonic
        self._said = ""
        self._said_at = 0.0
        self._bad_s = 0.0
        self._worked_at = monotonic()

    @property
    def is_well(self) -> bool:
        """Whether the database could be used the last time."""
        return not self.cause

    def bad_s(self) -> float:
        """Return how many seconds in all it could not be used, by the monotonic clock."""
        return self._bad_s + (self._monotonic() - self.since if self.cause else 0.0)

    def failed(self, error: Unavailable) -> None:
        """Take in that it could not be used: nobody knows since when, so it counts from when it last could."""
        now = self._monotonic()
        if not self.cause:
            self.since = self._worked_at
        self.cause = error.cause
        if str(error) != self._said or now - self._said_at >= REMIND_S:
            self._said, self._said_at = str(error), now
            LOG.error("%s; what was asked for is refused and has changed nothing", error)

    def worked(self) -> None:
        """Take in that something was written."""
        self._worked_at = self._monotonic()
        if self.cause:
            lasted = self._worked_at - self.since
            self._bad_s += lasted
            self.cause = ""
            self._said = ""
            LOG.warning("the database can be used again, after %.0f s", lasted)
