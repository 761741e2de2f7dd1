"""Simulations from a table's page: what is asked for is what is played, and what the page says is true."""

import re
import shlex
import sys
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from doubloon.cli.commands import app
from doubloon.engine.playthrough import game_settings
from doubloon.engine.settings import load_settings
from doubloon.games import load
from doubloon.sim.chunk import play_chunk
from doubloon.sim.page import style_source
from doubloon.sim.plan import new_plan
from doubloon.sim.work import LIBRARIES
from doubloon.tables.live import LiveTable
from doubloon.texts import LANGUAGES
from tests.support import run_python
from tests.web.lab.support import DEARER, JSON, LONG, designer, job_of, start
from tests.web.support import Browser, alert, site_of
from tests.web.test_pages import TEXT_ID


def test_what_a_page_says_is_what_its_commands_make(
    site: TestClient, done: tuple[Browser, str], tmp_path: Path
) -> None:
    browser, one = done
    page = browser.get(one).text
    assert "What changed against the other batch?" in page
    found = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert found is not None
    lines = [shlex.split(line) for line in unescape(found[1]).splitlines()]
    assert "pirate.toll=2" in lines[0]
    for words in lines:
        run = CliRunner().invoke(
            app, [str(tmp_path / word) if word.startswith("runs/") else word for word in words[1:]]
        )
        assert run.exit_code == 0, run.output
    folder = site_of(site).simulations.folder.of(job_of(site, one).id)
    for name in ("games", "own"):
        made = sorted((tmp_path / "runs" / name).rglob("*.parquet"))
        assert len(made) == 14
        for path in made:
            assert path.read_bytes() == (folder / path.relative_to(tmp_path / "runs")).read_bytes()
    downloaded = browser.get(f"{one}/report?download")
    assert downloaded.content == (tmp_path / "runs" / "games" / "report.html").read_bytes()
    assert downloaded.headers["content-disposition"].startswith('attachment; filename="shipyard-')


