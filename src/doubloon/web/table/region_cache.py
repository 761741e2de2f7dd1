"""What was rendered of a table, kept as long as what it shows stays the same. Most of a page stays as it is from one
entry to the next.
"""

from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from markupsafe import Markup

from doubloon.engine.message import Message
from doubloon.web.table.log import SHOWN_LOG
from doubloon.web.table.pen import Pen

Region = TypeVar("Region")

MOST_REGIONS = 256
"""Of one table in one language; viewers who are shown the same share a region."""


@dataclass
class LogLines:
    """The log as it was rendered last, line by line."""

    lines: deque[str] = field(default_factory=lambda: deque(maxlen=SHOWN_LOG))
    count: int = 0
    new_from: int = 0


class RegionCache:
    """The regions of one table in one language, each as it was rendered last. They die with the table, so nothing is
    forgotten by age.
    """

    def __init__(self, pen: Pen) -> None:
        self.pen = pen
        self.words: dict[int, tuple[Message, Markup]] = {}
        """Of messages of the log, by their identity."""
        self.logs: dict[int, LogLines] = {}
        """The log as it was shown last to a seat or SPECTATOR."""
        self._regions: dict[Hashable, tuple[object, Any]] = {}

    def region(self, name: Hashable, shows: object, make: Callable[[], Region]) -> Region:
        """Return a region; made anew where `shows`, which is all that it depends on beside the names of the seats, is
        not equal to what it was.
        """
        found = self._regions.get(name)
        if found is None or found[0] != shows:
            found = self._regions[name] = (shows, make())
            if len(self._regions) > MOST_REGIONS:
                del self._regions[next(iter(self._regions))]
        region: Region = found[1]
        return region
