"""The server put together. Beside the command line, only this module knows the games."""

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from doubloon.bots import LEVELS
from doubloon.engine.errors import DoubloonError
from doubloon.games import folder_of, load, slugs
from doubloon.notify.channels import Channels, Means
from doubloon.notify.notifier import Notifier
from doubloon.notify.options import NotifyOptions
from doubloon.notify.outbox import Outbox
from doubloon.notify.process import Sender, can_send
from doubloon.notify.vapid import vapid_key
from doubloon.tables.database import file_url
from doubloon.tables.errors import NoMethod, NotFound, Refused
from doubloon.tables.runtime import Runtime, RuntimeOptions
from doubloon.web.api.lab import LabApi
from doubloon.web.api.routes import ApiRoutes, refuse_api
from doubloon.web.failures import told_of
from doubloon.web.guard import Guard
from doubloon.web.lab.queue import SimulationQueue
from doubloon.web.limits import PEOPLE_AN_HOUR, Limits
from doubloon.web.requests import Site
from doubloon.web.routes.lab import LabRoutes
from doubloon.web.routes.learn import LearnRoutes
from doubloon.web.routes.lobby import LobbyRoutes
from doubloon.web.routes.news import NewsRoutes
from doubloon.web.routes.people import PeopleRoutes
from doubloon.web.routes.replay import ReplayRoutes
from doubloon.web.routes.rest import RestRoutes
from doubloon.web.routes.rules import RulesRoutes
from doubloon.web.routes.table import TableRoutes
from doubloon.web.session import Sessions, secret_key
from doubloon.web.statics import METHODS, Statics
from doubloon.web.templating import environment

LOG = logging.getLogger(__name__)

API = "/api"
SIMULATIONS = "simulations"
"""In the data folder."""
SWITCH_S = 0.0005
"""How long one thread runs while another waits. Python's own 5 ms are ten times as long as a commit."""
COLLECT_AFTER = (20_000, 20, 20)
"""When the garbage collector looks at young, older and all things: an act leaves some hundred behind, most of them
until the table is dropped.
"""


@dataclass(frozen=True)
class ServerOptions:
    """What a server is started with."""

    data: Path
    database: str = ""
    """URL; empty for the file in the data folder."""
    hosts: tuple[str, ...] | None = None
    """Names under which the server answers, beside those of this machine; None for any."""
    limited: bool = True
    """Whether people are kept from doing things too often."""
    people: int = PEOPLE_AN_HOUR
    """How many new people may come from one address in an hour; 0 for any number."""
    notify: NotifyOptions = field(default_factory=NotifyOptions)
    """What the operator allows of messages to people who have no page open."""
    runtime: RuntimeOptions | None = None
    settled: bool = False
    """Whether the process serves for long, and nothing else (`settle`)."""


