"""The lab of a server: who may simulate what, who waits, what runs. One simulation at a time, in a process of its own,
so that tables stay quick.
"""

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from doubloon.bots import LEVELS
from doubloon.engine.contract import Game
from doubloon.engine.errors import BadSeats, BadSetting, DoubloonError, RulesChanged, UnknownGame
from doubloon.engine.message import Message
from doubloon.engine.playthrough import game_settings
from doubloon.sim.work import Work, missing_library
from doubloon.tables.errors import Forbidden, NotFound, Refused, TooMany, Unavailable
from doubloon.tables.live import LiveTable
from doubloon.tables.rows import Person
from doubloon.tables.runtime import Runtime
from doubloon.web.lab.job import CANCELLED, DONE, ENDED, FAILED, RUNNING, WAITING, Answered, Job, JobFolder
from doubloon.web.lab.pace import Kind, guess_s, kind_of, known_paces, whole_s
from doubloon.web.lab.process import Process, Progress
from doubloon.web.limits import network

LOG = logging.getLogger(__name__)

MOST_GAMES = {
    "random": 100_000,
    "deckhand": 100_000,
    "sailor": 100_000,
    "mate": 1_000,
    "captain": 1_000,
    "admiral": 100,
}
"""Of one simulation, by level: bots that search take milliseconds a decision, and others wait."""
MOST_OF_PERSON = 2
"""Simulations of one person that wait or run."""
MOST_OF_ADDRESS = 8
"""The same of all who come from one address, so that many guests there leave room for others."""
MOST_WAITING = 20
UNKNOWN_S = 60.0
"""What one takes of which nobody knows."""
KEPT = 50
"""Finished simulations that are kept, over all tables; the oldest goes first."""
NICENESS = 19
"""Of the worker: where both want a core, the server has 98 % of it."""
ID_BYTES = 6
SEEDS = 1_000_000


@dataclass(frozen=True)
class Wanted:
    """What somebody asks for. Without a seed one is chosen."""

    level: str
    games: int
    compares: bool = True
    """Whether to simulate the game's own cards too, where the table has others."""
    seed: int | None = None


@dataclass
class Run:
    """The simulation that runs."""

    job: Job
    process: Process | None = None
    is_reporting: bool = False
    started: float = field(default_factory=time.monotonic)
    first_played: int | None = None
    """Games that were on disk when it began to play."""


