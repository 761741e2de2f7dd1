"""The games of a server: imported and compiled in the background, so that it answers at once."""

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import cache

from doubloon.bots.prepare import prepare
from doubloon.engine.contract import Game
from doubloon.engine.errors import DoubloonError, UnknownGame
from doubloon.engine.playthrough import new_rules
from doubloon.tables.errors import Unready

LOG = logging.getLogger(__name__)

PATIENCE_S = 1.5
"""How long somebody waits for a game before hearing that it is being prepared."""


class Games:
    """Games by name. `load` imports one; that and compiling happen in one thread, in the order of `slugs`."""

    def __init__(self, load: Callable[[str], Game], slugs: Sequence[str], patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self._load = load
        self._is_closed = False
        self._games: dict[str, Future[Game]] = {slug: Future() for slug in slugs}
        # Not of a pool, whose threads Python waits for: Ctrl-C must not wait until all is compiled.
        threading.Thread(target=self._prepare_all, name="compiler", daemon=True).start()

    def _prepare_all(self) -> None:
        for slug, game in self._games.items():
            if self._is_closed:
                return
            try:
                game.set_result(load_prepared(self._load, slug))
            except DoubloonError as error:
                LOG.error("%s", error)
                game.set_exception(error)
            # whatever it is, those who wait for the game must hear of it, and the other games come next
            except Exception as error:
                LOG.exception("%s cannot be prepared", slug)
                game.set_exception(error)

    @property
    def slugs(self) -> tuple[str, ...]:
        """Names of the games, without those that turned out not to be playable."""
        return tuple(slug for slug, game in self._games.items() if not (game.done() and game.exception()))

    def is_ready(self, slug: str) -> bool:
        """Tell whether a game can be played without waiting."""
        return slug in self._games and self._games[slug].done()

    async def get(self, slug: str) -> Game:
        """Return a game that is ready. Raises UnknownGame; Unready where it takes longer than one would wait."""
        if slug not in self._games:
            raise UnknownGame(f"unknown game {slug!r}; there are: {', '.join(self._games)}")
        game = self._games[slug]
        if not game.done():
            try:
                await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(game)), self._patience_s)
            except TimeoutError as error:
                raise Unready(f"{slug} is being prepared") from error
        return game.result()

    async def when_ready(self, slug: str) -> Game:
        """Return a game however long it takes."""
        return await asyncio.shield(asyncio.wrap_future(self._games[slug]))

    def close(self) -> None:
        """Prepare no more games."""
        self._is_closed = True


@cache
def load_prepared(load: Callable[[str], Game], slug: str) -> Game:
    """Return a game with all compiled that a table needs; the trial game is played once a process."""
    game = load(slug)
    prepare(game, new_rules(game, game.usual_seats))
    LOG.info("%s is ready", slug)
    return game
