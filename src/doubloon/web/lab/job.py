"""One simulation of a table: what it is, how far it is, and how it is kept on disk."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec

from doubloon.engine.contract import Game
from doubloon.engine.playthrough import game_settings
from doubloon.engine.settings import Settings
from doubloon.sim.plan import Plan, new_plan
from doubloon.tables.folder import OWN_FOLDER, close_to_others

FILE_NAME = "job.json"
WAITING = "waiting"
RUNNING = "running"
DONE = "done"
CANCELLED = "cancelled"
FAILED = "failed"
UNFINISHED = (WAITING, RUNNING)
ENDED = (CANCELLED, FAILED)
"""What can be gone on with."""


class Answered(msgspec.Struct, frozen=True, array_like=True):
    """An answer of the report in short, as the report has it: in English."""

    id: str
    question: str
    sentence: str


class Job(msgspec.Struct):
    """A simulation. What was asked for never changes; how far it is does."""

    id: str
    table: str
    game: str
    rules_version: int
    person: str
    """Id of who asked."""
    level: str
    seats: int
    games: int
    seed: int
    compares: bool
    """Whether the game's own cards are simulated too, and compared."""
    changes: tuple[str, ...]
    dropped: tuple[str, ...]
    cards: str
    """Hash of the settings that the changes make."""
    created: float
    state: str = WAITING
    played: int = 0
    """Games on disk, of both simulations together."""
    seconds: float = 0.0
    """How long `measured` games took to play."""
    measured: int = 0
    reason: str = ""
    """Text id of why it failed."""
    why: str = ""
    """The same in English, for those who run the server."""
    answers: tuple[Answered, ...] = ()
    style: str = ""
    """What the report's page needs of a Content-Security-Policy."""

    @property
    def total(self) -> int:
        """Return how many games are to be played."""
        return self.games * (2 if self.compares else 1)

    @property
    def is_unfinished(self) -> bool:
        """Whether it waits or runs."""
        return self.state in UNFINISHED

    @property
    def is_waiting(self) -> bool:
        """Whether it waits."""
        return self.state == WAITING

    def settings(self, game: Game) -> Settings:
        """Return the numbers that are simulated. Raises BadSetting where this version does not allow them."""
        return game_settings(game).without(self.dropped).changed(self.changes, "simulation")

    def plan(self, game: Game) -> Plan:
        """Return what is played with the table's cards. Raises BadSetting, BadSeats."""
        return new_plan(game, self.settings(game), (self.level,) * self.seats, self.games, self.seed)

    def own_plan(self, game: Game) -> Plan:
        """Return what is played with the game's own cards. Raises BadSeats."""
        return new_plan(game, game_settings(game), (self.level,) * self.seats, self.games, self.seed)


class JobFolder:
    """Where simulations are kept: a folder each, with its job, its games and its report."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def of(self, id: str) -> Path:
        """Return the folder of a simulation."""
        return self._root / id

    def write(self, job: Job) -> None:
        """Keep a job; a reader sees it whole or as it was before. Raises OSError."""
        folder = self.of(job.id)
        self._root.mkdir(mode=OWN_FOLDER, parents=True, exist_ok=True)
        close_to_others(self._root)
        folder.mkdir(mode=OWN_FOLDER, exist_ok=True)
        part = folder / f".{FILE_NAME}"
        part.write_bytes(msgspec.json.encode(job))
        part.replace(folder / FILE_NAME)

    def read_all(self) -> Iterator[Job]:
        """Yield the jobs, oldest first; what no version of ours has written is left alone."""
        found = []
        for path in self._root.glob(f"*/{FILE_NAME}"):
            try:
                found.append(msgspec.json.decode(path.read_bytes(), type=Job))
            except (OSError, msgspec.MsgspecError):
                continue
        yield from sorted(found, key=lambda job: job.created)

    def remove(self, job: Job) -> None:
        """Remove everything of a job."""
        shutil.rmtree(self.of(job.id), ignore_errors=True)
