"""People who are away: consent of the others, the clock, coming back."""

import asyncio
from pathlib import Path

import pytest

from doubloon.tables import hub
from doubloon.tables.clock_rules import TimeControl
from doubloon.tables.errors import Forbidden, Refused
from doubloon.tables.hub import LEFT_S, PRESENT_S
from doubloon.tables.lobby import NewTable
from tests.tables.support import Clock, act_first, in_loop, open_runtime, seat_people


@in_loop
async def test_a_bot_stands_in_when_all_others_agree(tmp_path: Path) -> None:
    async with open_runtime(tmp_path) as runtime:
        live, people = await seat_people(runtime, "shipyard", 3)
        away = 1
        await runtime.absence.vote(live.id, people[0], away)
        await runtime.absence.vote(live.id, people[0], away)
        assert live.seats[away].stand_in == ""
        runtime.service.drop(live)
        live = await runtime.service.get(live.id)
        assert live.votes == {(away, 0)}
        await runtime.absence.vote(live.id, people[2], away)
        assert live.seats[away].stand_in == "sailor"
        assert live.votes == set()
        await runtime.bots.settle()
        assert away not in live.seats_to_act()
        with pytest.raises(Forbidden):
            await runtime.service.act(live.id, people[away].id, 0, live.at)
        await runtime.absence.come_back(live.id, people[away])
        assert live.seats[away].stand_in == ""


@in_loop
async def test_nobody_who_is_here_is_stood_in_for_but_by_their_own_wish(tmp_path: Path) -> None:
    async with open_runtime(tmp_path) as runtime:
        live, people = await seat_people(runtime, "shipyard", 2)
        watch = runtime.hub.watch(live.id, people[1].id)
        with pytest.raises(Forbidden, match="is at table"):
            await runtime.absence.vote(live.id, people[0], 1)
        runtime.hub.leave(live.id, watch)
        with pytest.raises(Forbidden):
            await runtime.absence.vote(live.id, await runtime.people.new_guest("Eve"), 1)
        with pytest.raises(Refused):
            await runtime.absence.vote(live.id, people[0], 7)
        await runtime.absence.vote(live.id, people[1], 1)
        assert live.seats[1].stand_in == "sailor"


@in_loop
async def test_the_clock_hands_the_seat_to_a_bot(tmp_path: Path) -> None:
    clock = Clock()
    async with open_runtime(tmp_path, clock) as runtime:
        live, people = await seat_people(runtime, "shipyard", 2, clock=TimeControl(30))
        slow = live.seats_to_act()[0]
        assert live.deadline() == clock.time + 30
        clock.time += 29
        await runtime.clocks.check()
        assert live.seats[slow].stand_in == ""
        clock.time += 1
        await runtime.clocks.check()
        assert live.seats[slow].stand_in == "sailor"
        await runtime.bots.settle()
        assert live.seats_to_act() == [1 - slow]
        await runtime.absence.come_back(live.id, people[slow])
        assert live.deadline() == clock.time + 30


@in_loop
async def test_clocks_go_on_over_a_restart(tmp_path: Path) -> None:
    clock = Clock()
    async with open_runtime(tmp_path, clock) as runtime:
        live, _ = await seat_people(runtime, "shipyard", 2, clock=TimeControl(3 * 86_400))
        slow = live.seats_to_act()[0]
    clock.time += 10 * 86_400
    async with open_runtime(tmp_path, clock) as runtime:
        await runtime.clocks.restore()
        await runtime.clocks.check()
        live = await runtime.service.get(live.id)
        assert live.deadline() == clock.time + 3 * 86_400
        clock.time += 3 * 86_400 - 1
        await runtime.clocks.check()
        assert live.seats[slow].stand_in == ""
        clock.time += 1
        await runtime.clocks.check()
        assert live.seats[slow].stand_in == "sailor"


@in_loop
async def test_time_in_which_no_server_lived_is_given_back_and_the_whole_clock_once(tmp_path: Path) -> None:
    clock = Clock()
    async with open_runtime(tmp_path, clock) as runtime:
        live, people = await seat_people(runtime, "shipyard", 2, clock=TimeControl(86_400))
    for night in range(2):
        clock.time += 40_000
        async with open_runtime(tmp_path, clock) as runtime:
            live = await runtime.service.get(live.id)  # somebody looks before the clocks are set
            await runtime.clocks.restore()
            assert live.deadline() == clock.time + 86_400 - 30_000 * night
            runtime.service.drop(live)
            live = await runtime.service.get(live.id)
            assert live.deadline() == clock.time + 86_400 - 30_000 * night
            clock.time += 30_000
            await runtime.beat()
    async with open_runtime(tmp_path, clock) as runtime:
        await runtime.clocks.restore()
        live = await runtime.service.get(live.id)
        await act_first(runtime, live, people)
        await runtime.bots.settle()
        assert live.deadline() == clock.time + 86_400


