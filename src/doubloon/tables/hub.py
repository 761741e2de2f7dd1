"""Who waits for news of a table. What is told is a number that grows: no state, no secret."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator


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


class Hub:
    """All readers of all tables."""

    def __init__(self) -> None:
        self._watches: defaultdict[str, set[Watch]] = defaultdict(set)

    def publish(self, table: str) -> None:
        """Wake those who watch a table."""
        for watch in self._watches.get(table, ()):
            watch.wake()

    def watch(self, table: str, person: str) -> Watch:
        """Begin to watch; must be followed by `leave`."""
        watch = Watch(person)
        self._watches[table].add(watch)
        return watch

    def leave(self, table: str, watch: Watch) -> None:
        """Stop watching."""
        readers = self._watches[table]
        readers.discard(watch)
        if not readers:
            del self._watches[table]

    def close_of(self, person: str) -> None:
        """End all reading of a person; pages that are still theirs come back by themselves."""
        for readers in self._watches.values():
            for watch in readers:
                if watch.person == person:
                    watch.close()

    def is_here(self, table: str, person: str) -> bool:
        """Tell whether a person has a table open."""
        return any(watch.person == person for watch in self._watches.get(table, ()))

    def people_at(self, table: str) -> set[str]:
        """Return who has a table open; the nameless are the empty string."""
        return {watch.person for watch in self._watches.get(table, ())}

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
