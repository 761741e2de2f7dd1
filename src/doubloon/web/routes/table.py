"""One table: its page, its stream, and every form on it."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from doubloon.engine.errors import DoubloonError
from doubloon.tables.errors import Forbidden, NotFound, Unconfirmed, Unready
from doubloon.tables.live import LiveTable
from doubloon.tables.lobby import DEFAULT_LEVEL
from doubloon.tables.rows import Person
from doubloon.web.guests import somebody
from doubloon.web.languages import refusal_words, translator_for
from doubloon.web.requests import Site, act_of, number_of, retry_after, status_of, text_of, wants_json
from doubloon.web.stream import ENCODER, GONE, event_stream
from doubloon.web.table.render import render_page
from doubloon.web.table.viewer import Viewer


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
            "pause": self.pause,
            "resume": self.resume,
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
        html = render_page(fragment, view, translator, {**context, "path": view.own.urls.here})
        return await self.site.with_cookie(request, HTMLResponse(html, status, {"Cache-Control": "no-store"}))

    async def stream(self, request: Request) -> Response:
        """Stream the table to a page: the whole fragment now and after every change; the newest replaces what waits."""
        viewer = await self.site.viewer(request)
        try:
            live = await self.site.table(request, viewer.person)
        except (NotFound, Forbidden):
            # A page cannot read the status of a stream, and would try for ever.
            return Response(GONE, media_type="text/event-stream", headers={"Cache-Control": "no-store"})
        return event_stream(self.site, request, live.id, viewer, self._fragment)

    def _fragment(self, live: LiveTable, viewer: Viewer) -> bytes:
        muted = self.site.runtime.chat.known_muted(viewer.person.id) if viewer.person else frozenset[str]()
        html, view = self.site.views.fragment(live, viewer if muted == viewer.muted else replace(viewer, muted=muted))
        return ENCODER.encode(
            {
                "at": view.shared.at,
                "version": view.shared.version,
                "status": view.facts.status,
                "must_act": view.must_act,
                "viewer": viewer.mark,
                "html": html,
            }
        )

    async def act(self, request: Request) -> Response:
        """Take an action; a costly one only when it is confirmed. What is refused shows the table as it is, with the
        reason.
        """
        form, person, live = await self.site.table_form(request, "acts")
        try:
            action, at, is_confirmed = act_of(form)
            await self.site.runtime.service.act(live.id, person.id, action, at, is_confirmed=is_confirmed)
        except Unconfirmed as error:
            if wants_json(request):
                return await self.site.refuse(request, error, confirm=action)
            return await self._page(request, live, confirming=action)
        except (Unready, NotFound):
            raise
        except DoubloonError as error:
            return await self._refuse(request, live, error)
        return await self.site.done(request, self._back(request))

    async def _refuse(self, request: Request, live: LiveTable, error: DoubloonError) -> Response:
        if wants_json(request):
            return await self.site.refuse(request, error)
        viewer = await self.site.viewer(request)
        words = refusal_words(error, viewer.language)
        response = await self._page(request, live, status_of(error), refusal=words)
        response.headers.update(retry_after(error))
        return response

    def _back(self, request: Request) -> str:
        return f"/tables/{request.path_params['table']}"

    async def _do(
        self, request: Request, what: Callable[[Person, FormData], Awaitable[LiveTable | None]], limit: str = "changes"
    ) -> Response:
        """Run what a form of the table asks for; what is refused shows the table with the reason."""
        form, person, live = await self.site.table_form(request, limit)
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
            await self.site.runtime.service.touch(self._id(request))

        return await self._do(request, mute)

    async def join(self, request: Request) -> Response:
        """Take a seat; whoever has no name yet becomes a guest."""
        form = await self.site.form(request)
        session = await self.site.session(request)
        live = await self.site.table(request, session.person)
        has_key = live.is_key(request.query_params.get("invite", ""))
        person = await somebody(self.site, request, text_of(form, "name"), live.id if has_key else "")
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

    async def pause(self, request: Request) -> Response:
        """Agree to a pause; with `no`, no longer."""
        clocks = self.site.runtime.clocks
        return await self._do(
            request,
            lambda person, form: clocks.agree_to_pause(self._id(request), person, agreed=not text_of(form, "no")),
        )

    async def resume(self, request: Request) -> Response:
        """Go on after a pause."""
        return await self._do(request, lambda person, form: self.site.runtime.clocks.resume(self._id(request), person))

    async def rematch(self, request: Request) -> Response:
        """Go to the next table of the same people."""
        return await self._do(request, lambda person, form: self.site.runtime.lobby.rematch(self._id(request), person))

    async def hint(self, request: Request) -> Response:
        """Have a captain think about the decision of the own seat."""
        return await self._do(request, lambda person, form: self.site.runtime.hints.ask(self._id(request), person))

    def _id(self, request: Request) -> str:
        return str(request.path_params["table"])
