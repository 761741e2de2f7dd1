"""Clocks of real tables: banks, pauses by consent, days off, and that all of it is on disk."""

from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from doubloon.tables.clock_rules import DAY_S, SeatClock, TimeControl
from doubloon.tables.database import MIGRATIONS, file_url
from doubloon.tables.errors import Forbidden, Refused
from doubloon.tables.live import LiveTable
from doubloon.tables.lobby import NewTable
from doubloon.tables.rest import NO_REST, Rest, rest_of, with_holiday
from doubloon.tables.rows import Person
from doubloon.tables.runtime import Runtime
from tests.tables.support import Clock, act_first, in_loop, open_runtime, seat_people

BLITZ = TimeControl(bank=300, increment=10)
DAYS = TimeControl(2 * DAY_S)
WEDNESDAY = 1_796_212_800.0
"""Noon of 2 December 2026, in UTC."""


async def until_all_must_act(runtime: Runtime, live: LiveTable, people: list[Person]) -> list[int]:
    """Play until all seats must act at once, and return them."""
    while len(live.seats_to_act()) < len(people):
        await act_first(runtime, live, people)
    return live.seats_to_act()


@in_loop
async def test_a_bank_is_drawn_on_grows_with_each_move_and_is_on_disk(tmp_path: Path) -> None:
    clock = Clock()
    async with open_runtime(tmp_path, clock, games=("isles",)) as runtime:
        live, people = await seat_people(runtime, "isles", 2, clock=BLITZ)
        first = live.seats_to_act()[0]
        assert live.deadline() == clock.time + 300
        clock.time += 100
        await act_first(runtime, live, people)
        assert live.clocks[first].left in (210.0, 310.0 - 100)
        runtime.service.drop(live)
        again = await runtime.service.get(live.id)
        assert again.clocks == live.clocks
        assert (again.clock, again.row.bank, again.row.increment) == (BLITZ, 300, 10)


@in_loop
async def test_whose_bank_is_empty_is_played_on_by_a_bot_and_others_are_not(tmp_path: Path) -> None:
    clock = Clock()
    async with open_runtime(tmp_path, clock, games=("rubies",)) as runtime:
        live, people = await seat_people(runtime, "rubies", 3, clock=BLITZ)
        slow, *others = await until_all_must_act(runtime, live, people)
        live.clocks[slow] = live.clocks[slow]._replace(left=20)
        runtime.clocks.note(live)
        clock.time += 21
        await runtime.clocks.check()
        assert live.seats[slow].stand_in == "sailor"
        assert live.clocks[slow] == SeatClock(0.0)
        assert [live.seats[seat].stand_in for seat in others] == ["", ""]
        await runtime.bots.settle()
        assert [live.deadline_of(seat) for seat in others] == [
            clock.time - 21 + live.clocks[seat].left for seat in others
        ]


@in_loop
async def test_one_who_is_asked_all_the_while_gets_no_time_from_the_moves_of_others(tmp_path: Path) -> None:
    clock = Clock()
    async with open_runtime(tmp_path, clock, games=("rubies",)) as runtime:
        live, people = await seat_people(runtime, "rubies", 3, clock=TimeControl(60))
        _, *waiting = await until_all_must_act(runtime, live, people)
        clock.time += 50
        await act_first(runtime, live, people)
        assert live.seats_to_act() == waiting
        assert [live.deadline_of(seat) for seat in waiting] == [clock.time + 10] * 2


