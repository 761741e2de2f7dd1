"""After and during a game: stepping through it, checking its chance, taking it home."""

import asyncio
from collections import deque
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from doubloon.engine.contract import ALL_SEEING, CHANCE, SPECTATOR
from doubloon.engine.errors import BadRecord
from doubloon.engine.playthrough import Entry, Playthrough
from doubloon.engine.record import read_record, verify_chance
from doubloon.tables.errors import Forbidden
from doubloon.tables.live import Happening, LiveTable
from doubloon.tables.rows import OVER
from doubloon.web.languages import translator_for
from doubloon.web.requests import Site
from doubloon.web.table.log import SHOWN_LOG, Log, lines_of
from doubloon.web.table.render import new_region_cache, render_page, render_personal, render_shared
from doubloon.web.table.view_model import OwnView, ReplayView, TableView, shared_view


class ReplayRoutes:
    """What can be done with the log of a table."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[Route]:
        """Return the addresses."""
        table = "/tables/{table:str}"
        return [
            Route(f"{table}/replay", self.replay),
            Route(f"{table}/record", self.record),
            Route(f"{table}/verify", self.verify),
        ]

    async def replay(self, request: Request) -> Response:
        """Show a table as it was at entry `at` to a seat: one's own or the public's while the game lives, anybody's
        after the end.
        """
        viewer = await self.site.viewer(request)
        live = await self.site.table(request, viewer.person)
        async with live.lock:
            now = self.site.views.view(live, viewer)
            entries = list(live.playthrough.entries)
        eyes = pick_eyes(request, now)
        at = min(max(0, number(request.query_params.get("at", ""), len(entries))), len(entries))
        replay = replay_view(now, at, len(entries), eyes)
        view = await asyncio.to_thread(past_view, live, now, entries[:at], replay)
        translator = translator_for(live.game, viewer.language, view.names)
        fragment = render_personal(render_shared(view, new_region_cache(view.facts, translator)), view)
        context = await self.site.context(request, "replay")
        html = render_page(fragment, view, translator, context)
        return await self.site.with_cookie(request, HTMLResponse(html, headers={"Cache-Control": "no-store"}))

    async def record(self, request: Request) -> Response:
        """Download the record, with the seed; only after the end, for it holds all secrets."""
        session = await self.site.session(request)
        live = await self.site.table(request, session.person)
        return PlainTextResponse(
            live.record(),
            headers={"Content-Disposition": f'attachment; filename="{live.game.slug}-{live.id}.record"'},
        )

    async def verify(self, request: Request) -> Response:
        """Show what was promised, and after the end whether every draw kept the promise."""
        session = await self.site.session(request)
        live = await self.site.table(request, session.person)
        is_over = live.row.status == OVER
        checked, is_fair = await asyncio.to_thread(check, live) if is_over else (0, False)
        facts: dict[str, Any] = {
            "table": live.id,
            "stream": live.row.stream,
            "commitment": live.row.commitment,
            "seed": live.row.seed.hex() if is_over else "",
        }
        draws = sum(entry.seat == CHANCE for entry in live.playthrough.entries)
        return await self.site.page(
            request, "verify", **facts, is_over=is_over, checked=checked, is_fair=is_fair, draws=draws
        )


def check(live: LiveTable) -> tuple[int, bool]:
    """Return how many draws of a finished game follow from its seed, and whether all do."""
    try:
        return verify_chance(read_record(live.record()), live.game), True
    except BadRecord:
        return 0, False


def number(text: str, default: int) -> int:
    """Return a number of an address; the default for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else default


def pick_eyes(request: Request, now: TableView) -> int:
    """Return whose eyes the address asks for. Raises Forbidden for another's while the game lives."""
    asked = request.query_params.get("seat", "")
    if asked in ("", "me"):
        return now.own.seat
    if asked == "public":
        return SPECTATOR
    eyes = ALL_SEEING if asked == "open" else number(asked, SPECTATOR)
    if eyes >= len(now.own.seats):
        return SPECTATOR
    if eyes not in (SPECTATOR, now.own.seat) and not now.shared.is_over:
        raise Forbidden("eyes", f"seat {eyes} of table {now.facts.table} is not yours, and the game lives")
    return eyes


def past_view(live: LiveTable, now: TableView, entries: list[Entry], replay: ReplayView) -> TableView:
    """Return what a table looked like after its first entries."""
    playthrough = Playthrough(live.game, now.facts.rules)
    happenings: deque[Happening] = deque(maxlen=SHOWN_LOG)
    for entry in entries:
        due = playthrough.to_act
        events = playthrough.apply(entry)
        happenings.append(Happening(len(playthrough.entries) - 1, entry.seat, due, events))
    eyes = replay.viewer
    public = ALL_SEEING if eyes == ALL_SEEING else SPECTATOR
    shared = shared_view(playthrough, now.shared.seats, version=now.shared.version, eyes=public)
    own = OwnView(
        seat=SPECTATOR if eyes == ALL_SEEING else eyes,
        observation=playthrough.observation(eyes),
        seats=now.own.seats,
        urls=now.own.urls,
        csrf=now.own.csrf,
        log=Log(line for happening in happenings for line in lines_of(live, happening, eyes)),
        new_from=shared.at - 1,
        is_host=now.own.is_host,
        may_join=now.own.may_join,
    )
    return TableView(now.facts, shared, own, replay)


def replay_view(now: TableView, at: int, last: int, eyes: int) -> ReplayView:
    """Return the links of a replay."""
    names = {SPECTATOR: "public", ALL_SEEING: "open"}

    def url(to: int, viewer: int) -> str:
        return f"{now.own.urls.replay}?at={to}&seat={names.get(viewer, viewer)}"

    may_see = (
        [ALL_SEEING, SPECTATOR, *range(len(now.own.seats))]
        if now.shared.is_over
        else [SPECTATOR] + ([now.own.seat] if now.own.seat >= 0 else [])
    )
    return ReplayView(
        at=at,
        last=last,
        viewer=eyes,
        first_url=url(0, eyes),
        back_url=url(max(0, at - 1), eyes),
        forward_url=url(min(last, at + 1), eyes),
        last_url=url(last, eyes),
        views=tuple((viewer, url(at, viewer), viewer == eyes) for viewer in may_see),
    )
