"""Making tables, and coming and going before the game."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from doubloon.bots import LEVELS
from doubloon.engine import fair
from doubloon.engine.contract import Game
from doubloon.engine.errors import BadSeats
from doubloon.engine.message import Message
from doubloon.engine.playthrough import build_rules
from doubloon.engine.record import HUMAN, new_header
from doubloon.engine.settings import Settings
from doubloon.tables.card_files import said_by, table_settings
from doubloon.tables.clock_rules import DAY_S, NO_CONTROL, TimeControl, check_clock
from doubloon.tables.errors import Forbidden, NotFound, Refused
from doubloon.tables.live import LiveTable
from doubloon.tables.names import BOT_NAMES, told_apart
from doubloon.tables.rows import OPEN_SEAT, OVER, Person, SeatRow, TableRow
from doubloon.tables.service import News, Service
from doubloon.tables.store import (
    Listed,
    StoredTable,
    admit,
    delete_table,
    insert_table,
    is_admitted,
    open_tables,
    take_seat,
    update_seat,
    update_table,
)

ID_BYTES = 6
INVITE_BYTES = 12
DEFAULT_LEVEL = "sailor"
"""Of bots, where somebody chose none."""
LISTED_S = DAY_S
"""How long a table that waits is listed after somebody has sat down."""
GUIDE_STREAM = "guide"
GUIDE_SEED = fair.seed_of_number(1)
"""Guided games are not secret: all of them tell the same story to those who follow the advice."""


@dataclass(frozen=True)
class NewTable:
    """What a table is to be. `kinds`: of each seat, `human` for the one who asks (once), `open`, or the level of a
    bot.
    """

    game: str
    kinds: tuple[str, ...]
    changes: tuple[str, ...] = ()
    cards: str = ""
    private: bool = False
    clock: TimeControl = NO_CONTROL
    guide: bool = False


class Lobby:
    """Makes tables and seats people."""

    def __init__(self, service: Service) -> None:
        self.service = service

    async def create(self, person: Person, wanted: NewTable) -> LiveTable:
        """Make a table, and begin its game where no seat is open. Raises BadSetting, BadSeats, UnknownGame, Refused."""
        game = await self.service.games.get(wanted.game)
        check_wanted(game, wanted)
        row = self._new_row(game, person, wanted, await settings_of(game, wanted))
        seats = [new_seat(number, kind, person, row.created) for number, kind in enumerate(wanted.kinds)]
        live = LiveTable(game, StoredTable(row, seats, [], [], set()))
        await self._make(live, lambda connection: insert_table(connection, row, seats))
        return live

    async def _make(self, live: LiveTable, write: Callable[[Connection], None]) -> None:
        """Store a new table by `write`, and begin its game where no seat is open: both or neither."""
        async with live.lock:
            if live.open_seats():
                await self.service.store.write(write)
                self.service.keep(live)
            else:
                self.service.keep(live)
                await self.service.begin(live, write)

    def _new_row(self, game: Game, person: Person, wanted: NewTable, settings: Settings) -> TableRow:
        with said_by(game):
            build_rules(game, settings, len(wanted.kinds))
        seed = GUIDE_SEED if wanted.guide else fair.new_seed()
        name = secrets.token_hex(ID_BYTES)
        header = new_header(game, settings, (), name, seed)
        return TableRow(
            id=name,
            game=game.slug,
            rules_version=game.rules_version,
            changes=header.changes,
            dropped=header.dropped,
            cards=header.cards,
            host=person.id,
            private=wanted.private,
            invite=secrets.token_urlsafe(INVITE_BYTES),
            clock=wanted.clock.move,
            bank=wanted.clock.bank,
            increment=wanted.clock.increment,
            guide=wanted.guide,
            seed=seed,
            stream=GUIDE_STREAM if wanted.guide else name,
            commitment=header.commitment,
            created=self.service.now(),
        )

    async def join(self, table: str, person: Person, seat: int | None = None) -> LiveTable:
        """Seat a person; without a number, on the first open seat. Raises Refused. The game begins with the last
        seat.
        """
        live = await self.service.get(table)
        async with live.lock:
            if live.seat_of(person.id) is not None:
                return live
            live.check_open()
            free = live.open_seats()
            if not free or (seat is not None and seat not in free):
                raise Refused("seat_taken", f"seat {seat} of table {table} is taken")
            others = [other.name for other in live.seats]
            number = free[0] if seat is None else seat
            await self._take(live, [new_seat(number, HUMAN, person, self.service.now(), others)])
        return live

    async def leave(self, table: str, person: Person) -> LiveTable:
        """Free the seat of a person before the game. Raises Refused.

        Who has sat for longest becomes the host where the host is no longer there; a table that nobody sits at any more
        is closed, and its address leads nowhere.
        """
        live = await self.service.get(table)
        async with live.lock:
            seat = live.own_seat(person.id)
            live.check_open()
            left = sorted(
                (other for other in live.seats if other.person and other.seat != seat),
                key=lambda other: (other.since or 0.0, other.seat),
            )
            if left:
                await self._free(live, seat, left)
            else:
                await self.service.store.write(lambda connection: delete_table(connection, table))
                live.is_closed = True
                self.service.drop(live)
                self.service.hub.publish(table)
        return live

    async def _free(self, live: LiveTable, seat: int, left: Sequence[SeatRow]) -> None:
        freed = SeatRow(seat, OPEN_SEAT, "")
        is_host_left = any(other.person == live.row.host for other in left)
        host = live.row.host if is_host_left else left[0].person or live.row.host

        def write(connection: Connection) -> None:
            update_seat(connection, live.id, freed)
            update_table(connection, live.id, host=host)

        await self.service.store.write(write)
        live.seats[seat] = freed
        live.row.host = host
        self.service.tell(live)

    async def start(self, table: str, person: Person, level: str) -> LiveTable:
        """Fill the open seats with bots and begin. Raises Refused; BadSeats for a level that does not exist."""
        live = await self.service.get(table)
        if level not in LEVELS:
            raise BadSeats(
                f"unknown level {level!r}; there are: {', '.join(LEVELS)}",
                Message("refused.no_level", {"level": level}),
            )
        async with live.lock:
            live.own_seat(person.id)
            if live.row.host != person.id and live.seat_of(live.row.host) is not None:
                raise Forbidden("not_host", f"only the host begins table {table}")
            live.check_open()
            await self._take(live, [new_seat(seat, level, person) for seat in live.open_seats()])
        return live

    async def rematch(self, table: str, person: Person) -> LiveTable:
        """Return the next table of the same people, making it for the first who asks: the same options, seats open for
        those who sat there.
        """
        live = await self.service.get(table)
        async with live.lock:
            seat = live.own_seat(person.id)
            if live.row.status != OVER:
                raise Refused("not_over", f"table {table} is not over")
            if live.row.rematch is not None and not await self._is_there(live.row.rematch):
                live.row.rematch = None  # everybody had left it
            if live.row.rematch is None:
                live.row.rematch = (await self._next_table(live, person, seat)).id
                self.service.tell(live)
                return await self.service.get(live.row.rematch)
            next_table = live.row.rematch
        return await self.join(next_table, person)

    async def _is_there(self, table: str) -> bool:
        try:
            await self.service.get(table)
        except NotFound:
            return False
        return True

    async def _next_table(self, live: LiveTable, person: Person, seat: int) -> LiveTable:
        row = live.row
        kinds = [
            HUMAN if other.seat == seat else OPEN_SEAT if other.kind == HUMAN else other.kind for other in live.seats
        ]
        wanted = NewTable(row.game, tuple(kinds), private=row.private, clock=row.time)
        fresh = self._new_row(live.game, person, wanted, await settings_of(live.game, wanted))
        fresh.changes, fresh.dropped, fresh.cards = row.changes, row.dropped, row.cards
        seats = [new_seat(number, kind, person, fresh.created) for number, kind in enumerate(kinds)]
        news = self.service.news(News("invited", live, fresh.created, person.id, fresh.id))

        def write(connection: Connection) -> None:
            insert_table(connection, fresh, seats)
            for other in live.seats:
                if other.person is not None and row.private:
                    admit(connection, fresh.id, other.person)
            update_table(connection, row.id, rematch=fresh.id)
            if news is not None:
                news(connection)

        following = LiveTable(live.game, StoredTable(fresh, seats, [], [], set()))
        await self._make(following, write)
        return following

    async def waiting(self, most: int) -> list[Listed]:
        """Return public tables that wait for people, newest first; forgotten ones are left out."""
        not_before = self.service.now() - LISTED_S
        return await self.service.store.read(lambda connection: open_tables(connection, most, not_before))

    async def may_see(self, live: LiveTable, person: Person | None, invite: str = "") -> None:
        """Check that somebody may look at a table; the key of the invite link opens a private one for good. Raises
        NotFound.
        """
        if not live.row.private or (
            person is not None and (live.seat_of(person.id) is not None or live.row.host == person.id)
        ):
            return
        has_key = live.is_key(invite)
        if has_key and person is not None:
            await self.service.store.write(lambda connection: admit(connection, live.id, person.id))
        known = person is not None and await self.service.store.read(
            lambda connection: is_admitted(connection, live.id, person.id)
        )
        if not (has_key or known):
            raise NotFound("no_table", f"table {live.id} is private")

    async def _take(self, live: LiveTable, seats: Sequence[SeatRow]) -> None:
        """Fill open seats, and begin the game with the last one: both or neither. Raises Refused where another server
        has filled one.
        """

        def write(connection: Connection) -> None:
            for seat in seats:
                if not take_seat(connection, live.id, seat):
                    raise Refused("seat_taken", f"seat {seat.seat} of table {live.id} is taken")

        is_last = len(seats) == len(live.open_seats())
        try:
            if not is_last:
                await self.service.store.write(write)
            for seat in seats:
                live.seats[seat.seat] = seat
            if is_last:
                await self.service.begin(live, write)
            else:
                self.service.tell(live)
        except Refused:
            self.service.drop(live)  # what is in memory is old
            raise


async def settings_of(game: Game, wanted: NewTable) -> Settings:
    """Return the settings of a new table. A card file of 64 KB takes up to 0.2 s to read, so that is done beside the
    loop. Raises BadInput.
    """
    with said_by(game):
        if wanted.cards:
            return await asyncio.to_thread(table_settings, game, wanted.changes, wanted.cards)
        return table_settings(game, wanted.changes)


def new_seat(number: int, kind: str, person: Person, since: float | None = None, others: Sequence[str] = ()) -> SeatRow:
    """Return a seat of a kind; where that is `human`, of this person, whose name is told apart from those of bots and
    of the others.
    """
    if kind == HUMAN:
        return SeatRow(number, HUMAN, told_apart(person.name, [*BOT_NAMES, *others]), person.id, since=since)
    return SeatRow(number, kind, "" if kind == OPEN_SEAT else BOT_NAMES[number % len(BOT_NAMES)])


def check_wanted(game: Game, wanted: NewTable) -> None:
    """Check the seats and the clock of a new table. Raises BadSeats, Refused."""
    check_kinds(wanted.kinds)
    if len(wanted.kinds) not in game.seats:
        why = Message("bad.seats", {"n": len(wanted.kinds), "least": game.seats[0], "most": game.seats[-1]})
        raise BadSeats(f"{len(wanted.kinds)} seats: {game.slug} is for {game.seats[0]} to {game.seats[-1]}", why)
    check_clock(wanted.clock)


def check_kinds(kinds: Sequence[str]) -> None:
    """Check that each seat is of a known kind, and at most one of them the asker's. Raises BadSeats."""
    known = (HUMAN, OPEN_SEAT, *LEVELS)
    for kind in kinds:
        if kind not in known:
            why = Message("bad.kind", {"kind": kind, "known": ", ".join(known)})
            raise BadSeats(f"unknown player {kind!r}; there are: {', '.join(known)}", why)
    if kinds.count(HUMAN) > 1:
        why = Message("bad.yours", {"n": kinds.count(HUMAN)})
        raise BadSeats(
            f"{kinds.count(HUMAN)} seats are yours; expected at most one, and `{OPEN_SEAT}` for those of others", why
        )
