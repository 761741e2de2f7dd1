"""How long a simulation takes: an honest guess before it, from what this server has measured, else from what we
have.
"""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from doubloon.web.lab.job import DONE, Job

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
def known_paces() -> Mapping[str, Mapping[str, float]]:
    """Return the seconds a game takes, by game and level, as we have measured them."""
    return tomllib.loads((Path(__file__).parent / "pace.toml").read_text(encoding="utf-8"))


def guess_s(jobs: Iterable[Job], kind: Kind, games: int) -> float | None:
    """Return how long so many games and their report take: as the newest of these jobs measured it, else as we did;
    None where nobody has.
    """
    own = [job for job in jobs if job.state == DONE and kind_of(job) == kind and job.measured]
    large = [job for job in own if job.measured * LIKE_PARTS >= games]
    known = known_paces().get(kind.game, {}).get(kind.level)
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
