"""Before the game: seats, options, card files, private tables, rematches."""

from pathlib import Path

import pytest

from doubloon.engine.errors import BadInput, BadSeats, BadSetting, UnknownGame
from doubloon.games import load
from doubloon.tables.clock_rules import TimeControl
from doubloon.tables.errors import Forbidden, NotFound, Refused
from doubloon.tables.lobby import LISTED_S, NewTable
from doubloon.tables.store import live_tables, open_tables, tables_of
from tests.tables.support import Clock, act_first, in_loop, open_runtime, play_out, seat_people


@in_loop
async def test_the_game_begins_with_the_last_seat(tmp_path: Path) -> None:
    async with open_runtime(tmp_path) as runtime:
        ann, ben, cas = [await runtime.people.new_guest(name) for name in ("Ann", "Ben", "Cas")]
        live = await runtime.lobby.create(ann, NewTable("shipyard", ("human", "open", "open")))
        assert (live.row.status, live.at) == ("open", 0)
        await runtime.lobby.join(live.id, ben, 2)
        with pytest.raises(Refused, match="taken"):
            await runtime.lobby.join(live.id, cas, 2)
        await runtime.lobby.join(live.id, ben)
        assert live.row.status == "open"
        await runtime.lobby.leave(live.id, ben)
        await runtime.lobby.join(live.id, cas, 1)
        await runtime.lobby.join(live.id, ben)
        assert live.row.status == "playing"
        assert live.at > 0
        assert [seat.name for seat in live.seats] == ["Ann", "Cas", "Ben"]
        with pytest.raises(Refused, match="begun"):
            await runtime.lobby.leave(live.id, ben)
        with pytest.raises(Refused, match="begun"):
            await runtime.lobby.join(live.id, await runtime.people.new_guest("Dan"))


@in_loop
async def test_only_the_host_fills_the_table_with_bots(tmp_path: Path) -> None:
    async with open_runtime(tmp_path) as runtime:
        ann, ben = [await runtime.people.new_guest(name) for name in ("Ann", "Ben")]
        live = await runtime.lobby.create(ann, NewTable("isles", ("human", "open", "open")))
        await runtime.lobby.join(live.id, ben)
        with pytest.raises(Forbidden, match="host"):
            await runtime.lobby.start(live.id, ben, "sailor")
        with pytest.raises(BadSeats, match="wizard"):
            await runtime.lobby.start(live.id, ann, "wizard")
        await runtime.lobby.start(live.id, ann, "random")
        assert [seat.kind for seat in live.seats] == ["human", "human", "random"]
        assert live.row.status == "playing"


@pytest.mark.parametrize(
    ("wanted", "error", "words"),
    [
        (NewTable("chess", ("human", "sailor")), UnknownGame, "chess"),
        (NewTable("shipyard", ("human",)), BadSeats, "2 to 4"),
        (NewTable("shipyard", ("human", "human")), BadSeats, "yours"),
        (NewTable("shipyard", ("human", "wizard")), BadSeats, "wizard"),
        (NewTable("shipyard", ("human", "sailor"), clock=TimeControl(3)), Refused, "clock"),
        (NewTable("shipyard", ("human", "sailor"), ("pirate.toll=99",)), BadSetting, r"pirate\.toll"),
        (NewTable("shipyard", ("human", "sailor"), cards="[cards]\nships = many"), BadInput, "line 2"),
        (
            NewTable("shipyard", ("human", "sailor"), cards="[cards]\nships = 6\n\n[pirate]\ntoll = 99"),
            BadSetting,
            "line 5: pirate.toll = 99",
        ),
        (NewTable("shipyard", ("human", "sailor"), cards="x" * 70_000), BadInput, "at most"),
    ],
)
def test_what_a_table_cannot_be_is_named(tmp_path: Path, wanted: NewTable, error: type[Exception], words: str) -> None:
    @in_loop
    async def check() -> None:
        async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
            person = await runtime.people.new_guest("Ann")
            with pytest.raises(error, match=words):
                await runtime.lobby.create(person, wanted)
            assert (
                await runtime.store.read(lambda connection: tables_of(connection, person.id, ("open", "playing"), 9))
                == []
            )

    check()


@in_loop
async def test_a_designers_cards_are_played_and_survive_a_restart(tmp_path: Path) -> None:
    cards = (load("shipyard").folder / "cards.toml").read_text(encoding="utf-8").replace("\n", "\r\n")
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        person = await runtime.people.new_guest("Ann")
        live = await runtime.lobby.create(
            person, NewTable("shipyard", ("human", "sailor"), ("pirate.toll=1", "turn_limit=7"), cards)
        )
        assert int(live.playthrough.rules.toll) == 1
        runtime.service.drop(live)
        again = await runtime.service.get(live.id)
        assert (int(again.playthrough.rules.toll), int(again.playthrough.rules.turn_limit)) == (1, 7)
        assert again.unrated == "cards"


@in_loop
async def test_private_tables_open_by_their_link_alone(tmp_path: Path) -> None:
    async with open_runtime(tmp_path) as runtime:
        ann, eve = [await runtime.people.new_guest(name) for name in ("Ann", "Eve")]
        live = await runtime.lobby.create(ann, NewTable("shipyard", ("human", "open"), private=True))
        assert await runtime.store.read(lambda connection: open_tables(connection, 9)) == []
        await runtime.lobby.may_see(live, ann)
        for person in (eve, None):
            for key in ("", "wrong", "é"):
                with pytest.raises(NotFound):
                    await runtime.lobby.may_see(live, person, key)
        await runtime.lobby.may_see(live, None, live.row.invite)
        await runtime.lobby.may_see(live, eve, live.row.invite)
        await runtime.lobby.may_see(live, eve)


