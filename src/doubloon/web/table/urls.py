"""Addresses of a table, as a viewer needs them."""

from doubloon.tables.live import LiveTable
from doubloon.web.howto_url import howto_url
from doubloon.web.table.view_model import Urls
from doubloon.web.table.viewer import Viewer


def urls_of(live: LiveTable, viewer: Viewer) -> Urls:
    """Return the addresses of a table, which are the same for most viewers."""
    # Anonymous visitors are not remembered as guests of a private table, and whoever came by the link may hand it on:
    # their links carry the key.
    key = f"?invite={live.row.invite}" if live.row.private and viewer.invite == live.row.invite else ""
    return table_urls(live, viewer.base, key, may_invite(live, viewer))


def table_urls(live: LiveTable, base: str, key: str, may_invite: bool) -> Urls:
    """Return the addresses of a table; `key` is the query of those that open a private one. No invitation for whom it
    would not open the table.
    """
    table = f"/tables/{live.id}"
    return Urls(
        table=table,
        act=f"{table}/act",
        stream=f"{table}/stream{key}",
        chat=f"{table}/chat{key}",
        mute=f"{table}/mute",
        join=f"{table}/join{key}",
        leave=f"{table}/leave",
        start=f"{table}/start",
        vote=f"{table}/vote",
        pause=f"{table}/pause",
        resume=f"{table}/resume",
        return_=f"{table}/return",
        rematch=f"{table}/rematch",
        hint=f"{table}/hint",
        replay=f"{table}/replay",
        record=f"{table}/record",
        verify=f"{table}/verify{key}",
        simulations=f"{table}/simulations{key}",
        invite=f"{base}{table}" + (f"?invite={live.row.invite}" if live.row.private else "") if may_invite else "",
        rules=f"/rules/{live.game.slug}",
        howto=howto_url(live.game.slug, live.game.folder),
        here=table + key,
    )


def may_invite(live: LiveTable, viewer: Viewer) -> bool:
    """Tell whether somebody has the key of a table to hand on: everybody that of a public one; that of a private one
    those who sit there, the host, and whoever came by it.
    """
    if not live.row.private or viewer.invite == live.row.invite:
        return True
    return viewer.person is not None and (
        viewer.person.id == live.row.host or live.seat_of(viewer.person.id) is not None
    )
