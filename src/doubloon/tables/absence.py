"""People who are away: their seat can go to a bot by consent of the others or by the clock, and be taken back."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from doubloon.engine.record import HUMAN
from doubloon.tables.clock_rules import SeatClock, begun, ended, returned
from doubloon.tables.errors import Forbidden, NotFound, Refused
from doubloon.tables.live import LiveTable
from doubloon.tables.rows import Person, SeatRow
from doubloon.tables.service import Service
from doubloon.tables.store import delete_votes, insert_vote, update_seat, update_table
from doubloon.tables.store_clocks import put_clocks

STAND_IN = "sailor"
"""Level of the bot that plays for an absent person."""


def voters(live: LiveTable, seat: int) -> set[int]:
    """Return the seats whose consent is needed to give a seat to a bot: the other people who play themselves."""
    return {other.seat for other in live.people() if other.seat != seat}


class Absence:
    """Hands seats to bots and back."""

    def __init__(self, service: Service) -> None:
        self.service = service

    async def vote(self, table: str, person: Person, seat: int) -> LiveTable:
        """Agree to a bot for the seat of an absent person; with the last voice it takes over. For the own seat no
        consent is needed. Raises Refused.
        """
        live = await self.service.get(table)
        async with live.lock:
            voter = live.own_seat(person.id)
            live.check_playing()
            if seat == voter:
                await self.hand_over(live, [seat])
                return live
            live.check_going_on()
            self._check_absent(live, seat)
            if (seat, voter) not in live.votes:
                await self.service.store.write(lambda connection: insert_vote(connection, table, seat, voter))
                live.votes.add((seat, voter))
            agreed = {other for about, other in live.votes if about == seat}
            if voters(live, seat) <= agreed:
                await self.hand_over(live, [seat])
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
                await self._seat(live, [replace(live.seats[seat], stand_in="")])
        return live

    async def hand_over(self, live: LiveTable, seats: list[int]) -> None:
        """Give seats of people to bots; the table's lock must be held. A pause ends with the last person."""
        await self._seat(live, [replace(live.seats[seat], stand_in=STAND_IN) for seat in seats])

    async def _seat(self, live: LiveTable, changed: Sequence[SeatRow]) -> None:
        """Let people play themselves, or bots for them, and their clocks run or stand."""
        now = self.service.now()
        clocks = {seat.seat: clock for seat in changed if (clock := self._clock(live, seat, now)) is not None}
        away = {seat.seat for seat in changed if seat.stand_in}
        paused = live.row.paused if {seat.seat for seat in live.people()} - away else None

        def write(connection: Connection) -> None:
            for seat in changed:
                update_seat(connection, live.id, seat)
                delete_votes(connection, live.id, seat.seat)
            put_clocks(connection, live.id, clocks)
            if paused != live.row.paused:
                update_table(connection, live.id, paused=paused)

        await self.service.store.write(write)
        for seat in changed:
            live.seats[seat.seat] = seat
        live.clocks |= clocks
        live.row.paused = paused
        live.votes = {(about, voter) for about, voter in live.votes if about not in away}
        self.service.tell(live)

    def _clock(self, live: LiveTable, seat: SeatRow, now: float) -> SeatClock | None:
        """Return what becomes of the clock of a seat; None where there is none."""
        clock = live.clocks.get(seat.seat)
        if clock is None:
            return None
        if seat.stand_in:
            return ended(live.clock, clock, now, live.rest_of(seat.seat), moved=False)
        back = returned(live.clock, clock)
        return begun(back, now) if seat.seat in live.seats_to_act() else back
