"""The log of a table as messages for one viewer: the newest lines, and what each seat did last."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from doubloon.engine.contract import SPECTATOR, Moment
from doubloon.engine.message import Message, SeatName
from doubloon.engine.playthrough import Playthrough
from doubloon.tables.live import Happening, LiveTable

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
        self.lines: deque[LogLine] = deque(maxlen=SHOWN_LOG)
        self.extend(lines)

    def extend(self, lines: Iterable[LogLine]) -> None:
        """Append lines; the oldest are forgotten."""
        for line in lines:
            if len(self.lines) == SHOWN_LOG:
                self._forget(self.lines[0])
            self.lines.append(line)
            self.count += 1
            seat = seat_named(line)
            if seat is not None:
                self.said[seat] = line

    def _forget(self, line: LogLine) -> None:
        seat = seat_named(line)
        if seat is not None and self.said.get(seat) is line:
            del self.said[seat]

    def __iter__(self) -> Iterator[LogLine]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)


def seat_named(line: LogLine) -> int | None:
    """Return the seat that a line names first; None for one that names none, or is not told to all."""
    name = line.message.args.get("seat")
    return name.seat if isinstance(name, SeatName) and not line.is_personal else None


class TableLogs:
    """The logs of one table, by seat or SPECTATOR."""

    def __init__(self) -> None:
        self._logs: dict[int, Log] = {}
        self._newest: tuple[int, list[LogLine]] = (-1, [])
        """Number and lines of the entry that was read last."""

    def of(self, live: LiveTable, viewer: int) -> Log:
        """Return the newest lines of the log for a seat or SPECTATOR."""
        log = self._logs.get(viewer)
        if log is None:
            log = self._logs[viewer] = Log()
        newest = live.at - 1
        if log.read < newest:
            missing = min(newest - log.read, len(live.happenings))
            for happening in islice(live.happenings, len(live.happenings) - missing, None):
                log.extend(self._shared_lines(live, happening, viewer))
            log.read = newest
        return log

    def _shared_lines(self, live: LiveTable, happening: Happening, viewer: int) -> list[LogLine]:
        """Return the lines of an entry for a viewer; the same objects as for another viewer where they are equal, so
        that they are put in words once.
        """
        lines = lines_of(live, happening, viewer)
        if self._newest == (happening.number, lines):
            return self._newest[1]
        self._newest = (happening.number, lines)
        return lines


def lines_of(live: LiveTable, happening: Happening, viewer: int) -> list[LogLine]:
    """Return what an entry is in the log of a viewer."""
    found: list[LogLine] = []
    if happening.number in live.instead:
        words = Message(
            "table.faltered",
            {"seat": SeatName(happening.seat), "level": Message(f"level.{live.instead[happening.number]}")},
        )
        found.append(LogLine(happening.number, happening.seat, words))
    return found + event_lines(live.playthrough, happening, viewer, len(found))


def event_lines(playthrough: Playthrough, happening: Happening, viewer: int, first: int = 0) -> list[LogLine]:
    """Return what an entry of any game is to a viewer, numbered from `first`."""
    game, rules = playthrough.game, playthrough.rules
    found: list[LogLine] = []
    for event in happening.events:
        public = game.view.event(rules, event, SPECTATOR)
        message = public if viewer == SPECTATOR else game.view.event(rules, event, viewer)
        if message is not None:
            moment = game.page.moment(rules, event) if message == public else None
            number = first + len(found)
            found.append(LogLine(happening.number, happening.seat, message, message != public, number, moment))
    return found
