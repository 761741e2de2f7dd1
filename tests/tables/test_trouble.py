"""A database that is locked, full, damaged, foreign or too new: refused in a line, nothing lost, and all goes on."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from doubloon.engine.errors import DoubloonError
from doubloon.games import load
from doubloon.tables import database
from doubloon.tables.clock_rules import TimeControl
from doubloon.tables.database import file_url, open_database
from doubloon.tables.errors import Unavailable
from doubloon.tables.folder import DATABASE_NAME
from doubloon.tables.health import Health
from doubloon.tables.lobby import NewTable
from doubloon.tables.runtime import Runtime
from doubloon.tables.timekeeper import LATE_S, Timekeeper
from tests.tables.support import Clock, act_first, entries_on_disk, in_loop, open_runtime, options, seat_people

WRITE = "UPDATE heartbeat SET time = 0"


@pytest.fixture(autouse=True)
def _short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_S", 0.05)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Have another program write into the database for a while."""
    with closing(sqlite3.connect(folder / DATABASE_NAME, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


@in_loop
async def test_what_cannot_be_written_is_refused_and_has_not_happened(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_runtime(tmp_path, games=("isles",)) as runtime:
        live, people = await seat_people(runtime, "isles", 2)
        before = await runtime.store.read(lambda connection: entries_on_disk(connection, live.id))
        with locked(tmp_path):
            for _ in range(3):
                with pytest.raises(Unavailable) as refused:
                    await act_first(runtime, await runtime.service.get(live.id), people)
            with pytest.raises(Unavailable):
                await runtime.chat.say(live.id, people[0], "a secret word")
            assert refused.value.cause == runtime.health.cause == "locked"
            assert not runtime.health.is_well
        assert await runtime.store.read(lambda connection: entries_on_disk(connection, live.id)) == before
        await act_first(runtime, await runtime.service.get(live.id), people)
        assert runtime.health.is_well
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]
    assert "database is locked" in caplog.records[0].getMessage()
    assert "secret word" not in caplog.text
    assert all(record.exc_info is None for record in caplog.records)


@in_loop
async def test_all_who_wait_hear_of_a_lock_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_S", 0.5)
    async with open_runtime(tmp_path, games=("isles",)) as runtime:
        with locked(tmp_path):
            began = time.monotonic()
            writes = [runtime.store.write(lambda connection: connection.exec_driver_sql(WRITE)) for _ in range(40)]
            refused = await asyncio.gather(*writes, return_exceptions=True)
            assert all(isinstance(error, Unavailable) for error in refused)
            assert time.monotonic() - began < 40 * 0.5 / 2


@in_loop
async def test_bots_and_clocks_go_on_by_themselves_when_the_lock_is_gone(tmp_path: Path) -> None:
    clock = Clock()
    async with open_runtime(tmp_path, clock, games=("isles",)) as runtime:
        person = await runtime.people.new_guest("Ann")
        alone = await runtime.lobby.create(person, NewTable("isles", ("human", "sailor", "sailor")))
        timed, _ = await seat_people(runtime, "isles", 2, clock=TimeControl(30))
        slow = timed.seats_to_act()[0]
        keeper = Timekeeper(clock, clock, runtime.health)
        await runtime.bots.settle()
        with locked(tmp_path):
            timed.clocks[slow] = timed.clocks[slow]._replace(since=0)
            runtime.clocks.note(timed)
            await runtime.clocks.check()
            assert timed.seats[slow].stand_in == ""
            await runtime.clocks.check()
            # A bot's turn comes while nothing can be written: its table is dropped and made again.
            again = await runtime.service.get(alone.id)
            runtime.bots.wake(again)
            await runtime.bots.settle()
        await runtime.beat()
        await runtime.look_at_clocks(keeper)
        assert (await runtime.service.get(timed.id)).seats[slow].stand_in == "sailor"


@in_loop
async def test_bots_that_met_a_lock_wake_by_themselves(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("isles",)) as runtime:
        person = await runtime.people.new_guest("Ann")
        with locked(tmp_path), pytest.raises(Unavailable):
            await runtime.lobby.create(person, NewTable("isles", ("sailor", "sailor")))
        live = await runtime.lobby.create(person, NewTable("isles", ("sailor", "sailor")))
        with locked(tmp_path):
            await runtime.bots.settle()
            assert runtime.bots._resting == {live.id}
        # Nobody looks at the table, and nobody acts.
        while runtime.bots._tasks:
            await next(iter(runtime.bots._tasks.values()))
        assert (await runtime.service.get(live.id)).row.status == "over"


@in_loop
async def test_time_of_a_lock_is_given_back(tmp_path: Path) -> None:
    clock = Clock()
    async with open_runtime(tmp_path, clock, games=("isles",)) as runtime:
        live, _ = await seat_people(runtime, "isles", 2, clock=TimeControl(30))
        keeper = Timekeeper(clock, clock, runtime.health)
        clock.time += 5
        await runtime.look_at_clocks(keeper)
        assert live.deadline() == clock.time + 25
        with locked(tmp_path):
            for _ in range(40):
                clock.time += 2
                await runtime.look_at_clocks(keeper)
            assert runtime.health.cause == "locked"
        clock.time += 2
        await runtime.look_at_clocks(keeper)
        assert [seat.stand_in for seat in live.seats] == ["", ""]
        deadline = live.deadline()
        assert deadline is not None
        assert deadline - clock.time == 25
        runtime.service.drop(live)
        assert (await runtime.service.get(live.id)).deadline() == deadline


def look_after(wall: float, passed: float) -> float:
    now, monotonic = Clock(), Clock()
    keeper = Timekeeper(now, monotonic, Health(monotonic))
    now.time += wall
    monotonic.time += passed
    return keeper.look()


def test_jumps_of_the_wall_clock_and_sleep_are_given_back() -> None:
    assert look_after(1, 1) == 0
    assert look_after(3601, 1) == 3600
    assert look_after(-3599, 1) == -3600
    assert look_after(500, 500) == 500 - LATE_S
    assert look_after(1.4, 1) == 0


def test_slow_slewing_is_no_jump() -> None:
    now, monotonic = Clock(), Clock()
    keeper = Timekeeper(now, monotonic, Health(monotonic))
    for _ in range(100):
        now.time += 1.01
        monotonic.time += 1
        assert keeper.look() == 0


@in_loop
async def test_a_deadline_survives_a_jump_of_the_clock(tmp_path: Path) -> None:
    now, passed = Clock(), Clock()
    async with open_runtime(tmp_path, now, games=("isles",)) as runtime:
        live, people = await seat_people(runtime, "isles", 2, clock=TimeControl(60))
        keeper = Timekeeper(now, passed, runtime.health)
        for jump in (86_400, -2 * 86_400):
            now.time += jump + 1
            passed.time += 1
            await runtime.look_at_clocks(keeper)
            assert [seat.stand_in for seat in live.seats] == ["", ""]
        assert live.deadline() == now.time + 58
        runtime.service.drop(live)
        live = await runtime.service.get(live.id)
        assert live.deadline() == now.time + 58
        await act_first(runtime, live, people)
        assert live.deadline() in (None, now.time + 60)


def damage(folder: Path, kind: str) -> None:
    """Spoil the database of a folder."""
    path = folder / DATABASE_NAME
    if kind == "random":
        path.write_bytes(bytes(range(256)) * 20)
    elif kind == "foreign":
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE invoices (x)")
            connection.commit()
    else:
        open_database(file_url(folder)).dispose()
        whole = path.read_bytes()
        if kind == "truncated":
            path.write_bytes(whole[: len(whole) // 2])
        elif kind == "pages":
            path.write_bytes(whole[:8192] + b"\xff" * 8192 + whole[16384:])
        else:
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("UPDATE alembic_version SET version_num = ?", (kind,))
                connection.commit()


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("random", "is damaged .file is not a database."),
        ("foreign", "is another program's .it has the tables invoices."),
        ("truncated", "is damaged"),
        ("pages", "is damaged"),
        ("0099", "was written by a newer Doubloon .step 0099, this one knows 0006."),
        ("odd", "is at step 'odd', which no Doubloon knows"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_line_and_stays_as_it_is(tmp_path: Path, kind: str, words: str) -> None:
    damage(tmp_path, kind)
    before = (tmp_path / DATABASE_NAME).read_bytes()
    with pytest.raises(DoubloonError, match=words) as raised:
        open_database(file_url(tmp_path))
    assert "\n" not in str(raised.value)
    assert (tmp_path / DATABASE_NAME).read_bytes() == before


def test_a_database_that_is_locked_at_the_start_is_one_line(tmp_path: Path) -> None:
    open_database(file_url(tmp_path)).dispose()
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as connection:
        connection.execute("DELETE FROM alembic_version")
        connection.commit()
    with locked(tmp_path), pytest.raises(DoubloonError, match="cannot be opened: database is locked"):
        open_database(file_url(tmp_path))


def test_a_house_opens_again_after_its_database_was_mended(tmp_path: Path) -> None:
    damage(tmp_path, "random")
    with pytest.raises(DoubloonError):
        Runtime(file_url(tmp_path), load, ("isles",), options())
    (tmp_path / DATABASE_NAME).unlink()
    open_database(file_url(tmp_path)).dispose()
