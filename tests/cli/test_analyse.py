"""`doubloon analyse`: words and JSON of a finished game, and one line for what cannot be analysed."""

import json
from pathlib import Path

import pytest

from tests.support import run_command

GOLDEN = Path("src/doubloon/games/shipyard/tests/golden/2p-mixed.record")


def test_the_analysis_as_data() -> None:
    run = run_command("analyse", str(GOLDEN), "--level", "mate+playouts=20", "--seat", "1", "--json")
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert (found["game"], found["level"]) == ("shipyard", "mate+playouts=20")
    assert {row["seat"] for row in found["decisions"]} == {1}
    assert len(found["turning_points"]) == 3
    for row in found["decisions"]:
        assert row["lost"] == pytest.approx(row["win_before"] - row["win_after"], abs=2e-4)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Turning points"), ("fr", "Tournants de la partie"), ("ja", "勝負の分かれ目"), ("hu", "Fordulópontok")],
)
def test_the_analysis_in_words(language: str, words: str) -> None:
    run = run_command("analyse", str(GOLDEN), "--level", "mate+playouts=10", "--lang", language)
    assert run.returncode == 0, run.stderr
    assert words in run.stdout
    assert "cli." not in run.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere.record",), "nowhere.record"),
        ((str(GOLDEN), "--seat", "2"), "--seat 2: the game has seats 0 .. 1"),
        ((str(GOLDEN), "--level", "sailor"), "level sailor does not search"),
    ],
)
def test_what_cannot_be_analysed_gets_one_line(arguments: tuple[str, ...], message: str) -> None:
    run = run_command("analyse", *arguments)
    assert run.returncode == 2
    assert message in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_an_unfinished_game_is_not_analysed(tmp_path: Path) -> None:
    path = tmp_path / "part.record"
    path.write_text("\n".join(GOLDEN.read_text(encoding="utf-8").splitlines()[:-3]) + "\n", encoding="utf-8")
    run = run_command("analyse", str(path))
    assert run.returncode == 2
    assert "the game is not over" in run.stderr
