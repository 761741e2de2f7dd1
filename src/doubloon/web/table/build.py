"""From a table in memory to what one viewer sees of it, and to a fragment of a page. What viewers share is made once a
version.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from weakref import WeakKeyDictionary

from doubloon.engine.contract import SPECTATOR, Record
from doubloon.tables.chat import PHRASES
from doubloon.tables.hub import Hub
from doubloon.tables.live import LiveTable
from doubloon.tables.rest import back_on
from doubloon.tables.rows import OPEN_SEAT, OVER, ChatRow, SeatRow
from doubloon.web.languages import translator_for
from doubloon.web.table.advice import Advice, advice
from doubloon.web.table.log import TableLogs
from doubloon.web.table.region_cache import RegionCache
from doubloon.web.table.render import SharedTable, new_region_cache, render_personal, render_shared
from doubloon.web.table.urls import urls_of
from doubloon.web.table.view_model import (
    ChatLine,
    ClockView,
    OwnView,
    SeatView,
    SharedView,
    TableFacts,
    TableView,
    Urls,
    shared_view,
)
from doubloon.web.table.viewer import Viewer

MOST_DRAWN = 200
"""Tables of which it is remembered what pages show of them, beside those that somebody watches: 0.5 to 1.5 MB each
(docs/benchmarks.md), ten times what the table itself takes.
"""
MOST_READERS = 100
"""Readers of one table whose chat and addresses are remembered."""
PHRASE_IDS = tuple(f"phrase.{name}" for name in PHRASES)


@dataclass
class TableCache:
    """What is remembered of a table between two views of it; dies with it."""

    shared: SharedView | None = None
    fragments: dict[str, SharedTable] = field(default_factory=dict)
    """By language: what `render_shared` made of `shared`."""
    regions: dict[str, RegionCache] = field(default_factory=dict)
    """By language."""
    logs: TableLogs = field(default_factory=TableLogs)
    urls: dict[tuple[str, tuple[str, str, int] | None], Urls] = field(default_factory=dict)
    """By base and, where the table is private, the key of the address, who looks, and from which seat."""
    chats: dict[tuple[str, frozenset[str]], tuple[int, tuple[ChatLine, ...]]] = field(default_factory=dict)
    """By reader and whom they do not hear: the number of the newest line, and what they read."""
    used: int = 0
    """How many tables had been looked at when this one was last."""


class TableViews:
    """Makes views and fragments of live tables; a table's lock must be held, so that nothing is shown that is not
    stored.
    """

    def __init__(self, hub: Hub, now: Callable[[], float]) -> None:
        self._hub = hub
        self._now = now
        self._caches: WeakKeyDictionary[LiveTable, TableCache] = WeakKeyDictionary()
        self._looks = 0

    def fragment(self, live: LiveTable, viewer: Viewer) -> tuple[str, TableView]:
        """Return the HTML of a table for a viewer, and what it was made from."""
        view, cache = self.view(live, viewer), self._cache(live)
        shared = cache.fragments.get(viewer.language)
        if shared is None:
            other = next(iter(cache.fragments.values()), None)
            shared = render_shared(view, self._regions(cache, view, viewer.language), other)
            cache.fragments[viewer.language] = shared
        return render_personal(shared, view), view

    def view(self, live: LiveTable, viewer: Viewer) -> TableView:
        """Return what a viewer sees."""
        cache, shared = self._cache(live), self.shared(live)
        found = live.seat_of(viewer.person.id) if viewer.person is not None else None
        seat = SPECTATOR if found is None else found
        own = self._own(live, viewer, cache, shared, seat)
        return TableView(facts_of(live), shared, own if seat == SPECTATOR else seated(live, viewer, shared, own))

    def shared(self, live: LiveTable) -> SharedView:
        """Return what all viewers share, made once a version."""
        cache = self._cache(live)
        if cache.shared is None or cache.shared.version != live.version:
            cache.shared = shared_view(
                live.playthrough,
                self._seats(live, cache.shared.seats if cache.shared is not None else ()),
                version=live.version,
                clock=clock_of(live, self._now()) if live.clock else None,
                has_begun=live.is_going_on,
            )
            cache.fragments.clear()
        return cache.shared

    def _cache(self, live: LiveTable) -> TableCache:
        cache = self._caches.get(live)
        if cache is None:
            cache = self._caches[live] = TableCache()
            self._forget_some(live)
        self._looks += 1
        cache.used = self._looks
        return cache

    def _forget_some(self, but: LiveTable) -> None:
        """Forget what was remembered of the tables that nobody has looked at for longest, and nobody watches."""
        excess = len(self._caches) - MOST_DRAWN
        if excess > 0:
            idle = [live for live in list(self._caches) if live is not but and not self._hub.is_watched(live.id)]
            for live in sorted(idle, key=lambda live: self._caches[live].used)[:excess]:
                del self._caches[live]

    def _regions(self, cache: TableCache, view: TableView, language: str) -> RegionCache:
        """Return what was rendered before in a language; nothing after somebody has got another name, for names may
        stand everywhere.
        """
        found = cache.regions.get(language)
        if found is None or found.pen.names != view.names:
            translator = translator_for(view.facts.game, language, view.names)
            found = cache.regions[language] = new_region_cache(view.facts, translator)
        return found

    def _seats(self, live: LiveTable, before: tuple[SeatView, ...]) -> tuple[SeatView, ...]:
        """Return who sits where; what has not changed is the same object as before, so that comparing it costs
        nothing.
        """
        here = {seat.person for seat in live.seats if seat.person and self._hub.is_here(live.id, seat.person)}
        playing = {seat.seat for seat in live.people()}
        now = tuple([seat_view(live, seat, here, playing) for seat in live.seats])
        return before if now == before else now

    def _own(self, live: LiveTable, viewer: Viewer, cache: TableCache, shared: SharedView, seat: int) -> OwnView:
        """Return what everybody has who looks at a table, and all that a spectator has."""
        return OwnView(
            seat=seat,
            observation=shared.observation,
            seats=shared.seats,
            urls=kept_urls(live, cache, viewer, seat),
            csrf=viewer.csrf,
            log=cache.logs.of(live, seat),
            new_from=shared.at,
            chat=chat_of(live, cache, viewer),
            refusal=viewer.refusal,
            is_nameless=viewer.person is None,
            is_host=viewer.person is not None and live.row.host == viewer.person.id,
            may_join=tuple(live.open_seats()) if seat == SPECTATOR and not live.is_playing else (),
            pause=pause_of(live, seat),
            now=self._now(),
        )


def facts_of(live: LiveTable) -> TableFacts:
    """Return what there is to know of a table."""
    row = live.row
    return TableFacts(
        table=row.id,
        game=live.game,
        rules=live.playthrough.rules,
        status=row.status,
        commitment=row.commitment,
        seed=row.seed.hex() if row.status == OVER else "",
        changes=row.changes,
        is_private=row.private,
        phrases=PHRASE_IDS,
        unrated=live.unrated,
        rematch=f"/tables/{row.rematch}" if row.rematch else "",
    )


def clock_of(live: LiveTable, now: float) -> ClockView:
    """Return the clocks of a table."""
    seats = [seat.seat for seat in live.seats]
    return ClockView(
        live.clock,
        tuple([live.deadline_of(seat) for seat in seats]),
        tuple([live.clocks[seat].left if live.clock.bank and seat in live.clocks else None for seat in seats]),
        tuple([back_on(live.rest_of(seat), now) for seat in seats]),
        live.row.paused is not None,
        tuple(sorted(live.agreeing())),
    )


def pause_of(live: LiveTable, seat: int) -> str:
    """Return what a viewer may do about a pause."""
    if seat == SPECTATOR or not (live.clock and live.is_playing):
        return ""
    if live.row.paused is not None:
        return "resume"
    if live.seats[seat].stand_in:
        return ""
    agreeing = live.agreeing()
    return "withdraw" if seat in agreeing else "agree" if agreeing else "ask"


def seated(live: LiveTable, viewer: Viewer, shared: SharedView, own: OwnView) -> OwnView:
    """Return what somebody has who sits at a table: what only this seat knows, and what it may do now."""
    seat = own.seat
    observation = live.playthrough.observation(seat)
    legal = tuple(live.legal_actions(seat)) if live.is_going_on and not live.seats[seat].level else ()
    hint = hint_of(live, seat, observation, legal)
    return replace(
        own,
        observation=observation,
        seats=with_votes(live, shared.seats, seat),
        new_from=live.last_act.get(seat, -1) + 1,
        legal=legal,
        costly=costly_of(live, seat, observation, legal),
        confirming=viewer.confirming if viewer.confirming in legal else None,
        hint=hint.words,
        hinted=hint.action,
        may_hint=hint.words is None and seat in shared.to_act and len(legal) > 1 and len(live.people()) == 1,
    )


def costly_of(live: LiveTable, seat: int, observation: Record, legal: tuple[int, ...]) -> frozenset[int]:
    """Return the actions that need confirmation."""
    costly, rules = live.game.page.costly, live.playthrough.rules
    return frozenset([action for action in legal if costly(rules, observation, seat, action)])


def hint_of(live: LiveTable, seat: int, observation: Record, legal: tuple[int, ...]) -> Advice:
    """Return the advice of a guided game, or the hint that was asked for."""
    if (live.row.guide and legal) or seat in live.hints:
        return advice(live, seat, observation, legal)
    return Advice()


def kept_urls(live: LiveTable, cache: TableCache, viewer: Viewer, seat: int) -> Urls:
    """Return the addresses of a table for a viewer, made once for all who have the same."""
    person = viewer.person.id if viewer.person is not None else ""
    kind = (viewer.base, (viewer.invite, person, seat) if live.row.private else None)
    found = cache.urls.get(kind)
    if found is None:
        if len(cache.urls) >= MOST_READERS:
            cache.urls.clear()
        found = cache.urls[kind] = urls_of(live, viewer)
    return found


def chat_of(live: LiveTable, cache: TableCache, viewer: Viewer) -> tuple[ChatLine, ...]:
    """Return the chat as a viewer reads it; the same tuple as before where nobody wrote."""
    person = viewer.person.id if viewer.person is not None else ""
    newest = live.chat[-1].number if live.chat else -1
    found = cache.chats.get((person, viewer.muted))
    if found is None or found[0] != newest:
        lines = tuple([chat_line(line, person) for line in live.chat if line.person not in viewer.muted])
        if len(cache.chats) >= MOST_READERS:
            cache.chats.clear()
        found = cache.chats[person, viewer.muted] = (newest, lines)
    return found[1]


def chat_line(line: ChatRow, person: str) -> ChatLine:
    """Return a line of the chat as somebody reads it."""
    phrase = f"phrase.{line.phrase}" if line.phrase else ""
    return ChatLine(
        number=line.number,
        name=line.name,
        person=line.person,
        text=line.text,
        phrase=phrase,
        is_mine=line.person == person,
    )


def seat_view(live: LiveTable, seat: SeatRow, here: set[str], playing: set[int]) -> SeatView:
    """Return who sits on a seat. `here`: people who have the table open; `playing`: seats of people who play
    themselves.
    """
    return SeatView(
        seat=seat.seat,
        name=seat.name,
        kind=seat.kind,
        stand_in=seat.stand_in,
        is_here=seat.person in here,
        person=seat.person or "",
        votes=sum(1 for about, voter in live.votes if about == seat.seat and voter in playing and voter != about)
        if live.votes
        else 0,
        votes_needed=len(playing) - (seat.seat in playing),
    )


def with_votes(live: LiveTable, seats: tuple[SeatView, ...], viewer: int) -> tuple[SeatView, ...]:
    """Return the seats with the votes that this viewer has; most often there are none, and the shared ones do."""
    if not live.is_playing or live.seats[viewer].stand_in:
        return seats
    free = [may_vote(live, seat, viewer) for seat in seats]
    if not any(free):
        return seats
    return tuple([replace(seat, may_vote=may) for seat, may in zip(seats, free, strict=True)])


def may_vote(live: LiveTable, seat: SeatView, viewer: int) -> bool:
    """Tell whether a viewer may agree to a bot for a seat: somebody else's, who is away and plays."""
    is_absent = (
        seat.seat != viewer and seat.kind != OPEN_SEAT and bool(seat.person) and not seat.is_here and not seat.stand_in
    )
    return is_absent and (seat.seat, viewer) not in live.votes
