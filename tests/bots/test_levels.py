"""Levels by name, with numbers changed; nonsense is answered with what is allowed."""

import pytest

from doubloon.bots import LEVELS, new_searcher, read_level
from doubloon.engine.contract import Game
from doubloon.engine.errors import BadSeats
from doubloon.games import load


def test_levels_grow(game: Game) -> None:
    """Each level makes fewer mistakes, or thinks more, than the one below."""
    levels = [read_level(name, game) for name in LEVELS]
    keys = [(-level.mistakes, level.searches, level.budget.playouts) for level in levels]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys)


def test_numbers_of_a_level_may_be_changed(game: Game) -> None:
    level = read_level("captain+playouts=77+noise=0.5+horizon=-1", game)
    assert (level.budget.playouts, level.style.noise, level.style.horizon) == (77, 0.5, -1)
    assert read_level("sailor+mistakes=0.25", game).mistakes == 0.25


@pytest.mark.parametrize(("slug", "longer"), [("shipyard", False), ("isles", False), ("rubies", True)])
def test_a_level_may_go_about_a_game_in_its_own_way(slug: str, longer: bool) -> None:
    """An admiral's playouts are longer where short ones made it weaker than a captain
    (docs/decisions/0014-search.md).
    """
    captain, admiral = (read_level(name, load(slug)).style.horizon for name in ("captain", "admiral"))
    assert (admiral > captain) == longer
    assert read_level("admiral+horizon=7", load(slug)).style.horizon == 7


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wizard", "unknown player 'wizard'; there are: human, random, deckhand"),
        ("captain+speed=1", "player 'captain+speed=1': unknown number 'speed'; there are: playouts, seconds"),
        ("captain+playouts", "playouts = ''; expected a number 1 .. 10000000"),
        ("captain+playouts=0", "playouts = '0'; expected a number 1 .. 10000000"),
        ("captain+noise=nan", "noise = 'nan'; expected a number 0 .. 1"),
        ("sailor+mistakes=2", "mistakes = '2'; expected a number 0 .. 1"),
        ("random+mistakes=1", "unknown number 'mistakes'; there are: none"),
    ],
)
def test_nonsense_is_refused_with_what_is_allowed(text: str, message: str) -> None:
    with pytest.raises(BadSeats) as caught:
        read_level(text, load("shipyard"))
    assert message in str(caught.value)


def test_only_levels_that_search_advise() -> None:
    with pytest.raises(BadSeats, match="level sailor does not search; there are: mate, captain, admiral"):
        new_searcher("sailor", load("shipyard"), 1)
