"""What all routes share: the runtime, sessions, limits; and from a request to an answer that everybody can read."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from doubloon.bots import LEVELS
from doubloon.engine.errors import ActionRefused, DoubloonError, IllegalAction, UnknownGame
from doubloon.engine.reading import is_number
from doubloon.notify.channels import Channels
from doubloon.tables.errors import (
    Broken,
    Forbidden,
    Misdirected,
    NoMethod,
    NotFound,
    Refused,
    TooLong,
    TooMany,
    Unavailable,
    Unready,
    reason,
)
from doubloon.tables.live import LiveTable
from doubloon.tables.rows import Person
from doubloon.tables.runtime import Runtime
from doubloon.texts import LANGUAGES, Translator
from doubloon.web.lab.queue import SimulationQueue
from doubloon.web.languages import language_of, page_translator, refusal_words
from doubloon.web.limits import Limits
from doubloon.web.session import Session, Sessions
from doubloon.web.table.build import TableViews
from doubloon.web.table.viewer import Viewer
from doubloon.web.templating import environment
from doubloon.web.uploads import MOST_FIELDS, read_upload

LARGEST_NUMBER = 2**31
LONGEST_NEXT = 2_000
"""Characters of an address to go on to."""
RETRY_S = 2
"""When to come back for a game that is being prepared, or data that cannot be reached."""
OLD_FORM = "refused.csrf"
"""Text id of the refusal of a form that was made for another session than the browser has now."""
URLENCODED = "application/x-www-form-urlencoded"


class Site:
    """Serves requests. One for each server."""

    def __init__(
        self,
        runtime: Runtime,
        simulations: SimulationQueue,
        sessions: Sessions,
        limits: Limits,
        folder_of: Callable[[str], Path],
    ) -> None:
        """`folder_of` says where a game's files are: its words are read without importing it."""
        self.runtime = runtime
        self.simulations = simulations
        self.sessions = sessions
        self.limits = limits
        self.folder_of = folder_of
        self.channels: Channels | None = None
        """By which people are told something without a page; None where this server sends no messages."""
        self.views = TableViews(runtime.hub, runtime.service.now)

    async def session(self, request: Request) -> Session:
        """Return the session of a request, read once."""
        if not hasattr(request.state, "session"):
            request.state.session = await self.sessions.read(request)
        found: Session = request.state.session
        return found

    async def form(self, request: Request, what: str = "changes", *, keeps_excess: bool = False) -> FormData:
        """Return the fields of a form that is ours and not sent too often; of one that is too long what was read, with
        `keeps_excess`. Raises Forbidden, TooMany, Refused.
        """
        form = await read_form(request, keeps_excess=keeps_excess)
        session = request.state.session = await self.sessions.of_form(request, text_of(form, "csrf"))
        self.limits.spend(what, who(session), address(request))
        return form

    async def table_form(self, request: Request, what: str = "changes") -> tuple[FormData, Person, LiveTable]:
        """Return the fields of a form of a table, who sends it, and the table. Raises as `form`, `person` and `table`
        do.
        """
        form = await self.form(request, what)
        person = await self.person(request)
        return form, person, await self.table(request, person)

    async def person(self, request: Request) -> Person:
        """Return who sends a request. Raises Forbidden for the nameless."""
        session = await self.session(request)
        if session.person is None:
            raise Forbidden("nameless", "you have no name yet")
        return session.person

    async def viewer(self, request: Request, **more: Any) -> Viewer:
        """Return who looks at a table."""
        session = await self.session(request)
        muted = await self.runtime.chat.muted(session.person) if session.person else frozenset()
        base = f"{request.url.scheme}://{request.url.netloc}"
        invite = request.query_params.get("invite", "")
        mark = "" if session.is_new else self.sessions.mark(session)
        return Viewer(
            session.person, language_of(request), self.sessions.csrf(session), base, invite, muted, mark=mark, **more
        )

    async def table(self, request: Request, person: Person | None) -> LiveTable:
        """Return the table of an address, if the person may see it. Raises NotFound."""
        live = await self.runtime.service.get(request.path_params["table"])
        # Most addresses have no query, and to find that out by reading one takes 3 % of an act of the API.
        invite = request.query_params.get("invite", "") if request.scope["query_string"] else ""
        await self.runtime.lobby.may_see(live, person, invite)
        if person is not None and live.seat_of(person.id) is not None:
            self.runtime.hub.visit(live.id, person.id)
        return live

    def game_title(self, slug: str, language: str) -> str:
        """Return the title of a game, which need not be imported for it."""
        return self.game_words(slug, language).text("game.title")

    def game_words(self, slug: str, language: str) -> Translator:
        """Return the words of a game without seats."""
        return Translator(language, (self.folder_of(slug) / "texts",))

    async def context(self, request: Request, page_id: str) -> dict[str, Any]:
        """Return what every page needs."""
        session = await self.session(request)
        language = language_of(request)
        return {
            "t": page_translator(language).text,
            "language": language,
            "languages": LANGUAGES,
            "me": session.person,
            "csrf": self.sessions.csrf(session),
            "viewer": self.sessions.mark(session),
            "is_known": not session.is_new,
            "path": page_of(request),
            "page_id": page_id,
            "notice": "",
            "levels": tuple(LEVELS),
        }

    async def page(self, request: Request, template: str, status: int = 200, **more: Any) -> Response:
        """Return a page made from a template of `pages`."""
        context = {**await self.context(request, template), **more}
        html = environment.get_template(f"pages/{template}.html").render(context)
        return await self.with_cookie(request, HTMLResponse(html, status, {"Cache-Control": "no-store"}))

    async def with_cookie(self, request: Request, response: Response) -> Response:
        """Give a new visitor the cookie that forms are bound to."""
        session = await self.session(request)
        if session.is_new:
            self.sessions.write(request, response, session)
        return response

    def become(self, request: Request, person: Person) -> None:
        """Let the rest of a request, and the browser after it, be this person's."""
        request.state.session = self.sessions.signed_in(person)

    async def done(self, request: Request, url: str) -> Response:
        """Return the answer to a form that did what it should: nothing for a script, the next page for a browser. Where
        it changed who the viewer is, a script must load its page `again`.
        """
        if wants_json(request):
            is_here = request.scope["path"].startswith(f"{url}/")
            again = (await self.session(request)).is_new
            answer = JSONResponse({"url": url, "again": again}) if again or not is_here else Response(status_code=204)
            return await self.with_cookie(request, answer)
        return await self.with_cookie(request, RedirectResponse(url, 303))

    async def refuse(self, request: Request, error: DoubloonError, confirm: int | None = None) -> Response:
        """Return why something was refused, in the person's language: a page, or JSON for a script."""
        words = refusal_words(error, language_of(request))
        status = status_of(error)
        if isinstance(error, (Unavailable, Broken)):
            await self._do_without_person(request)
        headers = retry_after(error)
        if wants_json(request):
            more = {} if confirm is None else {"confirm": confirm}
            if reason(error).id == OLD_FORM:
                more["again"] = True
            return JSONResponse({"error": words, **more}, status, headers)
        again = page_of(request)
        response = await self.page(
            request,
            "preparing" if isinstance(error, Unready) else "error",
            status,
            words=words,
            code=status,
            again=again,
        )
        response.headers.update(headers)
        return response

    async def _do_without_person(self, request: Request) -> None:
        """See to it that a page can be made where nobody can be looked up: as for one without a name, whose cookie
        stays as it is.
        """
        try:
            await self.session(request)
        except Exception:  # it is what is being told already
            request.state.session = Session("", None)