@in_loop
async def test_whoever_comes_back_has_the_whole_clock_on_disk_too(tmp_path: Path) -> None:
    clock = Clock()
    async with open_runtime(tmp_path, clock) as runtime:
        live, people = await seat_people(runtime, "shipyard", 2, clock=TimeControl(30))
        slow = live.seats_to_act()[0]
        await runtime.absence.vote(live.id, people[slow], slow)
        await runtime.absence.come_back(live.id, people[slow])
        clock.time += 20
        await runtime.absence.vote(live.id, people[slow], slow)
        await runtime.absence.come_back(live.id, people[slow])
        runtime.service.drop(live)
        assert (await runtime.service.get(live.id)).deadline() == clock.time + 30


@in_loop
async def test_an_act_in_time_gives_the_next_one_the_whole_time(tmp_path: Path) -> None:
    clock = Clock()
    async with open_runtime(tmp_path, clock) as runtime:
        live, people = await seat_people(runtime, "isles", 2, clock=TimeControl(60))
        first = live.seats_to_act()[0]
        clock.time += 50
        await runtime.service.act(live.id, people[first].id, live.playthrough.legal_actions(first)[0], live.at)
        clock.time += 50
        await runtime.clocks.check()
        assert [seat.stand_in for seat in live.seats] == ["", ""]


@in_loop
async def test_without_a_clock_a_table_waits_for_ever(tmp_path: Path) -> None:
    clock = Clock()
    async with open_runtime(tmp_path, clock) as runtime:
        person = await runtime.people.new_guest("Ann")
        live = await runtime.lobby.create(person, NewTable("shipyard", ("human", "sailor")))
        await runtime.bots.settle()
        clock.time += 1e9
        await runtime.clocks.check()
        assert live.deadline() is None
        assert live.seats[0].stand_in == ""


@in_loop
async def test_who_asks_now_and_then_is_there_and_votes_lapse(tmp_path: Path) -> None:
    clock = Clock()
    async with open_runtime(tmp_path, clock) as runtime:
        live, people = await seat_people(runtime, "shipyard", 3)
        changes: list[tuple[str, ...]] = []
        runtime.hub.on_change = lambda *who: changes.append(who)
        runtime.hub.visit(live.id, people[1].id)
        runtime.hub.visit(live.id, people[1].id)
        assert changes == [(live.id, people[1].id)]
        with pytest.raises(Forbidden, match="is at table"):
            await runtime.absence.vote(live.id, people[0], 1)
        clock.time += PRESENT_S
        await runtime.absence.vote(live.id, people[0], 1)
        assert live.votes == {(1, 0)}
        runtime.hub.visit(live.id, people[1].id)
        await runtime.absence.came_or_went(live.id, people[1].id)
        assert live.votes == set()
        clock.time += PRESENT_S
        await runtime.absence.vote(live.id, people[2], 1)
        assert live.seats[1].stand_in == ""
        runtime.service.drop(live)
        assert (await runtime.service.get(live.id)).votes == {(1, 2)}


@in_loop
async def test_to_load_the_page_again_is_no_absence(tmp_path: Path) -> None:
    clock = Clock()
    async with open_runtime(tmp_path, clock) as runtime:
        live, people = await seat_people(runtime, "shipyard", 2)
        changes: list[tuple[str, ...]] = []
        runtime.hub.on_change = lambda *who: changes.append(who)
        for _ in range(3):
            runtime.hub.leave(live.id, runtime.hub.watch(live.id, people[1].id))
            with pytest.raises(Forbidden, match="is at table"):
                await runtime.absence.vote(live.id, people[0], 1)
        assert changes == [(live.id, people[1].id)]
        clock.time += LEFT_S
        await runtime.absence.vote(live.id, people[0], 1)
        assert live.seats[1].stand_in == "sailor"


@in_loop
async def test_one_who_has_gone_is_told_of_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "PRESENT_S", 0.01)
    gone = asyncio.Event()
    house = hub.Hub()
    house.visit("table", "person")
    house.on_change = lambda *_: gone.set()
    await gone.wait()
    assert not house.is_here("table", "person")
    assert (house._until, house._timers) == ({}, {})
