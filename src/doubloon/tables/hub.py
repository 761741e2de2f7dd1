"""Who is at a table, and waits for news of it. What is told is a number that grows: no state, no secret."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable

PRESENT_S = 60.0
"""How long one who asks for a table now and then is taken to be there."""
LEFT_S = 10.0
"""How long one who has closed the page is: to load it again takes a second."""


class Watch:
    """One reader of a table. A slow one misses versions and sees the newest."""

    def __init__(self, person: str) -> None:
        self.person = person
        self._news = asyncio.Event()
        self._is_closed = False

    def wake(self) -> None:
        """Say that there is news."""
        self._news.set()

    def close(self) -> None:
        """End the reading."""
        self._is_closed = True
        self._news.set()

    async def changes(self) -> AsyncIterator[None]:
        """Yield now, and after each change; several changes in a row may be one."""
        while not self._is_closed:
            yield
            await self._news.wait()
            self._news.clear()


def ignore(table: str, person: str) -> None:
    """Tell nobody that a person has come or gone."""


class Hub:
    """All readers of all tables, and who is there: whoever has a table open, or has asked for it a short while ago, as
    programs do and pages without script.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._watches: defaultdict[str, set[Watch]] = defaultdict(set)
        self._until: dict[tuple[str, str], float] = {}
        """Until when a person is there who does not watch."""
        self._timers: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self.on_change: Callable[[str, str], None] = ignore
        """Called with table and person when one comes, or has been gone for a while."""

    def publish(self, table: str) -> None:
        """Wake those who watch a table."""
        for watch in self._watches.get(table, ()):
            watch.wake()

    def watch(self, table: str, person: str) -> Watch:
        """Begin to watch; must be followed by `leave`."""
        was_here = self.is_here(table, person)
        watch = Watch(person)
        self._watches[table].add(watch)
        if person and not was_here:
            self.on_change(table, person)
        return watch

    def leave(self, table: str, watch: Watch) -> None:
        """Stop watching. A page that is loaded again is back before anybody is told."""
        readers = self._watches[table]
        readers.discard(watch)
        if not readers:
            del self._watches[table]
        if watch.person and not self._is_watching(table, watch.person):
            self._stay(table, watch.person, LEFT_S)

    def close_of(self, person: str) -> None:
        """End all reading of a person; pages that are still theirs come back by themselves."""
        for readers in self._watches.values():
            for watch in readers:
                if watch.person == person:
                    watch.close()

    def visit(self, table: str, person: str) -> None:
        """Take in that a person has asked for a table, and so is there."""
        was_here = self.is_here(table, person)
        self._stay(table, person, PRESENT_S)
        if not was_here:
            self.on_change(table, person)

    def _stay(self, table: str, person: str, seconds: float) -> None:
        key = (table, person)
        self._until[key] = max(self._until.get(key, 0.0), self._monotonic() + seconds)
        if key not in self._timers:
            self._timers[key] = asyncio.get_running_loop().call_later(seconds, self._look_again, table, person)

    def _look_again(self, table: str, person: str) -> None:
        """See whether a person is still there, and tell where not."""
        key = (table, person)
        del self._timers[key]
        left = self._until[key] - self._monotonic()
        if left > 0:
            self._timers[key] = asyncio.get_running_loop().call_later(left, self._look_again, table, person)
            return
        del self._until[key]
        if not self._is_watching(table, person):
            self.on_change(table, person)

    def _is_watching(self, table: str, person: str) -> bool:
        return any(watch.person == person for watch in self._watches.get(table, ()))

    def is_here(self, table: str, person: str) -> bool:
        """Tell whether a person is at a table."""
        return self._is_watching(table, person) or self._until.get((table, person), 0.0) > self._monotonic()

    def is_watched(self, table: str) -> bool:
        """Tell whether anybody has a table open."""
        return table in self._watches

    def count(self) -> int:
        """Return how many readers there are."""
        return sum(len(readers) for readers in self._watches.values())

    def close(self) -> None:
        """End all reading, so that the server can stop."""
        for readers in self._watches.values():
            for watch in readers:
                watch.close()
        for timer in self._timers.values():
            timer.cancel()
