"""Compiled rules and plain Python are the same rules; compiled ones stay inside their arrays; the disk cache works
across processes.
"""

from pathlib import Path

import pytest

from tests.conftest import GAMES
from tests.support import run_command, run_python

OVERFLOW_IN_RNG = "ignore:overflow encountered:RuntimeWarning:doubloon.engine.rng"
STRICT = ("-W", "error", "-W", OVERFLOW_IN_RNG)


def test_compiled_and_plain_play_the_same_games() -> None:
    compiled = run_python("-m", "tests.parity.trace", "1")
    plain = run_python(*STRICT, "-m", "tests.parity.trace", "1", env={"NUMBA_DISABLE_JIT": "1"})
    assert (compiled.returncode, plain.returncode) == (0, 0), compiled.stderr + plain.stderr
    assert len(compiled.stdout.splitlines()) > 20
    assert plain.stdout.splitlines() == compiled.stdout.splitlines()


def test_rules_tests_pass_without_compilation() -> None:
    run = run_python(
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-m",
        "not slow and not compiled",
        *(str(game.folder / "tests") for game in GAMES if (game.folder / "tests").is_dir()),
        env={"NUMBA_DISABLE_JIT": "1"},
    )
    assert run.returncode == 0, run.stdout[-3000:]


def test_no_index_leaves_its_array() -> None:
    """`check` plays whole games with every index of the compiled code checked."""
    for game in GAMES:
        run = run_command("check", game.slug, "-n", "300", env={"NUMBA_BOUNDSCHECK": "1"})
        assert run.returncode == 0, run.stderr[-2000:]
        assert "0 violations" in run.stdout


CACHE_PROBE = """
import sys
from doubloon.cli.commands import app
from doubloon.games import load
try:
    app(["play", "{slug}", "--auto", "--seed", "1"])
except SystemExit:
    pass
game = load("{slug}")
used = [f for f in (*game.functions, *game.kernels) if f.stats.cache_hits or f.stats.cache_misses]
misses = [f.py_func.__name__ for f in used if f.stats.cache_misses]
print(f"used {{len(used)}} misses {{misses}}", file=sys.stderr)
"""


@pytest.mark.parametrize(
    "slug", ["shipyard", *(pytest.param(slug, marks=pytest.mark.slow) for slug in ("isles", "rubies"))]
)
def test_a_second_process_compiles_nothing(slug: str, tmp_path: Path) -> None:
    """All games are bound in the same way; to compile the larger two from an empty cache takes most of a minute."""
    env = {"DOUBLOON_CACHE": str(tmp_path)}
    first = run_python("-c", CACHE_PROBE.format(slug=slug), env=env)
    second = run_python(*STRICT, "-c", CACHE_PROBE.format(slug=slug), env=env)
    assert first.stdout == second.stdout
    assert "misses []" not in first.stderr
    assert second.stderr.strip().endswith("misses []"), second.stderr[-2000:]
    assert "used 0" not in second.stderr


@pytest.mark.slow
def test_a_million_games_of_each_number_of_seats_keep_all_laws() -> None:
    for game in GAMES:
        run = run_command("check", game.slug, "-n", "1000000")
        assert run.returncode == 0, run.stderr
        assert run.stdout.count("1,000,000 games") >= 2
