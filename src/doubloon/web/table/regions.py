"""The parts of a page that are rendered by themselves and kept: each says what it shows, and how it is made."""

from datetime import date
from typing import Any, NamedTuple

from markupsafe import Markup

from doubloon.web.table.pen import Pen
from doubloon.web.table.region_cache import Region
from doubloon.web.table.view_model import SeatView, TableView
from doubloon.web.templating import macros

FRAGMENT: Any = macros("table/fragment.html")
BESIDE: Any = macros("table/beside.html")


def regions_of(pen: Pen, view: TableView, prompt: Markup | None, rest: list[Markup]) -> list[Region]:
    """Return the regions of a page: frame, question, what is beside the log; then the area of each seat, or before the
    game the room in which people wait.
    """
    parts = [frame(pen, view), ask(pen, view, prompt, rest), beside(pen, view)]
    if view.facts.is_waiting:
        return [*parts, Region(None, None, lambda: pen.render(FRAGMENT.waiting_room, view))]
    return [*parts, *[area(pen, view, seat) for seat in range(len(view.own.seats))]]


class Area(NamedTuple):
    """All that the frame of a seat's area shows."""

    who: SeatView
    is_own: bool
    is_active: bool
    is_past: bool
    """Whether nobody is awaited any more: the game is over, or it is a replay."""
    place: int | None
    """When the game is over; 0 is first."""
    has_bank: bool
    deadline: float | None
    """Unix time at which the seat's bank is empty; None while its clock stands, or has none."""
    back_on: date | None
    """The day on which the seat's clock runs again that stands on a weekend or a holiday."""


def area(pen: Pen, view: TableView, seat: int) -> Region:
    """Return what stands around the things of a seat, with places for them (`holdings`) and for what the seat did last
    (`said`).
    """
    shared, own = view.shared, view.own
    shows = Area(
        own.seats[seat],
        seat == own.seat,
        seat in shared.to_act,
        shared.is_over or view.replay is not None,
        shared.places[seat] if shared.is_over and shared.places else None,
        *time_of(view, seat),
    )
    name = ("area", seat, shows.is_own, shows.who.may_vote)
    return Region(name, shows, lambda: pen.render(FRAGMENT.area, own.urls, shows))


def time_of(view: TableView, seat: int) -> tuple[bool, float | None, date | None]:
    """Return what an area shows of a seat's clock: whether it has a bank, when that is empty, when it runs again."""
    clock = view.shared.clock
    if clock is None or not view.facts.is_playing:
        return False, None, None
    has_bank = clock.banks[seat] is not None
    return has_bank, clock.deadlines[seat] if has_bank else None, clock.back_on[seat]


def frame(pen: Pen, view: TableView) -> Region:
    """Return what holds all parts together, with a place for each."""
    urls, is_waiting, has_own = view.own.urls, view.facts.is_waiting, view.own.seat >= 0
    others = len(view.own.seats) - has_own
    return Region(
        ("frame", has_own),
        (is_waiting, others, urls.act),
        lambda: pen.render(FRAGMENT.frame, urls, is_waiting, others, has_own),
    )


def ask(pen: Pen, view: TableView, prompt: Markup | None, rest: list[Markup]) -> Region:
    """Return the prompt, and all that may be done without a place of its own. Those who only wait are all shown the
    same.
    """
    shared, own = view.shared, view.own
    may_do = own.legal or own.may_hint or own.refusal or own.hint
    waits = not (may_do or view.replay or shared.is_over or view.facts.is_waiting or own.seat in shared.to_act)
    name = ("ask", own.is_spectator, own.pause) if waits else None
    return Region(name, (shared.to_act, shared.clock), lambda: pen.render(FRAGMENT.ask, view, prompt, rest))


def beside(pen: Pen, view: TableView) -> Region:
    """Return the chat, and what there is to know of the table."""
    facts, own = view.facts, view.own
    viewer = (own.is_spectator, own.is_nameless, view.replay is not None, own.urls)
    shows = (*viewer, own.chat, facts.phrases, facts.changes, facts.commitment, facts.seed, facts.status)
    speaker = next((line.person for line in own.chat if line.is_mine), "")
    return Region(
        ("beside", own.is_spectator, own.is_nameless, speaker), shows, lambda: pen.render(BESIDE.beside, view)
    )