def status_of(error: DoubloonError) -> int:
    """Return the HTTP status of a refusal."""
    by_class: Mapping[type[DoubloonError], int] = {
        Broken: 500,
        NotFound: 404,
        UnknownGame: 404,
        Forbidden: 403,
        NoMethod: 405,
        Misdirected: 421,
        TooMany: 429,
        TooLong: 413,
        Unready: 503,
        Unavailable: 503,
        IllegalAction: 422,
        ActionRefused: 409,
        Refused: 409,
    }
    return next((status for kind, status in by_class.items() if isinstance(error, kind)), 422)


def retry_after(error: DoubloonError) -> dict[str, str]:
    """Return the header that says when to come back; none where coming back does not help."""
    if isinstance(error, TooMany):
        return {"Retry-After": str(error.seconds)}
    return {"Retry-After": str(RETRY_S)} if isinstance(error, (Unready, Unavailable)) else {}


def wants_json(request: Request) -> bool:
    """Tell whether a script asks."""
    return "application/json" in request.headers.get("accept", "")


def who(session: Session) -> str:
    """Return who is counted beside the address; empty for the nameless."""
    return session.person.id if session.person else ""


def address(request: Request) -> str:
    """Return the address of the other end."""
    return request.client.host if request.client else "?"


def own_path(request: Request) -> str:
    """Return path and query of a request, to come back to."""
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")


