"""Warnings about what others send: each kind once a minute, so that nobody makes the log grow as they like."""

import logging
import time
from collections.abc import Callable

PAUSE_S = 60.0
MOST_KINDS = 1_000
"""Kinds that are told apart; past them one more is not logged until a minute has gone."""


class Quiet:
    """A logger that says each kind of thing once a minute, with how often it was left out since."""

    def __init__(self, log: logging.Logger, now: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._now = now
        self._said: dict[object, tuple[float, int]] = {}

    def warning(self, words: str, *args: object, key: object = "") -> None:
        """Log a warning of the kind `key`, unless it was logged less than a minute ago."""
        now = self._now()
        then, left_out = self._said.get(key, (-PAUSE_S, 0))
        if now - then < PAUSE_S:
            self._said[key] = (then, left_out + 1)
            return
        if len(self._said) >= MOST_KINDS:
            self._said = {known: (then, n) for known, (then, n) in self._said.items() if now - then < PAUSE_S}
            if len(self._said) >= MOST_KINDS:
                return
        self._said[key] = (now, 0)
        self._log.warning(words + (f" ({left_out} more of these since)" if left_out else ""), *args)
