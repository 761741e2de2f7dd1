"""From a table in memory to what one viewer sees of it, and to a fragment of a page. What viewers share is made once a
version.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from weakref import WeakKeyDictionary

from doubloon.engine.contract import SPECTATOR, Record
from doubloon.engine.message import Message, SeatName
from doubloon.tables.chat import PHRASES
from doubloon.tables.hub import Hub
from doubloon.tables.live import Happening, LiveTable
from doubloon.tables.rows import OPEN_SEAT, OVER, ChatRow, Person, SeatRow
from doubloon.texts import Translator
from doubloon.web.languages import translator_for
from doubloon.web.table.advice import advice, asked_hint
from doubloon.web.table.log import Log, LogLine
from doubloon.web.table.region_cache import RegionCache
from doubloon.web.table.render import SharedTable, new_region_cache, render_personal, render_shared
from doubloon.web.table.view_model import ChatLine, ClockView, SeatView, TableView, Urls

MOST_READERS = 100
"""Readers of one table whose chat and addresses are remembered."""
PHRASE_IDS = tuple(f"phrase.{name}" for name in PHRASES)


@dataclass
class TableCache:
    """What is remembered of a table between two looks at it; dies with it."""

    shared: "SharedView | None" = None
    logs: dict[int, Log] = field(default_factory=dict)
    """By seat, or SPECTATOR."""
    entry_lines: dict[int, list[LogLine]] = field(default_factory=dict)
    """The lines of the entry that was read last, by its number."""
    regions: dict[str, RegionCache] = field(default_factory=dict)
    """By language."""
    urls: dict[tuple[str, str, bool], Urls] = field(default_factory=dict)
    chats: dict[tuple[str, frozenset[str]], tuple[int, tuple[ChatLine, ...]]] = field(default_factory=dict)
    """By reader and whom they do not hear: the number of the newest line, and what they read."""


@dataclass(frozen=True)
class SharedView:
    """What all viewers of a table share at one version."""

    version: int
    observation: Record
    data: Mapping[str, object]
    to_act: tuple[int, ...]
    places: tuple[int, ...]
    result: tuple[Message, ...]
    seats: tuple[SeatView, ...]
    clock: ClockView | None
    fragments: dict[str, SharedTable] = field(default_factory=dict)
    """By language: what `render_shared` made."""


@dataclass(frozen=True)
class Viewer:
    """Who looks, and how."""

    person: Person | None
    language: str
    csrf: str = ""
    base: str = ""
    """Scheme and host, for links that are sent to others."""
    invite: str = ""
    """Key of a private table in the address; what the nameless came in with."""
    muted: frozenset[str] = frozenset()
    confirming: int | None = None
    refusal: str = ""
    mark: str = ""
    """Of the session (`Sessions.mark`); empty where the browser sent none."""


class TableViews:
    """Looks at tables for viewers."""

    def __init__(self, hub: Hub, now: Callable[[], float]) -> None:
        self._hub = hub
        self._now = now
        self._caches: WeakKeyDictionary[LiveTable, TableCache] = WeakKeyDictionary()

    def view(self, live: LiveTable, viewer: Viewer) -> TableView:
        """Return what a viewer sees; the table's lock must be held, so that nothing is shown that is not stored."""
        cache = self._cache(live)
        shared = self.shared(live)
        person = viewer.person
        found = live.seat_of(person.id if person else None)
        seat = SPECTATOR if found is None else found
        playthrough = live.playthrough
        may_act = live.is_playing and seat >= 0 and not live.seats[seat].level
        legal = tuple(live.legal_actions(seat)) if may_act else ()
        observation = shared.observation if seat == SPECTATOR else playthrough.observation(seat)
        costly = live.game.page.costly
        hinted, hint = (
            advice(live, seat, observation) if live.row.guide and legal else asked_hint(live, seat, observation)
        )
        new_from = live.last_act.get(seat, -1) + 1 if seat >= 0 else live.at
        return TableView(
            table=live.id,
            game=live.game,
            rules=playthrough.rules,
            status=live.row.status,
            at=live.at,
            version=live.version,
            shared=shared.observation,
            shared_data=shared.data,
            observation=observation,
            viewer=seat,
            seats=self._seats_for(live, shared.seats, seat),
            legal=legal,
            to_act=shared.to_act,
            is_over=live.row.status == OVER,
            places=shared.places,
            result=shared.result,
            log=log_of(live, cache, seat),
            new_from=new_from,
            chat=chat_of(live, cache, viewer),
            phrases=PHRASE_IDS,
            clock=shared.clock,
            commitment=live.row.commitment,
            seed=live.row.seed.hex() if live.row.status == OVER else "",
            csrf=viewer.csrf,
            urls=urls_of(live, cache, viewer),
            is_private=live.row.private,
            is_host=person is not None and live.row.host == person.id,
            may_join=tuple(live.open_seats()) if seat == SPECTATOR else (),
            confirming=viewer.confirming if viewer.confirming in legal else None,
            costly=frozenset([action for action in legal if costly(playthrough.rules, observation, seat, action)]),
            refusal=viewer.refusal,
            hint=hint,
            hinted=hinted,
            may_hint=hint is None and seat in shared.to_act and len(live.people()) == 1 and len(legal) > 1,
            is_nameless=person is None,
            unrated=live.unrated,
            rematch=f"/tables/{live.row.rematch}" if live.row.rematch else "",
            changes=live.row.changes,
        )

    def fragment(self, live: LiveTable, viewer: Viewer) -> tuple[str, TableView]:
        """Return the HTML of a table for a viewer, and what it was made from; the table's lock must be held."""
        view = self.view(live, viewer)
        translator = translator_for(live.game, viewer.language, view.names)
        fragments = self.shared(live).fragments
        if viewer.language not in fragments:
            other = next(iter(fragments.values()), None)
            fragments[viewer.language] = render_shared(view, translator, self._regions(live, view, translator), other)
        return render_personal(fragments[viewer.language], view, translator), view

    def shared(self, live: LiveTable) -> SharedView:
        """Return what all viewers share, made once a version."""
        cache = self._cache(live)
        if cache.shared is None or cache.shared.version != live.version:
            cache.shared = self._make_shared(live, cache.shared.seats if cache.shared is not None else ())
        return cache.shared

    def _cache(self, live: LiveTable) -> TableCache:
        cache = self._caches.get(live)
        if cache is None:
            cache = self._caches[live] = TableCache()
        return cache

    def _regions(self, live: LiveTable, view: TableView, translator: Translator) -> RegionCache:
        """Return what was rendered before in a language; nothing after somebody has got another name, for names may
        stand everywhere.
        """
        regions = self._cache(live).regions
        found = regions.get(translator.language)
        if found is None or found.pen.names != translator.names:
            found = regions[translator.language] = new_region_cache(view, translator)
        return found

    def _make_shared(self, live: LiveTable, before: tuple[SeatView, ...]) -> SharedView:
        playthrough = live.playthrough
        is_over = live.row.status == OVER
        deadline = live.deadline()
        observation = playthrough.observation(SPECTATOR)
        places = playthrough.ranking()
        return SharedView(
            version=live.version,
            observation=observation,
            data=live.game.view.data(playthrough.rules, observation, SPECTATOR),
            to_act=tuple(live.seats_to_act()),
            places=tuple(int(place) for place in places) if is_over else (),
            result=live.game.view.result(playthrough.rules, playthrough.state, places) if is_over else (),
            seats=self._seats(live, before),
            clock=ClockView(live.row.clock, deadline, self._now()) if live.row.clock else None,
        )

    def _seats(self, live: LiveTable, before: tuple[SeatView, ...]) -> tuple[SeatView, ...]:
        """Return who sits where; what has not changed is the same object as before, so that comparing it costs
        nothing.
        """
        here = {seat.person for seat in live.seats if seat.person and self._hub.is_here(live.id, seat.person)}
        playing = {seat.seat for seat in live.people()}
        now = tuple([seat_view(live, seat, here, playing) for seat in live.seats])
        return before if now == before else now

    def _seats_for(self, live: LiveTable, seats: tuple[SeatView, ...], viewer: int) -> tuple[SeatView, ...]:
        """Return the seats with the votes that this viewer has; most often there are none, and the shared ones do."""
        if viewer < 0 or not live.is_playing or live.seats[viewer].stand_in:
            return seats
        free = [may_vote(live, seat, viewer) for seat in seats]
        return (
            tuple(replace(seat, may_vote=True) if may else seat for seat, may in zip(seats, free, strict=True))
            if any(free)
            else seats
        )


