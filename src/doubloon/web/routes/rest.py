"""The days on which a person's clocks of days stand."""

from collections.abc import Callable
from dataclasses import replace

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from doubloon.tables.errors import Refused
from doubloon.tables.rest import UTC_ZONE, Rest, check_zone, parse_day, rest_of, with_holiday, without_holiday
from doubloon.web.profile import refused_profile
from doubloon.web.requests import Site, text_of


class RestRoutes:
    """Weekends and holidays, on the own page."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [
            Route("/me/rest", self.rest, methods=["POST"]),
            Route("/me/holidays", self.take, methods=["POST"]),
            Route("/me/holidays/end", self.end, methods=["POST"]),
        ]

    async def rest(self, request: Request) -> Response:
        """Set the time zone, and whether clocks stand at weekends."""

        def change(rest: Rest, form: FormData, now: float) -> Rest:
            zone = check_zone(text_of(form, "zone").strip() or UTC_ZONE)
            return replace(rest, zone=zone, weekends=bool(text_of(form, "weekends")))

        return await self._change(request, change)

    async def take(self, request: Request) -> Response:
        """Take a holiday."""

        def change(rest: Rest, form: FormData, now: float) -> Rest:
            first = parse_day(text_of(form, "first"))
            return with_holiday(rest, first, parse_day(text_of(form, "last")), now)

        return await self._change(request, change)

    async def end(self, request: Request) -> Response:
        """Give a holiday back, or end it."""

        def change(rest: Rest, form: FormData, now: float) -> Rest:
            return without_holiday(rest, parse_day(text_of(form, "first")), now)

        return await self._change(request, change)

    async def _change(self, request: Request, change: Callable[[Rest, FormData, float], Rest]) -> Response:
        form = await self.site.form(request)
        person = await self.site.person(request)
        runtime = self.site.runtime
        try:
            await runtime.clocks.set_rest(person, change(rest_of(person.rest), form, runtime.service.now()))
        except Refused as error:
            return await refused_profile(self.site, request, person, error)
        return await self.site.done(request, "/me")