def test_a_report_is_shown_under_a_policy_of_its_own(done: tuple[Browser, str], site: TestClient) -> None:
    browser, one = done
    report = browser.get(f"{one}/report")
    assert report.headers.get_list("content-security-policy") == [
        f"default-src 'none'; style-src {style_source()}; img-src data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ]
    assert report.headers["x-content-type-options"] == "nosniff"
    table = one.partition("/simulations")[0]
    assert f'</a>\n<nav class="back" lang="en" aria-label="Pages"><p><a href="{table}">' in report.text
    assert f'<a href="{one}">' in report.text
    other = Browser(site, "hu")
    assert "A jelentés angol nyelvű." in other.get(one).text
    assert 'lang="hu"' in other.get(f"{one}/report").text
    assert 'id="cancel"' not in other.get(one).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_are_in_all_languages_and_safe(done: tuple[Browser, str], site: TestClient, language: str) -> None:
    reader = Browser(site, language)
    for path in (done[1].rpartition("/")[0], done[1]):
        page = reader.get(path)
        assert page.status_code == 200
        assert f'<html lang="{language}"' in page.text
        shown = re.sub(r"<textarea.*?</textarea>|<code>.*?</code>|<[^>]*>", " ", page.text, flags=re.DOTALL)
        assert TEXT_ID.findall(shown) == []
        assert re.search(r"<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=|javascript:", page.text) is None
        assert "unsafe" not in page.headers["content-security-policy"]


def test_a_table_with_other_cards_is_simulated_with_just_those(site: TestClient, tmp_path: Path) -> None:
    """One card left out, two added whose order matters: the page's command names a card file, and that makes the same
    games.
    """
    game = load("rubies")
    text = (game.folder / "cards.toml").read_text(encoding="utf-8")
    without = re.sub(r"\[cards\.cask-of-rum\].*?(?=\n\[)", "", text, flags=re.DOTALL)
    assert without != text
    added = "".join(
        f'\n[cards.{name}]\nkind = "pirate"\ncopies = 3\ninfamy = {infamy}\nboarding = "gain 1"\n'
        for name, infamy in (("zealot", 3), ("ape", 1))
    )
    browser, address = designer(site, table={"game": "rubies", "cards": without + added})
    one = start(browser, address)
    job = job_of(site, one)
    page = browser.get(one).text
    assert "doubloon simulate rubies --seats sailor:3 -n 100 " in page
    assert "--cards cards.toml" in page
    path = tmp_path / "cards.toml"
    path.write_bytes(browser.get(f"{one}/cards.toml").content)
    plan = new_plan(game, load_settings(game.schema, path), ("sailor",) * 3, 100, job.seed)
    assert play_chunk(game, plan, 0) == play_chunk(game, job.plan(game), 0)
    assert play_chunk(game, plan, 0) != play_chunk(game, job.own_plan(game), 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_the_libraries_it_says_what_to_install(
    site: TestClient, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    browser, address = designer(site, language)
    monkeypatch.setitem(sys.modules, "altair", None)
    page = browser.get(address)
    assert page.status_code == 200
    assert 'name="choice"' not in page.text
    missing = re.search(r'id="missing">(.*?)<', page.text)
    assert missing is not None
    assert all(part in unescape(missing[1]) for part in ("altair", "make lab", "pip install 'doubloon[lab]'"))
    refused = browser.post(address, JSON, choice="sailor:100")
    assert (refused.status_code, refused.json()["error"]) == (409, unescape(missing[1]))
    assert browser.get(address.removesuffix("/simulations")).status_code == 200


def test_a_server_has_none_of_the_libraries_in_memory() -> None:
    code = f"import sys, doubloon.web.app; print([name for name in {LIBRARIES!r} if name in sys.modules])"
    run = run_python("-c", code)
    assert (run.stdout, run.stderr) == ("[]\n", "")


def test_nonsense_is_refused_with_words(site: TestClient) -> None:
    browser, address = designer(site)
    browser.get(address)
    for choice, status, words in (
        ("", 409, "choose how many games"),
        ("sailor", 409, "choose how many games"),
        ("sailor:٣", 409, "choose how many games"),
        ("sailor:0", 409, "at most 100000 games"),
        ("sailor:100001", 409, "at most 100000 games"),
        ("captain:10000", 409, "at most 1000 games"),
        ("parrot:100", 409, "no bots of that level: parrot"),
        ("captain+playouts=1:100", 409, "no bots of that level"),
    ):
        refused = browser.post(address, choice=choice)
        assert refused.status_code == status, choice
        assert words in unescape(alert(refused.text)), choice
    forged = Browser(site)
    forged.cookies, forged.csrf = browser.cookies, "0"
    assert forged.post(address, JSON, choice="sailor:100").status_code == 403
    for path in (
        f"{address}/nothing",
        f"{address}/nothing/report",
        f"{address}/nothing/stream",
        f"{address}/nothing/cards.toml",
    ):
        assert browser.get(path).status_code == 404


def test_numbers_and_seats_that_do_not_fit_are_refused_at_the_door(site: TestClient) -> None:
    """No table has such cards, for it refuses them itself; the door does not trust that."""
    browser, address = designer(site)
    browser.get(address)
    assert site.portal is not None
    live: LiveTable = site.portal.call(site_of(site).runtime.service.get, address.split("/")[2])
    own = game_settings(live.game)
    live.row.changes, live.row.dropped, live.row.cards = (), ("pirate.toll",), own.without(["pirate.toll"]).hash
    refused = browser.post(address, JSON, choice="sailor:100")
    assert (refused.status_code, "pirate.toll" in refused.json()["error"]) == (422, True)
    live.row.dropped, live.row.cards = (), own.hash
    live.seats.extend(live.seats)
    refused = browser.post(address, JSON, choice="sailor:100")
    assert (refused.status_code, "6 seats" in refused.json()["error"]) == (422, True)
    live.row.cards = "0" * 64
    assert browser.post(address, JSON, choice="sailor:100").status_code == 422
    assert site_of(site).simulations.of_table(live.id) == []
    site_of(site).runtime.service.drop(live)


def test_the_nameless_look_but_do_not_start(site: TestClient) -> None:
    _, address = designer(site)
    stranger = Browser(site)
    page = stranger.get(address).text
    assert "/sign-in?next=" in page
    assert 'id="start"' not in page
    assert stranger.post(address, JSON, choice="sailor:100").status_code == 403
    onlooker = Browser(site)
    onlooker.enter("Otto")
    assert 'id="start"' in onlooker.get(address).text


def test_private_tables_show_their_simulations_to_those_who_have_the_link(site: TestClient) -> None:
    browser, address = designer(site, table={**DEARER, "private": 1})
    one = start(browser, address, **LONG)
    table = address.removesuffix("/simulations")
    eve = Browser(site)
    eve.enter("Eve")
    for path in (address, one, f"{one}/stream", f"{one}/report"):
        assert eve.get(path).status_code == 404
    assert eve.get(f"/api{one}").status_code == 404
    assert eve.post(address, JSON, choice="sailor:100").status_code == 404
    key = re.search(r"invite=([\w-]+)", browser.get(table).text)
    assert key is not None
    nameless = Browser(site)
    assert f'href="{one}?invite={key[1]}"' in nameless.get(f"{address}?invite={key[1]}").text
    page = nameless.get(f"{one}?invite={key[1]}").text
    assert f"{one}/stream?invite={key[1]}" in page
    other = designer(site)[1]
    assert browser.get(f"{other}/{one.rpartition('/')[2]}").status_code == 404


def test_programs_simulate_too(site: TestClient, done: tuple[Browser, str]) -> None:
    browser, address = designer(site)
    token = site.post("/api/people", json={"name": "Program"}).json()
    headers = {"authorization": f"Bearer {token['token']}"}
    made = site.post(f"/api{address}", json={"games": 100, "seed": 5, "compare": False}, headers=headers)
    assert made.status_code == 201, made.text
    told = made.json()
    assert (told["seed"], told["total"], told["changes"]) == (5, 100, ["pirate.toll=2"])
    assert [row["simulation"] for row in site.get(f"/api{address}").json()] == [told["simulation"]]
    one = f"/api{address}/{told['simulation']}"
    assert site.get(f"{one}/report").json()["reason"] == "lab_report"
    assert site.post(f"{one}/cancel").status_code == 401
    assert browser.post(f"{address}/{told['simulation']}/cancel", JSON).status_code == 403
    assert site.post(f"{one}/cancel", headers=headers).json()["state"] == "cancelled"
    assert site.post(f"{one}/cancel", headers=headers).json()["reason"] == "lab_ended"
    finished = site.get(f"/api{done[1]}").json()
    assert (finished["state"], finished["played"], finished["total"], finished["compares"]) == ("done", 200, 200, True)
    assert [found["id"] for found in finished["answers"]][:2] == ["against", "seats"]
    assert site.get(f"/api{done[1]}/report").text == done[0].get(f"{done[1]}/report?download").text
    assert site.post(f"/api{done[1]}/again", headers=headers).status_code == 403
