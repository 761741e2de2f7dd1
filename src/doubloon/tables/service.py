"""The one door. Every action of people and bots is accepted or refused here: check, apply, draw chance, store, and only
then tell.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from doubloon.engine.contract import GAME_OVER
from doubloon.engine.errors import StaleAction
from doubloon.engine.playthrough import Entry
from doubloon.tables.errors import Forbidden, NotFound, Refused
from doubloon.tables.games import Games
from doubloon.tables.hub import Hub
from doubloon.tables.live import Happening, LiveTable
from doubloon.tables.ratings import rate
from doubloon.tables.rows import OVER, PLAYING, is_id
from doubloon.tables.store import Store, insert_entries, load_table, update_seat, update_table
from doubloon.tables.store_clocks import put_clocks, rests_of_people
from doubloon.tables.writer import Rows

MOST_LIVE = 2000
"""Tables kept in memory, 0.04 to 0.07 MB each (docs/benchmarks.md); those not used for longest are dropped."""

MOST_OVER = 100
"""Tables kept in memory whose game is over; whoever looks at one gets it made again from its log."""


class News(NamedTuple):
    """Something that has happened at a table."""

    kind: str
    """`begins`, `turn` (somebody has acted), `over`, `spoken`, or `invited` to the next game."""
    live: LiveTable
    now: float
    person: str = ""
    """Who did it, and need not be told."""
    next_table: str = ""
    """The table to which people are invited."""


class Service:
    """Tables, and the one door to them. Lives in one event loop; several servers on one database are kept apart by the
    log's primary key.
    """

    def __init__(
        self, store: Store, games: Games, hub: Hub, now: Callable[[], float] = time.time, most_live: int = MOST_LIVE
    ) -> None:
        self.store = store
        self.games = games
        self.hub = hub
        self.now = now
        self.listeners: list[Callable[[LiveTable], None]] = []
        self.news: Callable[[News], Callable[[Connection], None] | None] = nobody_told
        """What is written beside something that has happened, for people who have no page open (`notify`)."""
        self._most_live = most_live
        self._over: deque[str] = deque()
        self._live: OrderedDict[str, LiveTable] = OrderedDict()

    async def get(self, id: str) -> LiveTable:
        """Return a table, from memory or made again from its log. Raises NotFound, Unready, RulesChanged."""
        live = self._live.get(id)
        if live is None:
            stored = await self.store.read(lambda connection: load_table(connection, id)) if is_id(id) else None
            if stored is None:
                raise NotFound("no_table", f"there is no table {id!r}")
            game = await self.games.get(stored.table.game)
            # Somebody else may have made it while this one waited; there must be one alone.
            live = self._live.get(id)
            if live is None:
                live = self.keep(LiveTable(game, stored))
                self._notify(live)
        self._live.move_to_end(id)
        return live

    def keep(self, live: LiveTable) -> LiveTable:
        """Keep a table in memory, and drop those that nobody used for longest."""
        self._live[live.id] = live
        for old in list(self._live.values()):
            if len(self._live) <= self._most_live:
                break
            if old is not live and not old.lock.locked() and not old.due_bots():
                self.drop(old)
        return live

    def drop(self, live: LiveTable) -> None:
        """Forget a table in memory; the next one who asks gets it made again from the log."""
        live.is_dropped = True
        if self._live.get(live.id) is live:
            del self._live[live.id]

    def count_live(self) -> int:
        """Return how many tables are in memory."""
        return len(self._live)

    async def act(self, table: str, person: str, action: int, at: int, *, is_confirmed: bool = True) -> LiveTable:
        """Accept an action of a person as entry `at`, or refuse it: then nothing has changed. Returns once it is on
        disk. Raises Unconfirmed for a costly action that is not confirmed.
        """
        live = await self.get(table)
        async with live.lock:
            seat = live.own_seat(person)
            if live.seats[seat].stand_in:
                raise Forbidden("stand_in", f"a bot plays for seat {seat} of table {table}")
            return await self._accept(live, Entry(seat, action), at, is_confirmed=is_confirmed)

    async def act_for_bot(self, live: LiveTable, seat: int, action: int, at: int, instead: str = "") -> LiveTable:
        """Accept an action of a bot, by the same checks. `instead` is the level of the bot that chose it for one that
        broke down.
        """
        async with live.lock:
            if not live.seats[seat].level:
                raise Forbidden("not_seated", f"no bot plays seat {seat} of table {live.id}")
            return await self._accept(live, Entry(seat, action), at, instead)

    async def _accept(
        self, live: LiveTable, entry: Entry, at: int, instead: str = "", *, is_confirmed: bool = True
    ) -> LiveTable:
        if live.is_dropped:
            raise StaleAction(f"table {live.id} has changed meanwhile")
        happening = live.accept(entry, at, is_confirmed=is_confirmed)
        if instead:
            live.instead[happening.number] = instead
        await self.play_on(live, [happening])
        return live

    async def play_on(
        self, live: LiveTable, happenings: list[Happening], begin: Callable[[Connection], None] | None = None
    ) -> None:
        """Draw the chance that is due, store what happened behind what `begin` writes, and then tell. What cannot be
        stored has not happened.
        """
        time_now = self.now()
        try:
            rows = [self._row(live, happening, time_now) for happening in happenings]
            for happening in live.draw_chance():
                # not one expression: each row needs the state after its own entry
                rows += [self._row(live, happening, time_now)]
            is_over = live.due == GAME_OVER
            clocks = live.clocks_after(happenings[0].seat if happenings else None, time_now)
            finish = self._finish(live, time_now) if is_over else None
            kind = "begins" if begin is not None else "over" if is_over else "turn"
            writes = [
                partial(put_clocks, table=live.id, changed=clocks) if clocks else None,
                self.news(News(kind, live, time_now)),
                finish,
            ]
            write = together([work for work in writes if work is not None])
            if begin is None:
                await self.store.writer.append(rows, write)
            else:
                await self.store.write(partial(write_begun, begin, rows, write))
        except IntegrityError as error:
            self.drop(live)
            raise StaleAction(f"another server wrote entry {live.at} of table {live.id}") from error
        except BaseException:
            self.drop(live)
            raise
        live.clocks |= clocks
        if is_over:
            live.row.status = OVER
            live.row.finished = time_now
            self._note_end(live)
        self.tell(live)

    def _note_end(self, live: LiveTable) -> None:
        """Keep less of a game that is over: its bots are done, and of such tables only the newest stay in memory, and
        those that somebody looks at.
        """
        live.bots.clear()
        self._over.append(live.id)
        while len(self._over) > MOST_OVER:
            old = self._live.get(self._over.popleft())
            if old is not None and not old.lock.locked() and not self.hub.is_watched(old.id):
                self.drop(old)

    async def touch(self, table: str) -> None:
        """Say that something about a table has changed that is not in its log."""
        live = await self.get(table)
        async with live.lock:
            self.tell(live)

    def tell(self, live: LiveTable) -> None:
        """Say that a table has changed, to those who watch it and to bots and clocks: the only place that does. Its
        lock must be held.
        """
        live.version += 1
        self.hub.publish(live.id)
        self._notify(live)

    def peek(self, id: str) -> LiveTable | None:
        """Return a table that is in memory; None for one that is not."""
        return self._live.get(id)

    def _notify(self, live: LiveTable) -> None:
        for listener in self.listeners:
            listener(live)

    def _row(self, live: LiveTable, happening: Happening, time_now: float) -> dict[str, int | float | str]:
        action = live.playthrough.entries[happening.number].action
        who: dict[str, int | float | str] = {
            "table": live.id,
            "seq": happening.number,
            "seat": happening.seat,
            "instead": live.instead.get(happening.number, ""),
        }
        return {**who, "action": action, "due": live.due, "time": time_now}

    def _finish(self, live: LiveTable, time_now: float) -> Callable[[Connection], None]:
        """Return what is written beside the last rows of a game."""
        places = [int(place) for place in live.playthrough.ranking()]
        for seat, place in zip(live.seats, places, strict=True):
            seat.place = place

        def write(connection: Connection) -> None:
            update_table(connection, live.id, status=OVER, finished=time_now)
            for seat in live.seats:
                update_seat(connection, live.id, seat)
            if not live.unrated:
                rate(connection, live.row.game, live.seats, places)

        return write

    async def begin(self, live: LiveTable, before: Callable[[Connection], None]) -> None:
        """Begin the game of a table whose seats are all taken, and write first what filled the last of them; its lock
        must be held.
        """
        if live.open_seats():
            raise Refused("seats_open", f"table {live.id} has open seats")
        if live.clock.is_slow:
            people = {seat.person for seat in live.seats if seat.person}
            found = await self.store.read(lambda connection: rests_of_people(connection, people))
            live.rests = {seat.seat: found[seat.person] for seat in live.seats if seat.person in found}
        started = self.now()
        live.row.status, live.row.started = PLAYING, started

        def write(connection: Connection) -> None:
            before(connection)
            update_table(connection, live.id, status=PLAYING, started=started)

        await self.play_on(live, [], write)


def write_begun(
    begin: Callable[[Connection], None], rows: Rows, finish: Callable[[Connection], None] | None, connection: Connection
) -> None:
    """Write the beginning of a game, in which the first chance, and rarely the end, is drawn."""
    begin(connection)
    if rows:
        insert_entries(connection, rows)
    if finish is not None:
        finish(connection)


def nobody_told(news: News) -> None:
    """Tell nobody of what has happened."""


def together(works: Sequence[Callable[[Connection], None]]) -> Callable[[Connection], None] | None:
    """Return what writes several things, one after the other; None for nothing."""
    if len(works) < 2:
        return works[0] if works else None

    def write(connection: Connection) -> None:
        for work in works:
            work(connection)

    return write
