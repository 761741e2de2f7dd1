"""How long a simulation takes: an honest guess before it, from what this server has measured, else from what the game
says.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from doubloon.engine.errors import BadInput
from doubloon.engine.reading import LONGEST_TOML, parse_toml, read_text
from doubloon.web.lab.job import DONE, Job

PACE_FILE = "pace.toml"
OVERHEAD_S = 8.0
"""To start the worker, and to write the report."""
LIKE_PARTS = 10
"""What a tenth of the games took tells what all of them take; fewer do not, for of a few games most of the time is
spent on files.
"""


class Kind(NamedTuple):
    """What the time of a game depends on."""

    game: str
    level: str
    seats: int


@cache
def known_paces(folder: Path) -> Mapping[str, float]:
    """Return the seconds a game takes, by level, as the game's own file says; nothing where that cannot be read, for a
    guess is not worth a refusal.
    """
    path = folder / PACE_FILE
    try:
        found = parse_toml(read_text(path, LONGEST_TOML), str(path))
    except BadInput:
        return {}
    return {level: float(pace) for level, pace in found.items() if isinstance(pace, (int, float)) and pace > 0}


def guess_s(jobs: Iterable[Job], kind: Kind, games: int, paces: Mapping[str, float]) -> float | None:
    """Return how long so many games and their report take: as the newest of these jobs measured it, else as `paces`
    says, by level; None where nobody knows.
    """
    own = [job for job in jobs if job.state == DONE and kind_of(job) == kind and job.measured]
    large = [job for job in own if job.measured * LIKE_PARTS >= games]
    known = paces.get(kind.level)
    pace = (
        large[-1].seconds / large[-1].measured
        if large
        else known
        if known is not None or not own
        else own[-1].seconds / own[-1].measured
    )
    return None if pace is None else whole_s(pace, games)


def kind_of(job: Job) -> Kind:
    """Return what the time of a job's games depends on."""
    return Kind(job.game, job.level, job.seats)


def whole_s(pace: float, games: int) -> float:
    """Return how long so many games and their report take, at so many seconds a game."""
    return OVERHEAD_S + pace * games