def log_of(live: LiveTable, cache: TableCache, viewer: int) -> Log:
    """Return the newest lines of the log for a seat or SPECTATOR."""
    log = cache.logs.get(viewer)
    if log is None:
        log = cache.logs[viewer] = Log()
    newest = live.at - 1
    if log.read < newest:
        missing = min(newest - log.read, len(live.happenings))
        for happening in islice(live.happenings, len(live.happenings) - missing, None):
            log.extend(log_lines(live, cache, happening, viewer))
        log.read = newest
    return log


def log_lines(live: LiveTable, cache: TableCache, happening: Happening, viewer: int) -> list[LogLine]:
    """Return what a viewer is told of an entry; the same lines as another viewer where both are told the same, so that
    they are put in words once.
    """
    before = cache.entry_lines.get(happening.number)
    lines = lines_of(live, happening, viewer)
    if before == lines:
        return before
    cache.entry_lines = {happening.number: lines}
    return lines


def chat_of(live: LiveTable, cache: TableCache, viewer: Viewer) -> tuple[ChatLine, ...]:
    """Return the chat as a viewer reads it; the same tuple as before where nothing was said."""
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


def may_vote(live: LiveTable, seat: SeatView, viewer: int) -> bool:
    """Tell whether a viewer may agree to a bot for a seat: somebody else's, who is away and plays."""
    is_absent = (
        seat.seat != viewer and seat.kind != OPEN_SEAT and bool(seat.person) and not seat.is_here and not seat.stand_in
    )
    return is_absent and (seat.seat, viewer) not in live.votes