@in_loop
async def test_a_pause_begins_when_all_agree_and_ends_at_the_word_of_one(tmp_path: Path) -> None:
    clock = Clock()
    async with open_runtime(tmp_path, clock, games=("shipyard",)) as runtime:
        live, people = await seat_people(runtime, "shipyard", 3, clock=BLITZ)
        slow = live.seats_to_act()[0]
        clock.time += 40
        await runtime.clocks.agree_to_pause(live.id, people[0], agreed=True)
        await runtime.clocks.agree_to_pause(live.id, people[1], agreed=True)
        await runtime.clocks.agree_to_pause(live.id, people[1], agreed=False)
        await runtime.clocks.agree_to_pause(live.id, people[2], agreed=True)
        assert (live.row.paused, live.agreeing()) == (None, {0, 2})
        runtime.service.drop(live)
        live = await runtime.service.get(live.id)
        assert live.agreeing() == {0, 2}
        await runtime.clocks.agree_to_pause(live.id, people[1], agreed=True)
        assert (live.row.paused, live.deadline(), live.seats_to_act(), live.agreeing()) == (clock.time, None, [], set())
        with pytest.raises(Refused, match="is paused"):
            await runtime.service.act(live.id, people[slow].id, live.legal_actions(slow)[0], live.at)
        with pytest.raises(Refused, match="is paused"):
            await runtime.absence.vote(live.id, people[0], 1)
        clock.time += 100_000
        await runtime.clocks.check()
        assert [seat.stand_in for seat in live.seats] == ["", "", ""]
    async with open_runtime(tmp_path, clock, games=("shipyard",)) as runtime:
        await runtime.clocks.restore()
        live = await runtime.service.get(live.id)
        with pytest.raises(Forbidden):
            await runtime.clocks.resume(live.id, await runtime.people.new_guest("Eve"))
        await runtime.clocks.resume(live.id, people[2])
        await runtime.clocks.resume(live.id, people[0])
        assert live.row.paused is None
        assert live.deadline() == clock.time + 260
        await act_first(runtime, live, people)
        assert live.clocks[slow].left == 270


