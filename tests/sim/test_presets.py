"""The card files that we propose are whole, can be played at every number of seats, and leave the [seed] and [pub]
numbers alone.
"""

from pathlib import Path

import pytest

from doubloon.engine.contract import Game, new_records
from doubloon.engine.kernels.simulate import DONE, STUDY_ROW, new_space
from doubloon.engine.playthrough import build_rules, game_settings
from doubloon.engine.settings import load_settings
from doubloon.games import load, slugs
from tests.balance import change_text, preset_files

PRESETS = [(load(slug), path) for slug in slugs() for path in preset_files(load(slug))]


@pytest.mark.parametrize(
    ("owner", "path"), PRESETS, ids=lambda value: value.slug if isinstance(value, Game) else value.stem
)
def test_a_proposed_card_file_can_be_played(owner: Game, path: Path) -> None:
    settings = load_settings(owner.schema, path)
    own = game_settings(owner)
    assert settings.values.keys() == own.values.keys()
    assert settings.differences(own)
    for num_seats in owner.seats:
        rows, space = new_records(STUDY_ROW, 20), new_space(owner, num_seats, len(owner.notes.cards(settings)), 20)
        assert owner.kernels.study_games(build_rules(owner, settings, num_seats), space, 1, 0, rows) == DONE
        assert rows.decisions.min() > 0
    for change in settings.differences(own):
        assert f"{change}  # was" in path.read_text(encoding="utf-8").replace(" = ", "=").replace('"', "")
        assert change in change_text(owner, path)
