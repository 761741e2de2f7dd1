"""The log of a table as HTML: only what is new is rendered, and looked at."""

from collections import deque
from dataclasses import dataclass, field
from itertools import islice, takewhile

from markupsafe import Markup

from doubloon.engine.message import Message
from doubloon.web.table.log import SHOWN_LOG, Log, LogLine
from doubloon.web.table.pen import Pen

MOST_WORDS = 200
"""Messages of the log of one table that are kept in words of one language; each viewer sees 60."""


@dataclass
class Shown:
    """The log as it was rendered last for one viewer, line by line."""

    lines: deque[str] = field(default_factory=lambda: deque(maxlen=SHOWN_LOG))
    count: int = 0
    new_from: int = 0


class LogHtml:
    """The log of one table in one language."""

    def __init__(self, pen: Pen) -> None:
        self._pen = pen
        self._new = f'<span class="vh">{pen.t("table.new")} </span>'
        self._words: dict[int, tuple[Message, Markup]] = {}
        """Of messages, by their identity."""
        self._shown: dict[int, Shown] = {}
        """By seat, or SPECTATOR."""

    def parts(self, log: Log, viewer: int, new_from: int) -> tuple[str, dict[int, str]]:
        """Return the lines, each with an id that it keeps, and by seat what it did last: by itself, for it changes with
        every act, and the rest of a seat's area seldom does. 60 lines take 0.01 ms instead of 0.5.
        """
        shown = self._shown.get(viewer)
        if shown is None:
            shown = self._shown[viewer] = Shown()
        changed = log.count - shown.count
        if new_from != shown.new_from:
            first = min(new_from, shown.new_from)
            changed = max(changed, sum(1 for _ in takewhile(lambda line: line.entry >= first, reversed(log.lines))))
        if changed:
            for _ in range(min(len(shown.lines), changed - (log.count - shown.count))):
                shown.lines.pop()
            newest = [*islice(reversed(log.lines), changed)]
            shown.lines.extend([self._line(line, viewer, line.entry >= new_from) for line in reversed(newest)])
        shown.count, shown.new_from = log.count, new_from
        said = {seat: f'<p class="said">{self._say(line.message)}</p>' for seat, line in log.said.items()}
        return "".join(shown.lines), said

    def _line(self, line: LogLine, viewer: int, is_new: bool) -> str:
        """Return one line. Not a template, for a macro takes ten times as long."""
        style = (
            ("new " if is_new else "")
            + ("mine " if line.seat == viewer else "")
            + ("secret" if line.is_personal else "")
        )
        new = self._new if is_new else ""
        return f'<li id="l{line.entry}.{line.number}" class="{style}">{new}{self._say(line.message)}</li>\n'

    def _say(self, message: Message) -> Markup:
        """Return the words of a message, found by its identity and kept together with it, so that this cannot come to
        mean another one.
        """
        found = self._words.get(id(message))
        if found is None:
            found = self._words[id(message)] = (message, self._pen.say(message))
            if len(self._words) > MOST_WORDS:
                del self._words[next(iter(self._words))]
        return found[1]
