"""The clocks of all games: whose time is out, pauses that all agree to, and the days on which somebody's stand."""

import logging
from collections.abc import Awaitable, Callable, Sequence

from sqlalchemy import Connection

from doubloon.engine.errors import DoubloonError
from doubloon.tables.clock_rules import (
    SeatClock,
    halted,
    renewed,
    rested,
    resumed,
    shifted,
)
from doubloon.tables.errors import Refused, Unavailable, Unready
from doubloon.tables.live import PAUSE, LiveTable
from doubloon.tables.people import People
from doubloon.tables.rest import NO_REST, Rest, text_of_rest
from doubloon.tables.rows import Person
from doubloon.tables.service import Service
from doubloon.tables.store import delete_votes, insert_vote, update_table
from doubloon.tables.store_clocks import (
    Change,
    RunningClocks,
    change_clocks,
    last_lived,
    put_clocks,
    running_clocks,
    timed_tables_of,
)
from doubloon.tables.supervisor import Supervisor

LOG = logging.getLogger(__name__)

HandOver = Callable[[LiveTable, list[int]], Awaitable[None]]
"""Gives seats of a table, whose lock is held, to bots."""


class Clocks:
    """Knows when people run out of time at all tables, in memory or not."""

    def __init__(self, service: Service, people: People, supervisor: Supervisor, hand_over: HandOver) -> None:
        self._service = service
        self._people = people
        self._supervisor = supervisor
        self._hand_over = hand_over
        self._running: dict[str, RunningClocks] = {}
        service.listeners.append(self.note)

    def note(self, live: LiveTable) -> None:
        """Remember when the people who must act at a table run out of time."""
        running = live.running_clocks() if live.clock else None
        if running is None:
            self._running.pop(live.id, None)
        else:
            self._running[live.id] = running

    async def check(self) -> None:
        """Hand the seats of those whose time is out to bots. What fails is tried again the next time."""
        now = self._service.now()
        for table in [table for table, running in self._running.items() if running.deadline <= now]:
            try:
                await self._check(await self._service.get(table), now)
            except Unready:
                continue  # looked at again when its game is compiled
            except Unavailable:
                return  # the others fare no better, and the time is given back
            except DoubloonError as error:
                LOG.warning("the clock of table %s stops: %s", table, error)
                self._running.pop(table, None)
            except Exception as error:  # whatever it is, the clocks of the others go on
                self._supervisor.note("the clock of table", error, table)

    async def _check(self, live: LiveTable, now: float) -> None:
        async with live.lock:
            late = [
                seat for seat in live.due_people() if (found := live.deadline_of(seat)) is not None and found <= now
            ]
            if late:
                await self._hand_over(live, late)
            else:
                self.note(live)

    async def restore(self) -> None:
        """Set the clocks of all games that go on, at a start: the time since a server last lived was nobody's
        (`clock_rules.renewed`).
        """
        now = self._service.now()
        lived = await self._service.store.read(last_lived)
        away = 0.0 if lived is None else now - lived
        found = await self._service.store.read(running_clocks)
        self._running |= {running.table: running for running in found if running.table not in self._running}
        await self._change_all(lambda seat: renewed(seat, now, away))

    async def give_back(self, seconds: float) -> None:
        """Give all clocks that run so many seconds more."""
        await self._change_all(lambda seat: shifted(seat, seconds))

    async def _change_all(self, change: Callable[[SeatClock], SeatClock]) -> None:
        """Store what becomes of all clocks that run, and then let them. Where somebody acted meanwhile, a new one runs
        already.
        """
        changes = [
            Change(running.table, seat, clock, change(clock))
            for running in self._running.values()
            for seat, clock in running.seats.items()
        ]
        if changes:
            self._take_in(await self._service.store.write(lambda connection: change_clocks(connection, changes)))

    def _take_in(self, changes: Sequence[Change]) -> None:
        """Let clocks be as they are stored."""
        for change in changes:
            live = self._service.peek(change.table)
            if live is not None and live.clocks.get(change.seat) == change.before:
                live.clocks[change.seat] = change.after
                live.version += 1
                self._service.hub.publish(live.id)
                self.note(live)
            elif live is None and change.table in self._running:
                running = self._running[change.table]
                self._running[change.table] = running._replace(seats={**running.seats, change.seat: change.after})

    async def agree_to_pause(self, table: str, person: Person, *, agreed: bool) -> LiveTable:
        """Agree to a pause, or no longer; with the last voice of the people who play the game is paused: its clocks
        stand, and nobody acts. Raises Refused.
        """
        live = await self._service.get(table)
        async with live.lock:
            voter = live.own_seat(person.id)
            live.check_going_on()
            if not live.clock:
                raise Refused("no_clock", f"table {table} has no clock that could stand")
            if live.seats[voter].stand_in:
                raise Refused("pause_away", f"a bot plays for seat {voter} of table {table}")
            agreeing = live.agreeing() | {voter} if agreed else live.agreeing() - {voter}
            if agreeing >= {seat.seat for seat in live.people()}:
                await self._pause(live)
            elif agreeing != live.agreeing():
                await self._set_agreeing(live, agreeing)
        return live

    async def _set_agreeing(self, live: LiveTable, agreeing: set[int]) -> None:
        def write(connection: Connection) -> None:
            delete_votes(connection, live.id, PAUSE)
            for voter in sorted(agreeing):
                insert_vote(connection, live.id, PAUSE, voter)

        await self._service.store.write(write)
        live.set_agreeing(agreeing)
        self._service.tell(live)

    async def _pause(self, live: LiveTable) -> None:
        now = self._service.now()
        standing = {seat: halted(live.clocks[seat], now, live.rest_of(seat)) for seat in live.due_people()}
        await self._set_paused(live, now, standing)

    async def resume(self, table: str, person: Person) -> LiveTable:
        """Go on after a pause, at the word of anybody who sits at the table. Raises Refused."""
        live = await self._service.get(table)
        async with live.lock:
            live.own_seat(person.id)
            live.check_playing()
            if live.row.paused is not None:
                now = self._service.now()
                people = {seat.seat for seat in live.people()}
                due = [seat for seat in live.asked() if seat in people and seat in live.clocks]
                await self._set_paused(live, None, {seat: resumed(live.clocks[seat], now) for seat in due})
        return live

    async def _set_paused(self, live: LiveTable, paused: float | None, changed: dict[int, SeatClock]) -> None:
        def write(connection: Connection) -> None:
            update_table(connection, live.id, paused=paused)
            delete_votes(connection, live.id, PAUSE)
            put_clocks(connection, live.id, changed)

        await self._service.store.write(write)
        live.row.paused = paused
        live.clocks |= changed
        live.set_agreeing(set())
        self._service.tell(live)

    async def set_rest(self, person: Person, rest: Rest) -> Person:
        """Let a person's clocks of days stand on other days from now on; what has passed counts as it was."""
        changed = await self._people.set_rest(person, text_of_rest(rest))
        for table in await self._service.store.read(lambda connection: timed_tables_of(connection, person.id)):
            try:
                await self._follow_rest(await self._service.get(table), person, rest)
            except Unavailable:
                raise
            except DoubloonError as error:
                LOG.warning("the clock of table %s stays as it is: %s", table, error)
        return changed

    async def _follow_rest(self, live: LiveTable, person: Person, rest: Rest) -> None:
        async with live.lock:
            seat = live.seat_of(person.id)
            if seat is None or not live.clock.is_slow:
                return
            clock = rested(live.clocks[seat], self._service.now(), live.rests.get(seat, NO_REST))
            await self._service.store.write(lambda connection: put_clocks(connection, live.id, {seat: clock}))
            live.clocks[seat] = clock
            live.rests[seat] = rest
            self._service.tell(live)
