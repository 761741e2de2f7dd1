"""Counts the visits to rooms (modules) of an act, from request to commit, and of a table in memory, until it is a
fragment of a page: `python -m tests.visits` (`--walk` prints each passage).

A *passage* is a line from which a function of another module of `doubloon.web` or `doubloon.tables` is called; however
often a loop takes it, it counts once. Going through it is a visit, and so is coming back: visits = 1 + 2 × passages.
Reading a field of the data (a property, a method that `dataclass` made) is no passage, nor is what a template calls
while it renders, nor what lies below: engine, games, texts.
"""

import asyncio
import inspect
import sys
import tempfile
from functools import cached_property
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

import httpx
from starlette.requests import Request
from starlette.responses import Response

from doubloon.tables.live import LiveTable
from doubloon.tables.lobby import NewTable
from doubloon.tables.rows import Person
from doubloon.web.app import ServerOptions, create_app
from doubloon.web.requests import Site
from doubloon.web.table.viewer import Viewer
from tests.tables.support import options

FLOORS = ("doubloon.web.", "doubloon.tables.")
BEGIN, COMMIT = "TableRoutes.act", "Writer.append"
WARM = 14
"""Acts before the one that is counted, so that what is kept is there."""


def room(frame: FrameType) -> str | None:
    """Return the module of a frame, where it is of one of the two floors."""
    name = str(frame.f_globals.get("__name__", ""))
    return name.removeprefix("doubloon.") if name.startswith(FLOORS) else None


def readers() -> set[CodeType]:
    """Return the code of all properties."""
    found = set()
    modules = [module for name, module in sys.modules.items() if name.startswith(FLOORS)]
    for value in [value for module in modules for value in classes(module)]:
        for member in vars(value).values():
            getter = member.fget if isinstance(member, property) else getattr(member, "func", None)
            if isinstance(member, (property, cached_property)) and getter is not None:
                found.add(getter.__code__)
    return found


def classes(module: ModuleType) -> list[type]:
    """Return the classes of a module."""
    return [value for value in vars(module).values() if inspect.isclass(value)]


class Walk:
    """A profiler (`sys.setprofile`) that notes passages, between two functions where they are given."""

    def __init__(self, begin: str = "", end: str = "") -> None:
        self.passages: dict[tuple[str, str, int, str], int] = {}
        self._begin, self._end = begin, end
        self._is_on = not begin
        self._readers = readers()

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        """Note a call."""
        code = frame.f_code
        self._is_on = self._is_on or (event == "call" and code.co_qualname == self._begin)
        is_plain = not code.co_filename.startswith("<") and code not in self._readers
        here = room(frame) if event == "call" and self._is_on and is_plain else None
        caller = caller_of(frame) if here is not None else None
        if caller is not None and here is not None and (there := room(caller)) != here and there is not None:
            passage = (there, caller.f_code.co_qualname, caller.f_lineno, f"{here}:{code.co_qualname}")
            if code.co_qualname != self._begin:
                self.passages[passage] = self.passages.get(passage, 0) + 1
        if event == "call" and code.co_qualname == self._end:
            self._is_on, self._begin = False, "-"

    def tell(self, title: str, *, whole: bool) -> None:
        """Print how many visits there were, and where."""
        rooms = {name for passage in self.passages for name in (passage[0], passage[3].partition(":")[0])}
        print(f"{title}: {1 + 2 * len(self.passages)} visits, {len(self.passages)} passages, {len(rooms)} rooms")
        for (there, function, line, callee), times in self.passages.items() if whole else ():
            print(f"  {there} {function} {line} → {callee} {times}")


def caller_of(frame: FrameType) -> FrameType | None:
    """Return the nearest caller in a room; None where a template stands between."""
    caller = frame.f_back
    while caller is not None and room(caller) is None:
        if caller.f_code.co_filename.endswith(".html"):
            return None
        caller = caller.f_back
    return caller


def cookie_of(site: Site, person: Person) -> tuple[str, str]:
    """Return the cookie of a person who has signed in, and the token of their forms."""
    session, response = site.sessions.signed_in(person), Response()
    scope = {"type": "http", "scheme": "http", "server": ("x", 80), "path": "/", "headers": []}
    site.sessions.write(Request(scope), response, session)
    return response.headers["set-cookie"].partition(";")[0], site.sessions.csrf(session)


async def act(client: httpx.AsyncClient, site: Site, live: LiveTable, people: list[Person], walk: Walk | None) -> int:
    """Send the first action of whoever must act that needs no confirmation; return the seat."""
    seat = live.seats_to_act()[0]
    cookie, csrf = cookie_of(site, people[seat])
    costly, rules, observation = live.game.page.costly, live.playthrough.rules, live.playthrough.observation(seat)
    legal = live.playthrough.legal_actions(seat)
    action = next((action for action in legal if not costly(rules, observation, seat, action)), legal[0])
    fields = {"csrf": csrf, "action": str(action), "at": str(live.at), "confirm": "1" if walk is None else ""}
    headers = {"cookie": cookie, "accept": "application/json"}
    sys.setprofile(walk)
    try:
        answer = await client.post(f"/tables/{live.id}/act", data=fields, headers=headers)
    finally:
        sys.setprofile(None)
    assert answer.status_code == 204, answer.text
    return seat


def look(site: Site, live: LiveTable, person: Person) -> Walk:
    """Make the fragment of a viewer; return the walk."""
    walk, viewer = Walk(), Viewer(person, "en", "token")
    sys.setprofile(walk)
    try:
        site.views.fragment(live, viewer)
    finally:
        sys.setprofile(None)
    return walk


async def count(folder: Path, slug: str = "shipyard") -> dict[str, Walk]:
    """Return the walks of a game of three people."""
    app: Any = create_app(ServerOptions(folder, limited=False, runtime=options())).app
    site: Site = app.state.site
    runtime = site.runtime
    await runtime.games.when_ready(slug)
    people = [await runtime.people.new_guest(f"Person {number}") for number in range(3)]
    live = await runtime.lobby.create(people[0], NewTable(slug, ("human", "open", "open")))
    for person in people[1:]:
        await runtime.lobby.join(live.id, person)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://x") as client:
        for _ in range(WARM):
            await act(client, site, live, people, None)
            for person in people:
                look(site, live, person)
        walk = Walk(BEGIN, COMMIT)
        seat = await act(client, site, live, people, walk)
        first = look(site, live, people[seat])
        other = look(site, live, people[seat - 1])
    await runtime.close()
    return {
        "an act, from request to commit": walk,
        "a table to a fragment, of one viewer more": other,
        "a table to a fragment, with what all share": first,
    }


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as data:
        for name, found in asyncio.run(count(Path(data))).items():
            found.tell(name, whole="--walk" in sys.argv)
