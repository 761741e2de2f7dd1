"""The log of a table in the words for one viewer: the newest lines, and what each seat did last."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from doubloon.engine.contract import Moment
from doubloon.engine.message import Message, SeatName

SHOWN_LOG = 60
"""Lines of the log on a page."""


@dataclass(frozen=True)
class LogLine:
    """One thing that happened, in the words for this viewer."""

    entry: int
    seat: int
    """Whose action it was; CHANCE for what chance did."""
    message: Message
    is_personal: bool = False
    """Whether others are told something else or nothing: not part of what is shared."""
    number: int = 0
    """Which of the lines of its entry it is, for this viewer."""
    moment: Moment | None = None
    """What the page shows of it where it happened."""


class Log:
    """The newest lines, oldest first. Grows while the table is looked at; `count` says how many lines there have
    been.
    """

    def __init__(self, lines: Iterable[LogLine] = ()) -> None:
        self.count = 0
        self.read = -1
        """The last entry whose lines are in it."""
        self.said: dict[int, LogLine] = {}
        """For each seat the newest line that names it first: what it did last."""
        self._lines: deque[LogLine] = deque(maxlen=SHOWN_LOG)
        self.extend(lines)

    def extend(self, lines: Iterable[LogLine]) -> None:
        """Append lines; the oldest are forgotten."""
        for line in lines:
            if len(self._lines) == SHOWN_LOG:
                self._forget(self._lines[0])
            self._lines.append(line)
            self.count += 1
            seat = seat_named(line)
            if seat is not None:
                self.said[seat] = line

    def _forget(self, line: LogLine) -> None:
        seat = seat_named(line)
        if seat is not None and self.said.get(seat) is line:
            del self.said[seat]

    def __iter__(self) -> Iterator[LogLine]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def newest_first(self) -> Iterator[LogLine]:
        """Yield the lines from the newest to the oldest."""
        return reversed(self._lines)


def seat_named(line: LogLine) -> int | None:
    """Return the seat that a line names first; None for one that names none, or is not told to all."""
    name = line.message.args.get("seat")
    return name.seat if isinstance(name, SeatName) and not line.is_personal else None