def create_app(options: ServerOptions) -> Guard:
    """Return the whole server as an ASGI app. Raises DoubloonError where the data folder or the database cannot be
    used.
    """
    key = secret_key(options.data)
    there = present_games()
    runtime = Runtime(options.database or file_url(options.data), load, there, options.runtime)
    simulations = SimulationQueue(options.data / SIMULATIONS, runtime, load, folder_of)
    limits = Limits(enabled=options.limited, people=options.people)
    site = Site(runtime, simulations, Sessions(key, runtime.people), limits, folder_of)
    notifier = notifier_of(options, site)
    statics = Statics({f"games/{slug}": folder_of(slug) / "art" for slug in there})
    environment.globals["static"] = statics.url
    environment.globals["levels"] = lambda: tuple(LEVELS)
    pages: list[BaseRoute] = [
        *TableRoutes(site).routes(),
        *LobbyRoutes(site).routes(),
        *LearnRoutes(site).routes(),
        *PeopleRoutes(site).routes(),
        *RestRoutes(site).routes(),
        *NewsRoutes(site).routes(),
        *ReplayRoutes(site).routes(),
    ]
    routes = [
        Mount(API, routes=[*ApiRoutes(site).routes(), *LabApi(site).routes()]),
        Mount("/static", statics),
        *pages,
        *RulesRoutes(site).routes(),
        *LabRoutes(site).routes(),
    ]

    async def refuse(request: Request, error: Exception) -> Response:
        known = known_error(error) if isinstance(error, HTTPException) else told_of(request.scope, error)
        is_api = request.url.path.startswith(f"{API}/")
        response = refuse_api(request, known) if is_api else await site.refuse(request, known)
        if isinstance(known, NoMethod):
            root_path = request.scope.get("app_root_path", "")
            response.headers["Allow"] = ", ".join(sorted(methods_at(routes, {**request.scope, "root_path": root_path})))
        return response

    def refuse_outside(error: DoubloonError) -> ASGIApp:
        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            await (await refuse(Request(scope, receive), error))(scope, receive, send)

        return answer

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if notifier is not None:
            notifier.start(runtime.supervisor)
        await runtime.start()
        await simulations.start()
        settling = asyncio.create_task(settle(runtime)) if options.settled else None
        yield
        if settling is not None:
            settling.cancel()
        await simulations.close()
        await runtime.close()
        if site.channels is not None:
            await site.channels.means.sender.close()

    handlers = {DoubloonError: refuse, HTTPException: refuse, ClientDisconnect: nobody, Exception: refuse}
    app = Starlette(routes=routes, exception_handlers=handlers, lifespan=lifespan)
    app.state.site = site
    return Guard(app, refuse_outside, options.hosts)


def notifier_of(options: ServerOptions, site: Site) -> Notifier | None:
    """Return what sends messages to people who have no page open, and let pages offer it; None where the operator wants
    none, or the libraries are not here. Raises DoubloonError where its key cannot be kept.
    """
    if not (options.notify.is_on and can_send()):
        return None
    runtime = site.runtime
    outbox = Outbox(runtime.store)
    means = Means(options.notify, Sender(), vapid_key(options.data))
    site.channels = Channels(runtime.service, runtime.people, outbox, means)
    return Notifier(runtime.service, runtime.people, outbox, site.channels, site.folder_of)


def present_games() -> tuple[str, ...]:
    """Return the names of the games whose folders are there; of any other, say in the log why not."""
    found = []
    for slug in slugs():
        try:
            folder_of(slug)
            found.append(slug)
        except DoubloonError as error:
            LOG.error("%s", error)
    return tuple(found)


async def settle(runtime: Runtime) -> None:
    """Set Python up for a server: the writer's thread and the loop take turns, and the garbage collector leaves alone
    what is held for ever.

    As Python comes, the collector took 15 to 20 % of an act and stopped all tables for 0.3 s at a time, and the loop
    waited up to 5 ms for the writer: p99 of the API with 100 tables fell from 340 ms to 160 where other programs wanted
    the two cores too, and not at all where they did not.
    """
    sys.setswitchinterval(SWITCH_S)
    gc.set_threshold(*COLLECT_AFTER)
    for slug in runtime.games.slugs:
        with suppress(DoubloonError):
            await runtime.games.when_ready(slug)
    gc.collect()
    gc.freeze()


async def nobody(request: Request, error: Exception) -> Response:
    """Answer a request whose sender went away in the middle of it; it is no fault of ours, so the log need not know."""
    return Response(status_code=400)


def known_error(error: HTTPException) -> DoubloonError:
    """Return one of our refusals for what starlette refuses: unknown addresses, wrong methods, forms that cannot be
    read.
    """
    if error.status_code == 404:
        return NotFound("no_page", "there is no such page")
    if error.status_code == 405:
        return NoMethod("method", "no such method at this address")
    return Refused("form", f"the form cannot be read: {error}")


def methods_at(routes: Iterable[BaseRoute], scope: Scope) -> set[str]:
    """Return the methods that an address takes, of all routes that lead there."""
    found: set[str] = set()
    for route in routes:
        match, more = route.matches(scope)
        if match is Match.NONE:
            continue
        if isinstance(route, Mount):
            found |= methods_at(route.routes, {**scope, **more}) if route.routes else set(METHODS)
        elif isinstance(route, Route):
            found |= route.methods or set()
    return found
