"""What happens at tables becomes messages, written in the same transaction: none is lost, and none is made twice."""

import asyncio
import math
from collections.abc import Callable, Iterable

from sqlalchemy import Connection

from doubloon.engine.record import HUMAN
from doubloon.notify.store import Reachable, Row, put_messages, reachable
from doubloon.notify.wishes import first_look, wishes_of
from doubloon.tables.live import LiveTable
from doubloon.tables.rows import SeatRow
from doubloon.tables.service import News
from doubloon.tables.store import Store

SPOKEN_EVERY_S = 3_600
"""Talk at a table is told once in so long."""


class Outbox:
    """Knows who can be told something, and writes down what they are to be told. `woken` is set when there may be
    something to send.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Reachable] = {}
        self._earliest = math.inf
        self.woken = asyncio.Event()

    async def load(self) -> None:
        """Read who can be told something, at a start."""
        self._known = {found.person: found for found in await self._store.read(reachable)}

    async def learn(self, person: str) -> None:
        """Take in that the channels or wishes of a person have changed."""
        found = await self._store.read(lambda connection: reachable(connection, person))
        if found:
            self._known[person] = found[0]
        else:
            self._known.pop(person, None)
        self.woken.set()

    def news(self, news: News) -> Callable[[Connection], None] | None:
        """Return what writes the messages of something that happens; None where nobody wants to hear of it."""
        if not self._known:
            return None
        rows = [row for kind, at, seat in told_of(news) for row in self._rows(news, kind, at, seat)]
        if not rows:
            return None
        self._earliest = min(self._earliest, *[row.due for row in rows if row.due is not None])
        return lambda connection: put_messages(connection, rows)

    def take_earliest(self) -> float:
        """Return when the first of the messages is due that were made since this was asked last."""
        found, self._earliest = self._earliest, math.inf
        return found

    def wake(self, live: LiveTable) -> None:
        """Have the notifier look: something has changed at a table, and is stored by now."""
        if self._earliest < math.inf:
            self.woken.set()

    def _rows(self, news: News, kind: str, at: int, seat: SeatRow) -> list[Row]:
        known = self._known.get(seat.person or "")
        if known is None or seat.person == news.person:
            return []
        wishes = wishes_of(known.news)
        if kind == "begins" and kind not in wishes.kinds and seat.seat in news.live.turns:
            kind, at = "turn", news.live.turns[seat.seat]  # it begins with their turn, which they want to be told of
        if kind not in wishes.kinds:
            return []
        table = news.next_table or news.live.id
        due = first_look(wishes, kind, news.now, deadline_of(news, seat))
        return [Row(channel, kind, table, at, known.person, news.now, due, 0, None) for channel in known.channels]


def told_of(news: News) -> Iterable[tuple[str, int, SeatRow]]:
    """Yield who is to be told of something: its kind, what tells it apart from others of that kind, and the seat."""
    live = news.live
    people = [seat for seat in live.seats if seat.kind == HUMAN]
    if news.kind == "turn":
        return [("turn", live.at, seat) for seat in people if is_new_turn(live, seat)]
    at = int(news.now // SPOKEN_EVERY_S) if news.kind == "spoken" else 0
    return [(news.kind, at, seat) for seat in people]


def is_new_turn(live: LiveTable, seat: SeatRow) -> bool:
    """Tell whether a person's turn has begun with the newest entry."""
    return not seat.stand_in and live.turns.get(seat.seat) == live.at


def deadline_of(news: News, seat: SeatRow) -> float | None:
    """Return when a seat that must act now will be out of time; its clock begins only now."""
    clock = news.live.clock
    if not clock:
        return None
    bank = news.live.clocks[seat.seat].left if seat.seat in news.live.clocks else clock.bank
    return news.now + clock.move + bank
