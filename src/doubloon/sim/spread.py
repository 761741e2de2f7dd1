"""Running a batch over many machines by Ray: the same chunks, played elsewhere, written here."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ray

from doubloon.engine.contract import Game
from doubloon.engine.errors import DoubloonError
from doubloon.sim.batch import LOOK_S, Progress, is_done, prepare, store
from doubloon.sim.chunk import ChunkBytes, play_chunk
from doubloon.sim.plan import Plan

LOCAL = "local"
RAY: Any = ray
"""Ray types its decorators only in part."""
AHEAD = 2


def play_elsewhere(load: Callable[[], Game], plan: Plan, chunk: int) -> tuple[bytes, bytes]:
    """Play a chunk on another machine; it loads the game itself, since compiled functions do not travel."""
    return tuple(play_chunk(load(), plan, chunk))  # type: ignore[return-value]


def run_on_ray(
    load: Callable[[], Game], plan: Plan, out: Path, address: str, progress: Progress, cancelled: threading.Event
) -> bool:
    """Play what is missing of a plan on a Ray cluster (`local` starts one here); return whether all is there. Raises as
    `batch.run` does.
    """
    prepare(load(), plan, out)
    missing = [chunk for chunk in range(plan.num_chunks) if not is_done(out, chunk)]
    done = plan.games - sum(len(plan.games_of(chunk)) for chunk in missing)
    progress(done)
    connect(address)
    task = RAY.remote(play_elsewhere)
    try:
        ahead = AHEAD * max(1, int(RAY.cluster_resources().get("CPU", 1)))
        pending: dict[Any, int] = {}
        while (missing or pending) and not cancelled.is_set():
            while missing and len(pending) < ahead:
                chunk = missing.pop(0)
                pending[task.remote(load, plan, chunk)] = chunk
            finished, _ = RAY.wait(list(pending), timeout=LOOK_S)
            for reference in finished:
                chunk = pending.pop(reference)
                store(out, chunk, ChunkBytes(*RAY.get(reference)))
                done += len(plan.games_of(chunk))
                progress(done)
    finally:
        RAY.shutdown()
    return done == plan.games


def connect(address: str) -> None:
    """Join a Ray cluster, or start one on this machine. Raises DoubloonError."""
    try:
        RAY.init(
            address=address if address != LOCAL else None,
            log_to_driver=False,
            include_dashboard=False,
            logging_level="ERROR",
        )
    except (ConnectionError, ValueError, RuntimeError) as error:
        first_line = str(error).strip().partition("\n")[0]
        raise DoubloonError(f"--ray {address}: no Ray cluster there: {first_line}") from error
