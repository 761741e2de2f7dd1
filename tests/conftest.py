"""What all tests share: the games, with the settings under which each is tried."""

from collections.abc import Iterator
from importlib import import_module

import pytest

from doubloon.engine.contract import Game
from doubloon.games import load, slugs

GAMES = tuple(load(slug) for slug in slugs())


def variants(game: Game) -> tuple[tuple[str, ...], ...]:
    """Return the settings variants that a game's own tests name."""
    found: tuple[tuple[str, ...], ...] = import_module(f"doubloon.games.{game.slug}.tests.variants").VARIANTS
    return found


def every_table() -> Iterator[tuple[Game, int, tuple[str, ...]]]:
    """Yield each game with each number of seats and each variant that fits."""
    for game in GAMES:
        for num_seats in game.seats:
            for changes in variants(game):
                yield game, num_seats, changes


def table_id(value: object) -> str:
    """Name a parameter in test ids."""
    return (
        value.slug
        if isinstance(value, Game)
        else ",".join(value) or "default"
        if isinstance(value, tuple)
        else str(value)
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test that asks for `game` every game; one that asks for `num_seats` and `changes` too, every table."""
    names = metafunc.fixturenames
    if "game" in names and "changes" in names:
        metafunc.parametrize(("game", "num_seats", "changes"), list(every_table()), ids=table_id)
    elif "game" in names and "num_seats" in names:
        metafunc.parametrize(
            ("game", "num_seats"), [(game, seats) for game in GAMES for seats in game.seats], ids=table_id
        )
    elif "game" in names:
        metafunc.parametrize("game", GAMES, ids=table_id)
