"""Bad input: refused with a clear reason in the person's language; nothing changed, nothing leaked."""

import pytest
from starlette.testclient import TestClient

from doubloon.texts import LANGUAGES
from doubloon.web.guard import LONGEST_BODY
from tests.web.support import Browser, alert, buttons, number_at, site_of

JSON = {"accept": "application/json"}
STALE = {
    "en": "The table has changed meanwhile.",
    "fr": "La table a changé entre-temps.",
    "ja": "その間にテーブルの状況が変わりました。",
    "hu": "Az asztal közben megváltozott.",
}


def begin(site: TestClient, language: str = "en") -> tuple[Browser, str, str]:
    """Return a browser at a table of its own that waits for it, with the page."""
    browser = Browser(site, language)
    browser.get("/")
    table = browser.submit("/play/shipyard")
    page = browser.get(table).text
    while not buttons(page):
        page = browser.get(table).text
    return browser, table, page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stale_act_is_explained_in_the_persons_language(site: TestClient, language: str) -> None:
    browser, table, page = begin(site, language)
    refused = browser.post(f"{table}/act", at=number_at(page) + 5, action=buttons(page)[0])
    assert refused.status_code == 409
    assert alert(refused.text).startswith(STALE[language])
    assert buttons(refused.text) == buttons(page)
    by_script = browser.post(f"{table}/act", JSON, at=number_at(page) + 5, action=buttons(page)[0])
    assert by_script.json()["error"].startswith(STALE[language])


def test_illegal_and_nonsensical_acts(site: TestClient) -> None:
    browser, table, page = begin(site)
    at = number_at(page)
    illegal = next(number for number in range(14) if number not in buttons(page))
    for action, said_at, status in (
        (illegal, at, 422),
        (99_999, at, 422),
        ("-1", at, 409),
        ("1; drop table", at, 409),
        ("٣", at, 409),
        ("9" * 400, at, 409),
        (buttons(page)[0], "", 409),
    ):
        refused = browser.post(f"{table}/act", JSON, at=said_at, action=action)
        assert refused.status_code == status, (action, said_at)
        assert refused.json()["error"]
    assert number_at(browser.get(table).text) == at


def test_nobody_acts_for_another(site: TestClient) -> None:
    browser, table, page = begin(site)
    eve = Browser(site)
    eve.enter("Eve")
    forged = eve.post(f"{table}/act", JSON, at=number_at(page), action=buttons(page)[0], seat=0, person=1)
    assert forged.status_code == 403
    assert forged.json()["error"] == "You have no seat at this table."
    assert number_at(browser.get(table).text) == number_at(page)


def test_forms_of_other_sites_are_refused(site: TestClient) -> None:
    browser, table, page = begin(site)
    fields = {"at": number_at(page), "action": buttons(page)[0]}
    for headers in (
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"origin": "http://testserver.evil.example"},
    ):
        assert browser.post(f"{table}/act", {**JSON, **headers}, **fields).status_code == 403
    for token in ("", "x", Browser(site).get("/").text[:64]):
        browser.csrf = token
        assert browser.post(f"{table}/act", JSON, **fields).status_code == 403
    assert number_at(browser.get(table).text) == number_at(page)
    assert browser.post(f"{table}/act", {"origin": "http://testserver"}, **fields, confirm=1).status_code == 303


def test_a_token_of_another_session_is_worth_nothing(site: TestClient) -> None:
    browser, table, page = begin(site)
    other, _, _ = begin(site)
    browser.csrf = other.csrf
    assert browser.post(f"{table}/act", JSON, at=number_at(page), action=buttons(page)[0]).status_code == 403


def test_forged_cookies_are_nobody(site: TestClient) -> None:
    browser, table, _ = begin(site)
    name = site_of(site).sessions.cookie_name
    for cookie in ("", "nonsense", browser.cookies[name][:-2] + "xx", "eyJ2IjoieCIsInAiOiJ4IiwiZSI6MH0.x.y"):
        thief = Browser(site)
        thief.cookies[name] = cookie
        page = thief.get(table)
        assert page.status_code == 200
        assert buttons(page.text) == []


def test_huge_bodies_are_not_read(site: TestClient) -> None:
    browser, _, _ = begin(site)
    huge = browser.send("POST", "/tables", JSON, content=b"x" * (LONGEST_BODY + 1))
    assert huge.status_code == 413
    assert huge.json()["error"] == "That is too long."
    chunks = (b"x" * 65_536 for _ in range(64))
    assert (
        browser.send(
            "POST", "/tables", {**JSON, "content-type": "application/x-www-form-urlencoded"}, content=chunks
        ).status_code
        == 413
    )
    lying = browser.send("POST", "/tables", {**JSON, "content-length": "many"}, content=b"")
    assert lying.status_code == 413


