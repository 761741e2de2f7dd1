"""The parts of a page that are rendered by themselves and kept: what stands around the things of a seat, the question,
the log, what is beside it.
"""

from itertools import islice, takewhile
from typing import Any, NamedTuple

from markupsafe import Markup

from doubloon.engine.message import Message
from doubloon.web.table.log import LogLine
from doubloon.web.table.pen import Pieces
from doubloon.web.table.region_cache import LogLines, RegionCache
from doubloon.web.table.view_model import SeatView, TableView
from doubloon.web.templating import macros

MOST_WORDS = 1000
"""Messages of the log of one table that are kept in words of one language; each viewer sees 60."""


class Area(NamedTuple):
    """All that the frame of a seat's area shows."""

    who: SeatView
    is_own: bool
    is_active: bool
    is_past: bool
    """Whether nobody is awaited any more: the game is over, or it is a replay."""
    place: int | None
    """When the game is over; 0 is first."""


def area_of(view: TableView, seat: int) -> Area:
    """Return what stands around the things of a seat."""
    place = view.places[seat] if view.is_over and view.places else None
    is_past = view.is_over or view.replay is not None
    return Area(view.seats[seat], seat == view.viewer, seat in view.to_act, is_past, place)


def area(cache: RegionCache, view: TableView, seat: int) -> Pieces:
    """Return what stands around the things of a seat, with places for them (`holdings`) and for what the seat did last
    (`said`).
    """
    shows = area_of(view, seat)
    module: Any = macros("table/fragment.html")
    return cache.region(
        ("area", seat, shows.is_own, shows.who.may_vote),
        shows,
        lambda: cache.pen.cut(module.area(cache.pen, view.urls, shows)),
    )


def said(cache: RegionCache, view: TableView, seat: int) -> str:
    """Return what a seat did last. By itself, for it changes with every act, and the rest of the area seldom does."""
    last = view.log.said.get(seat)
    return f'<p class="said">{words_of(cache, last.message)}</p>' if last is not None else ""


def frame(cache: RegionCache, view: TableView) -> Pieces:
    """Return what holds all parts together, with a place for each."""
    is_open, has_own = view.is_waiting, view.viewer >= 0
    others = len(view.seats) - has_own
    module: Any = macros("table/fragment.html")
    return cache.region(
        ("frame", has_own),
        (is_open, others, view.urls.act),
        lambda: cache.pen.cut(module.frame(cache.pen, view.urls, is_open, others, has_own)),
    )


def ask(cache: RegionCache, view: TableView, prompt: Markup | None, rest: list[Markup]) -> Pieces:
    """Return the prompt, and all that may be done without a place of its own. Those who only wait are all shown the
    same.
    """
    module: Any = macros("table/fragment.html")

    def make() -> Pieces:
        return cache.pen.cut(module.ask(cache.pen, view, prompt, rest))

    is_own = view.legal or view.refusal or view.hint or view.may_hint or view.replay or view.is_over or view.is_waiting
    if is_own or view.must_act:
        return make()
    return cache.region(("ask", view.is_spectator), (view.to_act, view.clock), make)


def room(cache: RegionCache, view: TableView) -> Pieces:
    """Return who has come to a table that has not begun."""
    module: Any = macros("table/fragment.html")
    return cache.pen.cut(module.waiting_room(cache.pen, view))


def beside(cache: RegionCache, view: TableView) -> Pieces:
    """Return the chat, and what there is to know of the table."""
    viewer = (view.is_spectator, view.is_nameless, view.replay is not None, view.urls)
    shows = (*viewer, view.chat, view.phrases, view.changes, view.commitment, view.seed, view.status)
    speaker = next((line.person for line in view.chat if line.is_mine), "")
    module: Any = macros("table/beside.html")
    return cache.region(
        ("beside", view.is_spectator, view.is_nameless, speaker),
        shows,
        lambda: cache.pen.cut(module.beside(cache.pen, view)),
    )


def words_of(cache: RegionCache, message: Message) -> Markup:
    """Return the words of a message of the log, found by its identity and kept together with it, so that this cannot
    come to mean another one.
    """
    found = cache.words.get(id(message))
    if found is None:
        found = cache.words[id(message)] = (message, cache.pen.say(message))
        if len(cache.words) > MOST_WORDS:
            del cache.words[next(iter(cache.words))]
    return found[1]


def log(cache: RegionCache, view: TableView) -> str:
    """Return the lines of the log, each with an id that it keeps. Only what has changed is rendered, and looked at: 60
    lines take 0.01 ms instead of 0.5.
    """
    shown = cache.logs.get(view.viewer)
    if shown is None:
        shown = cache.logs[view.viewer] = LogLines()
    changed = view.log.count - shown.count
    if view.new_from != shown.new_from:
        changed = max(
            changed,
            sum(
                1
                for _ in takewhile(
                    lambda line: line.entry >= min(view.new_from, shown.new_from), view.log.newest_first()
                )
            ),
        )
    if changed:
        for _ in range(min(len(shown.lines), changed - (view.log.count - shown.count))):
            shown.lines.pop()
        newest = islice(view.log.newest_first(), changed)
        shown.lines.extend(reversed([log_line(cache, line, view) for line in newest]))
    shown.count, shown.new_from = view.log.count, view.new_from
    return "".join(shown.lines)


def log_line(cache: RegionCache, line: LogLine, view: TableView) -> str:
    """Return one line of the log. Not a template, for a macro takes ten times as long."""
    is_new = line.entry >= view.new_from
    style = (
        ("new " if is_new else "")
        + ("mine " if line.seat == view.viewer else "")
        + ("secret" if line.is_personal else "")
    )
    new = f'<span class="vh">{cache.pen.t("table.new")} </span>' if is_new else ""
    return f'<li id="l{line.entry}.{line.number}" class="{style}">{new}{words_of(cache, line.message)}</li>\n'
