"""What a worker (`doubloon.sim.worker`) is asked for and what it tells. Apart from it, for whoever asks needs none of
the lab's libraries.
"""

import json
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from typing import Any

from doubloon.sim.plan import Plan

LIBRARIES = ("pyarrow", "altair", "vl_convert")
"""What the worker needs and a player's install does not have."""
PLAYED = "games"
AGAINST = "own"
"""Folders of the two simulations: the one that is asked for, and the one that it is compared with."""


def missing_library() -> str:
    """Return a library that the worker would miss; empty where all are here."""
    return next((name for name in LIBRARIES if find_spec(name) is None), "")


@dataclass(frozen=True)
class Work:
    """What is to be done."""

    load: str
    """`module:function` that returns a game by its name."""
    folder: str
    """Where the simulations and the report go."""
    plan: Plan
    against: Plan | None = None
    niceness: int = 0
    """How far the worker stands back from other processes, 19 at most."""

    def line(self) -> bytes:
        """Return it as the worker reads it."""
        return json.dumps(asdict(self)).encode() + b"\n"


def read_work(line: str) -> Work:
    """Return what a line of ours says."""
    said: dict[str, Any] = json.loads(line)
    return Work(
        said["load"],
        said["folder"],
        plan_of(said["plan"]),
        plan_of(said["against"]) if said["against"] else None,
        said["niceness"],
    )


def plan_of(said: dict[str, Any]) -> Plan:
    """Return a plan without barred players."""
    return Plan(said["game"], said["values"], tuple(said["levels"]), said["games"], said["seed"])