def page_of(request: Request) -> str:
    """Return the page to come back to: the one that is asked for, or the one of ours that a form was on; the lobby
    where the browser does not say.
    """
    if request.method == "GET":
        return own_path(request)
    host, slash, path = request.headers.get("referer", "").partition("://")[2].partition("/")
    return safe_next(f"/{path}") if slash and host == request.headers.get("host") else "/"


def safe_next(text: str) -> str:
    """Return a path of ours to go on to; the lobby for anything else."""
    is_ours = text.startswith("/") and not text.startswith(("//", "/\\")) and len(text) <= LONGEST_NEXT
    return text if is_ours and text.isprintable() else "/"


def text_of(form: FormData, name: str, default: str = "") -> str:
    """Return a text field of a form."""
    value = form.get(name, default)
    return value if isinstance(value, str) else default


def number_of(form: FormData, name: str) -> int:
    """Return a number field of a form. Raises Refused."""
    text = text_of(form, name)
    if not (is_number(text, 10) and int(text) < LARGEST_NUMBER):
        raise Refused("number", f"{name}: expected a number, found {text[:20]!r}", name=name)
    return int(text)


def act_of(form: FormData) -> tuple[int, int, bool]:
    """Return an action, the number of the entry that it is to become, and whether it is confirmed. Raises Refused."""
    return number_of(form, "action"), number_of(form, "at"), bool(text_of(form, "confirm"))


async def read_form(request: Request, *, keeps_excess: bool = False) -> FormData:
    """Return the text fields of a form; what was uploaded is kept for `file_of`. Raises Refused, and TooLong, which
    with `keeps_excess` waits for `file_of`.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() == URLENCODED:
        request.state.files, request.state.excess = {}, None
        return FormData([*parse_fields(await request.body())])
    upload = await read_upload(request)
    if upload.excess is not None and not keeps_excess:
        raise upload.excess
    request.state.files, request.state.excess = upload.files, upload.excess
    return upload.fields


def parse_fields(body: bytes) -> list[tuple[str, str]]:
    """Return the fields of a form without uploads, which takes a third of what the parser of big forms takes. Raises
    Refused for too many.
    """
    try:
        return parse_qsl(body.decode("latin-1"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise Refused("form", f"the form cannot be read: {error}") from error


def file_of(request: Request, name: str) -> str:
    """Return the text of an uploaded file; empty without one. Raises Refused for one that is not UTF-8, TooLong."""
    if request.state.excess is not None:
        raise request.state.excess
    raw: bytes = request.state.files.get(name, b"")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused("utf8", f"{name}: not UTF-8 at byte {error.start}") from error


def words_of(items: Sequence[str]) -> tuple[str, ...]:
    """Return words without blanks around them, empty ones left out."""
    return tuple(item.strip() for item in items if item.strip())
