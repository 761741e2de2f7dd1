"""Simulations beside tables: who waits, what is stopped and gone on with, what fails, what is kept."""

import itertools
import json
import re
import sys
from pathlib import Path

import httpx
import pytest
from starlette.testclient import TestClient

from doubloon.engine.playthrough import game_settings
from doubloon.games import folder_of, load
from doubloon.web.lab import process
from doubloon.web.lab import queue as lab_module
from doubloon.web.lab.job import Job, JobFolder
from doubloon.web.lab.pace import OVERHEAD_S, Kind, guess_s, known_paces
from doubloon.web.lab.show import time_words
from doubloon.web.languages import page_translator
from doubloon.web.routes import lab as lab_routes
from tests.web.lab.support import JSON, LONG, ahead, designer, job_of, start, wait, wait_for
from tests.web.support import Browser, alert, open_site, site_of


def test_one_runs_and_others_wait_for_it(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = itertools.count(1)  # all of one subscriber
    monkeypatch.setattr(lab_routes, "address", lambda _: f"2001:db8:1:2::{next(hosts)}")
    browser, address = designer(site)
    first, second = start(browser, address, **LONG), start(browser, address, **LONG)
    assert (ahead(browser, first), ahead(browser, second)) == (0, 1)
    assert "In the queue; 1 simulation runs before it." in browser.get(second).text
    refused = browser.post(address, choice="sailor:100")
    assert (refused.status_code, alert(refused.text)[:30]) == (429, "2 of your simulations are not ")
    other, elsewhere = designer(site)
    monkeypatch.setattr(lab_module, "MOST_WAITING", 2)
    other.get(elsewhere)
    full = other.post(elsewhere, choice="sailor:100")
    assert int(full.headers["retry-after"]) > 0
    assert re.fullmatch(r"Too many simulations are waiting. Please come back in about \d+ min.", alert(full.text))
    other.get(elsewhere)
    told = other.post(elsewhere, JSON, choice="sailor:100")
    assert (told.status_code, int(told.headers["retry-after"]) > 0) == (429, True)
    monkeypatch.setattr(lab_module, "MOST_WAITING", 20)
    monkeypatch.setattr(lab_module, "MOST_OF_ADDRESS", 2)
    assert other.post(elsewhere, JSON, choice="sailor:100").status_code == 429
    other.get(first)
    assert other.post(f"{first}/cancel", JSON).status_code == 403
    browser.get(first)
    assert browser.post(f"{first}/cancel").status_code == 303
    assert browser.post(f"{first}/cancel", JSON).status_code == 409
    assert job_of(site, first).state == "cancelled"
    wait_for(site, browser, second, "running")


def test_what_is_stopped_goes_on_where_it_was(site: TestClient) -> None:
    browser, address = designer(site)
    simulations = site_of(site).simulations
    one = start(browser, address, **LONG)
    job = job_of(site, one)
    wait(site, lambda: job.played > 0)
    page = browser.get(one).text
    assert '<noscript><meta http-equiv="refresh"' in page
    assert 'id="left"' in page
    assert browser.get(f"{one}/report").status_code == 409
    assert browser.post(f"{one}/again", JSON).status_code == 409
    browser.post(f"{one}/cancel")
    wait(site, lambda: simulations._run is None)
    played = job.played
    assert 0 < played < 100_000
    assert 'id="again"' in browser.get(one).text
    browser.submit(f"{one}/again")
    wait(site, lambda: simulations.has_begun(job))
    assert simulations._run is not None
    assert simulations._run.first_played is not None
    assert simulations._run.first_played >= played


def test_a_server_that_starts_again_goes_on(tmp_path: Path) -> None:
    with open_site(tmp_path) as site:
        browser, address = designer(site)
        one = start(browser, address, **LONG)
        job = job_of(site, one)
        wait(site, lambda: job.played > 0)
        played = job.played
        cookies = browser.cookies
    with open_site(tmp_path) as site:
        browser = Browser(site)
        browser.cookies = cookies
        simulations, job = site_of(site).simulations, job_of(site, one)
        wait(site, lambda: simulations.has_begun(job))
        assert simulations._run is not None
        assert simulations._run.first_played is not None
        assert simulations._run.first_played >= played
        browser.get(one)
        browser.post(f"{one}/cancel")
        wait(site, lambda: simulations._run is None)
        assert browser.get(f"/api{one}").json()["state"] == "cancelled"


def test_what_this_version_cannot_play_says_so(tmp_path: Path) -> None:
    game = load("shipyard")
    old = Job(
        "aa",
        "t",
        "shipyard",
        game.rules_version - 1,
        "p",
        "sailor",
        2,
        100,
        1,
        False,
        (),
        (),
        game_settings(game).hash,
        1.0,
    )
    gone = Job("bb", "t", "chess", 1, "p", "sailor", 2, 100, 1, False, (), (), "", 2.0)
    folder = JobFolder(tmp_path / "simulations")
    for job in (gone, old):
        folder.write(job)
    (tmp_path / "simulations" / "cc").mkdir()
    (tmp_path / "simulations" / "cc" / "job.json").write_text("nonsense")
    with open_site(tmp_path) as site:
        simulations = site_of(site).simulations
        wait(site, lambda: all(job.state == "failed" for job in simulations.of_table("t")))
        assert [job.id for job in simulations.of_table("t")] == ["bb", "aa"]
        assert [job.reason for job in simulations.of_table("t")] == ["lab.failed.error", "lab.failed.rules"]
    assert json.loads((tmp_path / "simulations" / "aa" / "job.json").read_text())["state"] == "failed"


def test_a_worker_that_dies_is_told(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "WORKER", (sys.executable, "-c", "raise SystemExit(3)"))
    browser, address = designer(site)
    one = start(browser, address)
    wait_for(site, browser, one, "failed")
    assert "the log of the server says why" in browser.get(one).text


def test_only_the_newest_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "WORKER", (sys.executable, "-c", "raise SystemExit(3)"))
    monkeypatch.setattr(lab_module, "KEPT", 2)
    with open_site(tmp_path) as site:
        browser, address = designer(site)
        made = []
        for _ in range(4):
            made.append(start(browser, address))
            wait_for(site, browser, made[-1], "failed")
        newest = {one.rpartition("/")[2] for one in made[2:]}
        # A folder goes after its simulation is forgotten, and the news that all is done comes after that.
        wait(site, lambda: {path.name for path in (tmp_path / "simulations").iterdir()} == newest)
        assert [browser.get(one).status_code for one in made] == [404, 404, 200, 200]