class SimulationQueue:
    """Simulations of all tables. Lives in one event loop, as the tables do."""

    def __init__(
        self,
        root: Path,
        runtime: Runtime,
        load: Callable[[str], Game],
        folder_of: Callable[[str], Path],
        now: Callable[[], float] = time.time,
    ) -> None:
        """`root` is the folder of all simulations; a worker finds `load` by its name; `folder_of` says where a game's
        files are.
        """
        self._supervisor = runtime.supervisor
        self.folder = JobFolder(root)
        self._hub = runtime.hub
        self._games = runtime.games
        self._load = f"{load.__module__}:{load.__qualname__}"
        self._folder_of = folder_of
        self._now = now
        self._jobs: dict[str, Job] = {}
        self._addresses: dict[str, str] = {}
        """Where simulations were ordered from (`limits.network`); forgotten with the server, and never written down."""
        self._queue: deque[Job] = deque()
        self._news = asyncio.Event()
        self._writing = asyncio.Lock()
        self._run: Run | None = None
        self._runner: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Read what is kept, and go on with what an earlier server left unfinished."""
        for job in await asyncio.to_thread(lambda: list(self.folder.read_all())):
            self._jobs[job.id] = job
            if job.is_unfinished:
                self._line_up(job)
        self._runner = self._supervisor.keep("simulations", self._run_all)

    async def close(self) -> None:
        """Stop; what is unfinished goes on with the next server."""
        if self._runner is not None:
            self._runner.cancel()
            await asyncio.gather(self._runner, return_exceptions=True)

    def of_table(self, table: str) -> list[Job]:
        """Return the simulations of a table, newest first."""
        return [job for job in reversed(self._jobs.values()) if job.table == table]

    def get(self, table: str, id: str) -> Job:
        """Return a simulation of a table. Raises NotFound."""
        job = self._jobs.get(id)
        if job is None or job.table != table:
            raise NotFound("no_simulation", f"table {table} has no simulation {id!r}")
        return job

    def ahead(self, job: Job) -> int:
        """Return how many simulations run before one that waits."""
        return (self._queue.index(job) if job in self._queue else 0) + (self._run is not None)

    def is_reporting(self, job: Job) -> bool:
        """Tell whether all games of a simulation are played, and its report is being written."""
        return self._run is not None and self._run.job is job and self._run.is_reporting

    def has_begun(self, job: Job) -> bool:
        """Tell whether a simulation plays: before it does, its worker starts and compiles what it needs."""
        return self._run is not None and self._run.job is job and self._run.first_played is not None

    def guess_s(self, kind: Kind, games: int) -> float | None:
        """Return how long so many games and their report will take; None where nobody knows."""
        return guess_s(self._jobs.values(), kind, games, known_paces(self._folder_of(kind.game)))

    def left_s(self, job: Job) -> float | None:
        """Return how long the simulation that runs will take from now: by what it has played so far, else by what is
        known of others.
        """
        run = self._run
        if run is None or run.job is not job or run.first_played is None:
            return None
        elapsed, played = time.monotonic() - run.started, job.played - run.first_played
        if played:
            return whole_s(elapsed / played, job.total - job.played)
        guess = self.guess_s(kind_of(job), job.total - job.played)
        return None if guess is None else max(0.0, guess - elapsed)

    def check(self, level: str, games: int) -> None:
        """Check what may be simulated here at all. Raises Refused."""
        if library := missing_library():
            raise Refused(
                "lab_library",
                f"{library} is not installed; `make lab`, or pip install 'doubloon[lab]'",
                library=library,
            )
        if level not in LEVELS:
            raise Refused("no_level", f"unknown level {level!r}; there are: {', '.join(LEVELS)}", level=level[:20])
        if not 1 <= games <= MOST_GAMES[level]:
            raise Refused(
                "lab_games", f"{games} games of {level}; expected 1 .. {MOST_GAMES[level]}", most=MOST_GAMES[level]
            )

    def check_room(self, person: Person, place: str) -> None:
        """Check that one more can wait, of this person, of this place, and of all. Raises TooMany, with the time in
        which one that takes the room should be done.
        """
        unfinished = [job for job in self._jobs.values() if job.is_unfinished]
        own = [job for job in unfinished if job.person == person.id]
        beside = [job for job in unfinished if place and self._addresses.get(job.id) == place]
        for why, jobs, most in (
            ("refused.lab_yours", own, MOST_OF_PERSON),
            ("refused.lab_full", beside, MOST_OF_ADDRESS),
            ("refused.lab_full", unfinished, MOST_WAITING),
        ):
            if len(jobs) >= most:
                seconds = max(1, round(min(self._done_in_s(job) for job in jobs)))
                words = f"{len(jobs)} simulations wait, of at most {most}; the next is done in {seconds} s"
                told = Message(why, {"most": most, "seconds": seconds, "minutes": -(-seconds // 60)})
                raise TooMany(words, seconds, told)

    def _done_in_s(self, job: Job) -> float:
        """Return in how many seconds a simulation will be done, with those that come before it."""
        running = [] if self._run is None else [self._run.job]
        waiting = list(self._queue)
        ahead = [] if job in running else waiting[: waiting.index(job)] if job in waiting else waiting
        return sum(self._takes_s(other) for other in (*(() if job in running else running), *ahead, job))

    def _takes_s(self, job: Job) -> float:
        left = self.left_s(job)
        if left is None:
            left = self.guess_s(kind_of(job), job.total - job.played)
        return UNKNOWN_S if left is None else left

    async def order(self, live: LiveTable, person: Person, wanted: Wanted, address: str = "") -> Job:
        """Accept a simulation of a table's cards, options and seats, or refuse it. Raises Refused, BadSeats,
        BadSetting, RulesChanged.
        """
        self.check(wanted.level, wanted.games)
        self.check_room(person, place := network(address))
        row = live.row
        job = Job(
            id=secrets.token_hex(ID_BYTES),
            table=live.id,
            game=row.game,
            rules_version=row.rules_version,
            person=person.id,
            level=wanted.level,
            seats=len(live.seats),
            games=wanted.games,
            seed=secrets.randbelow(SEEDS) if wanted.seed is None else wanted.seed,
            compares=wanted.compares and row.cards != game_settings(live.game).hash,
            changes=row.changes,
            dropped=row.dropped,
            cards=row.cards,
            created=self._now(),
        )
        self.work(job, live.game)
        # Known before it is kept, so that one who asks many times at once is counted.
        self._jobs[job.id] = job
        self._addresses[job.id] = place
        try:
            await self._keep(job)
        except DoubloonError:
            del self._jobs[job.id]
            raise
        self._line_up(job)
        await self._prune()
        return job

    async def cancel(self, job: Job, person: Person) -> None:
        """Stop a simulation that somebody started. What is played is kept. Raises Forbidden, Refused."""
        self._check_own(job, person)
        if not job.is_unfinished:
            raise Refused("lab_ended", f"simulation {job.id} is {job.state}")
        if job in self._queue:
            self._queue.remove(job)
        job.state = CANCELLED
        if self._run is not None and self._run.job is job and self._run.process is not None:
            self._run.process.stop()
        await self._keep(job)
        self._tell_all()

    async def again(self, job: Job, person: Person) -> None:
        """Go on with a simulation that was cancelled or failed. Raises Forbidden, Refused."""
        self._check_own(job, person)
        if job.state not in ENDED:
            raise Refused("lab_again", f"simulation {job.id} is {job.state}")
        self.check(job.level, job.games)
        self.check_room(person, self._addresses.get(job.id, ""))
        job.reason = job.why = ""
        self._line_up(job)
        await self._keep(job)

    def _check_own(self, job: Job, person: Person) -> None:
        if job.person != person.id:
            raise Forbidden("lab_other", f"simulation {job.id} was started by somebody else")

    def _line_up(self, job: Job) -> None:
        job.state = WAITING
        self._queue.append(job)
        self._news.set()
        self._tell_all()

    def _tell_all(self) -> None:
        """Say that all who wait may have come nearer."""
        for job in self._jobs.values():
            self._hub.publish(watched(job.id))

    async def _keep(self, job: Job) -> None:
        """Write a job as it is now. One after the other, for the file is written beside its place first, and what is
        newest has to be last.
        """
        try:
            async with self._writing:
                await asyncio.to_thread(self.folder.write, job)
        except OSError as error:
            raise Unavailable(f"{self.folder.of(job.id)}: cannot be written: {error.strerror}", "full") from error

    async def _prune(self) -> None:
        ended = [job for job in self._jobs.values() if not job.is_unfinished]
        for job in ended[: max(0, len(ended) - KEPT)]:
            if not job.is_unfinished and self._jobs.pop(job.id, None) is not None:
                self._addresses.pop(job.id, None)
                self._hub.publish(watched(job.id))
                await asyncio.to_thread(self.folder.remove, job)

    async def _run_all(self) -> None:
        while True:
            while not self._queue:
                self._news.clear()
                await self._news.wait()
            job = self._queue.popleft()
            self._run = Run(job)
            try:
                await self._run_one(self._run)
            except Unavailable as error:
                if job.state == RUNNING:
                    self._line_up(job)
                    raise DoubloonError(f"simulation {job.id} of table {job.table} waits: {error}") from error
            except Exception as error:  # whatever it is, those who wait come next
                self._fail(job, error)
            finally:
                self._run = None
            await self._end(job)

    async def _end(self, job: Job) -> None:
        try:
            await self._keep(job)
            await self._prune()
        except DoubloonError as error:
            LOG.warning("simulation %s of table %s: %s", job.id, job.table, error)
        self._tell_all()

    async def _run_one(self, run: Run) -> None:
        """Run one simulation to its end. Raises DoubloonError where it fails, Unavailable where it may go better later:
        what it has on disk is kept.
        """
        job = run.job
        job.state = RUNNING
        self._tell_all()
        await self._keep(job)
        if job.game not in self._games.slugs:
            raise UnknownGame(f"there is no game {job.game!r} any more")
        run.process = await Process.start(self.work(job, await self._games.when_ready(job.game)))
        if job.state != RUNNING:
            run.process.stop()
        try:
            async for progress in run.process.progress():
                self._hear(run, progress)
        finally:
            await run.process.end()
        if job.state == RUNNING:
            raise DoubloonError("the worker ended without a report")

    def work(self, job: Job, game: Game) -> Work:
        """Return what a worker has to do. Raises RulesChanged, BadSetting, BadSeats where this version of the software
        would do something else.
        """
        settings = job.settings(game)
        if (job.rules_version, job.cards) != (game.rules_version, settings.hash):
            raise RulesChanged(
                f"simulation {job.id}: rules {job.rules_version} of {game.slug} with cards {job.cards[:12]} are "
                "no longer here"
            )
        folder = self.folder.of(job.id).absolute()
        return Work(self._load, str(folder), job.plan(game), job.own_plan(game) if job.compares else None, NICENESS)

    def _hear(self, run: Run, progress: Progress) -> None:
        """Take in what a worker tells. Raises DoubloonError where it says that it failed."""
        job = run.job
        if progress.failed is not None:
            raise Unavailable(progress.failed, "full") if progress.lacks else DoubloonError(progress.failed)
        if progress.played is not None:
            if run.first_played is None:
                run.first_played, run.started = progress.played, time.monotonic()
            job.played = progress.played
            job.measured, job.seconds = job.played - run.first_played, time.monotonic() - run.started
        run.is_reporting |= progress.reports
        if progress.answers is not None and job.state == RUNNING:
            job.answers = tuple(Answered(*answer) for answer in progress.answers)
            job.style = progress.style
            job.state = DONE
        self._hub.publish(watched(job.id))

    def _fail(self, job: Job, error: Exception) -> None:
        if job.state != RUNNING:
            return
        LOG.warning(
            "simulation %s of table %s failed: %s",
            job.id,
            job.table,
            error,
            exc_info=None if isinstance(error, DoubloonError) else error,
        )
        job.state, job.why = FAILED, str(error)
        job.reason = (
            "lab.failed.rules" if isinstance(error, (RulesChanged, BadSetting, BadSeats)) else "lab.failed.error"
        )


def watched(id: str) -> str:
    """Return under what name those who watch a simulation wait at the hub; no table has it."""
    return f"simulation {id}"