def test_bytes_that_are_no_text(site: TestClient) -> None:
    browser, table, page = begin(site)
    form = {"content-type": "application/x-www-form-urlencoded", **JSON}
    for body in (b"csrf=\xff\xfe&at=\xff", b"\xff" * 100, b"csrf=%FF%FE&text=%C3%28", b"\x00" * 50):
        assert browser.send("POST", f"{table}/chat", form, content=body).status_code in (400, 403, 409)
    multipart = {"content-type": "multipart/form-data; boundary=x", **JSON}
    for body in (b"", b"--x\r\nnonsense", b"--x\r\n\xff\xff: \xff\r\n\r\n--x--"):
        assert 400 <= browser.send("POST", "/tables", multipart, content=body).status_code < 500
    files = {"file": ("cards.toml", b"\xff\xfe\x00", "text/plain")}
    fields = {"csrf": browser.csrf, "game": "shipyard", "kind": ["human", "sailor"]}
    refused = browser.send("POST", "/tables", None, data=fields, files=files)
    assert (refused.status_code, "UTF-8" in refused.text) == (409, True)
    assert number_at(browser.get(table).text) == number_at(page)


def test_script_in_names_and_talk_is_words(site: TestClient) -> None:
    evil = '<script>alert("x")</script>'
    browser = Browser(site)
    browser.enter(evil[:24])
    table = browser.submit("/tables", game="shipyard", kind=["human", "open"], clock=0)
    browser.get(table)
    browser.submit(f"{table}/chat", text=evil + "{0} {seat} %s \x1f1\x1f </li>")
    page = browser.get(table).text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
    assert "<script>alert" not in browser.get("/").text
    guest = Browser(site)
    guest.get(table)
    guest.submit(f"{table}/join", name="{seat} {0}")
    assert guest.get(table).status_code == 200


def test_unknown_addresses_and_methods(site: TestClient) -> None:
    browser = Browser(site)
    for path in (
        "/nowhere",
        "/tables/zzz",
        "/tables/zzz/replay",
        "/people/zzz",
        "/rules/chess",
        "/new/chess",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
    ):
        assert browser.get(path).status_code == 404, path
    assert browser.send("PUT", "/tables", JSON).status_code in (404, 405, 409)
    assert browser.get("/static/games/shipyard/../../shipyard/rules.py").status_code == 404
    assert "Traceback" not in browser.get("/nowhere").text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "This cannot be set: line 4: pirate.toll = 99 is not allowed. Expected: 0 .. "),
        ("fr", "ligne 4\u00a0: pirate.toll = 99 n’est pas permis. Valeurs permises\u00a0: 0 .. "),
        ("ja", "4行目：pirate.toll = 99 は使えません。使える値：0 .. "),
        ("hu", "4. sor: pirate.toll = 99 nem lehet. Ez lehet: 0 .. "),
    ],
)
def test_a_wrong_card_file_is_shown_again_with_the_line(site: TestClient, language: str, words: str) -> None:
    browser = Browser(site, language)
    browser.get("/")
    cards = "[cards]\nships = 6\n[pirate]\ntoll = 99\n"
    refused = browser.post("/tables", game="shipyard", kind=["human", "sailor"], cards=cards)
    assert refused.status_code == 422
    assert words in alert(refused.text)
    assert "toll = 99" in refused.text


def test_a_wrong_number_of_seats_is_shown_again(site: TestClient) -> None:
    browser = Browser(site)
    browser.get("/")
    refused = browser.post("/tables", game="rubies", kind=["human", "sailor"])
    assert (refused.status_code, alert(refused.text)) == (
        422,
        "This cannot be set: 2 seats are not possible. The game is for 3 to 4 players.",
    )


def test_people_are_kept_from_doing_things_too_often(site: TestClient) -> None:
    served = site_of(site)
    served.limits.enabled = True
    try:
        browser = Browser(site)
        browser.get("/sign-in")
        answers = [browser.post("/sign-in/account", JSON, login="ann", password="wrong wrong") for _ in range(12)]
        assert [answer.status_code for answer in answers].count(429) >= 3
        assert "seconds" in answers[-1].json()["error"]
    finally:
        served.limits.enabled = False
        served.limits.clear()