def test_people_are_kept_from_starting_too_many(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    served = site_of(site)
    browser, address = designer(site)
    browser.get(address)
    monkeypatch.setattr(served.limits, "enabled", True)
    answers: list[httpx.Response] = [browser.post(address, JSON, choice="nonsense") for _ in range(12)]
    assert [answer.status_code for answer in answers].count(429) == 2
    served.limits.clear()


def test_times_are_told_as_they_were_measured_here() -> None:
    kind = Kind("shipyard", "sailor", 3)

    def measured(games: int, seconds: float) -> Job:
        return Job(
            "aa", "t", "shipyard", 1, "p", "sailor", 3, games, 1, False, (), (), "", 1.0, "done", games, seconds, games
        )

    paces = known_paces(folder_of(kind.game))
    known = guess_s([], kind, 100_000, paces)
    assert known is not None
    assert guess_s([measured(20_000, 20.0)], kind, 100_000, paces) == OVERHEAD_S + 100.0
    assert guess_s([measured(100, 1.0)], kind, 100_000, paces) == known
    assert guess_s([measured(100, 1.0)], kind, 1_000, paces) == OVERHEAD_S + 10.0
    assert guess_s([measured(100, 1.0)], Kind("shipyard", "sailor", 2), 1_000, paces) != OVERHEAD_S + 10.0
    assert guess_s([], kind, 1_000, known_paces(Path("games/chess"))) is None
    texts = page_translator("en")
    assert [time_words(texts, seconds) for seconds in (0.2, 7, 89, 91, 5_399, 5_401)] == [
        "about 5 s",
        "about 10 s",
        "about 90 s",
        "about 2 min",
        "about 2 h",
        "about 2 h",
    ]
