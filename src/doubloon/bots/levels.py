"""Levels of play by name: what each one is for a game, and bots of them with some numbers changed for measurements."""

import math
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from doubloon.bots.search import Budget, SearchBot, Searcher, Style
from doubloon.bots.simple import GreedyBot, RandomBot
from doubloon.engine.contract import Game
from doubloon.engine.errors import BadGame, BadSeats
from doubloon.engine.playthrough import Bot
from doubloon.engine.reading import LONGEST_TOML, decimal_or, is_number, parse_toml, read_text, shown

LEVELS = ("random", "deckhand", "sailor", "mate", "captain", "admiral")
"""Every level, weakest first."""
SEARCHING = ("mate", "captain", "admiral")
SEARCH_FILE = "search.toml"
"""In the folder of a game, where it wants searches otherwise."""
STYLE = "style"
"""Its table for all levels; others are named for a level."""
SIMPLE_NUMBERS = {"mistakes": float}
SEARCH_NUMBERS = {
    "playouts": int,
    "seconds": float,
    "threads": int,
    "explore": float,
    "slope": float,
    "reduction": float,
    "win_weight": float,
    "noise": float,
    "horizon": int,
}
SEARCH_TABLES = {STYLE: Style._fields, **{level: tuple(SEARCH_NUMBERS) for level in SEARCHING}}
"""What a game's `search.toml` may say."""
LIMITS = {
    "mistakes": (0, 1),
    "playouts": (1, 10_000_000),
    "seconds": (0, 3600),
    "threads": (1, 64),
    "explore": (0, 100),
    "slope": (0, 100),
    "reduction": (0, 2),
    "win_weight": (0, 1),
    "noise": (0, 1),
    "horizon": (-1, 100_000),
}


class Level(NamedTuple):
    """A level of a game, or one with changed numbers: what its bots are made of."""

    name: str
    mistakes: float
    """Part of its decisions made at random; 1 for `random`. Only for levels without search."""
    style: Style
    budget: Budget

    @property
    def searches(self) -> bool:
        """Whether its bots search."""
        return self.name in SEARCHING


def level_name(text: str) -> str:
    """Return the name of a level without the numbers changed."""
    return text.partition("+")[0]


@cache
def level_file() -> Mapping[str, Any]:
    """Return what levels.toml says."""
    return tomllib.loads((Path(__file__).parent / "levels.toml").read_text(encoding="utf-8"))


@cache
def search_file(folder: Path) -> Mapping[str, Mapping[str, float]]:
    """Return what the `search.toml` of a game says: numbers by `style` and by level; nothing without one. Raises
    BadInput, BadGame.
    """
    path = folder / SEARCH_FILE
    if not path.exists():
        return {}
    tables: dict[str, Mapping[str, float]] = {}
    for name, table in parse_toml(read_text(path, LONGEST_TOML), str(path)).items():
        allowed = SEARCH_TABLES.get(name)
        if allowed is None or not isinstance(table, dict):
            raise BadGame(f"{path}: unknown table {name!r}; there are: {', '.join(SEARCH_TABLES)}")
        for key, value in table.items():
            check_number(key, value, allowed, f"{path}: {name}")
        tables[name] = table
    return tables


def check_number(key: str, value: object, allowed: Iterable[str], place: str) -> None:
    """Check a number of a game's `search.toml`. Raises BadGame."""
    if key not in allowed:
        raise BadGame(f"{place}: unknown number {key!r}; there are: {', '.join(allowed)}")
    least, most = LIMITS[key]
    kinds = (int,) if SEARCH_NUMBERS[key] is int else (int, float)
    if type(value) not in kinds or not least <= value <= most:  # type: ignore[operator]  # a number by then
        raise BadGame(f"{place}.{key} = {value!r}; expected a number {least} .. {most}")


def read_level(text: str, game: Game) -> Level:
    """Return a level from its name, with numbers changed by `+key=value`: `captain+playouts=4000+horizon=10`. Raises
    BadSeats.
    """
    name, *changes = text.split("+")
    if name not in LEVELS:
        raise BadSeats(f"unknown player {shown(name)}; there are: human, {', '.join(LEVELS)}")
    own = search_file(game.folder) if name in SEARCHING else {}
    numbers = {**own.get(STYLE, {}), **level_file().get(name, {}), **own.get(name, {})}
    allowed: Mapping[str, type] = SEARCH_NUMBERS if name in SEARCHING else {} if name == "random" else SIMPLE_NUMBERS
    changed: dict[str, float] = {}
    for change in changes:
        key, value = read_change(change, text, allowed)
        if key in changed:
            raise BadSeats(f"player {shown(text)}: {key} is given twice")
        changed[key] = value
    numbers |= changed
    mistakes = 1.0 if name == "random" else float(numbers.pop("mistakes", 0.0))
    budget = (
        Budget(**{key: numbers.pop(key) for key in Budget._fields if key in numbers})
        if name in SEARCHING
        else Budget(1)
    )
    return Level(name, mistakes, Style(**numbers), budget)


def read_change(change: str, text: str, allowed: Mapping[str, type]) -> tuple[str, float]:
    """Return key and value of one change of a level. Raises BadSeats."""
    key, _, value = change.partition("=")
    if key not in allowed:
        raise BadSeats(f"player {shown(text)}: unknown number {shown(key)}; there are: {', '.join(allowed) or 'none'}")
    least, most = LIMITS[key]
    is_whole = allowed[key] is int
    number = decimal_or(value, math.nan) if not is_whole or is_number(value, signed=True) else math.nan
    if not least <= number <= most:
        raise BadSeats(f"player {shown(text)}: {key} = {shown(value)}; expected a number {least} .. {most}")
    return key, int(number) if is_whole else number


def new_bot(level: str, game: Game, seed: int) -> Bot:
    """Return a bot of a level, as `read_level` takes it, with a seed for what it leaves to chance. Raises BadSeats."""
    found = read_level(level, game)
    if found.searches:
        return SearchBot(game, seed, found.style, found.budget)
    return RandomBot(seed) if found.name == "random" else GreedyBot(game, seed, found.mistakes)


def new_searcher(level: str, game: Game, seed: int) -> Searcher:
    """Return the search of a level without the bot around it, for hints and analysis. Raises BadSeats for a level that
    does not search.
    """
    found = read_level(level, game)
    if not found.searches:
        raise BadSeats(f"level {found.name} does not search; there are: {', '.join(SEARCHING)}")
    return Searcher(game, seed, found.style, found.budget)
