"""What may come over one connection, and how slowly: uvicorn's protocol with limits, for with httptools it has none."""

import asyncio
import logging
from typing import Any

import httptools
import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from doubloon.web.quiet import Quiet

LONGEST_ADDRESS = 8 * 1024
LONGEST_HEAD = 32 * 1024
"""Bytes of all headers of a request; a browser with many cookies of others sends about 8 KB."""
MOST_HEADERS = 100
MOST_REFUSED_BODY = 8 * 1024 * 1024
"""Bytes of a body that are read and thrown away after its request was refused, so that a browser shows the refusal."""
MOST_WAITING = 8
"""Requests that may wait on one connection for the answer to an earlier one."""
HEAD_S = 20.0
BODY_S = 60.0
WRITE_S = 60.0
"""How long a reader may take nothing of an answer."""
LOOK_S = 5.0
"""How often a connection is looked at: one timer for each costs less than one for each request."""
LINGER_S = 2.0
"""How long what comes is thrown away after a refusal: closed at once, the other end might never see it."""
LOG = Quiet(logging.getLogger(__name__))
REFUSALS = {
    400: ("request", "the request cannot be read"),
    408: ("slow", "the request took too long to come"),
    413: ("too_long", "the body is too long"),
    414: ("address", f"the address is longer than {LONGEST_ADDRESS} bytes"),
    431: ("headers", f"more than {MOST_HEADERS} headers, or {LONGEST_HEAD} bytes of them"),
}


class TooMuch(Exception):
    """A request goes past a limit; httptools hands it on as an error of its own."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class BoundedProtocol(HttpToolsProtocol):
    """One connection. `_awaits` says what has to come from the other end: a `request`, the rest of its `head`, of its
    `body`; or nothing.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._awaits = "request"
        self._since = self.loop.time()
        self._head = 0
        self._loose = 0
        self._received = 0
        self._stuck_since: float | None = None
        self._is_refused = False
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to look after the connection."""
        super().connection_made(transport)
        self._timer = self.loop.call_later(LOOK_S, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """End it."""
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read what came, up to the limits."""
        if self._is_refused:
            return
        self._unset_keepalive_if_required()
        awaited, received = self._awaits, self._received
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            return  # nothing here is anything but HTTP: the request is answered as if it had not asked
        except httptools.HttpParserError as error:
            limit = error.__context__
            self._refuse(limit.status if isinstance(limit, TooMuch) else 400)
            return
        if not self._awaits and not self._is_answering():
            self._await("request")  # an empty line between two requests
        # The parser collects what belongs to no body (one endless header, trailer or chunk line) without a word.
        if awaited and awaited == self._awaits and received == self._received:
            self._loose += len(data)
            if self._loose > LONGEST_HEAD:
                self._refuse(431)

    def on_message_begin(self) -> None:
        """Begin to count."""
        if len(self.pipeline) >= MOST_WAITING:
            raise TooMuch(400)
        super().on_message_begin()
        self._await("head")
        self._head = self._received = 0

    def on_url(self, url: bytes) -> None:
        """Take a part of the address."""
        if len(self.url) + len(url) > LONGEST_ADDRESS:
            raise TooMuch(414)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header, or a trailer behind a body."""
        self._head += len(name) + len(value)
        if self._head > LONGEST_HEAD or len(self.headers) >= MOST_HEADERS:
            raise TooMuch(431)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Wait for the body."""
        self._await("body")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a part of the body."""
        self._received += len(body)
        if self._received > MOST_REFUSED_BODY:
            raise TooMuch(413)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Wait for nothing; where the answer is out already, for the next request."""
        self._await("" if self._is_answering() else "request")
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request, as long as `timeout_keep_alive` says."""
        super().on_response_complete()
        if self._awaits == "body" and self.timeout_keep_alive_task is not None:
            self._unset_keepalive_if_required()  # the rest of a refused body has a time limit of its own

    def shutdown(self) -> None:
        """Stop: whoever has not sent a whole request gets no more time for it."""
        if self._awaits:
            self._drop()
        else:
            super().shutdown()

    def _await(self, what: str) -> None:
        self._awaits, self._since, self._loose = what, self.loop.time(), 0

    def _look(self) -> None:
        """Close what is too slow, and look again later."""
        now = self.loop.time()
        if self.flow.read_paused:
            self._since = now  # it is the server that takes its time
        if not self.flow.write_paused:
            self._stuck_since = None
        elif self._stuck_since is None:
            self._stuck_since = now
        if self._stuck_since is not None and now - self._stuck_since > WRITE_S:
            self._drop()
        elif self._awaits and now - self._since > (BODY_S if self._awaits == "body" else HEAD_S):
            self._drop() if self._awaits == "request" else self._refuse(408)
        else:
            self._timer = self.loop.call_later(LOOK_S, self._look)

    def _refuse(self, status: int) -> None:
        """Say what is wrong, and close; nothing more is read."""
        LOG.warning("%s from %s", REFUSALS[status][1], self.client[0] if self.client else "?", key=status)
        if self._is_answering() and (self.cycle.response_started or self.pipeline or self._awaits == "head"):
            self._drop()  # words of ours would stand in the middle of an answer
            return
        self._is_refused = True
        self._end_cycle()
        reason, words = REFUSALS[status]
        body = msgspec.json.encode({"error": words, "reason": reason})
        head = b"content-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(body)
        self.transport.write(STATUS_LINE[status] + head + body)
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.flow.resume_reading()
        self.loop.call_later(LINGER_S, self.transport.abort)

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _end_cycle(self) -> None:
        """Tell the request that waits for its body that nobody is there any more."""
        if self._is_answering():
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def _drop(self) -> None:
        """Close without a word."""
        self._end_cycle()
        self.transport.abort()
