"""From a table in memory to what one viewer sees of it, and to a fragment of a page. What viewers share is made once a version."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from doubloon.engine.contract import SPECTATOR, Record
from doubloon.engine.message import Message, SeatName
from doubloon.tables.absence import voters
from doubloon.tables.hub import Hub
from doubloon.tables.live import KEPT_LOG, Happening, LiveTable
from doubloon.tables.rows import OPEN_SEAT, OVER, Person, SeatRow
from doubloon.tables.talk import PHRASES
from doubloon.web.advice import advice, asked_hint
from doubloon.web.render import render_personal, render_shared
from doubloon.web.sight import ChatLine, ClockSight, LogLine, SeatSight, TableSight, Urls
from doubloon.web.words import translator_for

SHOWN_LOG = 60
"""Lines of the log on a page."""


@dataclass
class Lines:
    """The log in the words for one viewer, as far as it has been read. Each line is kept in two forms: old and new."""

    read: int = -1
    lines: deque[tuple[LogLine, LogLine]] = field(default_factory=lambda: deque(maxlen=SHOWN_LOG))


@dataclass(frozen=True)
class Common:
    """What all viewers of a table share at one version."""

    version: int
    observation: Record
    data: Mapping[str, object]
    to_act: tuple[int, ...]
    places: tuple[int, ...]
    result: tuple[Message, ...]
    seats: tuple[SeatSight, ...]
    clock: ClockSight | None
    fragments: dict[str, Any] = field(default_factory=dict)
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


class Looker:
    """Looks at tables for viewers."""

    def __init__(self, hub: Hub, now: Callable[[], float]) -> None:
        self._hub = hub
        self._now = now
        self._common: WeakKeyDictionary[LiveTable, Common] = WeakKeyDictionary()
        self._logs: WeakKeyDictionary[LiveTable, dict[int, Lines]] = WeakKeyDictionary()

    def sight(self, live: LiveTable, viewer: Viewer) -> TableSight:
        """Return what a viewer sees; the table's lock must be held, so that nothing is shown that is not stored."""
        common = self.common(live)
        person = viewer.person
        found = live.seat_of(person.id if person else None)
        seat = SPECTATOR if found is None else found
        playthrough = live.playthrough
        may_act = live.is_playing and seat >= 0 and not live.seats[seat].level
        legal = tuple(playthrough.legal_actions(seat)) if may_act else ()
        observation = common.observation if seat == SPECTATOR else playthrough.observation(seat)
        costly = live.game.page.costly
        hinted, hint = advice(live, seat, observation) if live.row.guide and legal else asked_hint(live, seat, observation)
        new_from = live.last_act.get(seat, -1) + 1 if seat >= 0 else live.at
        return TableSight(
            table=live.id,
            game=live.game,
            rules=playthrough.rules,
            status=live.row.status,
            at=live.at,
            version=live.version,
            shared=common.observation,
            shared_data=common.data,
            observation=observation,
            viewer=seat,
            seats=self._seats_for(live, common.seats, seat),
            legal=legal,
            to_act=common.to_act,
            is_over=live.row.status == OVER,
            places=common.places,
            result=common.result,
            log=self._log(live, seat, new_from),
            new_from=new_from,
            chat=self._chat(live, person, viewer.muted),
            phrases=tuple(f"phrase.{name}" for name in PHRASES),
            clock=common.clock,
            commitment=live.row.commitment,
            seed=live.row.seed.hex() if live.row.status == OVER else "",
            csrf=viewer.csrf,
            urls=table_urls(live, viewer),
            is_private=live.row.private,
            is_host=person is not None and live.row.host == person.id,
            may_join=tuple(live.open_seats()) if seat == SPECTATOR else (),
            confirming=viewer.confirming if viewer.confirming in legal else None,
            costly=frozenset(action for action in legal if costly(playthrough.rules, observation, seat, action)),
            refusal=viewer.refusal,
            hint=hint,
            hinted=hinted,
            may_hint=hint is None and seat in common.to_act and len(live.people()) == 1 and len(legal) > 1,
            unrated=live.unrated,
            rematch=f"/tables/{live.row.rematch}" if live.row.rematch else "",
            changes=live.row.changes,
        )

    def fragment(self, live: LiveTable, viewer: Viewer) -> tuple[str, TableSight]:
        """Return the HTML of a table for a viewer, and what it was made from; the table's lock must be held."""
        sight = self.sight(live, viewer)
        translator = translator_for(live.game, viewer.language, sight.names)
        fragments = self.common(live).fragments
        if viewer.language not in fragments:
            fragments[viewer.language] = render_shared(sight, translator)
        return render_personal(fragments[viewer.language], sight, translator), sight

    def common(self, live: LiveTable) -> Common:
        """Return what all viewers share, made once a version."""
        common = self._common.get(live)
        if common is None or common.version != live.version:
            common = self._common[live] = self._make_common(live)
        return common

    def _make_common(self, live: LiveTable) -> Common:
        playthrough = live.playthrough
        is_over = live.row.status == OVER
        deadline = live.deadline()
        observation = playthrough.observation(SPECTATOR)
        return Common(
            version=live.version,
            observation=observation,
            data=live.game.view.data(playthrough.rules, observation, SPECTATOR),
            to_act=tuple(live.seats_to_act()),
            places=tuple(int(place) for place in playthrough.ranking()) if is_over else (),
            result=live.game.view.result(playthrough.rules, playthrough.state) if is_over else (),
            seats=tuple(self._seat(live, seat) for seat in live.seats),
            clock=ClockSight(live.row.clock, deadline, self._now()) if live.row.clock else None,
        )

    def _seat(self, live: LiveTable, seat: SeatRow) -> SeatSight:
        others = voters(live, seat.seat)
        return SeatSight(
            seat=seat.seat,
            name=seat.name,
            kind=seat.kind,
            stand_in=seat.stand_in,
            is_here=seat.person is not None and self._hub.is_here(live.id, seat.person),
            person=seat.person or "",
            votes=sum(1 for about, voter in live.votes if about == seat.seat and voter in others),
            votes_needed=len(others),
        )

    def _seats_for(self, live: LiveTable, seats: tuple[SeatSight, ...], viewer: int) -> tuple[SeatSight, ...]:
        """Return the seats with the votes that this viewer has; most often there are none, and the shared ones do."""
        if viewer < 0 or not live.is_playing or live.seats[viewer].stand_in:
            return seats
        free = [may_vote(live, seat, viewer) for seat in seats]
        return tuple(SeatSight(**{**vars(seat), "may_vote": True}) if may else seat for seat, may in zip(seats, free, strict=True)) if any(free) else seats

    def _log(self, live: LiveTable, viewer: int, new_from: int) -> tuple[LogLine, ...]:
        kept = self._logs.setdefault(live, {}).setdefault(viewer, Lines())
        newest = live.at - 1
        if kept.read < newest:
            missing = min(newest - kept.read, KEPT_LOG)
            for happening in list(live.happenings)[-missing:]:
                kept.lines.extend(lines_of(live, happening, viewer))
            kept.read = newest
        return tuple(new if old.entry >= new_from else old for old, new in kept.lines)

    def _chat(self, live: LiveTable, person: Person | None, muted: frozenset[str]) -> tuple[ChatLine, ...]:
        return tuple(
            ChatLine(
                number=said.number,
                name=said.name,
                person=said.person,
                text=said.text,
                phrase=f"phrase.{said.phrase}" if said.phrase else "",
                is_mine=person is not None and said.person == person.id,
            )
            for said in live.chat
            if said.person not in muted
        )


