"""Whatever comes over a connection, in whatever size and however slowly: an answer or a close, and no memory."""

import asyncio
import itertools
import logging
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from doubloon.cli.serve import server_config
from doubloon.web import wire
from doubloon.web.quiet import PAUSE_S, Quiet

GET = b"GET / HTTP/1.1\r\nHost: x\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\n"
SHORT_S = 0.2
PATIENCE_S = 60
Peer = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the length of the body."""
    length, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length += len(message["body"])
        more = message["more_body"]
    words = b"%d" % length
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(words))]})
    await send({"type": "http.response.body", "body": words})


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer before the body has come."""
    await send({"type": "http.response.start", "status": 413, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"no"})


async def pour(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer without end, as fast as it is taken."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    while (await asyncio.wait({asyncio.ensure_future(receive())}, timeout=0))[1]:
        await send({"type": "http.response.body", "body": b"x" * 65_536, "more_body": True})


@asynccontextmanager
async def listening(app: Callable[[Scope, Receive, Send], Awaitable[None]]) -> AsyncIterator[tuple[int, ServerState]]:
    """Serve an app with our protocol."""
    config: uvicorn.Config = server_config(app)
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: wire.BoundedProtocol(config, state, {}), "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1], state
    for connection in list(state.connections):
        connection.shutdown()
    server.close()
    for task in list(state.tasks):
        task.cancel()


def sent(app: Callable[[Scope, Receive, Send], Awaitable[None]], parts: Iterator[bytes], most: int = 1 << 30) -> bytes:
    """Send parts until the other end closes, and return what it said."""

    async def talk() -> bytes:
        async with listening(app) as (port, _), asyncio.timeout(PATIENCE_S):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            answer = asyncio.ensure_future(reader.read())
            try:
                for part in itertools.islice(parts, most):
                    writer.write(part)
                    await writer.drain()
                    if answer.done():
                        break
            except ConnectionError:
                pass
            try:
                return await answer
            except ConnectionError:
                return b""
            finally:
                writer.close()

    return asyncio.run(talk())


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test hears the warnings of its own."""
    monkeypatch.setattr(wire, "LOG", Quiet(logging.getLogger(wire.__name__)))


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all times short."""
    for name in ("HEAD_S", "BODY_S", "WRITE_S", "LOOK_S", "LINGER_S"):
        monkeypatch.setattr(wire, name, SHORT_S)


@pytest.mark.parametrize(
    ("parts", "status"),
    [
        (itertools.chain([GET], itertools.repeat(b"a:b\r\n" * 1_000)), 431),
        (itertools.chain([GET], itertools.repeat(b"a: " + b"b" * 1_000 + b"\r\n")), 431),
        (itertools.chain([GET, b"a: "], itertools.repeat(b"b" * 10_000)), 431),
        (itertools.chain([GET], itertools.repeat(b"b" * 10_000)), 431),
        (itertools.chain([GET + b"a: b\r\n" * 101 + b"\r\n"]), 431),
        (itertools.chain([b"GET /"], itertools.repeat(b"a" * 10_000)), 414),
        (itertools.chain([b"GET /?" + b"a=1&" * 2_500 + b" HTTP/1.1\r\n"]), 414),
        (itertools.repeat(b"A" * 10_000), 400),
        (itertools.chain([b"\x16\x03\x01\x02\x00\x01\x00"]), 400),
        (itertools.chain([b"GET /\xff HTTP/1.1\r\n\r\n"]), 400),
        (itertools.chain([b"CONNECT host:80 HTTP/1.1\r\n\r\n"]), 400),
        (itertools.chain([b"GET http://host HTTP/1.1\r\n\r\n"]), 400),
        (itertools.chain([POST + b"Transfer-Encoding: chunked\r\n\r\n1;"], itertools.repeat(b"x" * 10_000)), 431),
        (
            itertools.chain(
                [POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\na: "], itertools.repeat(b"b" * 10_000)
            ),
            431,
        ),
        (
            itertools.chain(
                [POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n"], itertools.repeat(b"a: b\r\n")
            ),
            431,
        ),
    ],
)
def test_what_is_too_long_or_no_request_is_refused(parts: Iterator[bytes], status: int) -> None:
    answer = sent(echo, parts)
    assert answer.startswith(b"HTTP/1.1 %d " % status), answer[:200]
    assert answer.count(b"HTTP/1.1") == 1
    assert b'"reason":"' in answer


def test_endless_headers_take_no_memory() -> None:
    tracemalloc.start()
    try:
        sent(echo, itertools.chain([GET], itertools.repeat(b"a:b\r\n" * 2_000)), 2_000)  # 20 MB
        assert tracemalloc.get_traced_memory()[1] < 8_000_000
    finally:
        tracemalloc.stop()


def test_an_ordinary_request_is_answered_whole_or_in_parts() -> None:
    close = b"Connection: close\r\n\r\n"
    assert sent(echo, iter([GET + close])).endswith(b"\r\n0")
    body = POST + b"Content-Length: 100000\r\n" + close + b"x" * 100_000
    assert sent(echo, iter([body])).endswith(b"\r\n100000")
    assert sent(echo, (body[n : n + 777] for n in range(0, len(body), 777))).endswith(b"\r\n100000")
    assert sent(echo, iter([(GET + b"\r\n") * 5 + GET + close])).count(b"200 OK") == 6
    upgrade = GET + b"Upgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n"
    assert sent(echo, iter([upgrade])).startswith(b"HTTP/1.1 200")


def test_requests_that_pile_up_on_one_connection_are_refused() -> None:
    assert sent(echo, iter([(GET + b"\r\n") * 5_000])).count(b"HTTP/1.1 200") <= wire.MOST_WAITING


def test_a_refused_body_is_thrown_away_and_not_for_ever() -> None:
    parts = itertools.chain([POST + b"Content-Length: 99999999999\r\n\r\n"], itertools.repeat(b"x" * 65_536))
    answer = sent(refuse, parts)
    assert answer.startswith(b"HTTP/1.1 413")


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(
    ("start", "status"),
    [
        (b"", 0),
        (b"\r\n", 0),
        (b"G", 408),
        (GET, 408),
        (POST + b"Content-Length: 5\r\n\r\nab", 408),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n", 408),
    ],
)
def test_who_is_too_slow_is_closed(start: bytes, status: int) -> None:
    answer = sent(echo, iter([start]))
    assert answer.startswith(b"HTTP/1.1 %d " % status) if status else answer == b""


@pytest.mark.usefixtures("short")
def test_a_drop_now_and_then_keeps_nothing_alive() -> None:
    async def drip() -> bytes:
        async with listening(echo) as (port, _), asyncio.timeout(PATIENCE_S):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(GET)
            answer = asyncio.ensure_future(reader.read())
            while not (await asyncio.wait({answer}, timeout=SHORT_S / 8))[0]:
                writer.write(b"a")
            writer.close()
            return answer.result()

    assert asyncio.run(drip()).startswith(b"HTTP/1.1 408")


@pytest.mark.usefixtures("short")
def test_who_takes_no_answer_is_closed() -> None:
    async def ask() -> None:
        async with listening(pour) as (port, state), asyncio.timeout(PATIENCE_S):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(GET + b"\r\n")
            while not state.connections:
                await asyncio.sleep(0)
            while state.connections:
                await asyncio.sleep(SHORT_S / 8)
            writer.close()

    asyncio.run(ask())


def test_a_stop_waits_for_nobody_who_has_not_asked_yet() -> None:
    async def stop() -> None:
        starts = (b"", b"G", GET, POST + b"Content-Length: 5\r\n\r\nab")
        async with listening(echo) as (port, state), asyncio.timeout(PATIENCE_S):
            peers: list[Peer] = []
            for start in starts * 25:
                peers.append(await asyncio.open_connection("127.0.0.1", port))
                peers[-1][1].write(start)
            while len(state.connections) < len(peers) or len(state.tasks) < 25:
                await asyncio.sleep(0)
            for connection in list(state.connections):
                connection.shutdown()
            while state.connections or state.tasks:
                await asyncio.sleep(0)
            for _, writer in peers:
                writer.close()

    asyncio.run(stop())


def test_refusals_are_logged_once_a_minute_with_their_number(caplog: pytest.LogCaptureFixture) -> None:
    times = iter([0.0, 1.0, 2.0, PAUSE_S, PAUSE_S])
    quiet = Quiet(logging.getLogger("quiet"), lambda: next(times))
    for _ in range(4):
        quiet.warning("too long from %s", "here", key=431)
    quiet.warning("something else", key=400)
    assert [record.getMessage() for record in caplog.records] == [
        "too long from here",
        "too long from here (2 more of these since)",
        "something else",
    ]
