"""The log of a game in each language, as it stands in `tests/texts/logs`."""

import pytest

from doubloon.engine.contract import Game
from doubloon.texts import LANGUAGES
from tests.texts.logs import LINES, log, log_file, own_games


@pytest.mark.parametrize("own", own_games(), ids=lambda game: game.slug)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_is_told_as_it_was_read_and_approved(own: Game, language: str) -> None:
    lines = log(own, language)
    assert lines == log_file(own, language).read_text(encoding="utf-8").splitlines()
    assert len(lines) == LINES
