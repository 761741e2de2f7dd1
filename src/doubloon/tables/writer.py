"""The one writer: a thread that commits everything that waits in one transaction, and only then tells those who wait.

With SQLite a commit costs a disk write (0.4 ms here), so what arrives while the disk works shares the next one.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from doubloon.engine.errors import DoubloonError

T = TypeVar("T")

MOST_TOGETHER = 256
"""Jobs of one transaction."""


class Job(NamedTuple):
    """Something to write, and who waits for it. `rows` go in with those of other jobs; `work` runs after them."""

    rows: list[dict[str, int | float | str]]
    work: Callable[[Connection], Any] | None
    done: Future[Any]


class Writer:
    """Runs jobs in the order they come, many in one transaction; one that fails takes no other with it."""

    def __init__(self, engine: Engine, insert_rows: Callable[[Connection, list[dict[str, int | float | str]]], None]) -> None:
        self._engine = engine
        self._insert_rows = insert_rows
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._is_closed = False
        self._thread.start()

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction; return what it returned once that is on disk. Raises what it raised."""
        result: T = await asyncio.wrap_future(self._submit([], work))
        return result

    async def append(self, rows: list[dict[str, int | float | str]], work: Callable[[Connection], None] | None = None) -> None:
        """Insert rows of the log, run `work` behind them in the same transaction, and return once it is on disk. Raises IntegrityError for a taken number."""
        await asyncio.wrap_future(self._submit(rows, work))

    def close(self) -> None:
        """Write what waits, and stop."""
        self._is_closed = True
        self._queue.put(None)
        self._thread.join()

    def _submit(self, rows: list[dict[str, int | float | str]], work: Callable[[Connection], Any] | None) -> Future[Any]:
        if self._is_closed:
            raise DoubloonError("the server is stopping")
        done: Future[Any] = Future()
        self._queue.put(Job(rows, work, done))
        return done

    def _run(self) -> None:
        is_open = True
        while is_open:
            jobs = [self._queue.get()]
            while len(jobs) < MOST_TOGETHER and not self._queue.empty():
                jobs.append(self._queue.get())
            is_open = None not in jobs
            self._commit_together([job for job in jobs if job is not None])

    def _commit_together(self, jobs: list[Job]) -> None:
        """Commit all jobs in one transaction; where that fails, each in one of its own, so that only the faulty one is refused."""
        try:
            results = self._commit(jobs)
        except (SQLAlchemyError, DoubloonError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            if len(jobs) == 1:
                jobs[0].done.set_exception(error)
                return
            for job in jobs:
                self._commit_together([job])
            return
        for job, result in zip(jobs, results, strict=True):
            job.done.set_result(result)

    def _commit(self, jobs: list[Job]) -> list[Any]:
        if not jobs:
            return []
        with self._engine.begin() as connection:
            rows = [row for job in jobs for row in job.rows]
            if rows:
                self._insert_rows(connection, rows)
            return [job.work(connection) if job.work is not None else None for job in jobs]
