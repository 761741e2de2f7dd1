"""The addresses of the API. What is refused is answered with the reason, and has changed nothing."""

from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from doubloon.bots import LEVELS
from doubloon.engine.errors import BadInput, DoubloonError
from doubloon.engine.playthrough import game_settings
from doubloon.engine.reading import brief, parse_object
from doubloon.tables.clock_rules import TimeControl
from doubloon.tables.errors import Broken, Forbidden, Refused, reason
from doubloon.tables.live import LiveTable
from doubloon.tables.lobby import NewTable
from doubloon.tables.rows import OPEN_TABLE, PLAYING, Person
from doubloon.tables.store import Listed, tables_of
from doubloon.web.api.data import (
    ActBody,
    ClockInfo,
    ErrorBody,
    GameDetails,
    GameInfo,
    NewPerson,
    NewTableBody,
    PauseBody,
    PersonInfo,
    SeatBody,
    SeatInfo,
    SimulationBody,
    StartBody,
    TableDetails,
    TableInfo,
    Turn,
    Welcome,
)
from doubloon.web.api.document import openapi
from doubloon.web.languages import language_of, refusal_words
from doubloon.web.requests import Site, address, retry_after, status_of
from doubloon.web.stream import event_stream
from doubloon.web.table.urls import may_invite
from doubloon.web.table.viewer import Viewer

T = TypeVar("T")

MOST_LISTED = 100
SCHEME = "bearer "
ENCODER = msgspec.json.Encoder()
DECODERS: dict[type, msgspec.json.Decoder[Any]] = {
    kind: msgspec.json.Decoder(kind)
    for kind in (ActBody, NewPerson, NewTableBody, PauseBody, SeatBody, SimulationBody, StartBody)
}
JSON = {"Content-Type": "application/json", "Cache-Control": "no-store"}