@in_loop
async def test_bots_stand_too_while_a_game_is_paused(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        ann = await runtime.people.new_guest("Ann")
        live = await runtime.lobby.create(ann, NewTable("shipyard", ("human", "sailor", "sailor"), clock=BLITZ))
        await runtime.clocks.agree_to_pause(live.id, ann, agreed=True)
        await runtime.bots.settle()
        at = live.at
        runtime.bots.wake(live)
        await runtime.bots.settle()
        assert (live.at, live.due_bots()) == (at, [])
        await runtime.clocks.resume(live.id, ann)
        await runtime.bots.settle()
        assert live.seats_to_act() == [0]


@in_loop
async def test_a_pause_ends_with_the_last_person_and_needs_a_clock(tmp_path: Path) -> None:
    clock = Clock()
    async with open_runtime(tmp_path, clock, games=("shipyard",)) as runtime:
        ann = await runtime.people.new_guest("Ann")
        live = await runtime.lobby.create(ann, NewTable("shipyard", ("human", "sailor"), clock=BLITZ))
        await runtime.clocks.agree_to_pause(live.id, ann, agreed=True)
        await runtime.absence.vote(live.id, ann, 0)
        assert live.row.paused is None
        with pytest.raises(Refused, match="bot plays"):
            await runtime.clocks.agree_to_pause(live.id, ann, agreed=True)
        await runtime.bots.settle()
        plain = await runtime.lobby.create(ann, NewTable("shipyard", ("human", "sailor")))
        with pytest.raises(Refused, match="no clock"):
            await runtime.clocks.agree_to_pause(plain.id, ann, agreed=True)


@in_loop
async def test_time_off_stops_the_clock_of_that_person_alone(tmp_path: Path) -> None:
    clock = Clock()
    clock.time = WEDNESDAY
    async with open_runtime(tmp_path, clock, games=("rubies",)) as runtime:
        people = [await runtime.people.new_guest(f"Person {number}") for number in range(3)]
        people[0] = await runtime.clocks.set_rest(people[0], Rest("UTC", weekends=True))
        live = await runtime.lobby.create(
            people[0], NewTable("rubies", ("human", "open", "open"), clock=TimeControl(3 * DAY_S))
        )
        for person in people[1:]:
            await runtime.lobby.join(live.id, person)
        await until_all_must_act(runtime, live, people)
        # Wednesday noon and three days: Saturday noon; with the weekend off Monday noon.
        assert [live.deadline_of(seat) for seat in range(3)] == [WEDNESDAY + days * DAY_S for days in (5, 3, 3)]
        clock.time += DAY_S
        today = Rest("UTC").day_of(clock.time)
        holiday = with_holiday(rest_of(people[1].rest), today, today, clock.time)
        await runtime.clocks.set_rest(people[1], holiday)
        # half of Thursday is off
        assert live.deadline_of(1) == WEDNESDAY + 3.5 * DAY_S
        runtime.service.drop(live)
        live = await runtime.service.get(live.id)
        assert [live.deadline_of(seat) for seat in range(3)] == [WEDNESDAY + days * DAY_S for days in (5, 3.5, 3)]
        await runtime.clocks.set_rest(people[1], NO_REST)
        assert live.deadline_of(1) == WEDNESDAY + 3 * DAY_S
    async with open_runtime(tmp_path, clock, games=("rubies",)) as runtime:
        await runtime.clocks.restore()
        clock.time = WEDNESDAY + 4.5 * DAY_S
        await runtime.clocks.check()
        live = await runtime.service.get(live.id)
        assert [seat.stand_in for seat in live.seats] == ["", "sailor", "sailor"]


@in_loop
async def test_days_off_are_known_at_the_table_while_another_must_act(tmp_path: Path) -> None:
    clock = Clock()
    clock.time = WEDNESDAY
    async with open_runtime(tmp_path, clock, games=("shipyard",)) as runtime:
        live, people = await seat_people(runtime, "shipyard", 2, clock=TimeControl(3 * DAY_S))
        waiting = 1 - live.seats_to_act()[0]
        await runtime.clocks.set_rest(people[waiting], Rest("UTC", weekends=True))
        while live.seats_to_act() != [waiting]:
            await act_first(runtime, live, people)
        assert live.deadline_of(waiting) == WEDNESDAY + 5 * DAY_S


@in_loop
async def test_days_off_are_nothing_to_a_clock_of_minutes(tmp_path: Path) -> None:
    clock = Clock()
    clock.time = WEDNESDAY + 3 * DAY_S
    async with open_runtime(tmp_path, clock, games=("isles",)) as runtime:
        live, people = await seat_people(runtime, "isles", 2, clock=BLITZ)
        for person in people:
            await runtime.clocks.set_rest(person, Rest("UTC", weekends=True))
        assert live.deadline() == clock.time + 300


@in_loop
async def test_a_rematch_has_the_same_clock(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        live, people = await seat_people(runtime, "shipyard", 2, clock=BLITZ)
        for seat in (0, 1):
            await runtime.absence.vote(live.id, people[seat], seat)
        await runtime.bots.settle()
        assert not live.is_playing
        assert live.deadline() is None
        following = await runtime.lobby.rematch(live.id, people[0])
        assert following.clock == BLITZ


@in_loop
async def test_games_of_an_older_database_go_on_with_the_clocks_they_had(tmp_path: Path) -> None:
    """As the database was before banks: one clock a table, given back by the table's own columns."""
    clock = Clock()
    async with open_runtime(tmp_path, clock, games=("isles",)) as runtime:
        played, people = await seat_people(runtime, "isles", 2, clock=DAYS)
        given, _ = await seat_people(runtime, "isles", 2, clock=TimeControl(60))
        await seat_people(runtime, "isles", 2)
    engine = create_engine(file_url(tmp_path))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0004")
        connection.execute(
            text("UPDATE tables SET clock_since = :since, clock_at = :at WHERE id = :id"),
            {"since": clock.time + 500, "at": given.at, "id": given.id},
        )
    engine.dispose()
    async with open_runtime(tmp_path, clock, games=("isles",)) as runtime:
        live = await runtime.service.get(played.id)
        assert live.deadline() == clock.time + 2 * DAY_S
        assert {seat: clock.is_renewed for seat, clock in live.clocks.items()} == {0: False, 1: False}
        again = await runtime.service.get(given.id)
        assert again.deadline() == clock.time + 560
        assert again.clocks[again.seats_to_act()[0]].is_renewed
        slow = live.seats_to_act()[0]
        clock.time += 3600
        await act_first(runtime, live, people)
        assert live.clocks[slow].left == 0
        clock.time += 2 * DAY_S
        await runtime.clocks.check()
        assert any(seat.stand_in for seat in live.seats)
