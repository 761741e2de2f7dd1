"""When nothing can be saved: a page or JSON in the reader's language, when to come back, and what healthz says."""

from pathlib import Path

import pytest

from doubloon.tables import database
from doubloon.tables.errors import Unavailable
from doubloon.web.requests import Site
from tests.tables.test_trouble import locked
from tests.web.support import Browser, alert, open_site, site_of

WORDS = {
    "en": "Nothing has changed; please try again soon.",
    "fr": "Rien n’a changé",
    "ja": "何も変わっていません",
    "hu": "Semmi sem változott",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(database, "BUSY_S", 0.05)
    return tmp_path


def test_what_cannot_be_saved_is_said_in_the_readers_language(folder: Path) -> None:
    with open_site(folder) as site:
        for language, words in WORDS.items():
            browser = Browser(site, language)
            browser.enter("Ann")
            table = browser.submit("/play/isles")
            token = site.post("/api/people", json={"name": "Bea"}).json()["token"]
            with locked(folder):
                page = browser.post(f"{table}/chat", text="hello")
                data = browser.post(f"{table}/chat", headers={"accept": "application/json"}, text="hello")
                told = site.post(
                    "/api/tables",
                    json={"game": "isles", "seats": ["human", "sailor"]},
                    headers={"authorization": f"Bearer {token}", "accept-language": language},
                )
                assert browser.get(table).status_code == 200
                health = site.get("/healthz")
            assert {page.status_code, data.status_code, told.status_code} == {503}
            assert words in alert(page.text).replace("&#39;", "'"), page.text
            assert words in data.json()["error"]
            assert (words in told.json()["error"], told.json()["reason"]) == (True, "unavailable")
            assert all(answer.headers["retry-after"] == "2" for answer in (page, data, told))
            assert (health.status_code, health.json()["database"]) == (503, "locked")
            assert browser.post(f"{table}/chat", text="hello").status_code == 303
            well = site.get("/healthz")
            assert (well.status_code, well.json()["database"]) == (200, "ok")


def test_a_page_is_made_where_nobody_can_be_looked_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_site(folder) as site:
        browser = Browser(site)
        browser.enter("Ann")
        before = dict(browser.cookies)

        async def fail(*_: object) -> None:
            raise Unavailable("disk I/O error", "disk")

        inside: Site = site_of(site)
        monkeypatch.setattr(inside.runtime.people, "find", fail)
        for path in ("/", "/me", "/tables/nothing"):
            answer = browser.get(path)
            assert (answer.status_code, "Nothing has changed" in answer.text) == (503, True)
        assert browser.cookies == before
