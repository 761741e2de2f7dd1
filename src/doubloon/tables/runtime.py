"""All that tables need, put together: the database, the door, bots, clocks, people; opened and closed together."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from argon2 import PasswordHasher

from doubloon.engine.contract import Game
from doubloon.engine.errors import DoubloonError
from doubloon.tables.absence import Absence
from doubloon.tables.bot_seats import PACE_S, BotSeats
from doubloon.tables.chat import Chat
from doubloon.tables.clocks import Clocks
from doubloon.tables.database import open_database
from doubloon.tables.errors import Unavailable
from doubloon.tables.games import Games
from doubloon.tables.health import Health
from doubloon.tables.hints import Hints
from doubloon.tables.hub import Hub
from doubloon.tables.lobby import Lobby
from doubloon.tables.people import People
from doubloon.tables.service import MOST_LIVE, Service
from doubloon.tables.store import Store, Unfinished, unfinished
from doubloon.tables.store_clocks import beat as store_beat
from doubloon.tables.supervisor import Supervisor
from doubloon.tables.timekeeper import Timekeeper
from doubloon.tables.turns import Thinkers

LOG = logging.getLogger(__name__)

CLOCK_CHECK_S = 1.0
BEAT_S = 10.0
"""How often it is written down that the server lives: so much of a clock is given back too much after a crash."""
PROBE_S = 2.0
"""How often that is tried while nothing can be written."""


@dataclass(frozen=True)
class RuntimeOptions:
    """What differs between a server, its tests and its benchmark."""

    now: Callable[[], float] = time.time
    monotonic: Callable[[], float] = time.monotonic
    pace_s: float = PACE_S
    most_live: int = MOST_LIVE
    hasher: PasswordHasher | None = None


class Runtime:
    """All that tables need. `start` and `close` belong to the event loop that uses it."""

    def __init__(
        self, url: str, load: Callable[[str], Game], slugs: Sequence[str], options: RuntimeOptions | None = None
    ) -> None:
        """Open the database at once (raises DoubloonError), and begin to prepare the games."""
        wanted = options or RuntimeOptions()
        self.health = Health(wanted.monotonic)
        self.store = Store(open_database(url), self.health)
        self.supervisor = Supervisor()
        self.games = Games(load, slugs)
        self.hub = Hub(wanted.monotonic)
        self.service = Service(self.store, self.games, self.hub, wanted.now, wanted.most_live)
        self.lobby = Lobby(self.service)
        self.absence = Absence(self.service)
        self.thinkers = Thinkers()
        self.bots = BotSeats(self.service, self.supervisor, self.thinkers, wanted.pace_s)
        self.hints = Hints(self.service, self.thinkers)
        self.chat = Chat(self.service)
        self.hub.on_change = self._came_or_went
        self.people = People(self.service, wanted.hasher)
        self.clocks = Clocks(self.service, self.people, self.supervisor, self.absence.hand_over)
        self._now, self._monotonic = wanted.now, wanted.monotonic
        self._timekeeper: Timekeeper | None = None
        self._last_beat = -BEAT_S

    def _came_or_went(self, table: str, person: str) -> None:
        self.supervisor.run("who is at table", self.absence.came_or_went(table, person), table)

    async def start(self) -> None:
        """Begin to watch clocks, and let the games go on that an earlier server left."""
        self.supervisor.keep("clocks", self._watch_clocks)
        self.supervisor.keep("games that go on", self.resume)

    async def resume(self) -> None:
        """Wake the bots of all unfinished games. Costs 0.1 ms an entry of games in which bots must act."""
        for game in await self.store.read(unfinished):
            await self._resume(game)

    async def _resume(self, game: Unfinished) -> None:
        if game.game not in self.games.slugs:
            LOG.warning("table %s: there is no game %s any more", game.table, game.game)
            return
        try:
            await self.games.when_ready(game.game)
            live = await self.service.get(game.table)
        except Unavailable:
            raise
        except DoubloonError as error:
            LOG.warning("table %s cannot go on: %s", game.table, error)
        except Exception as error:  # whatever it is, the other games go on
            self.supervisor.note("table", error, game.table)
        else:
            self.bots.wake(live)

    async def _watch_clocks(self) -> None:
        if self._timekeeper is None:
            await self.clocks.restore()
            self._timekeeper = Timekeeper(self._now, self._monotonic, self.health)
        while True:
            await self.look_at_clocks(self._timekeeper)
            await asyncio.sleep(CLOCK_CHECK_S)

    async def look_at_clocks(self, timekeeper: Timekeeper) -> None:
        """Write down that the server lives, give back time that was nobody's, and see whose time is out."""
        if self._monotonic() - self._last_beat >= (BEAT_S if self.health.is_well else PROBE_S):
            with suppress(Unavailable):
                await self.beat()
        if not self.health.is_well:
            timekeeper.look()
            return
        if lost := timekeeper.look():
            await self.clocks.give_back(lost)
            timekeeper.given_back(lost)
        await self.clocks.check()

    async def beat(self) -> None:
        """Write down that the server lives. Raises Unavailable where it cannot, which `health` then knows."""
        self._last_beat = self._monotonic()
        now = self._now()
        await self.store.write(lambda connection: store_beat(connection, now))

    async def close(self) -> None:
        """Stop bots, clocks and streams, and write what waits."""
        self.hub.close()
        await self.supervisor.close()
        self.thinkers.close()
        self.people.close()
        self.games.close()
        if self._timekeeper is not None:
            with suppress(Unavailable):
                await self.beat()
        self.store.close()
