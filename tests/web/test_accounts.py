"""Sessions, tokens and passwords: what was ended is worth nothing any more, wherever it is kept."""

import copy
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from doubloon.tables.errors import Refused, TooMany
from doubloon.tables.lobby import NewTable
from tests.tables.support import in_loop, open_runtime, seat_people
from tests.web.support import Browser, alert, site_of

PASSWORD = "long enough"


def member(site: TestClient, login: str) -> Browser:
    """Return a browser that is signed in to a new account."""
    browser = Browser(site)
    browser.get("/sign-in")
    browser.submit("/sign-in/new", login=login, password=PASSWORD, name=login)
    return browser


def token_of(browser: Browser) -> str:
    """Return a new token for programs."""
    browser.get("/me")
    page = browser.post("/me/token").text
    return page.partition('id="the-token" readonly value="')[2].partition('"')[0]


def is_in(browser: Browser) -> bool:
    """Tell whether a browser is signed in."""
    return browser.send("GET", "/me").status_code == 200


def is_worth_something(site: TestClient, token: str) -> bool:
    """Tell whether a token is known."""
    return bool(site.get("/api/me", headers={"authorization": f"Bearer {token}"}).status_code == 200)


def test_a_session_that_was_signed_out_is_over_wherever_its_cookie_is(site: TestClient) -> None:
    browser = member(site, "out")
    stolen, other = copy.copy(browser), Browser(site)
    stolen.cookies = dict(browser.cookies)
    other.get("/sign-in")
    other.submit("/sign-in/account", login="out", password=PASSWORD)
    browser.get("/me")
    browser.submit("/sign-out")
    assert (is_in(browser), is_in(stolen), is_in(other)) == (False, False, True)
    site_of(site).runtime.people._is_ended.clear()
    assert (is_in(browser), is_in(stolen), is_in(other)) == (False, False, True)


def test_signing_out_everywhere_ends_tokens_and_other_sessions(site: TestClient) -> None:
    browser, other = member(site, "everywhere"), Browser(site)
    other.get("/sign-in")
    other.submit("/sign-in/account", login="everywhere", password=PASSWORD)
    token = token_of(browser)
    assert is_worth_something(site, token)
    browser.get("/me")
    browser.submit("/sign-out", everywhere=1)
    assert not is_worth_something(site, token)
    assert (is_in(browser), is_in(other)) == (False, False)


def test_who_knew_the_guest_is_not_in_the_account(site: TestClient) -> None:
    browser = Browser(site)
    browser.enter("Guest")
    token, known = token_of(browser), copy.copy(browser)
    known.cookies = dict(browser.cookies)
    browser.get("/sign-in")
    browser.submit("/sign-in/new", login="fixed", password=PASSWORD)
    assert (is_in(browser), is_in(known), is_worth_something(site, token)) == (True, False, False)


def test_a_token_can_be_revoked(site: TestClient) -> None:
    browser = member(site, "tokens")
    token = token_of(browser)
    browser.get("/me")
    browser.submit("/me/token", revoke=1)
    assert not is_worth_something(site, token)
    assert is_in(browser)


def test_a_new_password_needs_the_old_one_and_ends_all_else(site: TestClient) -> None:
    browser, other = member(site, "changed"), Browser(site)
    other.get("/sign-in")
    other.submit("/sign-in/account", login="changed", password=PASSWORD)
    token = token_of(browser)
    browser.get("/me")
    for old, new in (("wrong wrong", "another one"), (PASSWORD, "short"), ("", "another one")):
        refused = browser.post("/me/password", old=old, new=new)
        assert refused.status_code == 409
        assert alert(refused.text)
    assert is_in(other)
    browser.submit("/me/password", old=PASSWORD, new="another one")
    assert (is_in(browser), is_in(other), is_worth_something(site, token)) == (True, False, False)
    fresh = Browser(site)
    fresh.get("/sign-in")
    assert fresh.post("/sign-in/account", login="changed", password=PASSWORD).status_code == 409
    fresh.submit("/sign-in/account", login="changed", password="another one")
    guest = Browser(site)
    guest.enter("Guest")
    assert guest.post("/me/password", old="", new="another one").status_code == 409


@in_loop
async def test_a_taken_login_leaves_nobody_behind(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        await runtime.people.register(None, "ann", PASSWORD)

        def count(connection: object) -> int:
            return int(connection.exec_driver_sql("select count(*) from people").scalar_one())  # type: ignore[attr-defined]

        for _ in range(3):
            with pytest.raises(Refused, match="taken"):
                await runtime.people.register(None, "ANN", PASSWORD)
        assert await runtime.store.read(count) == 1


@in_loop
async def test_passwords_are_hashed_by_a_few_threads_and_a_line_that_ends(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        runtime.people._hashing = 10_000
        with pytest.raises(TooMany):
            await runtime.people.sign_in("ann", PASSWORD)
        with pytest.raises(TooMany):
            await runtime.people.register(None, "ann", PASSWORD)


@in_loop
async def test_ending_sessions_ends_open_pages(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        live, (ann, ben) = await seat_people(runtime, "shipyard", 2)
        watches = [runtime.hub.watch(live.id, person.id) for person in (ann, ann, ben)]
        await runtime.people.end_sessions(ann)
        assert [watch._is_closed for watch in watches] == [True, True, False]
        for watch in watches:
            runtime.hub.leave(live.id, watch)


@in_loop
async def test_connections_that_come_and_go_are_told_once(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        live, (ann, _) = await seat_people(runtime, "shipyard", 2)
        told: list[str] = []
        runtime.hub.on_change = lambda table, person: told.append(person)
        for _ in range(100):
            runtime.hub.leave(live.id, runtime.hub.watch(live.id, ann.id))
        assert told == [ann.id]


@in_loop
async def test_names_at_a_table_are_told_apart(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        people = [await runtime.people.new_guest(name) for name in ("Anna", "\u0410nna", "anouk", "ANNA")]
        live = await runtime.lobby.create(people[0], NewTable("shipyard", ("human", "open", "open", "sailor")))
        for person in people[1:3]:
            await runtime.lobby.join(live.id, person)
        assert [seat.name for seat in live.seats[:3]] == ["Anna", "\u0410nna (2)", "anouk (2)"]
        for person in people:
            await runtime.chat.say(live.id, person, "ahoy")
        assert [said.name for said in live.chat] == ["Anna", "\u0410nna (2)", "anouk (2)", "ANNA (3)"]
        await runtime.people.rename(people[2], "anna")
        assert live.seats[2].name == "anna (3)"
