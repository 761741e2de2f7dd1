"""The lobby, making a table, languages."""

import time
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from doubloon.bots import LEVELS
from doubloon.engine.contract import Game
from doubloon.engine.errors import Explained
from doubloon.engine.playthrough import game_settings
from doubloon.engine.record import HUMAN
from doubloon.engine.settings import Choice, Number
from doubloon.tables.clock_rules import NO_CONTROL
from doubloon.tables.errors import Refused
from doubloon.tables.lobby import DEFAULT_LEVEL, NewTable
from doubloon.tables.rows import OPEN_SEAT, OPEN_TABLE, PLAYING, Person
from doubloon.tables.store import Listed, finished_games, live_tables, tables_of
from doubloon.texts import LANGUAGES
from doubloon.texts.settings import choice_label, setting_label
from doubloon.web import languages
from doubloon.web.clock_form import CLOCKS, OWN_FIELDS, UNITS, clock_of_form, clock_text
from doubloon.web.clock_words import agreed_time
from doubloon.web.guests import somebody
from doubloon.web.howto_url import has_howto
from doubloon.web.languages import language_of, translator_for
from doubloon.web.lessons.book import has_lesson
from doubloon.web.lessons.progress import all_done
from doubloon.web.posters import has_poster
from doubloon.web.requests import (
    Site,
    file_of,
    retry_after,
    safe_next,
    text_of,
    wants_json,
    words_of,
)

MOST_LISTED = 40
SEAT_KINDS = ((HUMAN, "page.new.me"), (OPEN_SEAT, "page.open_seat"), *((level, f"level.{level}") for level in LEVELS))
"""Who may sit on a seat of a new table, and the id of the words for it."""
OPTION_PREFIX = "set."
YEAR_S = 365 * 86_400


