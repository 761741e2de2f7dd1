"""All that tables need, put together: the database, the door, bots, clocks, people; opened and closed together."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from argon2 import PasswordHasher

from doubloon.engine.contract import Game
from doubloon.engine.errors import DoubloonError
from doubloon.tables.absence import Absence
from doubloon.tables.bot_seats import PACE_S, BotSeats
from doubloon.tables.chat import Chat
from doubloon.tables.database import open_database
from doubloon.tables.games import Games
from doubloon.tables.hints import Hints
from doubloon.tables.hub import Hub
from doubloon.tables.lobby import Lobby
from doubloon.tables.people import People
from doubloon.tables.service import MOST_LIVE, Service
from doubloon.tables.store import Store, Unfinished, unfinished

LOG = logging.getLogger(__name__)

CLOCK_CHECK_S = 1.0


@dataclass(frozen=True)
class RuntimeOptions:
    """What differs between a server, its tests and its benchmark."""

    now: Callable[[], float] = time.time
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
        self.store = Store(open_database(url))
        self.games = Games(load, slugs)
        self.hub = Hub()
        self.service = Service(self.store, self.games, self.hub, wanted.now, wanted.most_live)
        self.lobby = Lobby(self.service)
        self.absence = Absence(self.service)
        self.bots = BotSeats(self.service, wanted.pace_s)
        self.hints = Hints(self.service)
        self.chat = Chat(self.service)
        self.people = People(self.service, wanted.hasher)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to watch clocks, and let the games go on that an earlier server left."""
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(self._watch_clocks(), name="clocks"),
            loop.create_task(self.resume(), name="resume"),
        ]

    async def resume(self) -> None:
        """Wake the bots of all unfinished games, and remember their deadlines. Costs 0.1 ms an entry of games in which
        bots must act.
        """
        for game in await self.store.read(unfinished):
            if game.clock:
                self.absence.expect(game.table, game.time + game.clock)
            await self._resume(game)

    async def _resume(self, game: Unfinished) -> None:
        if game.game not in self.games.slugs:
            LOG.warning("table %s: there is no game %s any more", game.table, game.game)
            return
        try:
            await self.games.when_ready(game.game)
            live = await self.service.get(game.table)
        except DoubloonError as error:
            LOG.warning("table %s cannot go on: %s", game.table, error)
            return
        self.bots.wake(live)

    async def _watch_clocks(self) -> None:
        while True:
            await asyncio.sleep(CLOCK_CHECK_S)
            await self.absence.check_clocks()

    async def close(self) -> None:
        """Stop bots, clocks and streams, and write what waits."""
        self.hub.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        self.hints.close()
        self.games.close()
        self.store.close()
