"""Golden playthroughs: whole games as a person reads them, `games/<slug>/tests/golden/*.txt`. Renewed by `python -m
tests.goldens`.
"""

from pathlib import Path

import pytest

from doubloon.engine.contract import Game
from doubloon.engine.errors import UnknownGame
from tests.conftest import GAMES, own_tests
from tests.goldens import story_of, wanted_games

FILES = [path for game in GAMES for path in sorted((game.folder / "tests" / "golden").glob("*.txt"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parents[2].name}-{path.stem}")
def test_the_record_tells_the_same_story(path: Path) -> None:
    assert story_of(path.with_suffix(".record")) == path.read_text(encoding="utf-8")


def test_every_game_has_goldens_for_few_and_many_seats(game: Game) -> None:
    if own_tests(game, "__init__") is None:
        return  # installed without its tests
    seats = {path.stem.split("-")[0] for path in (game.folder / "tests" / "golden").glob("*.record")}
    assert {f"{game.seats[0]}p", f"{game.seats[-1]}p"} <= seats


def test_goldens_are_renewed_for_the_games_that_are_named() -> None:
    assert [game.slug for game in wanted_games(["shipyard"])] == ["shipyard"]
    assert wanted_games([]) == list(GAMES)
    with pytest.raises(UnknownGame, match="there are: isles"):
        wanted_games(["shipyerd"])
