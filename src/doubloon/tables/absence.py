"""People who are away: their seat can go to a bot by consent of the others or by the clock, and be taken back."""

import logging
from dataclasses import replace

from sqlalchemy import Connection

from doubloon.engine.errors import DoubloonError
from doubloon.engine.record import HUMAN
from doubloon.tables.errors import Forbidden, Refused, Unready
from doubloon.tables.live import LiveTable
from doubloon.tables.rows import Person
from doubloon.tables.service import Service
from doubloon.tables.store import delete_votes, insert_vote, update_seat

LOG = logging.getLogger(__name__)

STAND_IN = "sailor"
"""Level of the bot that plays for an absent person."""


def voters(live: LiveTable, seat: int) -> set[int]:
    """Return the seats whose consent is needed to give a seat to a bot: the other people who play themselves."""
    return {other.seat for other in live.people() if other.seat != seat}


class Absence:
    """Hands seats to bots and back."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._deadlines: dict[str, float] = {}
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

    async def come_back(self, table: str, person: Person) -> LiveTable:
        """Take the own seat back from the bot. The clock of the seat begins anew."""
        live = await self.service.get(table)
        async with live.lock:
            seat = live.own_seat(person.id)
            live.check_playing()
            if live.seats[seat].stand_in:
                changed = replace(live.seats[seat], stand_in="")
                await self.service.store.write(lambda connection: update_seat(connection, table, changed))
                live.seats[seat] = changed
                live.changed_at = self.service.now()
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
        deadline = live.deadline()
        if deadline is None:
            self._deadlines.pop(live.id, None)
        else:
            self._deadlines[live.id] = deadline

    def expect(self, table: str, deadline: float) -> None:
        """Remember the deadline of a table that is not in memory."""
        self._deadlines[table] = deadline

    async def check_clocks(self) -> None:
        """Hand the seats of those whose time is out to bots."""
        now = self.service.now()
        for table in [table for table, deadline in self._deadlines.items() if deadline <= now]:
            try:
                await self._check_clock(await self.service.get(table), now)
            except Unready:
                continue  # looked at again when its game is compiled
            except DoubloonError as error:
                LOG.warning("the clock of table %s stops: %s", table, error)
                del self._deadlines[table]

    async def _check_clock(self, live: LiveTable, now: float) -> None:
        async with live.lock:
            deadline = live.deadline()
            if deadline is not None and deadline <= now:
                await self._hand_over(live, live.due_people())
            else:
                self.note(live)
