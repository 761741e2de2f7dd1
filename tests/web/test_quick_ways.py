"""Shorter ways of the server do what the long ones did: cookies checked once, forms read directly, streams that nobody
reads, memory that is not looked at.
"""

import asyncio
import gc
import sys
import time
from collections.abc import AsyncGenerator, AsyncIterator
from pathlib import Path

import pytest
from sse_starlette.sse import SendTimeoutError
from starlette.datastructures import Headers
from starlette.formparsers import FormParser
from starlette.testclient import TestClient
from starlette.types import Message

from doubloon.tables.errors import Refused
from doubloon.web.app import ServerOptions, create_app, settle
from doubloon.web.requests import parse_fields
from doubloon.web.session import LONGEST_AGE_S, Sessions
from doubloon.web.stream import TableStream
from doubloon.web.uploads import MOST_FIELDS
from tests.tables.support import in_loop
from tests.web.support import Browser, site_of

BODIES = (
    b"",
    b"a=1&b=2&a=3",
    b"text=caf%C3%A9+%26+cr%C3%A8me&csrf=",
    b"a&b=&=c",
    b"x=%E6%B5%B7%zz+%2B",
    "raw=é".encode(),
)


def test_a_cookie_that_was_good_grows_too_old(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser(site)
    browser.enter("Ann")
    sessions: Sessions = site_of(site).sessions
    said = sessions._check(browser.cookies[sessions.cookie_name])
    assert said is not None
    assert sessions._check(browser.cookies[sessions.cookie_name] + "x") is None
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + LONGEST_AGE_S + 60)
    assert sessions._check(browser.cookies[sessions.cookie_name]) is None


@pytest.mark.parametrize("body", BODIES)
def test_fields_are_read_as_the_parser_of_big_forms_reads_them(body: bytes) -> None:
    async def stream() -> AsyncGenerator[bytes, None]:
        yield body

    slow = asyncio.run(FormParser(Headers({}), stream()).parse())
    assert parse_fields(body) == slow.multi_items()


def test_too_many_fields_are_refused() -> None:
    with pytest.raises(Refused):
        parse_fields(b"&".join([b"a=1"] * (MOST_FIELDS + 1)))


@in_loop
async def test_a_stream_that_takes_nothing_is_ended() -> None:
    async def events() -> AsyncIterator[bytes]:
        yield b"data: 1\n\n"

    async def stuck(message: Message) -> None:
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    with pytest.raises(SendTimeoutError):
        await TableStream(events(), send_timeout=0.01)._stream_response(stuck)


def test_a_server_that_serves_for_long_settles(tmp_path: Path) -> None:
    thresholds, interval = gc.get_threshold(), sys.getswitchinterval()
    try:
        with TestClient(create_app(ServerOptions(tmp_path, settled=True))) as client:
            asyncio.run(settle(site_of(client).runtime))
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
        sys.setswitchinterval(interval)
        gc.set_threshold(*thresholds)
