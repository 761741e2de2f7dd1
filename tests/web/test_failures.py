"""What nobody expected: answered in the reader's language with a number that the log has too, and nobody's words."""

import errno
import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from doubloon.engine.reading import read_text
from doubloon.web import failures
from doubloon.web.quiet import Quiet
from doubloon.web.requests import Site
from tests.web.support import Browser, alert, site_of

SECRET = "hunter2"
WORDS = {
    "en": "Something went wrong on the server",
    "fr": "Une erreur s’est produite sur le serveur",
    "ja": "サーバーで問題が発生しました",
    "hu": "Hiba történt a kiszolgálón",
}
OVERLOADED = {"en": "hands full", "fr": "surchargé", "ja": "混み合っています", "hu": "túlterhelt"}


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failures, "QUIET", Quiet(logging.getLogger(failures.__name__)))


def let_fail(site: TestClient, monkeypatch: pytest.MonkeyPatch, fail: Callable[[], object]) -> None:
    """Let every look at a table fail in a way."""

    async def get(*_: object) -> None:
        fail()

    monkeypatch.setattr(site_of(site).runtime.service, "get", get)


def key_error() -> None:
    {}[SECRET]  # type: ignore[index]


def no_files() -> None:
    raise OSError(errno.EMFILE, "Too many open files", "/srv/doubloon/cards.toml")


def no_threads() -> None:
    raise RuntimeError(failures.NO_THREAD)


@pytest.mark.parametrize("language", WORDS)
def test_a_fault_of_ours_has_a_number_in_the_answer_and_in_the_log(
    site: TestClient, language: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    browser = Browser(site, language)
    browser.enter("Ann")
    let_fail(site, monkeypatch, key_error)
    page = browser.get(f"/tables/x?invite={SECRET}")
    script = browser.get("/tables/x", headers={"accept": "application/json"})
    data = site.get("/api/tables/x", headers={"accept-language": language})
    codes = []
    for answer, words in (
        (page, alert(page.text).replace("&#39;", "'")),
        (script, script.json()["error"]),
        (data, data.json()["error"]),
    ):
        assert answer.status_code == 500
        assert words.startswith(WORDS[language]), words
        codes += [line.split()[1].rstrip(":") for line in caplog.messages if line.split()[1].rstrip(":") in words]
    assert len(set(codes)) == 3
    assert (data.json()["reason"], data.json()["code"]) == ("broken", codes[-1])
    assert caplog.messages[0].startswith(f"failure {codes[0]}: GET /tables/x: KeyError in key_error, ")
    assert "in get, " in caplog.messages[1]
    assert len(caplog.messages) == 4  # one line each, and once how it came
    assert SECRET not in caplog.text
    assert "content-security-policy" in page.headers


def test_where_no_page_can_be_made_the_words_come_alone(
    site: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    let_fail(site, monkeypatch, key_error)
    with monkeypatch.context() as patched:

        async def page(*_: object, **__: object) -> None:
            key_error()

        patched.setattr(Site, "page", page)
        answer = Browser(site, "fr").get("/tables/x")
        assert (answer.status_code, WORDS["fr"] in answer.text) == (500, True)
        assert answer.headers["x-content-type-options"] == "nosniff"
        patched.setattr(failures, "refusal_words", lambda *_: key_error())
        assert Browser(site).get("/tables/x").status_code == 500
    assert SECRET not in caplog.text


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("fail", [no_files, no_threads, lambda: read_text(Path("/srv/doubloon/cards.toml"), 9)])
def test_what_the_system_refuses_names_no_path(
    site: TestClient, language: str, fail: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    if fail.__name__ == "<lambda>":
        monkeypatch.setattr("doubloon.engine.reading.open_ordinary", lambda *_: no_files())
    let_fail(site, monkeypatch, fail)
    page = Browser(site, language).get("/tables/x")
    data = site.get("/api/tables/x", headers={"accept-language": language})
    assert (page.status_code, data.status_code, data.json()["reason"]) == (503, 503, "overloaded")
    assert OVERLOADED[language] in alert(page.text)
    assert OVERLOADED[language] in data.json()["error"]
    assert "/srv" not in page.text + data.text
    assert page.headers["retry-after"]


@pytest.mark.parametrize("path", ["/tables", "/play/shipyard", "{table}/join", "{table}/chat", "{table}/simulations"])
def test_no_form_names_a_path(site: TestClient, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    inside, browser = site_of(site), Browser(site)
    browser.enter("Ann")
    table = browser.submit("/tables", game="shipyard", kind=["open", "open"])

    async def fail(*_: object) -> None:
        read_text(Path("/srv/doubloon/cards.toml"), 9)

    for place, name in (
        (inside.runtime.lobby, "create"),
        (inside.runtime.lobby, "join"),
        (inside.runtime.chat, "say"),
        (inside.simulations, "order"),
    ):
        monkeypatch.setattr(place, name, fail)
    refused = browser.post(
        path.format(table=table), game="shipyard", kind=["human", "open"], choice="sailor:100", text="hello"
    )
    assert (refused.status_code, "/srv" in refused.text) == (500, False)
    assert WORDS["en"] in alert(refused.text)


def test_a_file_of_ours_that_cannot_be_read_is_our_fault(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    let_fail(site, monkeypatch, lambda: read_text(Path("/nowhere/cards.toml"), 9))
    answer = site.get("/api/tables/x")
    assert (answer.status_code, answer.json()["reason"], "nowhere" in answer.text) == (500, "broken", False)


def test_a_fault_in_the_middle_of_a_stream_is_logged_once(
    site: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    browser = Browser(site)
    browser.enter("Ann")
    table = browser.submit("/play/isles")
    monkeypatch.setattr(site_of(site).views, "fragment", lambda *_: key_error())
    assert b"event: table" not in browser.get(f"{table}/stream").content
    assert [line.partition(":")[0].split()[0] for line in caplog.messages] == ["failure", "failure"]
    assert SECRET not in caplog.text
