"""What goes on in the background goes on: whatever is raised, in one line, after a rest."""

import asyncio
import logging

import pytest

from doubloon.engine.errors import DoubloonError
from doubloon.tables.errors import Unavailable
from doubloon.tables.supervisor import FIRST_REST_S, LONGEST_REST_S, QUIET_S, Supervisor
from tests.tables.support import Clock, in_loop


class Pauses:
    """Rests that take no time but by the clock."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.rests: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.rests.append(seconds)
        self.clock.time += seconds
        await asyncio.sleep(0)


@in_loop
async def test_work_goes_on_whatever_it_raises() -> None:
    clock = Clock()
    pauses = Pauses(clock)
    errors = [ValueError("a"), MemoryError(), DoubloonError("b"), Unavailable("c", "full"), KeyError("d")]
    left = list(errors)

    async def work() -> None:
        if left:
            raise left.pop(0)

    await Supervisor(pauses, clock).keep("work", work)
    assert (len(pauses.rests), left) == (len(errors), [])
    assert pauses.rests == [FIRST_REST_S * 2**number for number in range(len(errors))]


@in_loop
async def test_rests_are_never_long_and_short_again_after_a_good_time() -> None:
    clock = Clock()
    pauses = Pauses(clock)
    runs = 0

    async def work() -> None:
        nonlocal runs
        runs += 1
        if runs == 12:
            clock.time += LONGEST_REST_S + 1
        if runs < 14:
            raise ValueError

    await Supervisor(pauses, clock).keep("work", work)
    assert max(pauses.rests) == LONGEST_REST_S
    assert pauses.rests[-2:] == [FIRST_REST_S, 2 * FIRST_REST_S]


@in_loop
async def test_the_log_gets_one_traceback_and_one_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    supervisor = Supervisor(monotonic=clock)
    for _ in range(100):
        supervisor.note("bots of table", ValueError("odd"), "t1")
        supervisor.note("bots of table", ValueError("odd"), "t2")
        supervisor.note("bots of table", Unavailable("the disk is full", "full"), "t1")
    assert [record.getMessage() for record in caplog.records] == [
        "bots of table t1: ValueError: odd; it goes on after a rest"
    ]
    clock.time += QUIET_S
    supervisor.note("bots of table", ValueError("odd"), "t2")
    assert [bool(record.exc_info) for record in caplog.records] == [True, False]


@in_loop
async def test_what_is_done_once_ends_with_a_line(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        raise DoubloonError("no such table")

    await Supervisor().run("news of table", work(), "t1")
    assert [(record.levelno, record.exc_info) for record in caplog.records] == [(logging.ERROR, None)]


@in_loop
async def test_closing_ends_what_rests_and_what_works() -> None:
    supervisor = Supervisor()
    begun = asyncio.Event()

    async def fail() -> None:
        raise ValueError

    async def work() -> None:
        begun.set()
        await asyncio.Event().wait()

    tasks = [supervisor.keep("rests", fail), supervisor.keep("works", work)]
    await begun.wait()
    await supervisor.close()
    assert all(task.cancelled() for task in tasks)
