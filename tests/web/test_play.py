"""Whole games in a browser without script: every act is a form."""

import re

from starlette.testclient import TestClient

from doubloon.engine.contract import Game
from doubloon.engine.record import read_record, verify_chance
from doubloon.games import slugs
from doubloon.texts import LANGUAGES
from tests.web.support import Browser, act, alert, buttons, is_over, must_act, number_at

MOST_ACTS = 2000


def play_to_end(browser: Browser, table: str) -> str:
    """Press buttons until the game is over, and return the last page."""
    page = browser.get(table).text
    for step in range(MOST_ACTS):
        if is_over(page):
            return page
        if must_act(page):
            response = act(browser, table, page, step)
            assert response.status_code == 303, alert(response.text)
        page = browser.get(table).text
    raise AssertionError("the game did not end")


def test_one_click_begins_a_game_against_bots_and_buttons_end_it(site: TestClient, game: Game) -> None:
    language = LANGUAGES[slugs().index(game.slug) % len(LANGUAGES)]
    browser = Browser(site, language)
    browser.get("/")
    table = browser.submit(f"/play/{game.slug}")
    page = play_to_end(browser, table)
    assert f'lang="{language}"' in page
    assert re.search(r">[^<]*\b(refused|page|table|level|phrase|guide|event|action)\.[a-z_]+", page) is None
    record = browser.get(f"{table}/record")
    assert record.headers["content-disposition"].startswith("attachment")
    assert verify_chance(read_record(record.text), game) > 0
    assert 'class="good"' in browser.get(f"{table}/verify").text
    last = len(read_record(record.text).lines)
    for eyes in ("public", "open", *map(str, range(game.usual_seats))):
        for at in (0, last // 2, last):
            shown = browser.get(f"{table}/replay?at={at}&seat={eyes}")
            assert shown.status_code == 200
            assert buttons(shown.text) == []


def test_the_price_of_a_hint_is_said_before_and_after(site: TestClient) -> None:
    price, unrated, rated = (
        "A game with a hint is not rated.",
        "Not rated: a hint was used in this game.",
        "This game counts for the ratings.",
    )
    browser = Browser(site)
    browser.enter("Ann")
    for asks in (True, False):
        table = browser.submit(
            "/tables", **{"game": "shipyard", "kind": ["human", "sailor"], "set.options.turn_limit": 30}
        )
        page = browser.get(table).text
        # Nothing is asked where there is no choice.
        while price not in page:
            assert not is_over(page)
            if must_act(page):
                act(browser, table, page)
            page = browser.get(table).text
        if asks:
            page = browser.get(browser.submit(f"{table}/hint")).text
            assert 'class="hint"' in page
        page = play_to_end(browser, table)
        assert (unrated in page, rated in page) == (asks, not asks)


def test_two_people_and_a_bot_share_a_table_by_its_link(site: TestClient) -> None:
    ann, ben = Browser(site), Browser(site, "hu")
    ann.enter("Ann")
    table = ann.submit("/tables", game="isles", kind=["human", "open", "sailor"])
    ben.get(table)
    ben.submit(f"{table}/join", name="Ben", seat=1)
    assert "Ben" in ann.get(table).text
    pages = {}
    for step in range(MOST_ACTS):
        for browser in (ann, ben):
            pages[browser] = browser.get(table).text
            if buttons(pages[browser]):
                assert act(browser, table, pages[browser], step).status_code == 303
        if is_over(pages[ben]):
            break
    following = ann.submit(f"{table}/rematch")
    assert following != table
    assert following in ben.get(table).text
    assert ben.submit(f"{table}/rematch") == following
    assert not is_over(ben.get(following).text)


def test_a_reload_or_a_second_tab_neither_loses_nor_doubles_an_act(site: TestClient) -> None:
    browser = Browser(site)
    browser.get("/")
    table = browser.submit("/play/isles")
    page = browser.get(table).text
    while not buttons(page):
        page = browser.get(table).text
    first = act(browser, table, page)
    second = act(browser, table, page)
    assert (first.status_code, second.status_code) == (303, 409)
    assert "changed meanwhile" in alert(second.text)
    assert number_at(browser.get(table).text) > number_at(page)


def test_a_costly_act_is_asked_twice_and_stored_once(site: TestClient) -> None:
    browser = Browser(site)
    browser.get("/")
    table = browser.submit("/tables", game="shipyard", kind=["human", "sailor"], **{"set.options.cannon": "optional"})
    for step in range(MOST_ACTS):
        page = browser.get(table).text
        if is_over(page):
            browser.get("/")
            table = browser.submit(
                "/tables", game="shipyard", kind=["human", "sailor"], **{"set.options.cannon": "optional"}
            )
            continue
        if not buttons(page):
            continue
        at, action = number_at(page), buttons(page)[step % len(buttons(page))]
        response = browser.post(f"{table}/act", at=at, action=action)
        if response.status_code == 200:
            assert 'name="confirm" value="1"' in response.text
            assert number_at(browser.get(table).text) == at
            asked = browser.post(f"{table}/act", {"accept": "application/json"}, at=at, action=action)
            assert (asked.status_code, asked.json()["confirm"]) == (409, action)
            assert browser.post(f"{table}/act", at=at, action=action, confirm=1).status_code == 303
            return
    raise AssertionError("no costly act came up")


def test_the_guided_game_gives_advice_that_can_be_followed(site: TestClient, game: Game) -> None:
    browser = Browser(site, "en")
    browser.get("/")
    table = browser.submit(f"/learn/{game.slug}")
    advised = 0
    for _ in range(MOST_ACTS):
        page = browser.get(table).text
        if is_over(page):
            break
        if 'class="hint"' in page:
            hinted = re.search(r'value="(\d+)" id="a\d+" class="[^"]*hinted', page)
            assert hinted is not None
            assert "guide." not in page
            advised += 1
            assert browser.post(f"{table}/act", at=number_at(page), action=int(hinted[1]), confirm=1).status_code == 303
        elif must_act(page):
            assert act(browser, table, page).status_code == 303
    assert advised >= 5


def test_spectators_see_the_table_and_can_do_nothing(site: TestClient) -> None:
    browser, guest = Browser(site), Browser(site)
    browser.get("/")
    table = browser.submit("/play/shipyard")
    page = browser.get(table).text
    while not buttons(page):
        page = browser.get(table).text
    seen = guest.get(table).text
    assert buttons(seen) == []
    refused = guest.post(f"{table}/act", at=number_at(page), action=buttons(page)[0])
    assert refused.status_code == 403
    assert number_at(browser.get(table).text) == number_at(page)


def test_a_hint_is_shown_to_who_asked_until_the_next_entry(site: TestClient) -> None:
    browser = Browser(site, "en")
    browser.get("/")
    table = browser.submit("/tables", game="isles", kind=["human", "sailor"], **{"set.options.starter": "0"})
    page = browser.get(table).text
    while not must_act(page):
        page = browser.get(table).text
    assert "What would a captain do?" in page
    assert browser.post(f"{table}/hint").status_code == 303
    hinted = browser.get(table).text
    assert re.search(r"A captain’s choice: buy .*Chance to win: \d+%", hinted)
    assert "A captain’s choice" not in Browser(site, "en").get(table).text
    assert act(browser, table, hinted, 0).status_code == 303
    assert "A captain’s choice" not in browser.get(table).text
