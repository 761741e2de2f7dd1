"""Sends what waits in the outbox, in the background: looks at each message when it is due, and sends it if it is still
worth it.
"""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from doubloon.engine.errors import DoubloonError
from doubloon.notify.channels import Channels
from doubloon.notify.outbox import Outbox
from doubloon.notify.store import (
    Row,
    due_messages,
    find_channel,
    forget_messages,
    next_due,
    sent_since,
    update_message,
)
from doubloon.notify.wishes import after_quiet, wishes_of
from doubloon.notify.words import message_of
from doubloon.tables.errors import NotFound, Unavailable, Unready
from doubloon.tables.live import LiveTable
from doubloon.tables.people import People
from doubloon.tables.rest import rest_of
from doubloon.tables.rows import OPEN_TABLE
from doubloon.tables.service import Service
from doubloon.tables.supervisor import Supervisor

LOG = logging.getLogger(__name__)

AGAIN_S = 60.0
"""When to look again at a message about a table that its reader has open, or that is paused."""
FIRST_REST_S = 60.0
LONGEST_REST_S = 6 * 3_600.0
"""How long a message that failed waits: twice as long after each failure."""
MOST_TRIES = 8
DAY_S = 86_400.0
MOST_A_DAY = 100
"""Messages to a person."""
LONGEST_WAIT_S = 300.0
BROKEN = "broken"
"""What is no fault of a channel: the process that sends has ended."""


class Notifier:
    """Looks at the outbox until it is stopped."""

    def __init__(
        self, service: Service, people: People, outbox: Outbox, channels: Channels, folder_of: Callable[[str], Path]
    ) -> None:
        self._service = service
        self._people = people
        self._outbox = outbox
        self._channels = channels
        self._folder_of = folder_of

    def start(self, supervisor: Supervisor) -> None:
        """Begin to watch tables and the outbox."""
        self._service.news = self._outbox.news
        self._service.listeners.append(self._outbox.wake)
        supervisor.keep("messages", self._run)

    async def _run(self) -> None:
        await self._outbox.load()
        await self._service.store.write(lambda connection: forget_messages(connection, self._service.now()))
        while True:
            await self.send_due()
            await self._wait()

    async def _wait(self) -> None:
        due = await self._service.store.read(next_due)
        wait = LONGEST_WAIT_S if due is None else min(LONGEST_WAIT_S, max(0.0, due - self._service.now()))
        try:
            async with asyncio.timeout(wait):
                await self._outbox.woken.wait()
        except TimeoutError:
            return
        self._outbox.woken.clear()
        self._outbox.take_earliest()

    async def send_due(self) -> None:
        """Look at all messages that are due."""
        while rows := await self._service.store.read(lambda connection: due_messages(connection, self._service.now())):
            # Those of one channel one after the other, and no channel waits for another.
            queues: dict[str, list[Row]] = {}
            for row in rows:
                queues.setdefault(row.channel, []).append(row)
            await asyncio.gather(*[self._send_all(queue) for queue in queues.values()])

    async def _send_all(self, rows: list[Row]) -> None:
        for row in rows:
            try:
                await self._look(row)
            except Unavailable:
                raise
            except Unready:
                await self._put_off(row, AGAIN_S)
            except DoubloonError as error:
                if not isinstance(error, NotFound):
                    LOG.warning("message about table %s: %s", row.table, error)
                await self._drop(row)

    async def _look(self, row: Row) -> None:
        """Send a message, put it off, or drop it."""
        now = self._service.now()
        channel = await self._service.store.read(lambda connection: find_channel(connection, row.channel))
        person = await self._people.get(row.person)
        wishes = wishes_of(person.news)
        live = await self._service.get(row.table)
        if channel is None or not channel.works or row.kind not in wishes.kinds or not is_worth(row, live):
            await self._drop(row)
            return
        is_here = self._service.hub.is_here(live.id, row.person)
        if row.kind == "turn" and (is_here or live.row.paused is not None):
            await self._put_off(row, max(AGAIN_S, wishes.delay_min * 60.0))
            return
        if is_here:
            await self._drop(row)
            return
        when = after_quiet(wishes, rest_of(person.rest), now)
        if when > now:
            await self._put_off(row, when - now)
            return
        if await self._service.store.read(lambda found: sent_since(found, row.person, now - DAY_S)) >= MOST_A_DAY:
            await self._drop(row)
            return
        title, body = message_of(row.kind, live, row.person, wishes.language, self._folder_of)
        url = f"{channel.base}/tables/{live.id}"
        error = await self._channels.means.send(channel, title, body, url, f"{live.id}-{row.kind}"[:32])
        await self._note(row, error)
        if error != BROKEN:
            await self._channels.note(channel, error)

    async def _note(self, row: Row, error: str) -> None:
        if not error:
            await self._set(row, due=None, sent=self._service.now())
        elif error == BROKEN:
            await self._put_off(row, FIRST_REST_S)
        elif row.tries + 1 >= MOST_TRIES:
            await self._drop(row)
        else:
            rest = min(FIRST_REST_S * 2**row.tries, LONGEST_REST_S)
            await self._set(row, due=self._service.now() + rest, tries=row.tries + 1)

    async def _put_off(self, row: Row, seconds: float) -> None:
        await self._set(row, due=self._service.now() + seconds)

    async def _drop(self, row: Row) -> None:
        await self._set(row, due=None)

    async def _set(self, row: Row, **values: object) -> None:
        await self._service.store.write(lambda connection: update_message(connection, row, **values))


def is_worth(row: Row, live: LiveTable) -> bool:
    """Tell whether a message is still true: a turn that is the same still waits, a table still has room."""
    seat = live.seat_of(row.person)
    if row.kind == "invited":
        return live.row.status == OPEN_TABLE and seat is None and bool(live.open_seats())
    if seat is None:
        return False
    if row.kind == "turn":
        is_theirs = seat in live.asked() and not live.seats[seat].stand_in
        return is_theirs and live.turns.get(seat) == row.at
    if row.kind == "begins":
        return live.is_playing and seat not in live.last_act
    return True
