"""The parts of a page that are rendered by themselves and kept: what stands around the things of a seat, the question,
the log, what is beside it.
"""

from itertools import islice, takewhile
from typing import Any, NamedTuple

from markupsafe import Markup

from doubloon.engine.message import Message
from doubloon.web.table.log import LogLine
from doubloon.web.table.pen import Pieces
from doubloon.web.table.region_cache import Kept, LogLines
from doubloon.web.table.view_model import SeatSight, TableSight
from doubloon.web.templating import macros

MOST_WORDS = 1000
"""Messages of the log of one table that are kept in words of one language; each viewer sees 60."""


class Area(NamedTuple):
    """All that the frame of a seat's area shows."""

    who: SeatSight
    is_own: bool
    is_active: bool
    is_past: bool
    """Whether nobody is awaited any more: the game is over, or it is a replay."""
    place: int | None
    """When the game is over; 0 is first."""


def area_of(sight: TableSight, seat: int) -> Area:
    """Return what stands around the things of a seat."""
    place = sight.places[seat] if sight.is_over and sight.places else None
    is_past = sight.is_over or sight.replay is not None
    return Area(sight.seats[seat], seat == sight.viewer, seat in sight.to_act, is_past, place)


def area(kept: Kept, sight: TableSight, seat: int) -> Pieces:
    """Return what stands around the things of a seat, with places for them (`holdings`) and for what the seat did last
    (`said`).
    """
    shows = area_of(sight, seat)
    module: Any = macros("table/fragment.html")
    return kept.region(
        ("area", seat, shows.is_own, shows.who.may_vote),
        shows,
        lambda: kept.pen.cut(module.area(kept.pen, sight.urls, shows)),
    )


def said(kept: Kept, sight: TableSight, seat: int) -> str:
    """Return what a seat did last. By itself, for it changes with every act, and the rest of the area seldom does."""
    last = sight.log.said.get(seat)
    return f'<p class="said">{words_of(kept, last.message)}</p>' if last is not None else ""


def frame(kept: Kept, sight: TableSight) -> Pieces:
    """Return what holds all parts together, with a place for each."""
    is_open, has_own = sight.status == "open", sight.viewer >= 0
    others = len(sight.seats) - has_own
    module: Any = macros("table/fragment.html")
    return kept.region(
        ("frame", has_own),
        (is_open, others, sight.urls.act),
        lambda: kept.pen.cut(module.frame(kept.pen, sight.urls, is_open, others, has_own)),
    )


def ask(kept: Kept, sight: TableSight, prompt: Markup | None, rest: list[Markup]) -> Pieces:
    """Return the prompt, and all that may be done without a place of its own. Those who only wait are all shown the
    same.
    """
    module: Any = macros("table/fragment.html")

    def make() -> Pieces:
        return kept.pen.cut(module.ask(kept.pen, sight, prompt, rest))

    is_own = (
        sight.legal
        or sight.refusal
        or sight.hint
        or sight.may_hint
        or sight.replay
        or sight.is_over
        or sight.status == "open"
    )
    if is_own or sight.must_act:
        return make()
    return kept.region(("ask", sight.is_spectator), (sight.to_act, sight.clock), make)


def room(kept: Kept, sight: TableSight) -> Pieces:
    """Return who has come to a table that has not begun."""
    module: Any = macros("table/fragment.html")
    return kept.pen.cut(module.waiting_room(kept.pen, sight))


def beside(kept: Kept, sight: TableSight) -> Pieces:
    """Return the talk, and what there is to know of the table."""
    viewer = (sight.is_spectator, sight.is_nameless, sight.replay is not None, sight.urls)
    shows = (*viewer, sight.chat, sight.phrases, sight.changes, sight.commitment, sight.seed, sight.status)
    speaker = next((line.person for line in sight.chat if line.is_mine), "")
    module: Any = macros("table/beside.html")
    return kept.region(
        ("beside", sight.is_spectator, sight.is_nameless, speaker),
        shows,
        lambda: kept.pen.cut(module.beside(kept.pen, sight)),
    )


def words_of(kept: Kept, message: Message) -> Markup:
    """Return the words of a message of the log, found by its identity and kept together with it, so that this cannot
    come to mean another one.
    """
    found = kept.words.get(id(message))
    if found is None:
        found = kept.words[id(message)] = (message, kept.pen.say(message))
        if len(kept.words) > MOST_WORDS:
            del kept.words[next(iter(kept.words))]
    return found[1]


def log(kept: Kept, sight: TableSight) -> str:
    """Return the lines of the log, each with an id that it keeps. Only what has changed is rendered, and looked at: 60
    lines take 0.01 ms instead of 0.5.
    """
    shown = kept.logs.get(sight.viewer)
    if shown is None:
        shown = kept.logs[sight.viewer] = LogLines()
    changed = sight.log.count - shown.count
    if sight.new_from != shown.new_from:
        changed = max(
            changed,
            sum(
                1
                for _ in takewhile(
                    lambda line: line.entry >= min(sight.new_from, shown.new_from), sight.log.newest_first()
                )
            ),
        )
    if changed:
        for _ in range(min(len(shown.lines), changed - (sight.log.count - shown.count))):
            shown.lines.pop()
        newest = islice(sight.log.newest_first(), changed)
        shown.lines.extend(reversed([log_line(kept, line, sight) for line in newest]))
    shown.count, shown.new_from = sight.log.count, sight.new_from
    return "".join(shown.lines)


def log_line(kept: Kept, line: LogLine, sight: TableSight) -> str:
    """Return one line of the log. Not a template, for a macro takes ten times as long."""
    is_new = line.entry >= sight.new_from
    style = (
        ("new " if is_new else "")
        + ("mine " if line.seat == sight.viewer else "")
        + ("secret" if line.is_personal else "")
    )
    new = f'<span class="vh">{kept.pen.t("table.new")} </span>' if is_new else ""
    return f'<li id="l{line.entry}.{line.number}" class="{style}">{new}{words_of(kept, line.message)}</li>\n'