def lines_of(live: LiveTable, happening: Happening, viewer: int) -> list[LogLine]:
    """Return what a viewer is told of an entry."""
    found: list[LogLine] = []
    if happening.number in live.instead:
        words = Message(
            "table.faltered",
            {"seat": SeatName(happening.seat), "level": Message(f"level.{live.instead[happening.number]}")},
        )
        found.append(LogLine(happening.number, happening.seat, words))
    for event in happening.events:
        public = live.game.view.event(live.playthrough.rules, event, SPECTATOR)
        message = public if viewer == SPECTATOR else live.game.view.event(live.playthrough.rules, event, viewer)
        if message is not None:
            moment = live.game.page.moment(live.playthrough.rules, event) if message == public else None
            found.append(LogLine(happening.number, happening.seat, message, message != public, len(found), moment))
    return found


def urls_of(live: LiveTable, cache: TableCache, viewer: Viewer) -> Urls:
    """Return the addresses of a table, which are the same for most viewers."""
    # The nameless are not remembered as guests of a private table, and whoever came by the link may hand it on: their
    # links carry the key.
    key = f"?invite={live.row.invite}" if live.row.private and viewer.invite == live.row.invite else ""
    kind = (viewer.base, key, may_invite(live, viewer))
    found = cache.urls.get(kind)
    if found is None:
        if len(cache.urls) >= MOST_READERS:
            cache.urls.clear()
        found = cache.urls[kind] = table_urls(live, *kind)
    return found


def table_urls(live: LiveTable, base: str, key: str, may_invite: bool) -> Urls:
    """Return the addresses of a table; `key` is the query of those that open a private one. No invitation for whom it
    would not open the table.
    """
    table = f"/tables/{live.id}"
    return Urls(
        table=table,
        act=f"{table}/act",
        stream=f"{table}/stream{key}",
        chat=f"{table}/chat{key}",
        mute=f"{table}/mute",
        join=f"{table}/join{key}",
        leave=f"{table}/leave",
        start=f"{table}/start",
        vote=f"{table}/vote",
        return_=f"{table}/return",
        rematch=f"{table}/rematch",
        hint=f"{table}/hint",
        replay=f"{table}/replay",
        record=f"{table}/record",
        verify=f"{table}/verify{key}",
        simulations=f"{table}/simulations{key}",
        invite=f"{base}{table}" + (f"?invite={live.row.invite}" if live.row.private else "") if may_invite else "",
        rules=f"/rules/{live.game.slug}",
        here=table + key,
    )


def may_invite(live: LiveTable, viewer: Viewer) -> bool:
    """Tell whether somebody has the key of a table to hand on: everybody that of a public one; that of a private one
    those who sit there, the host, and whoever came by it.
    """
    if not live.row.private or viewer.invite == live.row.invite:
        return True
    return viewer.person is not None and (
        viewer.person.id == live.row.host or live.seat_of(viewer.person.id) is not None
    )
