"""One table: its page, its stream, and every form on it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import cast

import anyio
import msgspec
from sse_starlette import EventSourceResponse
from sse_starlette.sse import SendTimeoutError
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import Message, Send

from doubloon.engine.errors import DoubloonError
from doubloon.tables.errors import Forbidden, NotFound, Refused, Unavailable, Unready, reason
from doubloon.tables.hub import Watch
from doubloon.tables.live import LiveTable
from doubloon.tables.rows import Person
from doubloon.web.languages import page_translator, translator_for
from doubloon.web.requests import Site, number_of, retry_after, status_of, text_of, wants_json
from doubloon.web.routes.lobby import DEFAULT_LEVEL, somebody
from doubloon.web.table.build import Viewer
from doubloon.web.table.render import render_page

PING_S = 25
CLOSING_S = 1
GONE = b"event: gone\ndata:\n\n"
ENCODER = msgspec.json.Encoder()
"""JSON has no line ends of its own, so an event is one line, and need not be searched for them: that took as long as a
tenth of the rendering.
"""
SEND_TIMEOUT_S = 30
"""A reader that takes nothing for so long is gone; the browser comes back by itself."""


class TableRoutes:
    """Everything at a table."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[Route]:
        """Return the addresses."""
        table = "/tables/{table:str}"
        forms = {
            "act": self.act,
            "chat": self.chat,
            "mute": self.mute,
            "join": self.join,
            "leave": self.leave,
            "start": self.start,
            "vote": self.vote,
            "return": self.come_back,
            "rematch": self.rematch,
            "hint": self.hint,
        }
        posts = [Route(f"{table}/{name}", answer, methods=["POST"]) for name, answer in forms.items()]
        return [*posts, Route(table, self.page), Route(f"{table}/stream", self.stream)]

    async def page(self, request: Request) -> Response:
        """Show a table."""
        session = await self.site.session(request)
        live = await self.site.table(request, session.person)
        return await self._page(request, live)

    async def _page(
        self, request: Request, live: LiveTable, status: int = 200, *, refusal: str = "", confirming: int | None = None
    ) -> Response:
        viewer = await self.site.viewer(request, refusal=refusal, confirming=confirming)
        async with live.lock:
            fragment, view = self.site.views.fragment(live, viewer)
        context = await self.site.context(request, "table")
        translator = translator_for(live.game, viewer.language, view.names)
        html = render_page(fragment, view, translator, {**context, "path": view.urls.here})
        return await self.site.with_cookie(request, HTMLResponse(html, status, {"Cache-Control": "no-store"}))

    async def stream(self, request: Request) -> Response:
        """Stream the table to a page: the whole fragment now and after every change; the newest replaces what waits."""
        viewer = await self.site.viewer(request)
        try:
            live = await self.site.table(request, viewer.person)
        except (NotFound, Forbidden):
            # A page cannot read the status of a stream, and would try for ever.
            return Response(GONE, media_type="text/event-stream", headers={"Cache-Control": "no-store"})
        return event_stream(self.site, live.id, viewer, self._fragment)

    def _fragment(self, live: LiveTable, viewer: Viewer) -> bytes:
        muted = self.site.runtime.chat.known_muted(viewer.person.id) if viewer.person else frozenset[str]()
        html, view = self.site.views.fragment(live, viewer if muted == viewer.muted else replace(viewer, muted=muted))
        return ENCODER.encode(
            {
                "at": view.at,
                "version": view.version,
                "status": view.status,
                "must_act": view.must_act,
                "viewer": viewer.mark,
                "html": html,
            }
        )

    async def act(self, request: Request) -> Response:
        """Take an action; a costly one only when it is confirmed. What is refused shows the table as it is, with the
        reason.
        """
        form = await self.site.form(request, "acts")
        person = await self.site.person(request)
        live = await self.site.table(request, person)
        try:
            action, at = number_of(form, "action"), number_of(form, "at")
            if not text_of(form, "confirm") and await self._is_costly(live, person, action, at):
                if wants_json(request):
                    return await self.site.refuse(
                        request, Refused("confirm", f"action {action} must be confirmed"), confirm=action
                    )
                return await self._page(request, live, confirming=action)
            await self.site.runtime.service.act(live.id, person.id, action, at)
        except (Unready, NotFound):
            raise
        except DoubloonError as error:
            return await self._refuse(request, live, error)
        return await self.site.done(request, self._back(request))

    async def _is_costly(self, live: LiveTable, person: Person, action: int, at: int) -> bool:
        """Tell whether an action asks for confirmation; one that would be refused anyway does not."""
        async with live.lock:
            seat = live.seat_of(person.id)
            if seat is None or at != live.at or action not in live.legal_actions(seat):
                return False
            return live.game.page.costly(live.playthrough.rules, live.playthrough.observation(seat), seat, action)

    async def _refuse(self, request: Request, live: LiveTable, error: DoubloonError) -> Response:
        if wants_json(request):
            return await self.site.refuse(request, error)
        viewer = await self.site.viewer(request)
        words = page_translator(viewer.language).render(reason(error))
        response = await self._page(request, live, status_of(error), refusal=words)
        response.headers.update(retry_after(error))
        return response

    def _back(self, request: Request) -> str:
        return f"/tables/{request.path_params['table']}"

    async def _do(
        self, request: Request, what: Callable[[Person, FormData], Awaitable[LiveTable | None]], limit: str = "changes"
    ) -> Response:
        """Run what a form of the table asks for; what is refused shows the table with the reason."""
        form = await self.site.form(request, limit)
        person = await self.site.person(request)
        live = await self.site.table(request, person)
        try:
            changed = await what(person, form)
        except (Unready, NotFound):
            raise
        except DoubloonError as error:
            return await self._refuse(request, live, error)
        if changed is not None and changed.is_closed:
            return await self.site.done(request, "/")
        return await self.site.done(
            request, self._back(request) if changed is None or changed.id == live.id else f"/tables/{changed.id}"
        )

    async def chat(self, request: Request) -> Response:
        """Say something; whoever has no name yet becomes a guest with the one that stands beside the words."""
        form = await self.site.form(request, "chat")
        session = await self.site.session(request)
        live = await self.site.table(request, session.person)
        try:
            if session.person is None and not text_of(form, "name").strip():
                raise Forbidden("nameless", "nobody can talk without a name")
            person = await somebody(self.site, request, text_of(form, "name"))
            await self.site.runtime.lobby.may_see(live, person, request.query_params.get("invite", ""))
            phrase = text_of(form, "phrase").removeprefix("phrase.")
            await self.site.runtime.chat.say(live.id, person, text_of(form, "text"), phrase)
        except (Unready, NotFound):
            raise
        except DoubloonError as error:
            return await self._refuse(request, live, error)
        return await self.site.done(request, self._back(request))

    async def mute(self, request: Request) -> Response:
        """Stop hearing somebody at all tables; with `unmute`, hear them again."""

        async def mute(person: Person, form: FormData) -> None:
            other = await self.site.runtime.people.get(text_of(form, "person"))
            await self.site.runtime.chat.mute(person, other.id, muted=not text_of(form, "unmute"))
            live = await self.site.runtime.service.get(self._id(request))
            live.version += 1
            self.site.runtime.hub.publish(live.id)

        return await self._do(request, mute)

    async def join(self, request: Request) -> Response:
        """Take a seat; whoever has no name yet becomes a guest."""
        form = await self.site.form(request)
        session = await self.site.session(request)
        live = await self.site.table(request, session.person)
        person = await somebody(self.site, request, text_of(form, "name"))
        try:
            await self.site.runtime.lobby.may_see(live, person, request.query_params.get("invite", ""))
            await self.site.runtime.lobby.join(
                live.id, person, number_of(form, "seat") if text_of(form, "seat") else None
            )
        except (Unready, NotFound):
            raise
        except DoubloonError as error:
            return await self._refuse(request, live, error)
        return await self.site.done(request, self._back(request))

    async def leave(self, request: Request) -> Response:
        """Free the own seat before the game; while it goes on, hand it to a bot."""

        async def leave(person: Person, form: FormData) -> LiveTable:
            live = await self.site.runtime.service.get(self._id(request))
            seat = live.own_seat(person.id)
            return await (
                self.site.runtime.absence.vote(live.id, person, seat)
                if live.is_playing
                else self.site.runtime.lobby.leave(live.id, person)
            )

        return await self._do(request, leave)

    async def start(self, request: Request) -> Response:
        """Fill the open seats with bots and begin."""
        lobby = self.site.runtime.lobby
        return await self._do(
            request, lambda person, form: lobby.start(self._id(request), person, text_of(form, "level", DEFAULT_LEVEL))
        )

    async def vote(self, request: Request) -> Response:
        """Agree to a bot for an absent person's seat; for the own seat, hand it over."""
        absence = self.site.runtime.absence
        return await self._do(
            request, lambda person, form: absence.vote(self._id(request), person, number_of(form, "seat"))
        )

    async def come_back(self, request: Request) -> Response:
        """Take the own seat back from the bot."""
        return await self._do(
            request, lambda person, form: self.site.runtime.absence.come_back(self._id(request), person)
        )

    async def rematch(self, request: Request) -> Response:
        """Go to the next table of the same people."""
        return await self._do(request, lambda person, form: self.site.runtime.lobby.rematch(self._id(request), person))

    async def hint(self, request: Request) -> Response:
        """Have a captain think about the decision of the own seat."""
        return await self._do(request, lambda person, form: self.site.runtime.hints.ask(self._id(request), person))

    def _id(self, request: Request) -> str:
        return str(request.path_params["table"])


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


def event_stream(site: Site, table: str, viewer: Viewer, render: Callable[[LiveTable, Viewer], bytes]) -> Response:
    """Return the stream of a table for a viewer, in what `render` makes of it."""
    closing = Closing()
    events = table_events(site, table, viewer, render, closing)
    return TableStream(
        events,
        ping=PING_S,
        send_timeout=SEND_TIMEOUT_S,
        sep="\n",
        shutdown_event=cast(anyio.Event, closing),
        shutdown_grace_period=CLOSING_S,
    )


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
