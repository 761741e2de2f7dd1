"""Time on pages and for programs: choosing a clock, pausing, days off."""

import re
from pathlib import Path
from typing import Any

import pytest

from doubloon.tables.clock_rules import DAY_S, TimeControl
from doubloon.web.clock_form import CLOCKS, clock_text
from doubloon.web.clock_words import agreed_time, left_words
from tests.tables.support import Clock
from tests.web.support import Browser, alert, open_site

WEDNESDAY = 1_796_212_800.0
"""Noon of 2 December 2026, in UTC."""


def test_each_clock_of_the_form_and_ones_own_is_what_the_table_has(tmp_path: Path) -> None:
    with open_site(tmp_path) as client:
        ann = Browser(client)
        ann.enter("Ann")
        offered = re.findall(
            r'<option value="([^"]*)"[^>]*>([^<]*)', ann.get("/new/isles").text.partition('id="clock"')[2]
        )
        assert dict(offered[: len(CLOCKS)]) == {clock_text(clock): agreed_time(clock, "en") for clock in CLOCKS}
        for clock in CLOCKS:
            table = ann.submit("/tables", game="isles", kind=["human", "open"], clock=clock_text(clock))
            assert agreed_time(clock, "en") in ann.get(table).text
        own: dict[str, Any] = {
            "clock_move": 2,
            "clock_move_unit": 60,
            "clock_bank": 1,
            "clock_bank_unit": 3600,
            "clock_increment": 7,
        }
        table = ann.submit("/tables", game="isles", kind=["human", "open"], clock="own", **own)
        assert agreed_time(TimeControl(120, 3600, 7), "en") == "2 minutes a move, 1 hr + 7 sec"
        assert "2 minutes a move, 1 hr + 7 sec" in ann.get(table).text
        for worse in ({"clock_bank": 1, "clock_bank_unit": 1}, {"clock_move_unit": 7}, {"clock_move": "x"}):
            again = ann.post("/tables", game="isles", kind=["human", "open"], clock="own", **{**own, **worse})
            assert again.status_code == 409
            assert alert(again.text)
            assert 'id="own-clock" open' in again.text
        for text in ("1/2", "30+5", "x", "-1", "9" * 9):
            assert ann.post("/tables", game="isles", kind=["human", "open"], clock=text).status_code == 409


@pytest.mark.parametrize(
    ("language", "words", "left"),
    [
        ("en", "5 min + 10 sec", "3 days 4 hr"),
        ("fr", "5 min + 10 s", "3 j 4 h"),
        ("ja", "5分 + 10秒", "3日 4時間"),
        ("hu", "5 p + 10 mp", "3 nap 4 ó"),
    ],
)
def test_times_are_said_in_each_language(language: str, words: str, left: str) -> None:
    assert re.sub(r"\s", " ", agreed_time(TimeControl(bank=300, increment=10), language)) == words
    assert re.sub(r"\s", " ", left_words(3 * DAY_S + 4 * 3600 + 5, language)) == left
    assert [left_words(seconds, language) for seconds in (-3, 9.9, 65, 3723)] == ["0:00", "0:09", "1:05", "1:02:03"]


def test_a_page_that_is_loaded_later_shows_what_is_left_then(tmp_path: Path) -> None:
    """And not what was left when the table changed last."""
    clock = Clock()
    with open_site(tmp_path, clock=clock) as client:
        ann, bob = Browser(client), Browser(client)
        ann.enter("Ann")
        bob.enter("Bob")
        table = ann.submit("/tables", game="shipyard", kind=["human", "open"], clock="0/300+10")
        bob.get(table)
        bob.submit(f"{table}/join")
        clock.time += 100
        page = ann.get(table).text
        found = re.search(r'data-deadline="([\d.]+)" data-now="([\d.]+)">([^<]*)<', page)
        assert found is not None
        assert (float(found[1]) - float(found[2]), found[3]) == (200, "3:20")
        assert page.count(">3:20</time>") == 2, "in the line of the question, and as the bank of the seat"


