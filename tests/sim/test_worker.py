"""The worker of a server: what it is told is what it does, and what another version has played is not taken for its
own.
"""

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from doubloon.games import load
from doubloon.sim.batch import MANIFEST
from doubloon.sim.work import AGAINST, PLAYED, Work, read_work
from doubloon.sim.worker import work
from tests.sim.batches import bytes_of, play, small_plan
from tests.support import ROOT

LEVELS = ("sailor",) * 2
LOAD = "doubloon.games:load"


def told_by(what: Work, cancelled: bool = False) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    stop = threading.Event()
    if cancelled:
        stop.set()
    work(what, lambda **facts: told.append(facts), stop)
    return told


def played_in(told: list[dict[str, Any]]) -> list[int]:
    """Return how many games were on disk, as it was told."""
    return [facts["played"] for facts in told if "played" in facts]


def test_work_is_read_as_it_was_written(tmp_path: Path) -> None:
    plan = small_plan("shipyard", LEVELS, 20, "pirate.toll=1")
    for against in (None, small_plan("shipyard", LEVELS, 20)):
        what = Work(LOAD, str(tmp_path), plan, against, 7)
        assert read_work(what.line().decode()) == what


def test_both_simulations_and_the_report_are_made(tmp_path: Path) -> None:
    plan, own = small_plan("shipyard", LEVELS, 40, "pirate.toll=1"), small_plan("shipyard", LEVELS, 40)
    told = told_by(Work(LOAD, str(tmp_path / "work"), plan, own))
    played = played_in(told)
    assert played == sorted(played)  # chunks may end in another order than they began
    assert (played[0], played.count(40), played[-1]) == (0, 2, 80)
    assert told[-2] == {"reports": True}
    assert [answer[0] for answer in told[-1]["answers"]][:2] == ["against", "seats"]
    for name, made in ((PLAYED, plan), (AGAINST, own)):
        assert bytes_of(tmp_path / "work" / name) == bytes_of(play(made, tmp_path / name))
    assert "<style>" in (tmp_path / "work" / "report.html").read_text(encoding="utf-8")


def test_what_was_cancelled_tells_no_answers(tmp_path: Path) -> None:
    assert told_by(Work(LOAD, str(tmp_path), small_plan("shipyard", LEVELS, 40)), cancelled=True) == [{"played": 0}]


def test_games_of_another_version_are_played_again(tmp_path: Path) -> None:
    plan = small_plan("shipyard", LEVELS, 40)
    played = play(plan, tmp_path / PLAYED)
    before = bytes_of(played)
    manifest = json.loads((played / MANIFEST).read_text(encoding="utf-8"))
    (played / MANIFEST).write_text(json.dumps({**manifest, "code": "another"}), encoding="utf-8")
    again = played_in(told_by(Work(LOAD, str(tmp_path), plan)))
    assert (again[0], again[-1], again == sorted(again)) == (0, 40, True)
    assert bytes_of(played) == before
    assert played_in(told_by(Work(LOAD, str(tmp_path), plan))) == [40]


def test_a_process_ends_with_whoever_started_it(tmp_path: Path) -> None:
    plan = small_plan("shipyard", LEVELS, 3_000_000)
    command = [sys.executable, "-m", "doubloon.sim.worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(Work(LOAD, str(tmp_path), plan).line())
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == {"played": 0}
        process.stdin.close()
        assert b"answers" not in process.stdout.read()
        assert process.wait() == 0
    assert not list(tmp_path.rglob(".*"))


def test_a_folder_that_cannot_be_used_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    what = Work(LOAD, str(tmp_path / "file"), small_plan("shipyard", LEVELS, 20))
    command = [sys.executable, "-m", "doubloon.sim.worker"]
    run = subprocess.run(command, input=what.line(), capture_output=True, cwd=ROOT, check=True)
    assert "cannot be written" in json.loads(run.stdout.splitlines()[-1])["failed"]
    assert run.stderr == b""
    assert load("shipyard").slug == what.plan.game
