"""The commands of the lab as one types them: simulate and report, and one clear line for all that goes wrong."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import PATIENCE_S, ROOT, run_command, run_python

SIMULATE = ("simulate", "shipyard", "--seats", "sailor:2", "-n", "200", "--seed", "7")


def test_a_batch_is_made_and_reported(tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    made = run_command(*SIMULATE, "--bar", "0:pass", "--set", "pirate.toll=2", "--out", out)
    assert made.returncode == 0, made.stderr
    assert "200 games of shipyard" in made.stdout
    assert made.stderr == ""
    reported = run_command("report", out)
    assert reported.returncode == 0, reported.stderr
    words = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert "doubloon simulate shipyard --seats sailor:2 -n 200 --seed 7 --set pirate.toll=2 --bar 0:pass" in words
    assert (tmp_path / "out" / "report.html").exists()


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "doubloon",
        "simulate",
        "shipyard",
        "--seats",
        "sailor:4",
        "-n",
        "3000000",
        "--jobs",
        "1",
        "--out",
        str(tmp_path),
    ]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    while running.poll() is None and not list(tmp_path.glob("games/*.parquet")):
        pass
    running.send_signal(signal.SIGINT)
    told, errors = running.communicate(timeout=PATIENCE_S)
    assert running.returncode == 130, errors
    assert "Traceback" not in errors
    kept = list(tmp_path.glob("games/*.parquet"))
    assert 0 < len(kept) < 184
    assert f"doubloon simulate shipyard --seats sailor:4 -n 3000000 --seed 0 --out {tmp_path}" in told
    assert not list(tmp_path.rglob(".*"))
    reported = run_command("report", str(tmp_path))
    assert reported.returncode == 0, reported.stderr
    assert "of 3,000,000, so far" in (tmp_path / "report.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("simulate", "shipyard"), "--out: expected the folder"),
        (("simulate", "chess", "--out", "x"), "unknown game 'chess'"),
        (("simulate", "shipyard", "--seats", "human,sailor", "--out", "x"), "human cannot play in a simulation"),
        (("simulate", "shipyard", "--seats", "parrot:2", "--out", "x"), "unknown player 'parrot'"),
        (("simulate", "shipyard", "--seats", "sailor:9", "--out", "x"), "expected a count 1 .. 4"),
        (("simulate", "shipyard", "--set", "toll=x", "--out", "x"), "unknown key 'toll'"),
        (("simulate", "shipyard", "--bar", "nonsense", "--out", "x"), "--bar 'nonsense': expected a player 0 .. 3"),
        (("simulate", "shipyard", "--out", "/proc/nothing"), "/proc/nothing: cannot be written"),
        (("report", "/nowhere"), "/nowhere: no simulation that can be read"),
        (("tune", "shipyard", "--goal", "luck", "--over", "pirate.toll=1..2", "--out", "x"), "unknown goal 'luck'"),
        (("tune", "shipyard", "--goal", "seats", "--over", "toll", "--out", "x"), "expected key=low..high"),
        (
            ("tune", "shipyard", "--goal", "seats", "--over", "pirate.toll=1..2", "--out", "/proc/x", "--trials", "2"),
            "cannot be written",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_nonsense_gets_one_clear_line(arguments: tuple[str, ...], expected: str) -> None:
    run = run_command(*arguments)
    assert run.returncode == 2
    assert expected in run.stderr
    assert len(run.stderr.splitlines()) == 1


@pytest.mark.parametrize("library", ["pyarrow", "altair", "optuna"])
def test_a_missing_library_gets_one_clear_line(library: str) -> None:
    arguments = {
        "pyarrow": ["simulate", "shipyard", "--out", "x"],
        "altair": ["report", "x"],
        "optuna": ["tune", "shipyard", "--goal", "seats", "--over", "x", "--out", "x"],
    }[library]
    code = (
        f"import sys; sys.modules[{library!r}] = None; sys.argv = ['doubloon', *{arguments!r}]; from "
        "doubloon.cli.main import main; main()"
    )
    run = run_python("-c", code)
    assert run.returncode == 2
    assert f"needs {library}, which is not installed; install it with `make lab`" in run.stderr
    assert len(run.stderr.splitlines()) == 1
