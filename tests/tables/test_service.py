"""The one door: accepted acts are on disk and in order; refused ones have changed nothing."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import func, select

from doubloon.engine.contract import Game
from doubloon.engine.errors import ActionRefused, IllegalAction, NotYourTurn, StaleAction
from doubloon.engine.playthrough import Entry
from doubloon.engine.record import read_record, replay_to_end, verify_chance, write_record
from doubloon.games import load
from doubloon.games.rubies.tests.table import kind_of
from doubloon.tables import service
from doubloon.tables.errors import Forbidden, NotFound, Refused
from doubloon.tables.live import LiveTable
from doubloon.tables.lobby import NewTable
from doubloon.tables.runtime import Runtime
from doubloon.tables.schema import entries
from tests.tables.support import act_first, entries_on_disk, in_loop, kinds, open_runtime, play_out, seat_people


async def count_stored(runtime: Runtime, live: LiveTable) -> int:
    """Return how many entries of a table are in the database."""
    query = select(func.count()).where(entries.c.table == live.id)
    return await runtime.store.read(lambda connection: connection.execute(query).scalar_one())


@in_loop
async def test_a_whole_game_is_stored_and_made_again_from_its_log(game: Game, tmp_path: Path) -> None:
    async with open_runtime(tmp_path) as runtime:
        person = await runtime.people.new_guest("Ann")
        live = await runtime.lobby.create(person, NewTable(game.slug, kinds(game)))
        await play_out(runtime, live, person)
        assert live.row.status == "over"
        assert (
            await runtime.store.read(lambda connection: entries_on_disk(connection, live.id))
            == live.playthrough.entries
        )
        runtime.service.drop(live)
        again = await runtime.service.get(live.id)
        assert again is not live
        assert again.playthrough.state.tobytes() == live.playthrough.state.tobytes()
        assert again.row.status == "over"
        assert sorted(seat.place for seat in again.seats if seat.place is not None)[0] == 0


@in_loop
async def test_chance_follows_from_the_seed_that_was_promised(game: Game, tmp_path: Path) -> None:
    async with open_runtime(tmp_path) as runtime:
        person = await runtime.people.new_guest("Ann")
        live = await runtime.lobby.create(person, NewTable(game.slug, kinds(game)))
        await play_out(runtime, live, person)
        record = read_record(write_record(live.row.header(live.seats, reveal=True), game, live.playthrough.entries))
        assert verify_chance(record, game) > 0
        assert replay_to_end(record, game).is_over


@in_loop
async def test_refused_acts_change_nothing(tmp_path: Path) -> None:
    async with open_runtime(tmp_path) as runtime:
        live, people = await seat_people(runtime, "shipyard", 2)
        stranger = await runtime.people.new_guest("Eve")
        seat = live.seats_to_act()[0]
        here, other = people[seat].id, people[1 - seat].id
        before, state = await count_stored(runtime, live), live.playthrough.state.tobytes()
        legal = live.playthrough.legal_actions(seat)
        illegal = next(action for action in range(load("shipyard").num_actions) if action not in legal)
        attempts: list[tuple[str, int, int, type[Exception]]] = [
            (stranger.id, legal[0], live.at, Forbidden),
            (other, legal[0], live.at, NotYourTurn),
            (here, illegal, live.at, IllegalAction),
            (here, 9999, live.at, IllegalAction),
            (here, legal[0], live.at - 1, StaleAction),
            (here, legal[0], live.at + 1, StaleAction),
            (here, legal[0], -1, StaleAction),
        ]
        for person, action, at, error in attempts:
            with pytest.raises(error):
                await runtime.service.act(live.id, person, action, at)
        with pytest.raises(NotFound):
            await runtime.service.act("nowhere", here, legal[0], live.at)
        assert await count_stored(runtime, live) == before
        assert live.playthrough.state.tobytes() == state


@in_loop
async def test_a_double_click_counts_once(tmp_path: Path) -> None:
    async with open_runtime(tmp_path) as runtime:
        live, people = await seat_people(runtime, "shipyard", 2)
        seat, at = live.seats_to_act()[0], live.at
        action = live.playthrough.legal_actions(seat)[0]
        clicks = (runtime.service.act(live.id, people[seat].id, action, at) for _ in range(5))
        results = await asyncio.gather(*clicks, return_exceptions=True)
        assert sum(isinstance(result, LiveTable) for result in results) == 1
        assert sum(isinstance(result, StaleAction) for result in results) == 4
        assert [entry.seat for entry in live.playthrough.entries[at:]].count(seat) == 1


@in_loop
async def test_two_servers_on_one_database_never_store_an_entry_twice(tmp_path: Path) -> None:
    async with open_runtime(tmp_path) as one, open_runtime(tmp_path) as two:
        live, people = await seat_people(one, "shipyard", 2)
        behind = await two.service.get(live.id)
        seat, at = live.seats_to_act()[0], live.at
        action = live.playthrough.legal_actions(seat)[0]
        await one.service.act(live.id, people[seat].id, action, at)
        with pytest.raises(StaleAction, match="another server"):
            await two.service.act(live.id, people[seat].id, action, at)
        assert behind.is_dropped
        fresh = await two.service.get(live.id)
        assert fresh.playthrough.entries == live.playthrough.entries
        await act_first(two, fresh, people)


@in_loop
async def test_simultaneous_grasps_are_taken_in_any_order_with_the_same_number(tmp_path: Path) -> None:
    async with open_runtime(tmp_path) as runtime:
        live, people = await seat_people(runtime, "rubies", 3)
        while len(live.seats_to_act()) < 3:
            await act_first(runtime, live, people)
        at = live.at
        for seat in (2, 0):
            await runtime.service.act(live.id, people[seat].id, live.playthrough.legal_actions(seat)[-1], at)
        with pytest.raises(ActionRefused):
            await runtime.service.act(live.id, people[2].id, live.playthrough.legal_actions(1)[-1], at)
        await runtime.service.act(live.id, people[1].id, live.playthrough.legal_actions(1)[-1], at)
        assert [entry.seat for entry in live.playthrough.entries[at : at + 3]] == [2, 0, 1]


@in_loop
async def test_who_is_asked_all_the_while_may_act_though_another_acts_and_is_asked_again(tmp_path: Path) -> None:
    """Seat 1 uses a treasure while all are to grasp: it is asked again, and what seat 0 chose before is no less
    meant.
    """
    async with open_runtime(tmp_path) as runtime:
        live, people = await seat_people(runtime, "rubies", 3)
        while len(live.seats_to_act()) < 3:
            await act_first(runtime, live, people)
        state, casket = live.playthrough.state, kind_of("ruby-casket")
        state.aside[1, casket] += 1
        state.unseen[casket] -= 1
        state.deck -= 1
        at = live.at
        actions = live.game.actions
        await runtime.service.act(live.id, people[1].id, actions.index("use:ruby-casket"), at)
        assert live.seats_to_act() == [0, 1, 2]
        with pytest.raises(StaleAction):
            await runtime.service.act(live.id, people[1].id, actions.index("grasp:1"), at)
        await runtime.service.act(live.id, people[0].id, actions.index("grasp:2"), at)
        assert live.playthrough.entries[at:] == [
            Entry(1, actions.index("use:ruby-casket")),
            Entry(0, actions.index("grasp:2")),
        ]


@in_loop
async def test_what_cannot_be_stored_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_runtime(tmp_path) as runtime:
        live, people = await seat_people(runtime, "isles", 2)
        before = list(live.playthrough.entries)

        def fail(*_: object) -> None:
            raise ValueError("the disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(runtime.store.writer, "_insert_rows", fail)
            with pytest.raises(ValueError, match="the disk is full"):
                await act_first(runtime, live, people)
        again = await runtime.service.get(live.id)
        assert again.playthrough.entries == before
        await act_first(runtime, again, people)
        assert len(again.playthrough.entries) > len(before)


@in_loop
async def test_memory_holds_only_so_many_tables(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, most_live=2) as runtime:
        tables = [(await seat_people(runtime, "shipyard", 2)) for _ in range(4)]
        assert runtime.service.count_live() == 2
        for live, people in tables:
            found = await runtime.service.get(live.id)
            assert found.playthrough.entries == live.playthrough.entries
            await act_first(runtime, found, people)
        assert runtime.service.count_live() == 2


@in_loop
async def test_nobody_acts_before_the_beginning_or_after_the_end(tmp_path: Path) -> None:
    async with open_runtime(tmp_path) as runtime:
        person = await runtime.people.new_guest("Ann")
        waiting = await runtime.lobby.create(person, NewTable("shipyard", ("human", "open")))
        with pytest.raises(Refused, match="has not begun"):
            await runtime.service.act(waiting.id, person.id, 0, 0)
        live = await runtime.lobby.create(person, NewTable("shipyard", ("human", "sailor")))
        await play_out(runtime, live, person)
        with pytest.raises(Refused, match="over"):
            await runtime.service.act(live.id, person.id, 0, live.at)


@in_loop
async def test_a_secret_seed_is_in_no_text_about_a_table(tmp_path: Path) -> None:
    async with open_runtime(tmp_path) as runtime:
        live, _ = await seat_people(runtime, "shipyard", 2)
        assert live.row.seed.hex() not in repr(live.row) + str(vars(live.row.header(live.seats, reveal=False)))
        assert repr(live.row.seed) not in repr(live.row)


@in_loop
async def test_tables_whose_games_are_over_leave_memory_but_for_the_newest_and_those_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_OVER", 2)
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        person = await runtime.people.new_guest("Ann")
        tables = []
        for number in range(5):
            wanted = NewTable("shipyard", ("sailor", "sailor"), ("options.turn_limit=1",))
            live = await runtime.lobby.create(person, wanted)
            tables.append(live)
            if number == 1:
                runtime.hub.watch(live.id, "")
            await runtime.bots.settle()
        assert [runtime.service.peek(live.id) is live for live in tables] == [False, True, False, True, True]
        assert all(live.bots == {} for live in tables)
        assert (await runtime.service.get(tables[0].id)).row.status == "over"
