"""Rule pages, made from the rulebooks."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from doubloon.tables.errors import NotFound
from doubloon.web.howto_url import has_howto
from doubloon.web.languages import language_of
from doubloon.web.requests import Site
from doubloon.web.rulebook import rulebook


class RulesRoutes:
    """The rules of the games, to read."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [Route("/rules", self.index), Route("/rules/{game}", self.page)]

    async def index(self, request: Request) -> Response:
        """List the rulebooks."""
        language = language_of(request)
        games = [
            {
                "slug": slug,
                "title": self.site.game_title(slug, language),
                "has_howto": has_howto(self.site.folder_of(slug)),
            }
            for slug in self.site.runtime.games.slugs
        ]
        return await self.site.page(request, "rules", slug="", title="", rulebook="", games=games)

    async def page(self, request: Request) -> Response:
        """Show the rulebook of a game in the visitor's language."""
        slug = request.path_params["game"]
        if slug not in self.site.runtime.games.slugs:
            raise NotFound("no_game", f"there is no game {slug!r}")
        language = language_of(request)
        return await self.site.page(
            request,
            "rules",
            slug=slug,
            title=self.site.game_title(slug, language),
            rulebook=rulebook(self.site.folder_of(slug), language),
            games=(),
            has_howto=has_howto(self.site.folder_of(slug)),
        )
