"""Secrets stay where they are: nobody's grasp, peeked bundle or seed is in anything that another is sent."""

import re

from sqlalchemy import delete
from starlette.testclient import TestClient

from doubloon.tables.live import LiveTable
from doubloon.tables.schema import entries
from tests.web.support import Browser, act, buttons, is_over, site_of


def live_table(site: TestClient, table: str) -> LiveTable:
    """Return a table as the server has it."""
    return site_of(site).runtime.service._live[table.removeprefix("/tables/")]


def token_of(browser: Browser) -> str:
    """Return a token for the API of a browser's person."""
    browser.get("/me")
    page = browser.post("/me/token").text
    found = re.search(r"doubloon_[\w-]+", page)
    assert found is not None
    browser.get("/me")
    return found[0]


def test_the_seed_is_in_no_answer_before_the_end(site: TestClient) -> None:
    browser = Browser(site)
    browser.get("/")
    table = browser.submit("/play/shipyard")
    seed = live_table(site, table).row.seed.hex()
    for path in ("", "/replay?at=3", "/verify", "/record"):
        assert seed not in browser.get(table + path).text
    assert browser.get(f"{table}/record").status_code == 409
    assert seed not in site.get(f"/api{table}").text
    for step in range(2000):
        page = browser.get(table).text
        if is_over(page):
            break
        if buttons(page):
            act(browser, table, page, step)
    assert seed in browser.get(f"{table}/verify").text


def forget_last_entry(site: TestClient, live: LiveTable) -> None:
    """Take a table back by one entry, as no user can."""
    runtime = site_of(site).runtime
    with runtime.store._engine.begin() as connection:
        connection.execute(delete(entries).where(entries.c.table == live.id, entries.c.seq == live.at - 1))
    runtime.service.drop(live)


def test_what_others_are_sent_does_not_depend_on_a_secret_grasp(site: TestClient) -> None:
    """The same table with one or another secret choice: everything that the others are sent is the same, byte for
    byte.
    """
    people = [Browser(site), Browser(site), Browser(site)]
    people[0].enter("Ann")
    table = people[0].submit("/tables", game="rubies", kind=["human", "open", "open"], clock=0)
    for number, browser in enumerate(people[1:], start=1):
        browser.get(table)
        browser.submit(f"{table}/join", name=f"Guest {number}")
    tokens = [token_of(browser) for browser in people]
    live = live_table(site, table)
    while not any(live.game.actions[action].startswith("grasp") for action in live.playthrough.legal_actions(0)):
        seat = live.seats_to_act()[0]
        assert act(people[seat], table, people[seat].get(table).text).status_code == 303
    grasps = [action for action in live.playthrough.legal_actions(0) if live.game.actions[action].startswith("grasp")]
    at, own, seen = live.at, [], []
    for choice in (grasps[1], grasps[-1]):
        assert (
            site.post(f"/api{table}/act", json={"action": choice, "at": at}, headers=bearer(tokens[0])).status_code
            == 200
        )
        own.append(site.get(f"/api{table}", headers=bearer(tokens[0])).json()["observation"]["seats"][0]["grasp"])
        seen.append(all_that_others_get(site, table, at + 1, people[1:], tokens[1:]))
        forget_last_entry(site, live_table(site, table))
    assert own[0] != own[1]
    assert seen[0] == seen[1]


def bearer(token: str) -> dict[str, str]:
    """Return the header of a token."""
    return {"authorization": f"Bearer {token}"}


def all_that_others_get(site: TestClient, table: str, at: int, people: list[Browser], tokens: list[str]) -> list[str]:
    """Return every answer about a table to other people and to one who looks on."""
    answers = [
        site.get(f"/api{table}{path}", headers=bearer(token)).text
        for token in tokens
        for path in ("", "/turn", "/record")
    ]
    answers += [site.get(f"/api{table}{path}").text for path in ("", "/turn", "/record")]
    stranger = Browser(site)
    stranger.cookies = dict(people[0].cookies)
    del stranger.cookies[site_of(site).sessions.cookie_name]
    for browser in people:
        for path in (
            "",
            f"/replay?at={at}",
            f"/replay?at={at}&seat=0",
            f"/replay?at={at}&seat=open",
            "/record",
            "/verify",
        ):
            answers.append(browser.get(table + path).text)
    answers.append(re.sub(r'name="csrf" value="\w+"|data-viewer="\w+"', "", stranger.get(table).text))
    return [re.sub(r'data-version="\d+"', "", answer) for answer in answers]
