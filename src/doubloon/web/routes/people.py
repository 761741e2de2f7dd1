"""Names, accounts, tokens, and what somebody has played."""

from functools import partial
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from doubloon.bots import LEVELS
from doubloon.engine.errors import DoubloonError
from doubloon.tables.errors import Refused
from doubloon.tables.names import normal_login
from doubloon.tables.rows import Person
from doubloon.tables.store import Rating, best_rated, ratings_of
from doubloon.web.languages import language_of, page_translator, refusal_words
from doubloon.web.profile import profile_page, refused_profile, shown_rating, statistics_of, title_of
from doubloon.web.requests import Site, address, retry_after, safe_next, status_of, text_of, wants_json
from doubloon.web.session import LONGEST_AGE_S

MOST_RATED = 30


class PeopleRoutes:
    """Everything about people."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [
            Route("/sign-in", self.enter),
            Route("/sign-in/guest", self.guest, methods=["POST"]),
            Route("/sign-in/account", self.sign_in, methods=["POST"]),
            Route("/sign-in/new", self.register, methods=["POST"]),
            Route("/sign-out", self.sign_out, methods=["POST"]),
            Route("/me", self.me),
            Route("/me/name", self.rename, methods=["POST"]),
            Route("/me/token", self.token, methods=["POST"]),
            Route("/me/password", self.password, methods=["POST"]),
            Route("/people/{person}", self.profile),
            Route("/bots/{level}", self.bot),
            Route("/ratings", self.ratings),
        ]

    async def enter(self, request: Request) -> Response:
        """Show the ways in: a name, an account."""
        return await self._enter_page(request, safe_next(request.query_params.get("next", "/")))

    async def _enter_page(self, request: Request, goes_on: str, status: int = 200, refusal: str = "") -> Response:
        return await self.site.page(request, "sign_in", status, next=goes_on, refusal=refusal)

    async def _try(self, request: Request, form: FormData, error: DoubloonError) -> Response:
        """Show the ways in again, with what was wrong."""
        if wants_json(request):
            return await self.site.refuse(request, error)
        words = refusal_words(error, language_of(request))
        page = await self._enter_page(request, safe_next(text_of(form, "next")), status_of(error), words)
        page.headers.update(retry_after(error))
        return page

    async def guest(self, request: Request) -> Response:
        """Let somebody in with a name alone."""
        form = await self.site.form(request)
        self.site.limits.spend_newcomer(address(request))
        try:
            self.site.become(request, await self.site.runtime.people.new_guest(text_of(form, "name")))
        except Refused as error:
            return await self._try(request, form, error)
        return await self.site.done(request, safe_next(text_of(form, "next")))

    async def sign_in(self, request: Request) -> Response:
        """Let the owner of an account in."""
        form = await self.site.form(request)
        login, place = normal_login(text_of(form, "login")), address(request)
        try:
            self.site.limits.spend_guess(login, place)
            self.site.become(request, await self.site.runtime.people.sign_in(login, text_of(form, "password")))
            self.site.limits.give_back_guess(login, place)
        except Refused as error:
            return await self._try(request, form, error)
        return await self.site.done(request, safe_next(text_of(form, "next")))

    async def register(self, request: Request) -> Response:
        """Make an account, which keeps the games of the guest who asks for it."""
        form = await self.site.form(request)
        session = await self.site.session(request)
        try:
            self.site.limits.spend_newcomer(address(request))
            person = session.person if session.person is not None and session.person.is_guest else None
            made = await self.site.runtime.people.register(
                person, text_of(form, "login"), text_of(form, "password"), text_of(form, "name")
            )
            self.site.become(request, made)
        except Refused as error:
            return await self._try(request, form, error)
        return await self.site.done(request, safe_next(text_of(form, "next")))

    async def sign_out(self, request: Request) -> Response:
        """Forget who uses this browser; with `everywhere`, end all sessions of the account."""
        form = await self.site.form(request)
        person = await self.site.person(request)
        if text_of(form, "everywhere"):
            await self.site.runtime.people.end_sessions(person)
        else:
            session = await self.site.session(request)
            await self.site.runtime.people.end_visit(person, session.visit, LONGEST_AGE_S)
        request.state.session = self.site.sessions.signed_in(None)
        return await self.site.done(request, "/")

    async def me(self, request: Request) -> Response:
        """Show the own profile."""
        person = await self.site.person(request)
        return await profile_page(self.site, request, person)

    async def rename(self, request: Request) -> Response:
        """Take another name."""
        form = await self.site.form(request)
        person = await self.site.person(request)
        renamed = await self.site.runtime.people.rename(person, text_of(form, "name"))
        request.state.session = self.site.sessions.signed_in(renamed)
        return await self.site.done(request, "/me")

    async def token(self, request: Request) -> Response:
        """Make a token for programs, which is shown this once and ends the one before; with `revoke`, only end it."""
        form = await self.site.form(request)
        person = await self.site.person(request)
        if text_of(form, "revoke"):
            await self.site.runtime.people.revoke_token(person)
            return await self.site.done(request, "/me")
        return await profile_page(self.site, request, person, token=await self.site.runtime.people.new_token(person))

    async def password(self, request: Request) -> Response:
        """Change the password, which needs the old one and ends all other sessions."""
        form = await self.site.form(request)
        person = await self.site.person(request)
        login, place = person.login or "", address(request)
        try:
            self.site.limits.spend_guess(login, place)
            old, new = text_of(form, "old"), text_of(form, "new")
            self.site.become(request, await self.site.runtime.people.change_password(person, old, new))
            self.site.limits.give_back_guess(login, place)
        except Refused as error:
            return await refused_profile(self.site, request, person, error)
        return await self.site.done(request, "/me")

    async def profile(self, request: Request) -> Response:
        """Show what somebody has played."""
        return await profile_page(self.site, request, await self.site.runtime.people.get(request.path_params["person"]))

    async def bot(self, request: Request) -> Response:
        """Show how strong a level of bots is."""
        level = request.path_params["level"]
        if level not in LEVELS:
            raise Refused("no_level", f"unknown level {level!r}; there are: {', '.join(LEVELS)}", level=level[:20])
        ratings = await self.site.runtime.store.read(lambda connection: ratings_of(connection, [f"bot:{level}"]))
        language = language_of(request)
        statistics = [statistics_of(self.site, slug, ratings, [], language) for slug in self.site.runtime.games.slugs]
        name = page_translator(language).text(f"level.{level}")
        more: dict[str, Any] = {
            "person": Person(level, name),
            "is_me": False,
            "games": [],
            "refusal": "",
            "is_bot": True,
        }
        return await self.site.page(
            request, "profile", statistics=[item for item in statistics if item["games"]], **more
        )

    async def ratings(self, request: Request) -> Response:
        """Show the strongest players of each game."""
        language = language_of(request)
        lists = []
        for slug in self.site.runtime.games.slugs:
            best = await self.site.runtime.store.read(partial(best_rated, game=slug, most=MOST_RATED))
            lists.append(
                {
                    "title": title_of(self.site, slug, language),
                    "players": [player_line(rating, name, language) for rating, name in best],
                }
            )
        return await self.site.page(request, "ratings", lists=lists)


def player_line(rating: Rating, name: str, language: str) -> dict[str, Any]:
    """Return a player as the list of the strongest shows it."""
    level = rating.player.removeprefix("bot:") if rating.player.startswith("bot:") else ""
    shown = page_translator(language).text(f"level.{level}") if level in LEVELS else name or rating.player
    url = f"/bots/{level}" if level else f"/people/{rating.player}"
    return {
        "name": shown,
        "url": url,
        "is_bot": bool(level),
        "rating": shown_rating(rating),
        "games": rating.games,
        "wins": rating.wins,
    }
