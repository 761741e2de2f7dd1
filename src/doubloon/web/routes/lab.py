"""Simulations of a table: what they would take, how far they are, what they say."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, cast

import anyio
import msgspec
from sse_starlette import EventSourceResponse
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from doubloon.engine.errors import DoubloonError
from doubloon.engine.playthrough import game_settings
from doubloon.engine.reading import is_number
from doubloon.sim.work import missing_library
from doubloon.tables.errors import NotFound, Refused, Unready
from doubloon.tables.live import LiveTable
from doubloon.tables.rows import Person
from doubloon.texts import Translator
from doubloon.web.lab import show
from doubloon.web.lab.job import DONE, Job
from doubloon.web.lab.queue import Wanted, watched
from doubloon.web.languages import page_translator, refusal_words
from doubloon.web.requests import Site, address, retry_after, status_of, text_of, wants_json
from doubloon.web.stream import CLOSING_S, GONE, PING_S, SEND_TIMEOUT_S, Closing, held
from doubloon.web.table.viewer import Viewer
from doubloon.web.templating import environment

MOST_LISTED = 20
ENCODER = msgspec.json.Encoder()


class LabRoutes:
    """The lab at a table. Whoever may see the table may see its simulations; whoever has a name may start one."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[Route]:
        """Return the addresses."""
        all_of_them = "/tables/{table:str}/simulations"
        one = f"{all_of_them}/{{simulation:str}}"
        return [
            Route(all_of_them, self.index),
            Route(all_of_them, self.order, methods=["POST"]),
            Route(one, self.page),
            Route(f"{one}/stream", self.stream),
            Route(f"{one}/report", self.report),
            Route(f"{one}/cards.toml", self.cards),
            Route(f"{one}/cancel", self.cancel, methods=["POST"]),
            Route(f"{one}/again", self.again, methods=["POST"]),
        ]

    async def _look(self, request: Request) -> tuple[LiveTable, Viewer, str]:
        """Return the table, who looks, and the key that links of the nameless must carry to a private table. Raises
        NotFound.
        """
        viewer = await self.site.viewer(request)
        live = await self.site.table(request, viewer.person)
        key = f"?invite={viewer.invite}" if viewer.person is None and live.row.private else ""
        return live, viewer, key

    async def index(self, request: Request) -> Response:
        """Show what can be simulated, and what has been."""
        live, viewer, key = await self._look(request)
        return await self._index_page(request, live, viewer, key)

    async def _index_page(
        self, request: Request, live: LiveTable, viewer: Viewer, key: str, status: int = 200, **more: Any
    ) -> Response:
        simulations, texts = self.site.simulations, page_translator(viewer.language)
        url = f"/tables/{live.id}/simulations"
        context = {
            "title": self.site.game_title(live.row.game, viewer.language),
            "table_url": f"/tables/{live.id}{key}",
            "url": url,
            "missing": missing_library(),
            "games": [show.count_words(games, viewer.language) for games in show.GAMES],
            "offers": show.offers(simulations, texts, live.row.game, len(live.seats)),
            "chosen": show.DEFAULT_CHOICE,
            "seats": len(live.seats),
            "changes": live.row.changes,
            "dropped": live.row.dropped,
            "differs": live.row.cards != game_settings(live.game).hash,
            "jobs": [
                show.job_line(simulations, texts, job, f"{url}/{job.id}{key}")
                for job in simulations.of_table(live.id)[:MOST_LISTED]
            ],
            "refusal": "",
        }
        return await self.site.page(request, "simulations", status, **{**context, **more})

    async def order(self, request: Request) -> Response:
        """Start a simulation, or line it up."""
        form = await self.site.form(request, "simulations")
        person = await self.site.person(request)
        live = await self.site.table(request, person)
        choice = text_of(form, "choice")
        try:
            level, _, games = choice.partition(":")
            if not is_number(games):
                raise Refused("lab_choice", f"choice {choice[:40]!r}; expected level:games")
            job = await self.site.simulations.order(
                live, person, Wanted(level, int(games), bool(text_of(form, "compare"))), address(request)
            )
        except (Unready, NotFound):
            raise
        except DoubloonError as error:
            if wants_json(request):
                return await self.site.refuse(request, error)
            viewer = await self.site.viewer(request)
            words = refusal_words(error, viewer.language)
            again = await self._index_page(request, live, viewer, "", status_of(error), refusal=words, chosen=choice)
            again.headers.update(retry_after(error))
            return again
        return await self.site.done(request, f"/tables/{live.id}/simulations/{job.id}")

    async def _job(self, request: Request) -> tuple[LiveTable, Job, Viewer, str]:
        live, viewer, key = await self._look(request)
        return live, self.site.simulations.get(live.id, request.path_params["simulation"]), viewer, key

    async def page(self, request: Request) -> Response:
        """Show how far a simulation is, and what came of it."""
        live, job, viewer, key = await self._job(request)
        texts = page_translator(viewer.language)
        lines = show.commands(job, live.game)
        more: dict[str, Any] = {
            "heading": show.job_title(texts, job),
            "title": self.site.game_title(live.row.game, viewer.language),
            "table_url": f"/tables/{live.id}{key}",
            "all_url": f"/tables/{live.id}/simulations{key}",
            "seats": job.seats,
            "compares": job.compares,
            "changes": job.changes,
            "dropped": job.dropped,
            "commands": lines,
            "cards_url": f"{self._url(job)}/cards.toml{key}" if show.needs_card_file(lines) else "",
        }
        return await self.site.page(request, "simulation", **more, **self._run_context(job, viewer, key, texts))

    def _url(self, job: Job) -> str:
        return f"/tables/{job.table}/simulations/{job.id}"

    def _run_context(self, job: Job, viewer: Viewer, key: str, texts: Translator) -> dict[str, Any]:
        return {
            "run": show.run_context(self.site.simulations, texts, job, viewer.person),
            "run_url": self._url(job),
            "key": key,
        }

    async def stream(self, request: Request) -> Response:
        """Stream how far a simulation is, as the part of the page that changes."""
        _, job, viewer, key = await self._job(request)
        closing = Closing()
        events = self._events(job, viewer, key, closing)
        person = viewer.person.id if viewer.person else ""
        self.site.limits.check_room("streams", person, address(request))
        return EventSourceResponse(
            held(events, self.site.limits, person, address(request)),
            ping=PING_S,
            send_timeout=SEND_TIMEOUT_S,
            sep="\n",
            shutdown_event=cast(anyio.Event, closing),
            shutdown_grace_period=CLOSING_S,
        )

    async def _events(self, job: Job, viewer: Viewer, key: str, closing: Closing) -> AsyncIterator[bytes]:
        hub, texts = self.site.runtime.hub, page_translator(viewer.language)
        watch = closing.watch = hub.watch(watched(job.id), viewer.person.id if viewer.person else "")
        try:
            async for _ in watch.changes():
                try:
                    found = self.site.simulations.get(job.table, job.id)
                except NotFound:
                    yield GONE
                    return
                context = {"t": texts.text, "csrf": viewer.csrf, **self._run_context(found, viewer, key, texts)}
                html = environment.get_template("lab/run.html").render(context)
                yield b"event: run\ndata: %b\n\n" % ENCODER.encode({"html": html, "is_unfinished": found.is_unfinished})
        finally:
            hub.leave(watched(job.id), watch)

    async def report(self, request: Request) -> Response:
        """Show the report; with `download`, give the file as `doubloon report` writes it."""
        _, job, viewer, key = await self._job(request)
        if job.state != DONE:
            raise Refused("lab_report", f"simulation {job.id} is {job.state}; it has no report")
        page = await asyncio.to_thread(show.read_report, self.site.simulations.folder.of(job.id))
        headers = {"Content-Security-Policy": show.report_policy(job), "Cache-Control": "no-store"}
        if "download" in request.query_params:
            return HTMLResponse(
                page, headers={**headers, "Content-Disposition": f'attachment; filename="{job.game}-{job.id}.html"'}
            )
        texts = page_translator(viewer.language)
        links = {
            "t": texts.text,
            "language": viewer.language,
            "table_url": f"/tables/{job.table}{key}",
            "run_url": f"{self._url(job)}{key}",
        }
        return HTMLResponse(
            show.with_way_back(page, environment.get_template("lab/way_back.html").render(links)), headers=headers
        )

    async def cards(self, request: Request) -> Response:
        """Give the card file that the command of a simulation names."""
        live, job, _, _ = await self._job(request)
        return PlainTextResponse(
            show.card_file_of(job, live.game), headers={"Content-Disposition": 'attachment; filename="cards.toml"'}
        )

    async def cancel(self, request: Request) -> Response:
        """Stop a simulation that the person started."""
        return await self._change(request, "changes", self.site.simulations.cancel)

    async def again(self, request: Request) -> Response:
        """Go on with one that was stopped, or failed."""
        return await self._change(request, "simulations", self.site.simulations.again)

    async def _change(self, request: Request, limit: str, change: Callable[[Job, Person], Awaitable[None]]) -> Response:
        await self.site.form(request, limit)
        person = await self.site.person(request)
        _, job, _, _ = await self._job(request)
        await change(job, person)
        return await self.site.done(request, self._url(job))
