"""Learning a game: its lesson, position by position, and its how-to page."""

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from doubloon.engine.contract import Game
from doubloon.tables.errors import NotFound, Refused
from doubloon.web.howto import INTRODUCTION, howto_parts
from doubloon.web.howto_url import has_howto
from doubloon.web.languages import language_of, page_translator, translator_for
from doubloon.web.lessons.book import LEARNER, Lesson, has_lesson, lesson_of
from doubloon.web.lessons.progress import done_in, remember
from doubloon.web.lessons.show import position_url, render, show, table_view
from doubloon.web.posters import has_poster
from doubloon.web.requests import Site, number_of
from doubloon.web.table.render import render_page


class LearnRoutes:
    """Lessons and how-to pages."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [
            Route("/learn/{game}", self.start),
            Route("/learn/{game}/end", self.end),
            Route("/learn/{game}/{number:int}", self.position),
            Route("/learn/{game}/{number:int}", self.act, methods=["POST"]),
            Route("/how-to-play/{game}", self.howto),
        ]

    async def start(self, request: Request) -> Response:
        """Show what the game is about, before the first position."""
        game = await self._taught(request)
        parts = howto_parts(game, language_of(request))
        return await self._page(
            request,
            "lesson",
            game,
            positions=len(lesson_of(game).positions),
            done=done_in(request, game.slug),
            pieces=[part for part in parts if part.id in INTRODUCTION],
        )

    async def position(self, request: Request) -> Response:
        """Show a position; with `did` what is said to an action."""
        lesson, number = await self._position(request)
        game, language = lesson.game, language_of(request)
        session = await self.site.session(request)
        shown, log = show(lesson, number, done_in(request, game.slug), request.query_params.get("did", ""))
        name = session.person.name if session.person else page_translator(language).text("page.lesson.name")
        view = table_view(shown, log, name, self.site.sessions.csrf(session))
        translator = translator_for(game, language, view.names)
        context = await self.site.context(request, "lesson")
        html = render_page(render(shown, view, translator), view, translator, context, "lesson/page.html")
        response = HTMLResponse(html, headers={"Cache-Control": "no-store"})
        if shown.is_right:
            remember(request, response, game.slug, number + 1)
        return await self.site.with_cookie(request, response)

    async def act(self, request: Request) -> Response:
        """Go to what is said to an action. Raises Refused for one that is not legal in the position."""
        lesson, number = await self._position(request)
        form = await self.site.form(request, "acts")
        action = number_of(form, "action")
        if action not in lesson.table(lesson.positions[number]).legal_actions(LEARNER):
            raise Refused("lesson_act", f"action {action} is not legal in position {number + 1}")
        url = f"{position_url(lesson.game.slug, number)}?did={lesson.game.actions[action]}"
        return await self.site.with_cookie(request, RedirectResponse(url, 303))

    async def end(self, request: Request) -> Response:
        """Show what to do after the lesson."""
        game = await self._taught(request)
        return await self._page(request, "lesson_end", game, has_poster=has_poster(game.folder))

    async def howto(self, request: Request) -> Response:
        """Show the how-to page of a game."""
        slug = self._slug(request)
        if not has_howto(self.site.folder_of(slug)):
            raise NotFound("no_page", f"{slug} has no how-to page")
        game = await self.site.runtime.games.get(slug)
        pieces = howto_parts(game, language_of(request))
        return await self._page(request, "howto", game, pieces=pieces, has_lesson=has_lesson(game.folder))

    async def _page(self, request: Request, template: str, game: Game, **more: Any) -> Response:
        words = self.site.game_words(game.slug, language_of(request))
        sheets = [f"games/{game.slug}/{path.name}" for path in sorted((game.folder / "art").glob("*.css"))]
        texts: dict[str, Any] = {"title": words.text("game.title"), "pitch": words.text("game.pitch")}
        return await self.site.page(request, template, slug=game.slug, sheets=sheets, **texts, **more)

    def _slug(self, request: Request) -> str:
        slug = str(request.path_params["game"])
        if slug not in self.site.runtime.games.slugs:
            raise NotFound("no_game", f"there is no game {slug!r}")
        return slug

    async def _taught(self, request: Request) -> Game:
        """Return the game of an address. Raises NotFound where it has no lesson."""
        slug = self._slug(request)
        if not has_lesson(self.site.folder_of(slug)):
            raise NotFound("no_page", f"{slug} has no lesson")
        return await self.site.runtime.games.get(slug)

    async def _position(self, request: Request) -> tuple[Lesson, int]:
        """Return the lesson of an address, and which of its positions, from 0. Raises NotFound."""
        lesson = lesson_of(await self._taught(request))
        number = int(request.path_params["number"]) - 1
        if not 0 <= number < len(lesson.positions):
            raise NotFound("no_page", f"the lesson of {lesson.game.slug} has no position {number + 1}")
        return lesson, number
