"""Who has come to a table and who has gone, told to those who watch it: at most once a second, so that connections that
come and go as fast as they can make few pages anew.
"""

import asyncio

from doubloon.tables.hub import Hub
from doubloon.tables.service import Service

PAUSE_S = 1.0
"""Who reloads a page is back before that, and nobody need hear of it."""


class Presence:
    """What was told of each table."""

    def __init__(self, service: Service, hub: Hub) -> None:
        self._service = service
        self._hub = hub
        self._told: dict[str, frozenset[str]] = {}
        self._touching: set[asyncio.Task[None]] = set()
        self._due: dict[str, asyncio.TimerHandle] = {}

    def has_come(self, table: str) -> None:
        """Tell that somebody has come, at once unless something was told just now."""
        if table not in self._due:
            self._tell(table)
            self._wait(table)

    def has_gone(self, table: str) -> None:
        """Tell that somebody has gone, if they are not back soon."""
        if table not in self._due:
            self._wait(table)

    def _wait(self, table: str) -> None:
        self._due[table] = asyncio.get_running_loop().call_later(PAUSE_S, self._look_again, table)

    def _look_again(self, table: str) -> None:
        del self._due[table]
        if self._tell(table):
            self._wait(table)

    def _tell(self, table: str) -> bool:
        """Tell it where those who sit there are others than was told last, and return whether they are."""
        live = self._service.peek(table)
        if live is None or not self._hub.is_watched(table):
            self._told.pop(table, None)
            return False
        here = self._hub.people_at(table) & {seat.person for seat in live.seats if seat.person}
        if here == self._told.get(table, frozenset()):
            return False
        self._told[table] = frozenset(here)
        task = asyncio.get_running_loop().create_task(self._service.touch(table))
        self._touching.add(task)
        task.add_done_callback(self._touching.discard)
        return True