class LobbyRoutes:
    """Everything before a table."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._started = time.monotonic()

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [
            Route("/", self.lobby),
            Route("/new/{game}", self.new),
            Route("/tables", self.create, methods=["POST"]),
            Route("/play/{game}", self.quick, methods=["POST"]),
            Route("/learn/{game}", self.guide, methods=["POST"]),
            Route("/language", self.language, methods=["POST"]),
            Route("/healthz", self.health),
        ]

    async def health(self, request: Request) -> Response:
        """Say that the server lives and can write, and what it holds; 503 with the reason where it cannot write."""
        runtime = self.site.runtime
        ready = [slug for slug in runtime.games.slugs if runtime.games.is_ready(slug)]
        figures = {
            "ready": ready,
            "tables": runtime.service.count_live(),
            "streams": runtime.hub.count(),
            "up_s": round(time.monotonic() - self._started),
            "database": runtime.health.cause or "ok",
        }
        return JSONResponse(figures, 200 if runtime.health.is_well else 503, {"Cache-Control": "no-store"})

    async def lobby(self, request: Request) -> Response:
        """Show what can be played, own tables with those first that wait for the reader, and tables that wait for
        people.
        """
        session = await self.site.session(request)
        person = session.person
        store = self.site.runtime.store
        language = language_of(request)
        mine = (
            await store.read(lambda connection: tables_of(connection, person.id, (OPEN_TABLE, PLAYING), MOST_LISTED))
            if person
            else []
        )
        waiting = await self.site.runtime.lobby.waiting(MOST_LISTED)
        playing = await store.read(lambda connection: live_tables(connection, MOST_LISTED))
        known = {row.table.game for row in mine} | set(all_done(request)) | await self._finished(person)
        own = {row.table.id for row in mine}
        cards = [self._card(row, person, language) for row in mine]
        return await self.site.page(
            request,
            "lobby",
            games=[
                {**self._game(slug, language), "is_new": slug not in known} for slug in self.site.runtime.games.slugs
            ],
            mine=sorted(cards, key=lambda card: (not card["your_turn"], card["status"] != PLAYING, -card["changed"])),
            open=[self._card(row, person, language) for row in waiting if row.table.id not in own],
            playing=[self._card(row, person, language) for row in playing if row.table.id not in own],
        )

    async def _finished(self, person: Person | None) -> set[str]:
        if person is None:
            return set()
        return await self.site.runtime.store.read(lambda connection: finished_games(connection, person.id))

    def _game(self, slug: str, language: str) -> dict[str, Any]:
        texts = self.site.game_words(slug, language)
        return {
            "slug": slug,
            "title": texts.text("game.title"),
            "pitch": texts.text("game.pitch"),
            "is_ready": self.site.runtime.games.is_ready(slug),
            "has_poster": has_poster(self.site.folder_of(slug)),
            "has_lesson": has_lesson(self.site.folder_of(slug)),
            "has_howto": has_howto(self.site.folder_of(slug)),
        }

    def _card(self, row: Listed, person: Person | None, language: str) -> dict[str, Any]:
        """Return a table as a list shows it."""
        return {
            "id": row.table.id,
            "url": f"/tables/{row.table.id}",
            "game": row.table.game,
            "title": self.site.game_title(row.table.game, language)
            if row.table.game in self.site.runtime.games.slugs
            else row.table.game,
            "status": row.table.status,
            "seats": [{"name": seat.name, "kind": seat.kind, "is_open": seat.kind == OPEN_SEAT} for seat in row.seats],
            "open": sum(seat.kind == OPEN_SEAT for seat in row.seats),
            "clock": agreed_time(row.table.time, language) if row.table.time else "",
            "is_paused": row.table.paused is not None,
            "is_private": row.table.private,
            "your_turn": row.waits_for(person),
            "changed": row.time,
        }

    async def new(self, request: Request) -> Response:
        """Show the form for a table with everything that can be chosen."""
        game = await self.site.runtime.games.get(request.path_params["game"])
        return await self._new_page(request, game)

    async def _new_page(self, request: Request, game: Game, status: int = 200, **more: Any) -> Response:
        language = language_of(request)
        session = await self.site.session(request)
        defaults = usual_kinds(game, OPEN_SEAT)
        context = {
            "game": self._game(game.slug, language),
            "seats": list(game.seats),
            "most_seats": game.seats[-1],
            "least_seats": game.seats[0],
            "seat_kinds": SEAT_KINDS,
            "kinds": list(defaults) + [""] * (game.seats[-1] - len(defaults)),
            "clocks": [(clock_text(clock), agreed_time(clock, language)) for clock in CLOCKS],
            "clock": clock_text(NO_CONTROL),
            "own_clock": OWN_FIELDS,
            "units": UNITS,
            "is_private": False,
            "options": [option for key in game_settings(game).values if (option := option_of(game, key, language))],
            "changed": {},
            "name": session.person.name if session.person else "",
            "cards": "",
            "own_cards": (game.folder / "cards.toml").read_text(encoding="utf-8"),
            "refusal": "",
        }
        return await self.site.page(request, "new", status, **{**context, **more})

    async def create(self, request: Request) -> Response:
        """Make the table of the form; where something in it is wrong, show the form again with what it was."""
        form = await self.site.form(request, "tables", keeps_excess=True)
        game = await self.site.runtime.games.get(text_of(form, "game"))
        try:
            wanted = wanted_table(request, form, game)
            person = await somebody(self.site, request, text_of(form, "name"))
            live = await self.site.runtime.lobby.create(person, wanted)
        except (Explained, Refused) as error:
            refused = await self.site.refuse(request, error)
            if wants_json(request):
                return refused
            again = await self._new_page(
                request,
                game,
                refused.status_code,
                refusal=languages.refusal_words(error, language_of(request)),
                **filled_in(request, form, game),
            )
            again.headers.update(retry_after(error))
            return again
        return await self.site.done(request, f"/tables/{live.id}")

    async def quick(self, request: Request) -> Response:
        """Begin a game against bots at once; whoever has no name yet gets one."""
        form = await self.site.form(request, "tables")
        game = await self.site.runtime.games.get(request.path_params["game"])
        person = await somebody(self.site, request, text_of(form, "name"))
        kinds = usual_kinds(game, text_of(form, "level", DEFAULT_LEVEL))
        live = await self.site.runtime.lobby.create(person, NewTable(game.slug, kinds))
        return await self.site.done(request, f"/tables/{live.id}")

    async def guide(self, request: Request) -> Response:
        """Begin the guided first game."""
        form = await self.site.form(request, "tables")
        game = await self.site.runtime.games.get(request.path_params["game"])
        person = await somebody(self.site, request, text_of(form, "name"))
        kinds = usual_kinds(game, DEFAULT_LEVEL)
        live = await self.site.runtime.lobby.create(person, NewTable(game.slug, kinds, private=True, guide=True))
        return await self.site.done(request, f"/tables/{live.id}")

    async def language(self, request: Request) -> Response:
        """Remember the language that a visitor chose, and show the same page in it."""
        form = await self.site.form(request)
        language = text_of(form, "language")
        if language not in LANGUAGES:
            raise Refused("language", f"unknown language {language!r}; there are: {', '.join(LANGUAGES)}")
        response = RedirectResponse(safe_next(text_of(form, "next")), 303)
        response.set_cookie(
            languages.COOKIE,
            language,
            max_age=YEAR_S,
            samesite="lax",
            httponly=True,
            secure=request.url.scheme == "https",
        )
        return response


def wanted_table(request: Request, form: FormData, game: Game) -> NewTable:
    """Return the table that a form asks for. Raises Refused."""
    base = game_settings(game).values
    changed = changed_options(form)
    return NewTable(
        game.slug,
        words_of(kinds_of(form)),
        tuple(f"{key}={value}" for key, value in changed.items() if value and str(base.get(key, "")) != value),
        file_of(request, "file") or text_of(form, "cards"),
        bool(text_of(form, "private")),
        clock_of_form(form),
    )


def changed_options(form: FormData) -> dict[str, str]:
    """Return what a form says of numbers and options, by key."""
    return {
        key.removeprefix(OPTION_PREFIX): value
        for key, value in form.items()
        if key.startswith(OPTION_PREFIX) and isinstance(value, str)
    }


def kinds_of(form: FormData) -> list[str]:
    """Return who is to sit where, empty for no seat."""
    return [kind for kind in form.getlist("kind") if isinstance(kind, str)]


def filled_in(request: Request, form: FormData, game: Game) -> dict[str, Any]:
    """Return what a form for a table was filled in with, to show it again."""
    kinds = kinds_of(form)[: game.seats[-1]]
    return {
        "kinds": kinds + [""] * (game.seats[-1] - len(kinds)),
        "clock": text_of(form, "clock"),
        "own_clock": {name: text_of(form, name, usual) for name, usual in OWN_FIELDS.items()},
        "is_private": bool(text_of(form, "private")),
        "changed": changed_options(form),
        "cards": shown_cards(request, form),
        "name": text_of(form, "name"),
    }


def shown_cards(request: Request, form: FormData) -> str:
    """Return the text of the card file that was sent, else of the field; a file that cannot be read is not shown."""
    try:
        return file_of(request, "file") or text_of(form, "cards")
    except Refused:
        return text_of(form, "cards")


def usual_kinds(game: Game, others: str) -> tuple[str, ...]:
    """Return who sits at a table when nobody says: the asker, and others of one kind."""
    return (HUMAN, *([others] * (game.usual_seats - 1)))


def option_of(game: Game, key: str, language: str) -> dict[str, Any] | None:
    """Return a setting as a form asks for it: only numbers and choices; longer ones belong into a card file."""
    allowed = game.schema.find(key)
    if not isinstance(allowed, (Number, Choice)):
        return None
    texts = translator_for(game, language, ())
    value = game_settings(game).values[key]
    label = setting_label(texts, game.schema, key)
    if isinstance(allowed, Number):
        return {
            "key": key,
            "label": label,
            "value": value,
            "is_option": key.startswith("options."),
            "least": allowed.least,
            "most": allowed.most,
            "choices": (),
        }
    choices = [(word, choice_label(texts, game.schema, key, word)) for word in allowed.words]
    return {"key": key, "label": label, "value": value, "choices": choices, "is_option": key.startswith("options.")}
