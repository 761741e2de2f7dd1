"""Whatever is sent to a form or asked of a page: an answer below 500, soon, and no memory that stays (hypothesis makes
the requests). Programs: `test_api_properties.py`.
"""

import resource
import time
from collections.abc import Callable
from urllib.parse import quote, urlencode

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tests.web.support import Browser

FEW, MANY = 200, 10_000
SLOWEST_S = 1.0
"""Of the processor's time, so that a busy machine is no failure."""
MOST_GROWN_KIB = 150 * 1024
"""Of the process after the first tenth: tables are made all the time, 2,000 are kept in memory, and 200 as drawn."""
AT_A_TABLE = ("act", "chat", "mute", "join", "leave", "start", "vote", "return", "rematch", "hint")
FORMS = (
    *(f"{{table}}/{name}" for name in AT_A_TABLE),
    "{table}/simulations",
    "{table}/simulations/x/cancel",
    "{table}/simulations/{odd}/again",
    "/tables/{odd}/act",
    "/tables",
    "/play/shipyard",
    "/play/{odd}",
    "/learn/shipyard",
    "/language",
    "/sign-in/guest",
    "/sign-in/account",
    "/sign-in/new",
    "/sign-out",
    "/me/name",
    "/me/token",
    "/me/password",
)  # fmt: skip
PAGES = (
    "/",
    "/me",
    "/ratings",
    "/sign-in",
    "/new/{odd}",
    "/rules/{odd}",
    "/people/{odd}",
    "/bots/{odd}",
    "/static/{odd}",
    "/{odd}",
    "/tables/{odd}",
    "{table}",
    "{table}/replay",
    "{table}/verify",
    "{table}/record",
    "{table}/simulations",
    "{table}/simulations/{odd}",
)
FIELDS = (
    "at",
    "action",
    "seat",
    "confirm",
    "text",
    "phrase",
    "person",
    "unmute",
    "name",
    "login",
    "password",
    "old",
    "new",
    "next",
    "everywhere",
    "revoke",
    "language",
    "level",
    "game",
    "kind",
    "cards",
    "set.options.x",
    "clock",
    "private",
    "choice",
    "compare",
    "file",
    "eyes",
    "invite",
)
NUMBERS = ("0", "1", "-1", "00", "4.0", "٣", "1e9", "9" * 5_000, str(2**31), str(2**63), "NaN")
CARDS = (
    ".".join(["a"] * 20_000) + "=1",
    "a=" + "[" * 30_000,
    "a=" + "9" * 5_000,
    '["a=b"]\nx=1',
    "[cards]\nships=6",
    "a=\0",
)
WORDS = (
    "shipyard",
    "rubies",
    "human",
    "open",
    "sailor",
    "nonsense",
    "fr",
    "//[",
    "http://[",
    "/me",
    "\0",
    "\u3164",
    "é" * 99,
)
VALUES = st.one_of(st.text(max_size=60), st.sampled_from(NUMBERS + CARDS + WORDS), st.integers().map(str))
HEADERS = st.fixed_dictionaries(
    {},
    optional={
        "accept": st.sampled_from(("application/json", "text/html", "*/*;q=nan")),
        "referer": st.sampled_from(("http://testserver/me", "http://[", "http://testserver//x")),
        "accept-language": st.sampled_from(("hu", ";q=", "fr;q=1e999,ja;q=x", "," * 400)),
        "origin": st.sampled_from(("http://testserver", "null", "http://[")),
        "content-type": st.sampled_from(
            ("text/plain", "multipart/form-data", "multipart/form-data; boundary=x; charset=hex")
        ),
    },
)
ENDS_THE_SESSION = ("/sign-out", "/sign-in/", "/me/password")


class Visitor:
    """A guest at a table; a new one when the last was signed out."""

    def __init__(self, site: TestClient) -> None:
        self.site = site
        self.slowest = 0.0
        self.renew()

    def renew(self) -> None:
        """Come in, and begin a game."""
        self.browser = Browser(self.site)
        self.browser.enter("Fuzz")
        self.table = self.browser.submit("/play/shipyard")

    def send(self, method: str, address: str, odd: str, headers: dict[str, str], **more: bytes) -> None:
        """Send a request, and check the answer."""
        path = address.format(table=self.table, odd=quote(odd[:300], safe="", errors="surrogatepass"))
        began = time.process_time()
        answer = self.browser.send(method, path, headers, **more)
        taken = time.process_time() - began
        self.slowest = max(self.slowest, taken)
        assert answer.status_code < 500, (method, path, answer.text[:300])
        assert "Traceback" not in answer.text
        assert taken < SLOWEST_S, (method, path, taken)
        if path.startswith(ENDS_THE_SESSION):
            self.renew()


def resident_kib() -> int:
    """Return the most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def hammer(examples: int, send: Callable[..., None], *values: st.SearchStrategy[object]) -> None:
    """Send many requests, the same ones each time."""
    decorate = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    decorate(given(*values)(send))()


@pytest.mark.parametrize("examples", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_whatever_is_sent_to_a_form_is_answered(site: TestClient, examples: int) -> None:
    visitor, grown = Visitor(site), [0, 0]

    def send(address: str, odd: str, fields: list[tuple[str, str]], headers: dict[str, str], is_ours: bool) -> None:
        body = urlencode([("csrf", visitor.browser.csrf), *fields] if is_ours else fields, errors="surrogatepass")
        kind = {"content-type": "application/x-www-form-urlencoded"}
        visitor.send("POST", address, odd, {**kind, **headers}, content=body.encode())
        grown[0] += 1
        if grown[0] == examples // 10:
            grown[1] = resident_kib()

    pairs = st.lists(st.tuples(st.sampled_from(FIELDS), VALUES), max_size=8)
    hammer(examples, send, st.sampled_from(FORMS), VALUES, pairs, HEADERS, st.sampled_from((True, True, True, False)))
    report("forms", examples, visitor, resident_kib() - grown[1])


@pytest.mark.parametrize("examples", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_whatever_page_is_asked_for_is_answered(site: TestClient, examples: int) -> None:
    visitor, grown = Visitor(site), [0, 0]

    def send(address: str, odd: str, fields: list[tuple[str, str]], headers: dict[str, str]) -> None:
        query = urlencode(fields, errors="surrogatepass")
        visitor.send("GET", f"{address}?{query}" if "{" not in query else address, odd, headers)
        grown[0] += 1
        if grown[0] == examples // 10:
            grown[1] = resident_kib()

    pairs = st.lists(
        st.tuples(st.sampled_from(("at", "eyes", "next", "invite", "x")), st.text(max_size=60)), max_size=3
    )
    hammer(examples, send, st.sampled_from(PAGES), VALUES, pairs, HEADERS)
    report("pages", examples, visitor, resident_kib() - grown[1])


def report(what: str, examples: int, visitor: Visitor, grown: int) -> None:
    """Say what was measured (`pytest -s`), and check the memory."""
    print(f"{what}: {examples} cases, slowest {visitor.slowest:.3f} s of the processor, {grown} KiB more memory")
    assert grown < MOST_GROWN_KIB
