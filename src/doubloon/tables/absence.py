"""People who are away: their seat can go to a bot by consent of the others or by the clock, and be taken back."""

import logging
from dataclasses import replace

from sqlalchemy import Connection

from doubloon.engine.errors import DoubloonError
from doubloon.engine.record import HUMAN
from doubloon.tables.errors import Forbidden, NotFound, Refused, Unavailable, Unready
from doubloon.tables.live import LiveTable
from doubloon.tables.rows import Person
from doubloon.tables.service import Service
from doubloon.tables.store import (
    RunningClock,
    delete_votes,
    insert_vote,
    last_lived,
    set_clocks,
    unfinished,
    update_seat,
)
from doubloon.tables.supervisor import Supervisor

LOG = logging.getLogger(__name__)

STAND_IN = "sailor"
"""Level of the bot that plays for an absent person."""


def voters(live: LiveTable, seat: int) -> set[int]:
    """Return the seats whose consent is needed to give a seat to a bot: the other people who play themselves."""
    return {other.seat for other in live.people() if other.seat != seat}


class Absence:
    """Hands seats to bots and back."""

    def __init__(self, service: Service, supervisor: Supervisor) -> None:
        self.service = service
        self._supervisor = supervisor
        self._clocks: dict[str, RunningClock] = {}
        service.listeners.append(self.note)

    async def vote(self, table: str, person: Person, seat: int) -> LiveTable:
        """Agree to a bot for the seat of an absent person; with the last voice it takes over. For the own seat no
        consent is needed. Raises Refused.
        """
        live = await self.service.get(table)
        async with live.lock:
            voter = live.own_seat(person.id)
            live.check_playing()
            if seat == voter:
                await self._hand_over(live, [seat])
                return live
            self._check_absent(live, seat)
            if (seat, voter) not in live.votes:
                await self.service.store.write(lambda connection: insert_vote(connection, table, seat, voter))
                live.votes.add((seat, voter))
            agreed = {other for about, other in live.votes if about == seat}
            if voters(live, seat) <= agreed:
                await self._hand_over(live, [seat])
            else:
                self.service.tell(live)
        return live

    def _check_absent(self, live: LiveTable, seat: int) -> None:
        if not 0 <= seat < len(live.seats) or live.seats[seat].kind != HUMAN or live.seats[seat].stand_in:
            raise Refused("no_person", f"nobody plays seat {seat} of table {live.id}")
        if self.service.hub.is_here(live.id, live.seats[seat].person or ""):
            raise Forbidden("is_here", f"the person of seat {seat} is at table {live.id}")

    async def came_or_went(self, table: str, person: str) -> None:
        """Tell those at a table that a person who sits there has come, or has been gone for a while. Votes about
        one who has come lapse.
        """
        try:
            live = await self.service.get(table)
        except NotFound:
            return  # not a table, or one that was closed
        seat = live.seat_of(person)
        if seat is None:
            return
        async with live.lock:
            if self.service.hub.is_here(table, person) and any(about == seat for about, _ in live.votes):
                await self.service.store.write(lambda connection: delete_votes(connection, table, seat))
                live.votes = {(about, voter) for about, voter in live.votes if about != seat}
            live.version += 1
            self.service.hub.publish(table)

    async def come_back(self, table: str, person: Person) -> LiveTable:
        """Take the own seat back from the bot. The clock of the seat begins anew."""
        live = await self.service.get(table)
        async with live.lock:
            seat = live.own_seat(person.id)
            live.check_playing()
            if live.seats[seat].stand_in:
                changed = replace(live.seats[seat], stand_in="")
                clock = RunningClock(table, live.at, self.service.now(), live.row.clock)

                def write(connection: Connection) -> None:
                    update_seat(connection, table, changed)
                    set_clocks(connection, [clock])

                await self.service.store.write(write)
                live.seats[seat] = changed
                live.clock_since = clock.since
                self.service.tell(live)
        return live

    async def _hand_over(self, live: LiveTable, seats: list[int]) -> None:
        changed = [replace(live.seats[seat], stand_in=STAND_IN) for seat in seats]

        def write(connection: Connection) -> None:
            for seat in changed:
                update_seat(connection, live.id, seat)
                delete_votes(connection, live.id, seat.seat)

        await self.service.store.write(write)
        for seat in changed:
            live.seats[seat.seat] = seat
        live.votes = {(about, voter) for about, voter in live.votes if about not in seats}
        self.service.tell(live)

    def note(self, live: LiveTable) -> None:
        """Remember when the people who must act at a table run out of time."""
        if live.deadline() is None:
            self._clocks.pop(live.id, None)
        else:
            self._clocks[live.id] = RunningClock(live.id, live.at, live.clock_since, live.row.clock)

    async def check_clocks(self) -> None:
        """Hand the seats of those whose time is out to bots. What fails is tried again the next time."""
        now = self.service.now()
        for table in [table for table, clock in self._clocks.items() if clock.deadline <= now]:
            try:
                await self._check_clock(await self.service.get(table), now)
            except Unready:
                continue  # looked at again when its game is compiled
            except Unavailable:
                return  # the others fare no better, and the time is given back
            except DoubloonError as error:
                LOG.warning("the clock of table %s stops: %s", table, error)
                self._clocks.pop(table, None)
            except Exception as error:  # whatever it is, the clocks of the others go on
                self._supervisor.note("the clock of table", error, table)

    async def _check_clock(self, live: LiveTable, now: float) -> None:
        async with live.lock:
            deadline = live.deadline()
            if deadline is not None and deadline <= now:
                await self._hand_over(live, live.due_people())
            else:
                self.note(live)

    async def restore_clocks(self) -> None:
        """Set the clocks of all games that go on, at a start: the time since a server last lived was nobody's.

        Whoever must act gets the whole time anew, for nobody could look or come back at once; but once for an entry, or
        a clock of days would never run out on a server that starts anew each night.
        """
        now = self.service.now()
        lived = await self.service.store.read(last_lived)
        away = 0.0 if lived is None else now - lived
        await self._set_clocks(
            [
                RunningClock(game.table, game.at, game.since + away if game.has_been_given else now, game.clock)
                for game in await self.service.store.read(unfinished)
                if game.clock and game.due
            ]
        )

    async def give_back(self, seconds: float) -> None:
        """Give all clocks that run so many seconds more."""
        await self._set_clocks([clock._replace(since=clock.since + seconds) for clock in self._clocks.values()])

    async def _set_clocks(self, clocks: list[RunningClock]) -> None:
        """Store from when clocks count, and then let them. Where somebody acted meanwhile, a new one runs already."""
        if not clocks:
            return
        await self.service.store.write(lambda connection: set_clocks(connection, clocks))
        for clock in clocks:
            live = self.service.peek(clock.table)
            if live is None:
                self._clocks[clock.table] = clock
            elif live.at == clock.at:
                live.clock_since = clock.since
                live.version += 1
                self.service.hub.publish(live.id)
                self.note(live)
