"""Every page in every language: there, safe, and without a missing word."""

import re
import stat
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from doubloon.texts import LANGUAGES
from doubloon.web.session import KEY_FILE, secret_key
from tests.web.support import Browser

PATHS = (
    "/",
    "/sign-in",
    "/me",
    "/ratings",
    "/rules",
    "/rules/shipyard",
    "/rules/isles",
    "/rules/rubies",
    "/new/shipyard",
    "/new/isles",
    "/new/rubies",
    "/bots/sailor",
)
TEXT_ID = re.compile(r"\b(?:site|page|table|lab|level|refused|setting|game|phrase)\.[a-z_]+(?:\.[a-z_]+)?\b")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_pages_are_in_all_languages(site: TestClient, language: str) -> None:
    browser = Browser(site, language)
    browser.enter("Ann")
    for path in PATHS:
        page = browser.get(path)
        assert page.status_code == 200, path
        assert f'<html lang="{language}"' in page.text
        shown = re.sub(r"<pre.*?</pre>|<[^>]*>", " ", page.text, flags=re.DOTALL)
        assert TEXT_ID.findall(shown) == [], path


def test_pages_are_safe(site: TestClient) -> None:
    page = Browser(site).get("/")
    policy = page.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["referrer-policy"] == "same-origin"
    cookie = next(header for header in page.headers.get_list("set-cookie") if header.startswith("doubloon-"))
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    for path in PATHS:
        text = Browser(site).get(path).text
        assert re.search(r"<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=|javascript:", text) is None, path
        assert re.search(r'(?:src|href|action)="(?:https?:)?//', text) is None, path


def test_cookies_are_for_https_alone_where_there_is_https(site: TestClient) -> None:
    page = site.get("https://testserver/")
    assert "secure" in page.headers["set-cookie"].lower()
    site.cookies.clear()


def test_the_language_is_switched_in_place(site: TestClient) -> None:
    browser = Browser(site)
    browser.get("/rules/isles")
    assert browser.submit("/language", language="ja", next="/rules/isles") == "/rules/isles"
    assert '<html lang="ja"' in browser.get("/rules/isles").text
    for elsewhere in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"):
        assert browser.submit("/language", language="fr", next=elsewhere) == "/"
    assert browser.post("/language", language="tlh").status_code == 409


def test_the_browsers_language_is_used_until_another_is_chosen(site: TestClient) -> None:
    browser = Browser(site)
    browser.cookies.clear()
    for header, language in (
        ("hu;q=0.5, fr-CH", "fr"),
        ("de, ja;q=0.2", "ja"),
        ("de", "en"),
        ("x;q=nonsense,,;", "en"),
    ):
        assert f'<html lang="{language}"' in browser.get("/", headers={"accept-language": header}).text


def test_static_files_have_a_version_and_are_kept(site: TestClient) -> None:
    page = Browser(site).get("/").text
    found = re.findall(r'(?:src|href)="(/static/[^"#]+)', page)
    assert found
    for path in found:
        file = site.get(path)
        assert (file.status_code, "immutable" in file.headers["cache-control"]) == (200, True), path


def test_accounts_by_forms(site: TestClient) -> None:
    browser = Browser(site)
    browser.enter("Ann")
    browser.get("/sign-in")
    browser.submit("/sign-in/new", login="ann", password="long enough", next="/me")
    me = browser.get("/me").text
    assert "/sign-out" in me
    other = Browser(site)
    other.get("/sign-in")
    assert other.post("/sign-in/account", login="ann", password="wrong one").status_code == 409
    other.submit("/sign-in/account", login="Ann", password="long enough", next="/me")
    assert "Ann" in other.get("/me").text
    other.submit("/me/name", name="Anne <b>")
    assert "Anne &lt;b&gt;" in other.get("/me").text
    other.submit("/sign-out", everywhere=1)
    assert other.get("/me").status_code == 403
    assert browser.get("/me").status_code == 403


def test_private_tables_are_seen_by_their_link_alone(site: TestClient) -> None:
    ann, eve = Browser(site), Browser(site)
    ann.enter("Ann")
    table = ann.submit("/tables", game="shipyard", kind=["human", "open"], private=1)
    found = re.search(r"invite=([\w-]+)", ann.get(table).text)
    assert found is not None
    nameless = Browser(site)
    page = nameless.get(f"{table}?invite={found[1]}").text
    assert f"{table}/stream?invite={found[1]}" in page
    assert nameless.get(f"{table}/verify?invite={found[1]}").status_code == 200
    eve.enter("Eve")
    assert eve.get(table).status_code == 404
    assert eve.get(f"{table}?invite=wrong").status_code == 404
    assert table not in eve.get("/").text
    assert eve.get(f"{table}?invite={found[1]}").status_code == 200
    assert eve.get(table).status_code == 200
    assert found[1] not in eve.get(table).text
    eve.submit(f"{table}/join")
    assert eve.get(f"{table}/replay").status_code == 200


def test_the_secret_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    key = secret_key(tmp_path / "new")
    assert secret_key(tmp_path / "new") == key
    assert stat.S_IMODE((tmp_path / "new" / KEY_FILE).stat().st_mode) == 0o600
