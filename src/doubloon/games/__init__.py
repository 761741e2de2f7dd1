"""The games: every folder here that has a `game.py` with a `GAME` in it is one. There is no list to keep."""

from functools import cache
from importlib import import_module
from pathlib import Path

from doubloon.engine.contract import Game
from doubloon.engine.errors import UnknownGame
from doubloon.engine.reading import shown


@cache
def slugs() -> tuple[str, ...]:
    """Return the names of all games, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in Path(__file__).parent.glob("*/game.py")))


def load(slug: str) -> Game:
    """Return a game by its name. Raises UnknownGame."""
    if slug not in slugs():
        raise UnknownGame(f"unknown game {shown(slug)}; there are: {', '.join(slugs())}")
    game: Game = import_module(f"doubloon.games.{slug}.game").GAME
    return game