def test_a_game_is_paused_and_goes_on_by_forms(tmp_path: Path) -> None:
    clock = Clock()
    with open_site(tmp_path, clock=clock) as client:
        ann, bob, eve = (Browser(client) for _ in range(3))
        for browser, name in ((ann, "Ann"), (bob, "Bob"), (eve, "Eve")):
            browser.enter(name)
        table = ann.submit("/tables", game="isles", kind=["human", "open"], clock="0/300+10")
        bob.get(table)
        bob.submit(f"{table}/join")
        ann.get(table)
        ann.submit(f"{table}/pause")
        asked = bob.get(table).text
        assert "Would like a pause: Ann." in asked
        assert "Agree to the pause" in asked
        assert "No pause after all" in ann.get(table).text
        assert f'action="{table}/pause"' not in eve.get(table).text
        bob.get(table)
        bob.submit(f"{table}/pause")
        for browser in (ann, bob, eve):
            page = browser.get(table).text
            assert "The game is paused. All clocks stand." in page
            assert 'name="action"' not in page
            assert "data-deadline" not in page
        assert f'action="{table}/resume"' not in page
        clock.time += 5000
        assert "paused" in ann.get("/").text
        ann.get(table)
        ann.submit(f"{table}/resume")
        assert "5:00" in ann.get(table).text


def test_days_off_are_set_on_the_own_page(tmp_path: Path) -> None:
    clock = Clock()
    clock.time = WEDNESDAY
    with open_site(tmp_path, clock=clock) as client:
        ann, bob = Browser(client), Browser(client)
        ann.enter("Ann")
        bob.enter("Bob")
        ann.get("/me")
        ann.submit("/me/rest", zone="Asia/Tokyo", weekends=1)
        ann.submit("/me/holidays", first="2026-12-02", last="2026-12-11")
        page = ann.get("/me").text
        assert 'value="Asia/Tokyo"' in page
        assert 'name="weekends" value="1" checked' in page
        assert "Wed, Dec 2 to Fri, Dec 11" in page
        assert "Holidays left in 2026: 20" in page
        wrong: list[tuple[dict[str, Any], str]] = [
            ({"first": "2026-12-05", "last": "2026-12-06"}, "a holiday of yours already"),
            ({"first": "2026-11-05", "last": "2026-11-06"}, "at the earliest"),
            ({"first": "2027-01-01", "last": "2027-02-20"}, "days left in 2027: 30"),
            ({"first": "soon", "last": ""}, "not a day"),
        ]
        for fields, why in wrong:
            refused = ann.post("/me/holidays", **fields)
            assert (refused.status_code, why in alert(refused.text)) == (409, True)
        assert "no such time zone" in alert(ann.post("/me/rest", zone="Moon/Base").text)
        table = ann.submit("/tables", game="isles", kind=["human", "open"], clock=DAY_S)
        bob.get(table)
        bob.submit(f"{table}/join")
        # back on the Monday after the Friday that was the last day
        assert "clock stands until Mon, Dec 14" in bob.get(table).text
        ann.get("/me")
        ann.submit("/me/holidays/end", first="2026-12-02")
        assert "clock stands" not in bob.get(table).text
        assert 'id="zone"' not in bob.get(f"/people/{owner_id(ann, page)}").text


def owner_id(browser: Browser, page: str) -> str:
    """Return the public id of the owner of a page, which others may look at."""
    found = re.search(r'class="me" href="/people/(\w+)"', page)
    assert found is not None
    return found[1]


def test_programs_agree_on_clocks_and_pauses(tmp_path: Path) -> None:
    clock = Clock()
    with open_site(tmp_path, clock=clock) as client:
        tokens = [client.post("/api/people", json={"name": name}).json()["token"] for name in ("Ann", "Bob")]

        def send(who: int, path: str, **body: Any) -> Any:
            return client.post(f"/api{path}", json=body, headers={"Authorization": f"Bearer {tokens[who]}"}).json()

        made = send(0, "/tables", game="isles", seats=["human", "open"], bank=300, increment=10)
        assert (made["clock"], made["bank"], made["increment"], made["clocks"]) == (0, 300, 10, [])
        path = f"/tables/{made['table']}"
        begun = send(1, f"{path}/join")
        seat = begun["to_act"][0]
        assert begun["clocks"][seat] == {"seat": seat, "bank": 300, "deadline": clock.time + 300}
        assert begun["clocks"][1 - seat]["deadline"] is None
        clock.time += 50
        assert send(0, f"{path}/pause")["agreed_to_pause"] == [0]
        paused = send(1, f"{path}/pause")
        assert (paused["paused"], paused["deadline"], paused["to_act"], paused["legal"]) == (True, None, [], [])
        assert send(seat, f"{path}/act", action=0, at=paused["at"])["reason"] == "paused"
        clock.time += 50
        gone_on = send(0, f"{path}/resume")
        assert (gone_on["paused"], gone_on["deadline"]) == (False, clock.time + 250)
        assert send(0, "/tables", game="isles", seats=["human", "open"], increment=5)["reason"] == "increment"
