"""Whose bots think now: few threads may at a time, people's tables come first, and nobody's many tables keep others
waiting.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

THINKERS = 2
"""How many think at a time."""
MOST_THREADS = 512
"""Of those that think or wait for a turn; one that waits costs next to nothing."""


@dataclass(eq=False)
class Claim:
    """Something that wants to think. `owner` is whose time it takes; a claim that is `urgent` has a person waiting."""

    owner: str
    urgent: bool
    number: int = 0
    began: float | None = None
    """When its turn began; None while it waits."""


class Turns:
    """Gives so many turns at a time, to the owner who has had least; long thinking offers its turn in between.

    Time is counted an owner (start-time fair queueing): who begins to claim is treated as one who has had as much as
    the least of those who were given turns, so that nobody saves turns up by being away.
    """

    def __init__(self, turns: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._free = turns
        self._clock = clock
        self._changed = threading.Condition()
        self._waiting: list[Claim] = []
        self._had: dict[str, float] = {}
        self._floor = 0.0
        self._count = 0
        self._is_closed = False

    @contextmanager
    def turn(self, owner: str, *, urgent: bool) -> Iterator[Callable[[], None]]:
        """Wait for a turn, and have it; yields what offers it to others meanwhile. Raises RuntimeError once closed."""
        claim = Claim(owner, urgent)
        self._take(claim)
        try:
            yield lambda: self._offer(claim)
        finally:
            self._give(claim)

    def close(self) -> None:
        """Give no more turns."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def _take(self, claim: Claim) -> None:
        with self._changed:
            if not claim.number:  # one that gave way keeps its place among those of its owner
                self._count += 1
                claim.number = self._count
            self._had[claim.owner] = max(self._had.get(claim.owner, 0.0), self._floor)
            self._waiting.append(claim)
            self._changed.wait_for(lambda: self._is_closed or (self._free and self._first() is claim))
            self._waiting.remove(claim)
            if self._is_closed:
                raise RuntimeError("the server is stopping")
            self._free -= 1
            self._floor = max(self._floor, self._time_of(claim))
            claim.began = self._clock()
            self._changed.notify_all()  # there may be another turn free, for the next

    def _give(self, claim: Claim) -> None:
        with self._changed:
            if claim.began is None:
                return
            self._had[claim.owner] = self._time_of(claim)
            claim.began = None
            if not self._waiting:
                self._had = {owner: had for owner, had in self._had.items() if had > self._floor}
            self._free += 1
            self._changed.notify_all()

    def _time_of(self, claim: Claim) -> float:
        """Return how much time the owner of a claim has had, with that of its turn."""
        thinking = 0.0 if claim.began is None else self._clock() - claim.began
        return self._had.get(claim.owner, self._floor) + thinking

    def _first(self) -> Claim:
        return min(self._waiting, key=self._rank)

    def _rank(self, claim: Claim) -> tuple[bool, float, int]:
        return (not claim.urgent, self._time_of(claim), claim.number)

    def _offer(self, claim: Claim) -> None:
        """Let another have the turn, where one has more right to it by now."""
        with self._changed:
            if not self._waiting:
                return
            self._had[claim.owner], claim.began = self._time_of(claim), self._clock()
            if self._rank(self._first()) > self._rank(claim):
                return
        self._give(claim)
        self._take(claim)


class Thinkers:
    """Threads for what takes long, with turns."""

    def __init__(self, turns: int = THINKERS) -> None:
        self._turns = Turns(turns)
        self._threads = ThreadPoolExecutor(MOST_THREADS, "thinker")

    async def think(self, owner: str, work: Callable[[Callable[[], None]], T], *, urgent: bool) -> T:
        """Run `work` beside the event loop when it is its owner's turn. It is given what it should call every now and
        then: others may need its turn more.
        """
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, owner, urgent, work)

    def _run(self, owner: str, urgent: bool, work: Callable[[Callable[[], None]], T]) -> T:
        with self._turns.turn(owner, urgent=urgent) as give_way:
            return work(give_way)

    def close(self) -> None:
        """Stop thinking, at the next moment that a turn is offered or asked for."""
        self._turns.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