@in_loop
async def test_a_rematch_is_one_table_for_all(tmp_path: Path) -> None:
    async with open_runtime(tmp_path) as runtime:
        live, (ann, ben) = await seat_people(runtime, "shipyard", 2, changes=("turn_limit=1",), private=True)
        with pytest.raises(Refused, match="not over"):
            await runtime.lobby.rematch(live.id, ann)
        while live.is_playing:
            seat = live.seats_to_act()[0]
            await runtime.service.act(live.id, (ann, ben)[seat].id, live.playthrough.legal_actions(seat)[-1], live.at)
        first = await runtime.lobby.rematch(live.id, ben)
        assert [seat.person for seat in first.seats] == [None, ben.id]
        await runtime.lobby.may_see(first, ann)
        second = await runtime.lobby.rematch(live.id, ann)
        assert second is first
        assert first.row.status == "playing"
        assert first.row.changes == live.row.changes
        assert first.row.seed != live.row.seed


@in_loop
async def test_guided_games_tell_the_same_story_and_are_not_rated(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        stories = []
        for name in ("Ann", "Ben"):
            person = await runtime.people.new_guest(name)
            live = await runtime.lobby.create(person, NewTable("shipyard", ("human", "sailor", "sailor"), guide=True))
            await play_out(runtime, live, person)
            stories.append(list(live.playthrough.entries))
            assert live.unrated == "guide"
        assert stories[0] == stories[1]


@in_loop
async def test_who_has_sat_for_longest_becomes_host_when_the_host_leaves(tmp_path: Path) -> None:
    clock = Clock()
    async with open_runtime(tmp_path, clock, games=("isles",)) as runtime:
        people = [await runtime.people.new_guest(name) for name in ("Ann", "Bea", "Cid")]
        live = await runtime.lobby.create(people[0], NewTable("isles", ("human", "open", "open", "open")))
        for person, seat in ((people[1], 3), (people[2], 1)):
            clock.time += 1
            await runtime.lobby.join(live.id, person, seat)
        await runtime.lobby.leave(live.id, people[0])
        assert live.row.host == people[1].id
        await runtime.lobby.join(live.id, people[0])
        with pytest.raises(Forbidden, match="only the host"):
            await runtime.lobby.start(live.id, people[0], "sailor")
        runtime.service.drop(live)
        again = await runtime.lobby.start(live.id, people[1], "sailor")
        assert again.is_playing


@in_loop
async def test_a_table_that_nobody_sits_at_is_closed(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("isles",)) as runtime:
        people = [await runtime.people.new_guest(name) for name in ("Ann", "Bea")]
        live = await runtime.lobby.create(people[0], NewTable("isles", ("human", "open", "open")))
        await runtime.lobby.join(live.id, people[1])
        await runtime.chat.say(live.id, people[1], "hello")
        for person in people:
            await runtime.lobby.leave(live.id, person)
        assert live.is_closed
        with pytest.raises(NotFound):
            await runtime.service.get(live.id)
        assert await runtime.lobby.waiting(9) == []


@in_loop
async def test_a_rematch_whose_table_was_closed_is_made_again(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        live, people = await seat_people(runtime, "shipyard", 2, changes=("options.turn_limit=1",))
        while live.is_playing:
            await act_first(runtime, live, people)
        first = await runtime.lobby.rematch(live.id, people[0])
        await runtime.lobby.leave(first.id, people[0])
        second = await runtime.lobby.rematch(live.id, people[1])
        assert second.id != first.id
        assert (await runtime.lobby.rematch(live.id, people[0])).id == second.id


@in_loop
async def test_forgotten_tables_leave_the_list_and_live_games_stand_by_their_last_act(tmp_path: Path) -> None:
    clock = Clock()
    async with open_runtime(tmp_path, clock, games=("isles",)) as runtime:
        person = await runtime.people.new_guest("Ann")
        old = await runtime.lobby.create(person, NewTable("isles", ("human", "open")))
        first, people = await seat_people(runtime, "isles", 2)
        clock.time += 1
        await seat_people(runtime, "isles", 2)
        clock.time += LISTED_S
        await act_first(runtime, first, people)
        new = await runtime.lobby.create(person, NewTable("isles", ("human", "open")))
        assert [row.table.id for row in await runtime.lobby.waiting(9)] == [new.id]
        guest = await runtime.people.new_guest("Bea")
        await runtime.lobby.leave(old.id, person)
        assert [row.table.id for row in await runtime.store.read(lambda connection: live_tables(connection, 1))] == [
            first.id
        ]
        assert guest.id != person.id


@in_loop
async def test_a_seat_that_another_server_has_filled_stays_theirs(tmp_path: Path) -> None:
    async with (
        open_runtime(tmp_path, games=("isles",)) as one,
        open_runtime(tmp_path, games=("isles",)) as two,
    ):
        ann, bea, cid = [await one.people.new_guest(name) for name in ("Ann", "Bea", "Cid")]
        live = await one.lobby.create(ann, NewTable("isles", ("human", "open")))
        await two.service.get(live.id)
        await one.lobby.join(live.id, bea)
        with pytest.raises(Refused, match="taken"):
            await two.lobby.join(live.id, cid)
        assert [seat.person for seat in (await two.service.get(live.id)).seats] == [ann.id, bea.id]
