"""Whose bots think: people's tables first, owners by how much they have had, and long thinking gives way."""

import threading
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from doubloon.tables.turns import Thinkers, Turns
from tests.tables.support import in_loop

PATIENCE_S = 60


class Queue:
    """Claims that wait, each in a thread of its own; told the time by hand."""

    def __init__(self, turns: int = 1) -> None:
        self.time = 1.0
        self.turns = Turns(turns, lambda: self.time)
        self.order: list[str] = []
        self.threads: list[threading.Thread] = []

    def claim(self, name: str, owner: str, seconds: float = 1.0, *, urgent: bool = False) -> None:
        """Begin to wait, and wait until that is known."""

        def run() -> None:
            with self.turns.turn(owner, urgent=urgent):
                self.order.append(name)
                self.time += seconds

        before = len(self.turns._waiting)
        self.threads.append(threading.Thread(target=run))
        self.threads[-1].start()
        while len(self.turns._waiting) == before:
            pass

    def finish(self) -> list[str]:
        for thread in self.threads:
            thread.join(PATIENCE_S)
            assert not thread.is_alive()
        return self.order


def test_many_tables_of_one_owner_do_not_keep_another_waiting() -> None:
    queue = Queue()
    with queue.turns.turn("first", urgent=False):
        for number in range(30):
            queue.claim(f"many {number}", "many")
        queue.claim("one", "other")
        queue.claim("two", "other")
    order = queue.finish()
    assert order.index("one") <= 1
    assert order.index("two") <= 3


def test_people_come_before_tables_of_bots_alone() -> None:
    queue = Queue()
    with queue.turns.turn("first", urgent=False):
        queue.claim("bots", "a")
        queue.claim("person", "b", urgent=True)
        queue.claim("person's friend", "b", urgent=True)
    assert queue.finish() == ["person", "person's friend", "bots"]


def test_long_thinking_gives_way_to_who_has_more_right_and_to_nobody_else() -> None:
    queue = Queue()
    with queue.turns.turn("busy", urgent=False) as give_way:
        give_way()
        queue.time += 5
        queue.claim("again", "busy")
        give_way()
        assert queue.order == []
        queue.claim("person", "other", urgent=True)
        give_way()
        assert queue.order == ["person"]
    assert queue.finish() == ["person", "again"]


def test_turns_are_not_saved_up_by_being_away() -> None:
    queue = Queue()
    for _ in range(3):
        with queue.turns.turn("often", urgent=False):
            queue.time += 10
    with queue.turns.turn("often", urgent=False):
        queue.claim("new 1", "new", 10)
        queue.claim("often 1", "often", 10)
        queue.claim("new 2", "new", 10)
        queue.claim("often 2", "often", 10)
    order = queue.finish()
    assert order[0] == "new 1"
    assert order.index("often 1") < 3


def test_more_turns_are_given_at_once() -> None:
    turns = Turns(2)
    with ExitStack() as stack:
        stack.enter_context(turns.turn("a", urgent=False))
        stack.enter_context(turns.turn("a", urgent=False))
        assert turns._free == 0
    assert turns._free == 2
    assert turns._had == {} or min(turns._had.values()) >= 0


@in_loop
async def test_what_raises_gives_its_turn_back_and_closing_frees_who_waits() -> None:
    thinkers = Thinkers(1)

    def fail(give_way: Callable[[], None]) -> None:
        raise ArithmeticError

    for _ in range(3):
        with pytest.raises(ArithmeticError):
            await thinkers.think("a", fail, urgent=True)
    thinkers.close()
    with pytest.raises(RuntimeError):
        await thinkers.think("a", fail, urgent=True)
