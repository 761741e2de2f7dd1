"""Requests of any shape: each refused with the right number and words, none a failure of the server."""

import logging

import pytest
from starlette.testclient import TestClient

from doubloon.tables.card_files import LONGEST_CARDS
from doubloon.web import guard
from doubloon.web.guard import LONGEST_BODY
from doubloon.web.hosts import host_names, is_loopback, is_served
from doubloon.web.quiet import Quiet
from tests.web.support import Browser, alert, site_of

JSON = {"accept": "application/json"}
HUGE = ("9" * 5_000, "0" * 4_000 + "9", "-1", "1e5", "4.0", "٣", "", " 1", "9" * 11)


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test hears the warnings of its own."""
    monkeypatch.setattr(guard, "LOG", Quiet(logging.getLogger(guard.__name__)))


def guest(site: TestClient, name: str = "Eve") -> Browser:
    """Return a browser of a new guest."""
    browser = Browser(site)
    browser.enter(name)
    return browser


@pytest.mark.parametrize(
    "text",
    ["//[", "http://[", "//evil.example", "/\\evil", "javascript:x", "/" + "x" * 5_000, "/a\nb", "", "[", "/\ud7ff"],
)
def test_where_to_go_on_to_is_a_page_of_ours_or_the_lobby(site: TestClient, text: str) -> None:
    browser = Browser(site)
    assert browser.get("/sign-in", params={"next": text}).status_code == 200
    answer = browser.post("/sign-in/guest", name="Ann", next=text)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/")
    assert not answer.headers["location"].startswith("//")


@pytest.mark.parametrize("origin", ["http://[", "[", "", "null", "://", "http://", "http://a@testserver", "x" * 5_000])
def test_whatever_the_origin_is_it_is_not_ours(site: TestClient, origin: str) -> None:
    refused = Browser(site).send("POST", "/language", {"origin": origin.encode().decode("latin-1")})
    assert refused.status_code == 403
    assert "<h1>" in refused.text


@pytest.mark.parametrize(
    "referer", ["http://[", "[", "http://testserver//evil.example", "//", "http://testserver/\\evil"]
)
def test_whatever_the_page_before_is_called_the_way_back_is_ours(site: TestClient, referer: str) -> None:
    refused = Browser(site).send("POST", "/play/shipyard", {"referer": referer})
    assert refused.status_code == 403
    assert "evil" not in refused.text


@pytest.mark.parametrize("language", ["en", "fr", "ja", "hu"])
def test_a_form_that_a_proxy_robbed_of_its_host_is_explained(
    site: TestClient, language: str, caplog: pytest.LogCaptureFixture
) -> None:
    browser = Browser(site, language)
    headers = {"origin": "https://pirates.example.org", "host": "127.0.0.1:9180"}
    for _ in range(3):
        refused = browser.send("POST", "/play/shipyard", headers, data={"a": "b"})
    assert refused.status_code == 403
    assert refused.headers["content-type"].startswith("text/html")
    assert "127.0.0.1:9180" in alert(refused.text)
    assert "Host" in alert(refused.text)
    (line,) = [record.getMessage() for record in caplog.records]
    assert line.startswith("form from origin 'https://pirates.example.org', Host is '127.0.0.1:9180': does the proxy")
    by_script = browser.send("POST", "/api/people", headers, json={"name": "x"})
    assert by_script.json()["reason"] == "origin"


def test_a_proxy_that_is_not_believed_is_named_once(site: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        site.get("/healthz", headers={"x-forwarded-for": "192.0.2.1", "x-forwarded-prefix": "/doubloon"})
    assert [record.getMessage().partition(" ")[0] for record in caplog.records] == ["X-Forwarded-For", "a"]


def test_a_server_of_one_machine_answers_to_its_own_names() -> None:
    for host in ("localhost", "localhost:8484", "LOCALHOST.", "127.0.0.1", "127.1.2.3:80", "[::1]", "[::1]:8484"):
        assert is_served(host, ())
    for host in ("evil.example", "evil.example:9160", "", "localhost.evil.example", "127.0.0.1.evil.example", "[::2]",
                 "192.0.2.1", "[", "]", ":", "127.0.0.1@evil"):  # fmt: skip
        assert not is_served(host, ()), host
    names = host_names("Pirates.example.org:443, *.club.example")
    assert is_served("pirates.example.org", names)
    assert is_served("a.b.club.example:80", names)
    assert not is_served("club.example.evil", names)
    assert not is_served("evil-club.example", names)
    assert is_served("anything", host_names("*"))
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "::", "192.0.2.1")] == [
        True, True, True, False, False, False
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/", "GET, HEAD"),
        ("GET", "/tables", "POST"),
        ("DELETE", "/tables/x", "GET, HEAD"),
        ("GET", "/sign-out", "POST"),
        ("PATCH", "/api/tables", "GET, HEAD, POST"),
        ("DELETE", "/api/people", "POST"),
        ("POST", "/api/tables/x", "GET, HEAD"),
        ("POST", "/static/base.css", "GET, HEAD"),
        ("OPTIONS", "/api/tables/x/act", "POST"),
        ("BREW", "/rules/shipyard", "GET, HEAD"),
    ],
)
def test_wrong_methods_are_told_the_right_ones(site: TestClient, method: str, path: str, allowed: str) -> None:
    refused = Browser(site).send(method, path)
    assert (refused.status_code, refused.headers["allow"]) == (405, allowed)
    if path.startswith("/api/"):
        assert refused.json()["reason"] == "method"


@pytest.mark.parametrize(
    "path",
    [
        "/static/" + "a" * 300,
        "/static/" + "a/" * 2_000,
        "/static/a%00b",
        "/static/%FF",
        "/people/a%00b",
        "/people/" + "a" * 5_000,
        "/tables/a%00b",
        "/tables/%F0%9F%8F%B4",
        "/tables/x/simulations/..%2F..%2Fjob",
        "/api/tables/a%00b/turn",
        "/rules/a%00b",
        "/bots/a%00b",
        "/new/" + "a" * 300,
        "/tables/a%00b/replay?at=" + "9" * 5_000 + "&eyes=" + "9" * 5_000,
    ],
)
def test_addresses_that_nothing_has(site: TestClient, path: str) -> None:
    browser = guest(site)
    assert browser.get(path).status_code in (404, 409)
    assert browser.get(path, headers={"accept": "application/json"}).status_code in (404, 409)


def test_numbers_of_any_length(site: TestClient) -> None:
    browser = guest(site)
    table = browser.submit("/tables", game="shipyard", kind=["human", "sailor"])
    over = "?at=" + "9" * 5_000 + "&eyes=" + "9" * 5_000
    assert browser.get(f"{table}/replay{over}").status_code < 500
    for number in HUGE:
        for path, fields in (
            (f"{table}/act", {"at": number, "action": "0"}),
            (f"{table}/act", {"at": "1", "action": number}),
            (f"{table}/join", {"seat": number}),
            (f"{table}/vote", {"seat": number}),
            (f"{table}/simulations", {"choice": f"sailor:{number}"}),
        ):
            refused = browser.post(path, JSON, **fields)
            assert 400 <= refused.status_code < 500 or (path.endswith("join") and not number), (path, fields)
        assert browser.post("/tables", game="shipyard", kind=["human", "sailor"], clock=number).status_code in (
            303,
            409,
        )


def test_whole_numbers_of_programs_may_be_written_with_a_point(site: TestClient) -> None:
    token = site.post("/api/people", json={"name": "Ann"}).json()["token"]
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    made = site.post(
        "/api/tables", content='{"game":"shipyard","seats":["human","sailor"],"clock":60.0}', headers=headers
    )
    assert (made.status_code, made.json()["clock"]) == (201, 60)
    for body in ("4.5", "[" * 60_000, '{"game":' * 10_000, '{"clock":1e999}', '{"clock":NaN}', '{"game":"\\ud800"}',
                 "\xff", '{"clock":' + "9" * 5_000 + "}", '{"game":"shipyard","seats":["human","sailor"],"clock":60.5}',
                 '{"game":"shipyard","seats":["human","sailor"],"clock":' + "[" * 60_000):  # fmt: skip
        refused = site.post("/api/tables", content=body.encode("latin-1"), headers=headers)
        assert (refused.status_code, refused.json()["reason"]) == (400, "json"), body[:40]


def test_a_body_that_is_too_long_fits_the_document(site: TestClient) -> None:
    for headers in ({}, {"content-length": str(10**12)}, {"content-length": "-1"}, {"content-length": "9" * 5_000}):
        refused = site.post("/api/people", content=b"x" * (LONGEST_BODY + 1), headers=headers)
        assert (refused.status_code, refused.json()["reason"]) == (413, "too_long")


@pytest.mark.parametrize("size", [LONGEST_CARDS + 1, LONGEST_BODY, 3 * LONGEST_BODY])
def test_a_file_that_is_too_long_is_refused_on_the_form_as_it_was_filled(site: TestClient, size: int) -> None:
    browser = guest(site)
    kinds = ["human", "sailor", "captain", "", "open"]
    refused = browser.send(
        "POST",
        "/tables",
        data={"csrf": browser.csrf, "game": "isles", "kind": kinds, "clock": "90", "private": "1"},
        files={"file": ("cards.toml", b"#" * size, "text/plain")},
    )
    assert refused.status_code in (413, 422)
    assert alert(refused.text)
    chosen = [
        part.partition("selected")[0].rpartition('value="')[2].partition('"')[0]
        for part in refused.text.split('name="kind"')[1:]
    ]
    assert chosen == kinds
    assert '<option value="90" selected>' in refused.text
    assert 'value="1" checked' in refused.text


@pytest.mark.parametrize("charset", ["punycode", "utf-7", "utf-16", "hex", "latin-1", "nonsense", "\xe9"])
def test_forms_are_utf_8(site: TestClient, charset: str) -> None:
    kind = f"multipart/form-data; boundary=x; charset={charset}".encode("latin-1")
    body = b'--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n' + b"+2AA-" * 9_000 + b"\r\n--x--\r\n"
    refused = site.post("/tables", content=body, headers=[(b"content-type", kind)])
    assert 400 <= refused.status_code < 500


def test_a_name_with_an_equals_sign_on_a_card_is_explained(site: TestClient) -> None:
    browser = guest(site)
    refused = browser.post(
        "/tables", game="rubies", kind=["human", "sailor", "sailor"], cards='[cards."a=b"]\nkind = "x"'
    )
    assert refused.status_code == 422
    assert "cards.a=b.kind" in alert(refused.text)


def test_how_long_to_wait_is_said_on_the_page_and_to_programs(site: TestClient) -> None:
    limits = site_of(site).limits
    limits.enabled = True
    try:
        browser = Browser(site)
        browser.get("/sign-in")
        answers = [browser.post("/sign-in/account", login="\uff41nn ", password="wrong wrong") for _ in range(9)]
        assert [answer.status_code for answer in answers].count(429) == 1
        assert "Please wait" in alert(answers[-1].text)
        assert int(answers[-1].headers["retry-after"]) > 0
    finally:
        limits.enabled = False
        limits.clear()
