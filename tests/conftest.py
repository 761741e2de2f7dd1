"""What all tests share: the games, with the settings under which each is tried."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import doubloon
from doubloon.engine.contract import Game
from doubloon.games import load, place_of, slugs
from tests import examples

examples.ensure()
GAMES = tuple(load(slug) for slug in slugs())
"""Every installed game: ours, those of `examples`, and whatever else is there."""
OWN_GAMES = tuple(game for game in GAMES if game.folder.is_relative_to(Path(doubloon.__file__).parent))
"""Those of this package, about which its docs and pinned figures speak."""


def own_tests(game: Game, name: str) -> ModuleType | None:
    """Return a module of a game's own tests; None for a game that was installed without them."""
    if not (game.folder / "tests" / f"{name}.py").exists():
        return None
    return import_module(f"{place_of(game.slug).module.rpartition('.')[0]}.tests.{name}")


def variants(game: Game) -> tuple[tuple[str, ...], ...]:
    """Return the settings variants that a game's own tests name; without them, its own settings."""
    module = own_tests(game, "variants")
    found: tuple[tuple[str, ...], ...] = module.VARIANTS if module else ((),)
    return found


def short_game(game: Game) -> dict[str, str]:
    """Return the settings under which a game is short but has everything, as its own tests name them."""
    found: dict[str, str] = getattr(own_tests(game, "variants"), "SHORT", {})
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
    """Give a test that asks for `game` every game, one that asks for `own_game` ours; one that asks for `num_seats` and
    `changes` too, every table.
    """
    names = metafunc.fixturenames
    if "own_game" in names:
        metafunc.parametrize("own_game", OWN_GAMES, ids=table_id)
    if "game" in names and "changes" in names:
        metafunc.parametrize(("game", "num_seats", "changes"), list(every_table()), ids=table_id)
    elif "game" in names and "num_seats" in names:
        metafunc.parametrize(
            ("game", "num_seats"), [(game, seats) for game in GAMES for seats in game.seats], ids=table_id
        )
    elif "game" in names:
        metafunc.parametrize("game", GAMES, ids=table_id)
