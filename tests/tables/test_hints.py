"""Hints: for one person among bots, at the own decision, by what the seat knows; gone with the next entry."""

from pathlib import Path

import pytest

from doubloon.tables.errors import Refused
from doubloon.tables.live import LiveTable
from doubloon.tables.lobby import NewTable
from doubloon.tables.rows import Person
from doubloon.tables.runtime import Runtime
from doubloon.tables.store import Rating, ratings_of
from tests.tables.support import in_loop, open_runtime


@in_loop
async def test_a_hint_is_legal_and_lasts_until_the_next_entry(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        ann = await runtime.people.new_guest("Ann")
        live = await runtime.lobby.create(ann, NewTable("shipyard", ("human", "sailor"), ("starter=0",)))
        await runtime.bots.settle()
        await runtime.hints.ask(live.id, ann)
        hint = live.hints[0]
        assert hint.at == live.at
        assert hint.action in live.playthrough.legal_actions(0)
        assert 0 <= hint.win <= 1
        await runtime.service.act(live.id, ann.id, hint.action, live.at)
        assert live.hints[0].at != live.at


@in_loop
async def test_nobody_is_helped_against_people(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        ann, ben = await runtime.people.new_guest("Ann"), await runtime.people.new_guest("Ben")
        live = await runtime.lobby.create(ann, NewTable("shipyard", ("human", "open"), ("starter=0",)))
        await runtime.lobby.join(live.id, ben, None)
        for person in (ann, ben):
            with pytest.raises(Refused, match="hints are for games against bots"):
                await runtime.hints.ask(live.id, person)
        assert live.hints == {}


async def finish(runtime: Runtime, live: LiveTable, ann: Person) -> list[Rating]:
    """Play a table to its end, and return what Ann is rated."""
    while live.is_playing:
        await runtime.bots.settle()
        if live.is_playing:
            await runtime.service.act(live.id, ann.id, live.playthrough.legal_actions(0)[-1], live.at)
    return await runtime.store.read(lambda connection: ratings_of(connection, [ann.id]))


@in_loop
async def test_a_game_with_a_hint_is_not_rated_also_after_a_restart(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        ann = await runtime.people.new_guest("Ann")
        wanted = NewTable("shipyard", ("human", "sailor"), ("starter=0", "turn_limit=2"))
        live = await runtime.lobby.create(ann, wanted)
        assert live.unrated == ""
        await runtime.hints.ask(live.id, ann)
        assert (live.unrated, live.seats[0].hints) == ("hints", 1)
        runtime.service.drop(live)
        again = await runtime.service.get(live.id)
        assert again.unrated == "hints"
        assert await finish(runtime, again, ann) == []
        without = await runtime.lobby.rematch(again.id, ann)
        assert without.unrated == ""
        assert [rating.games for rating in await finish(runtime, without, ann)] == [1]
