"""Streams: a table as server-sent events, now and after every change, until it ends or the server stops."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import cast

import anyio
import msgspec
from sse_starlette import EventSourceResponse
from sse_starlette.sse import SendTimeoutError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Send

from doubloon.tables.errors import Forbidden, NotFound, Unavailable
from doubloon.tables.hub import Watch
from doubloon.tables.live import LiveTable
from doubloon.web.limits import Limits
from doubloon.web.requests import Site, address
from doubloon.web.table.viewer import Viewer

PING_S = 25
CLOSING_S = 1
GONE = b"event: gone\ndata:\n\n"
ENCODER = msgspec.json.Encoder()
"""JSON has no line ends of its own, so an event is one line, and need not be searched for them: that took as long as a
tenth of the rendering.
"""
SEND_TIMEOUT_S = 30
"""A reader that takes nothing for so long is gone; the browser comes back by itself."""


class Closing:
    """Ends a stream when the server stops. `sse_starlette` asks for an event and calls nothing but its `set`."""

    watch: Watch | None = None

    def set(self) -> None:
        """Let the stream end."""
        if self.watch is not None:
            self.watch.close()


class TableStream(EventSourceResponse):
    """A stream whose events are bytes, sent with a time limit of asyncio's: one of anyio's for each event took as long
    as a tenth of the rendering.
    """

    async def _send_with_timeout(self, send: Send, message: Message) -> None:
        try:
            async with asyncio.timeout(self.send_timeout):
                await send(message)
        except TimeoutError as error:
            raise SendTimeoutError from error


def event_stream(
    site: Site, request: Request, table: str, viewer: Viewer, render: Callable[[LiveTable, Viewer], bytes]
) -> Response:
    """Return the stream of a table for a viewer, in what `render` makes of it. Raises TooMany."""
    person = viewer.person.id if viewer.person else ""
    site.limits.check_room("streams", person, address(request))
    closing = Closing()
    events = table_events(site, table, viewer, render, closing)
    return TableStream(
        held(events, site.limits, person, address(request)),
        ping=PING_S,
        send_timeout=SEND_TIMEOUT_S,
        sep="\n",
        shutdown_event=cast(anyio.Event, closing),
        shutdown_grace_period=CLOSING_S,
    )


async def held(events: AsyncIterator[bytes], limits: Limits, person: str, place: str) -> AsyncIterator[bytes]:
    """Yield events, counting the stream as long as it is open."""
    with limits.hold("streams", person, place):
        async with aclosing(cast(AsyncGenerator[bytes], events)) as open_events:
            async for event in open_events:
                yield event


async def table_events(
    site: Site, table: str, viewer: Viewer, render: Callable[[LiveTable, Viewer], bytes], closing: Closing
) -> AsyncIterator[bytes]:
    """Yield the table for a viewer, now and after every change; ends when it is no longer there for them, or the server
    stops.
    """
    hub = site.runtime.hub
    person = viewer.person.id if viewer.person else ""
    watch = closing.watch = hub.watch(table, person)
    try:
        async for _ in watch.changes():
            try:
                live = await site.runtime.service.get(table)
                async with live.lock:
                    data, version = render(live, viewer), live.version
            except (NotFound, Forbidden):
                yield GONE
                return
            except Unavailable:
                return  # the browser comes back by itself
            yield b"event: table\nid: %d\ndata: %b\n\n" % (version, data)
    finally:
        hub.leave(table, watch)
