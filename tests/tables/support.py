"""Houses for tests: a database in a temporary folder, a clock that is told the time, bots that wait for nobody."""

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from sqlalchemy import Connection

from doubloon.engine.contract import Game
from doubloon.engine.playthrough import Entry
from doubloon.games import load, slugs
from doubloon.tables.database import file_url
from doubloon.tables.live import LiveTable
from doubloon.tables.lobby import NewTable
from doubloon.tables.rows import Person
from doubloon.tables.runtime import Runtime, RuntimeOptions
from doubloon.tables.service import MOST_LIVE
from doubloon.tables.store import load_table

CHEAP_HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Clock:
    """A clock that stands until it is told to go."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


def in_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run an asynchronous test."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


def options(clock: Clock | None = None, most_live: int = MOST_LIVE) -> RuntimeOptions:
    """Return options of a runtime for tests."""
    now = clock or Clock()
    return RuntimeOptions(now=now, monotonic=now, pace_s=0, most_live=most_live, hasher=CHEAP_HASHER)


def entries_on_disk(connection: Connection, id: str) -> list[Entry]:
    """Return the log of a table as the database has it."""
    stored = load_table(connection, id)
    assert stored is not None
    return [Entry(entry.seat, entry.action) for entry in stored.entries]


@asynccontextmanager
async def open_runtime(
    folder: Path, clock: Clock | None = None, most_live: int = MOST_LIVE, games: tuple[str, ...] = ()
) -> AsyncIterator[Runtime]:
    """Open a runtime on a folder; a second one on the same folder finds what the first has stored."""
    runtime = Runtime(file_url(folder), load, games or slugs(), options(clock, most_live))
    for slug in runtime.games.slugs:
        await runtime.games.when_ready(slug)
    try:
        yield runtime
    finally:
        await runtime.close()


async def seat_people(runtime: Runtime, game: str, count: int, **more: Any) -> tuple[LiveTable, list[Person]]:
    """Return a table that has begun, with a person on every seat."""
    people = [await runtime.people.new_guest(f"Person {number}") for number in range(count)]
    live = await runtime.lobby.create(people[0], NewTable(game, ("human", *["open"] * (count - 1)), **more))
    for person in people[1:]:
        await runtime.lobby.join(live.id, person)
    return live, people


async def act_first(runtime: Runtime, live: LiveTable, people: list[Person]) -> None:
    """Let the first of those who must act choose the first legal action."""
    seat = live.seats_to_act()[0]
    await runtime.service.act(live.id, people[seat].id, live.playthrough.legal_actions(seat)[0], live.at)


async def play_out(runtime: Runtime, live: LiveTable, person: Person) -> None:
    """Play a table of one person and bots to its end."""
    while live.is_playing:
        await runtime.bots.settle()
        if live.is_playing:
            seat = live.seat_of(person.id)
            assert seat is not None
            legal = live.playthrough.legal_actions(seat)
            await runtime.service.act(live.id, person.id, legal[live.at % len(legal)], live.at)


def kinds(game: Game, *, human: bool = True) -> tuple[str, ...]:
    """Return the seats of the smallest table of a game: one person, or none, and bots."""
    return ("human" if human else "sailor", *["sailor"] * (game.seats[0] - 1))
