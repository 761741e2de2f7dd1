"""Hints at a table: what a captain would do, by what the asking seat knows.

Only where all others are bots, so that no friend plays against our search; and a game with hints is not rated.
"""

from dataclasses import replace

from doubloon.bots import new_searcher
from doubloon.bots.analyst import advise
from doubloon.engine import fair
from doubloon.tables.errors import Refused
from doubloon.tables.live import Hint, LiveTable
from doubloon.tables.rows import Person
from doubloon.tables.service import Service
from doubloon.tables.store import update_seat
from doubloon.tables.turns import Thinkers

LEVEL = "captain"


class Hints:
    """Thinks for people who ask."""

    def __init__(self, service: Service, thinkers: Thinkers) -> None:
        self._service = service
        self._thinkers = thinkers

    async def ask(self, table: str, person: Person) -> LiveTable:
        """Find a hint for the decision of a person's seat, and keep it at the table until the next entry. Raises
        Refused, Forbidden.

        That a seat has had one is on disk before anybody is shown it.
        """
        live = await self._service.get(table)
        async with live.lock:
            seat = live.own_seat(person.id)
            live.check_playing()
            if len(live.people()) > 1:
                raise Refused("hint_people", f"table {table}: hints are for games against bots")
            if seat not in live.seats_to_act():
                raise Refused("hint_turn", f"seat {seat} of table {table} has nothing to decide")
            at, sight = live.at, live.playthrough.sight(seat)
            searcher = new_searcher(LEVEL, live.game, fair.bot_seed(live.row.seed, seat, live.at))
        advice = await self._thinkers.think(person.id, lambda give_way: advise(sight, searcher, give_way), urgent=True)
        async with live.lock:
            if live.at == at:
                counted = replace(live.seats[seat], hints=live.seats[seat].hints + 1)
                await self._service.store.write(lambda connection: update_seat(connection, table, counted))
                live.seats[seat] = counted
                live.hints[seat] = Hint(at, advice.best, advice.win)
                self._service.tell(live)
        return live