def may_vote(live: LiveTable, seat: SeatSight, viewer: int) -> bool:
    """Tell whether a viewer may agree to a bot for a seat: somebody else's, who is away and plays."""
    is_absent = seat.seat != viewer and seat.kind != OPEN_SEAT and bool(seat.person) and not seat.is_here and not seat.stand_in
    return is_absent and (seat.seat, viewer) not in live.votes


def lines_of(live: LiveTable, happening: Happening, viewer: int) -> list[tuple[LogLine, LogLine]]:
    """Return what a viewer is told of an entry, each line in its old and its new form."""
    found = []
    if happening.number in live.instead:
        words = Message("table.faltered", {"seat": SeatName(happening.seat), "level": Message(f"level.{live.instead[happening.number]}")})
        found.append((LogLine(happening.number, happening.seat, words), LogLine(happening.number, happening.seat, words, is_new=True)))
    for event in happening.events:
        message = live.game.view.event(live.playthrough.rules, event, viewer)
        if message is not None:
            personal = viewer != SPECTATOR and message != live.game.view.event(live.playthrough.rules, event, SPECTATOR)
            moment = None if personal else live.game.page.moment(live.playthrough.rules, event)
            old, new = (LogLine(happening.number, happening.seat, message, is_new, personal, moment) for is_new in (False, True))
            found.append((old, new))
    return found


def table_urls(live: LiveTable, viewer: Viewer) -> Urls:
    """Return the addresses of a table."""
    table = f"/tables/{live.id}"
    # The nameless are not remembered as guests of a private table, so their links carry the key.
    key = f"?invite={live.row.invite}" if viewer.person is None and live.row.private and viewer.invite == live.row.invite else ""
    return Urls(
        table=table,
        act=f"{table}/act",
        stream=f"{table}/stream{key}",
        chat=f"{table}/chat",
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
        invite=f"{viewer.base}{table}" + (f"?invite={live.row.invite}" if live.row.private and may_invite(live, viewer) else ""),
        rules=f"/rules/{live.game.slug}",
    )


def may_invite(live: LiveTable, viewer: Viewer) -> bool:
    """Tell whether somebody may hand on the key of a private table: those who sit there, and the host."""
    return viewer.person is not None and (viewer.person.id == live.row.host or live.seat_of(viewer.person.id) is not None)
