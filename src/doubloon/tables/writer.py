"""The one writer: a thread that commits everything that waits in one transaction, and only then tells those who wait.

With SQLite a commit costs a disk write (0.4 ms here), so what arrives while the disk works shares the next one.
"""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine

from doubloon.engine.errors import DoubloonError
from doubloon.tables.errors import Unavailable
from doubloon.tables.health import Health, as_failure

T = TypeVar("T")

MOST_TOGETHER = 256
"""Jobs of one transaction."""

Rows = list[dict[str, int | float | str]]


class Job(NamedTuple):
    """Something to write, and who waits for it. `rows` go in with those of other jobs; `work` runs after them."""

    rows: Rows
    work: Callable[[Connection], Any] | None
    done: asyncio.Future[Any]


class Outcome(NamedTuple):
    """What became of a job."""

    job: Job
    result: Any = None
    error: Exception | None = None


class Writer:
    """Runs jobs in the order they come, many in one transaction; one that fails takes no other with it."""

    def __init__(self, engine: Engine, insert_rows: Callable[[Connection, Rows], None], health: Health) -> None:
        self._engine = engine
        self._health = health
        self._insert_rows = insert_rows
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._is_closed = False
        self._thread.start()

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction; return what it returned once that is on disk. Raises what it raised; Unavailable
        where nothing can be written.
        """
        result: T = await self._submit([], work)
        return result

    async def append(self, rows: Rows, work: Callable[[Connection], None] | None = None) -> None:
        """Insert rows of the log, run `work` behind them in the same transaction, and return once it is on disk. Raises
        IntegrityError for a taken number, Unavailable where nothing can be written.
        """
        await self._submit(rows, work)

    def close(self) -> None:
        """Write what waits, and stop."""
        self._is_closed = True
        self._queue.put(None)
        self._thread.join()

    def _submit(self, rows: Rows, work: Callable[[Connection], Any] | None) -> asyncio.Future[Any]:
        if self._is_closed:
            raise DoubloonError("the server is stopping")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.put(Job(rows, work, done))
        return done

    def _run(self) -> None:
        is_open = True
        while is_open:
            jobs = [self._queue.get()]
            while len(jobs) < MOST_TOGETHER and not self._queue.empty():
                jobs.append(self._queue.get())
            is_open = None not in jobs
            outcomes = self._commit_together([job for job in jobs if job is not None])
            if outcomes:
                # One wake-up for all: each costs a write to a pipe and a turn of the loop.
                with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
                    outcomes[0].job.done.get_loop().call_soon_threadsafe(settle, outcomes)
        self._disconnect()

    def _commit_together(self, jobs: list[Job]) -> list[Outcome]:
        """Commit all jobs in one transaction; where that fails, each in one of its own, so that only the faulty one is
        refused. Where nothing can be written, all are refused at once: each for itself would wait for the lock again.
        """
        try:
            outcomes = self._commit(jobs)
        except Exception as raised:  # whatever it is, those who wait must hear of it, and the thread goes on
            error = as_failure(raised)
            self._disconnect()
            if isinstance(error, Unavailable):
                self._health.failed(error)
            if len(jobs) == 1 or isinstance(error, Unavailable):
                return [Outcome(job, error=error) for job in jobs]
            return [outcome for job in jobs for outcome in self._commit_together([job])]
        if jobs:
            self._health.worked()
        return outcomes

    def _commit(self, jobs: list[Job]) -> list[Outcome]:
        if not jobs:
            return []
        # Kept open: to take a connection from the pool and give it back costs as much as a small transaction.
        connection = self._connection = self._connection or self._engine.connect()
        with connection.begin():
            rows = [row for job in jobs for row in job.rows]
            if rows:
                self._insert_rows(connection, rows)
            return [Outcome(job, job.work(connection) if job.work is not None else None) for job in jobs]

    def _disconnect(self) -> None:
        """Throw the connection away: after a failure nobody knows in what state it is."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):  # one that is broken cannot even be closed in order
                connection.invalidate()
                connection.close()


def settle(outcomes: list[Outcome]) -> None:
    """Tell those who wait, in the loop in which they do."""
    for job, result, error in outcomes:
        if job.done.done():  # cancelled meanwhile
            continue
        if error is not None:
            job.done.set_exception(error)
        else:
            job.done.set_result(result)
