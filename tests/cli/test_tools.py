"""The other commands: rules, perft, check, bench."""

import json
import re

import pytest

import doubloon
from doubloon.cli import bench
from doubloon.cli.check import report_violation
from doubloon.engine.contract import Game
from doubloon.engine.errors import DoubloonError
from doubloon.engine.kernels.workspace import new_rows
from doubloon.engine.playthrough import game_settings
from doubloon.texts import LANGUAGES
from doubloon.texts.rulebook import rulebook_for_players
from tests.support import run_command


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_page_is_the_rulebook(game: Game, language: str) -> None:
    shown = run_command("rules", game.slug, "--lang", language)
    assert shown.returncode == 0
    assert shown.stdout.strip() == rulebook_for_players(game.folder, language).strip()
    assert "[seed]" not in shown.stdout


def test_every_setting_is_listed(game: Game) -> None:
    shown = run_command("rules", game.slug, "--settings", env={"COLUMNS": "200"}).stdout
    for key in game_settings(game).values:
        assert key in shown


def test_perft_counts_and_divides() -> None:
    shown = run_command("perft", "shipyard", "--seats", "3", "--depth", "4", "--divide").stdout
    assert "depth 4: 39 sequences" in shown
    assert shown.count("chance starter:") == 3


def test_check_goes_through_all_seats(game: Game) -> None:
    shown = run_command("check", game.slug, "-n", "100")
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.count("100 games") == len(game.seats)
    assert shown.stdout.count("0 violations") == len(game.seats)


def test_check_names_the_game_that_breaks_a_law(game: Game) -> None:
    rows = new_rows(3)
    report_violation(game, rows, 0, 0)
    rows[1].violation = 1
    with pytest.raises(DoubloonError, match=f"{game.slug}: game 41 of seed 7, .*: {re.escape(game.violations[1])}"):
        report_violation(game, rows, 40, 7)


def test_bench_gives_the_figures(
    game: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "ROUND_S", 0.01)
    bench.bench_rules(game.slug, seed=1, as_json=True)
    figures = json.loads(capsys.readouterr().out)
    assert figures["game"] == game.slug
    assert figures["seats"] in game.seats
    assert figures["decisions_per_s"] > figures["games_per_s"] > 0
    bench.bench_rules("", seed=1, as_json=True)
    assert len(json.loads(capsys.readouterr().out)) >= 1
    bench.bench_rules("", seed=1)
    assert f"{game.slug}, " in capsys.readouterr().out


@pytest.mark.parametrize("mode", ["api", "page"])
def test_bench_server_measures_acts_that_are_stored(mode: str) -> None:
    run = run_command("bench", "server", "--mode", mode, "--tables", "2", "--seconds", "0.5", "--json")
    assert run.returncode == 0, run.stderr
    (figures,) = json.loads(run.stdout)
    assert (figures["mode"], figures["tables"]) == (mode, 2)
    assert figures["acts_per_s"] > 0
    assert figures["p99_ms"] >= figures["p50_ms"] > 0


def test_bench_server_names_its_modes() -> None:
    run = run_command("bench", "server", "--mode", "fax")
    assert (run.returncode, run.stderr) == (2, "doubloon: --mode fax: expected api or page\n")


def test_the_version_is_told() -> None:
    assert run_command("--version").stdout == f"doubloon {doubloon.__version__}\n"
