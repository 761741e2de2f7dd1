"""A game for exactly two is played from the command line as any other, and asked for more it says what it has."""

import os
import shutil
from pathlib import Path

import pytest

from tests.examples import ROOT, install
from tests.support import run_command

SEATS = "seats=range(2, MOST_SEATS + 1)"


@pytest.fixture(scope="module")
def two_players_only(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment in which the example in `examples/wreck` is installed as a game for two alone."""
    folder = tmp_path_factory.mktemp("two")
    package = Path(shutil.copytree(ROOT / "examples" / "wreck", folder / "wreck"))
    module = package / "doubloon_wreck" / "game.py"
    text = module.read_text(encoding="utf-8")
    assert text.count(SEATS) == 1
    module.write_text(text.replace(SEATS, "seats=range(2, 3)"), encoding="utf-8")
    target = folder / "installed"
    target.mkdir()
    return {"PYTHONPATH": os.pathsep.join(install(package, target))}


def test_bots_play_a_game_for_two_to_its_end(two_players_only: dict[str, str]) -> None:
    run = run_command("play", "wreck", "--auto", "--seed", "1", env=two_players_only)
    assert (run.returncode, run.stderr) == (0, "")
    assert " wins." in run.stdout.splitlines()[-1]
    assert "Sailor 2" in run.stdout
    assert "Sailor 3" not in run.stdout


def test_a_third_seat_at_a_game_for_two_is_refused_in_one_line(two_players_only: dict[str, str]) -> None:
    run = run_command("play", "wreck", "--auto", "--seats", "deckhand:3", env=two_players_only)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "doubloon: --seats: 'deckhand:3': expected a count 1 .. 2 after the colon\n"
