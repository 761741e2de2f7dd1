"""`make balance` makes what docs/balance says it does."""

import pytest

from doubloon.engine.contract import Game
from doubloon.games import load
from tests.balance import FOLDER, games_of, page_head, path_of, presets_head, read_options, weaker_than


def made_by(text: str) -> str:
    """Return how a page says that it was made, without what changes with the cards."""
    return text.partition("Made by ")[2].partition(", rules ")[0].partition(" bots for each line")[0]


def test_the_pages_are_those_of_the_command(own_game: Game) -> None:
    page = path_of(own_game.slug, "sailor").read_text(encoding="utf-8")
    assert made_by(page_head(own_game, read_options([]))) == made_by(page)


def test_the_page_of_proposals_is_that_of_the_command() -> None:
    assert made_by(presets_head(read_options([]))) == made_by((FOLDER / "presets.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("arguments", "games", "weaker"),
    [((), 40_000, "random"), (("--level", "captain"), 400, "sailor"), (("--games", "7"), 7, "random")],
)
def test_slow_bots_play_fewer_games(arguments: tuple[str, ...], games: int, weaker: str) -> None:
    options = read_options(list(arguments))
    game = load("shipyard")
    assert (games_of(game, 40_000, options), weaker_than(game, options)) == (games, weaker)


def test_other_bots_have_files_of_their_own() -> None:
    assert path_of("isles", "captain").name == "isles-captain.md"
    assert path_of("presets", "captain").name == "presets-captain.md"