class ApiRoutes:
    """Tables for programs."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[Route]:
        """Return the addresses, below `/api`."""
        table = "/tables/{table:str}"
        # Found one after the other: what is called most stands first.
        return [
            Route(f"{table}/act", self.act, methods=["POST"]),
            Route(f"{table}/turn", self.turn),
            Route(table, self.table),
            Route("/openapi.json", self.document),
            Route("/people", self.enter, methods=["POST"]),
            Route("/me", self.me),
            Route("/games", self.games),
            Route("/games/{game}", self.game),
            Route("/tables", self.list),
            Route("/tables", self.create, methods=["POST"]),
            Route(f"{table}/join", self.join, methods=["POST"]),
            Route(f"{table}/leave", self.leave, methods=["POST"]),
            Route(f"{table}/start", self.start, methods=["POST"]),
            Route(f"{table}/return", self.come_back, methods=["POST"]),
            Route(f"{table}/pause", self.pause, methods=["POST"]),
            Route(f"{table}/resume", self.resume, methods=["POST"]),
            Route(f"{table}/stream", self.stream),
            Route(f"{table}/record", self.record),
        ]

    async def _maybe_person(self, request: Request) -> Person | None:
        """Return who sends a request; None without a token. Raises Forbidden for a token that nobody has."""
        header = request.headers.get("authorization", "")
        if not header:
            return None
        token = header[len(SCHEME) :].strip() if header[: len(SCHEME)].lower() == SCHEME else ""
        person = await self.site.runtime.people.of_token(token) if token else None
        if person is None:
            raise Forbidden("token", "nobody has this token")
        return person

    async def _person(self, request: Request, what: str = "changes") -> Person:
        """Return who sends a request, if not too often. Raises Forbidden, TooMany."""
        person = await self._maybe_person(request)
        if person is None:
            raise Forbidden("token", "no token; send `Authorization: Bearer TOKEN`")
        self.site.limits.spend(what, person.id, address(request))
        return person

    async def _table(self, request: Request, person: Person | None) -> LiveTable:
        return await self.site.table(request, person)

    async def document(self, request: Request) -> Response:
        """Describe this API."""
        return answer(openapi())

    async def enter(self, request: Request) -> Response:
        """Make a guest with a token."""
        body = await read(request, NewPerson)
        self.site.limits.spend_newcomer(address(request))
        person = await self.site.runtime.people.new_guest(body.name)
        token = await self.site.runtime.people.new_token(person)
        return answer(Welcome(person.id, person.name, token), 201)

    async def me(self, request: Request) -> Response:
        """Say who the token belongs to."""
        person = await self._person(request)
        return answer(PersonInfo(person.id, person.name, person.is_guest))

    async def games(self, request: Request) -> Response:
        """List the games."""
        games = self.site.runtime.games
        language = language_of(request)
        return answer(
            [GameInfo(slug, self.site.game_title(slug, language), games.is_ready(slug)) for slug in games.slugs]
        )

    async def game(self, request: Request) -> Response:
        """Tell everything about a game that does not change."""
        game = await self.site.runtime.games.get(request.path_params["game"])
        values = dict(game_settings(game).values)
        allowed = {key: str(game.schema.find(key)) for key in values}
        return answer(
            GameDetails(
                game.slug, game.rules_version, list(game.seats), list(LEVELS), list(game.actions), values, allowed
            )
        )

    async def list(self, request: Request) -> Response:
        """List open tables, and own ones."""
        person = await self._maybe_person(request)
        store = self.site.runtime.store
        mine = (
            await store.read(lambda connection: tables_of(connection, person.id, (OPEN_TABLE, PLAYING), MOST_LISTED))
            if person
            else []
        )
        waiting = await self.site.runtime.lobby.waiting(MOST_LISTED)
        known = {row.table.id for row in mine}
        return answer(
            [table_info(row, person) for row in [*mine, *(row for row in waiting if row.table.id not in known)]]
        )

    async def create(self, request: Request) -> Response:
        """Make a table."""
        person = await self._person(request, "tables")
        body = await read(request, NewTableBody)
        clock = TimeControl(body.clock, body.bank, body.increment)
        wanted = NewTable(body.game, tuple(body.seats), tuple(body.changes), body.cards, body.private, clock)
        return await self._view(await self.site.runtime.lobby.create(person, wanted), person, 201)

    async def table(self, request: Request) -> Response:
        """Show a table."""
        person = await self._maybe_person(request)
        return await self._view(await self._table(request, person), person)

    async def _view(self, live: LiveTable, person: Person | None, status: int = 200) -> Response:
        async with live.lock:
            return answer(self.view(live, person), status)

    def view(self, live: LiveTable, person: Person | None) -> TableDetails:
        """Return a table as somebody sees it; its lock must be held."""
        view = self.site.views.view(live, Viewer(person, "en"))
        seat = None if view.own.is_spectator else view.own.seat
        return TableDetails(
            table=view.facts.table,
            game=live.game.slug,
            status=view.facts.status,
            at=view.shared.at,
            to_act=list(view.shared.to_act),
            seat=seat,
            legal=list(view.own.legal),
            seats=[SeatInfo(seat.seat, seat.kind, seat.name, seat.stand_in) for seat in view.own.seats],
            changes=list(view.facts.changes),
            clock=live.clock.move,
            bank=live.clock.bank,
            increment=live.clock.increment,
            paused=live.row.paused is not None,
            agreed_to_pause=sorted(live.agreeing()),
            clocks=[ClockInfo(seat, clock.left, live.deadline_of(seat)) for seat, clock in sorted(live.clocks.items())],
            deadline=live.deadline(),
            observation=live.game.view.data(view.facts.rules, view.own.observation, view.own.seat),
            places=list(view.shared.places),
            commitment=view.facts.commitment,
            seed=view.facts.seed,
            invite=live.row.invite if live.row.private and may_invite(live, Viewer(person, "en")) else msgspec.UNSET,
        )

    async def join(self, request: Request) -> Response:
        """Take a seat."""
        person = await self._person(request)
        body = await read(request, SeatBody)
        live = await self.site.runtime.service.get(request.path_params["table"])
        await self.site.runtime.lobby.may_see(live, person, body.invite)
        return await self._view(await self.site.runtime.lobby.join(live.id, person, body.seat), person)

    async def leave(self, request: Request) -> Response:
        """Free the own seat before the game."""
        person = await self._person(request)
        live = await self._table(request, person)
        return await self._view(await self.site.runtime.lobby.leave(live.id, person), person)

    async def start(self, request: Request) -> Response:
        """Fill the open seats with bots and begin."""
        person = await self._person(request)
        body = await read(request, StartBody)
        live = await self._table(request, person)
        return await self._view(await self.site.runtime.lobby.start(live.id, person, body.level), person)

    async def come_back(self, request: Request) -> Response:
        """Take the own seat back from the bot that plays for one who was away."""
        person = await self._person(request)
        live = await self._table(request, person)
        return await self._view(await self.site.runtime.absence.come_back(live.id, person), person)

    async def pause(self, request: Request) -> Response:
        """Agree to a pause, or no longer."""
        person = await self._person(request)
        body = await read(request, PauseBody)
        live = await self._table(request, person)
        paused = await self.site.runtime.clocks.agree_to_pause(live.id, person, agreed=body.agreed)
        return await self._view(paused, person)

    async def resume(self, request: Request) -> Response:
        """Go on after a pause."""
        person = await self._person(request)
        live = await self._table(request, person)
        return await self._view(await self.site.runtime.clocks.resume(live.id, person), person)

    async def act(self, request: Request) -> Response:
        """Take an action. It is on disk when the answer comes."""
        person = await self._person(request, "acts")
        body = await read(request, ActBody)
        live = await self._table(request, person)
        await self.site.runtime.service.act(live.id, person.id, body.action, body.at)
        async with live.lock:
            return answer(turn(live, person))

    async def turn(self, request: Request) -> Response:
        """Say how far a table is, and what one may do: a hundredth of what the whole table costs."""
        person = await self._maybe_person(request)
        live = await self._table(request, person)
        async with live.lock:
            return answer(turn(live, person))

    async def stream(self, request: Request) -> Response:
        """Stream the table as one sees it: now, and after every change. Slow readers miss what is no longer new."""
        person = await self._maybe_person(request)
        live = await self._table(request, person)

        def render(live: LiveTable, viewer: Viewer) -> bytes:
            return ENCODER.encode(self.view(live, viewer.person))

        return event_stream(self.site, request, live.id, Viewer(person, "en"), render)

    async def record(self, request: Request) -> Response:
        """Give the record of a finished game."""
        live = await self._table(request, await self._maybe_person(request))
        return Response(live.record(), media_type="text/plain")


def turn(live: LiveTable, person: Person | None) -> Turn:
    """Return how far a table is, and what somebody may do there."""
    seat = live.seat_of(person.id if person else None)
    may_act = seat is not None and live.is_going_on and not live.seats[seat].level
    legal = live.legal_actions(seat) if may_act and seat is not None else []
    return Turn(live.id, live.row.status, live.at, live.seats_to_act(), seat, legal)


def table_info(row: Listed, person: Person | None) -> TableInfo:
    """Return a table for a list."""
    seats = [SeatInfo(seat.seat, seat.kind, seat.name, seat.stand_in) for seat in row.seats]
    table, clock = row.table, row.table.time
    return TableInfo(
        table.id,
        table.game,
        table.status,
        seats,
        clock.move,
        clock.bank,
        clock.increment,
        table.paused is not None,
        row.waits_for(person),
    )


async def read(request: Request, kind: type[T]) -> T:
    """Return the body of a request. Raises Refused, saying what is wrong with it."""
    raw = await request.body() or b"{}"
    try:
        try:
            body: T = DECODERS[kind].decode(raw)
        except msgspec.ValidationError:
            body = msgspec.convert(whole_numbers(raw), kind)
    except (msgspec.MsgspecError, BadInput, UnicodeDecodeError) as error:
        raise Refused("json", f"body: {error}", what=brief(str(error))) from error
    return body


def whole_numbers(raw: bytes) -> dict[str, object]:
    """Return the fields of a body with `4.0` as 4, for JSON knows no other difference between the two. Raises
    BadInput, UnicodeDecodeError.
    """
    fields = parse_object(raw.decode(), "body")
    return {
        name: int(value) if isinstance(value, float) and value.is_integer() else value for name, value in fields.items()
    }


def answer(body: Any, status: int = 200) -> Response:
    """Return JSON."""
    return Response(ENCODER.encode(body), status, JSON)


def refuse_api(request: Request, error: DoubloonError) -> Response:
    """Return why something was refused: words for people, an id for programs."""
    message = reason(error)
    words = refusal_words(error, language_of(request))
    why = message.id.removeprefix("refused.")
    status = {"token": 401, "json": 400}.get(why) or status_of(error)
    code = error.code if isinstance(error, Broken) else msgspec.UNSET
    response = answer(ErrorBody(words, why, code), status)
    response.headers.update(retry_after(error))
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response
