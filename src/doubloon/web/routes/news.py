"""Messages to people who have no page open: what is told, by which channels; and what a phone needs to install us."""

from collections.abc import Awaitable, Callable

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from doubloon.engine.errors import DoubloonError
from doubloon.notify.channels import Channels
from doubloon.notify.wishes import KINDS, Wishes
from doubloon.tables.errors import Refused
from doubloon.tables.rows import Person
from doubloon.web.languages import language_of
from doubloon.web.profile import refused_profile
from doubloon.web.requests import Site, address, number_of, text_of
from doubloon.web.statics import FOLDER

WORKER = "service-worker.js"
MANIFEST = "manifest.webmanifest"
QUIET = {"Cache-Control": "no-cache"}


class NewsRoutes:
    """Messages, on the own page."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[Route]:
        """Return the addresses. A service worker may only see to pages below its own address."""
        channel = "/me/channels/{channel:str}"
        return [
            Route("/me/news", self.wishes, methods=["POST"]),
            Route("/me/channels", self.add, methods=["POST"]),
            Route(f"{channel}/test", self.test, methods=["POST"]),
            Route(f"{channel}/prove", self.prove, methods=["POST"]),
            Route(f"{channel}/remove", self.remove, methods=["POST"]),
            Route(f"/{WORKER}", self.worker),
            Route(f"/{MANIFEST}", self.manifest),
        ]

    async def worker(self, request: Request) -> Response:
        """Send the script that shows messages while no page is open."""
        return FileResponse(FOLDER / WORKER, headers=QUIET, media_type="text/javascript")

    async def manifest(self, request: Request) -> Response:
        """Send what a phone needs to install us."""
        return FileResponse(FOLDER / MANIFEST, headers=QUIET, media_type="application/manifest+json")

    async def wishes(self, request: Request) -> Response:
        """Set what is told, and when."""

        async def wish(channels: Channels, person: Person, form: FormData) -> None:
            kinds = tuple(kind for kind in KINDS if text_of(form, f"tell_{kind}"))
            quiet = (number_of(form, "quiet_from"), number_of(form, "quiet_to")) if text_of(form, "quiet") else None
            await channels.wish(person, Wishes(kinds, number_of(form, "delay"), quiet, language_of(request)))

        return await self._do(request, wish)

    async def add(self, request: Request) -> Response:
        """Add a channel."""

        async def add(channels: Channels, person: Person, form: FormData) -> None:
            self._spend(request, person)
            base = f"{request.url.scheme}://{request.url.netloc}"
            kind, named = text_of(form, "kind"), text_of(form, "address")
            await channels.add(person, kind, named, base, language_of(request))

        return await self._do(request, add)

    async def test(self, request: Request) -> Response:
        """Send a test message."""

        async def test(channels: Channels, person: Person, form: FormData) -> None:
            self._spend(request, person)
            await channels.test(person, request.path_params["channel"])

        return await self._do(request, test, "sent")

    async def prove(self, request: Request) -> Response:
        """Take the code that was sent to a channel."""

        async def prove(channels: Channels, person: Person, form: FormData) -> None:
            await channels.prove(person, request.path_params["channel"], text_of(form, "code"))

        return await self._do(request, prove)

    async def remove(self, request: Request) -> Response:
        """Remove a channel."""

        async def remove(channels: Channels, person: Person, form: FormData) -> None:
            await channels.remove(person, request.path_params["channel"])

        return await self._do(request, remove)

    def _spend(self, request: Request, person: Person) -> None:
        self.site.limits.spend("messages", person.id, address(request))

    async def _do(
        self, request: Request, what: Callable[[Channels, Person, FormData], Awaitable[None]], done: str = ""
    ) -> Response:
        form = await self.site.form(request)
        person = await self.site.person(request)
        try:
            if self.site.channels is None:
                raise Refused("news_off", "this server sends no messages")
            await what(self.site.channels, person, form)
        except DoubloonError as error:
            return await refused_profile(self.site, request, await self.site.runtime.people.get(person.id), error)
        return await self.site.done(request, f"/me?{done}#news" if done else "/me#news")
