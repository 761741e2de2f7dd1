"""Running a batch: chunks over threads or machines, each on disk as soon as it is finished, so that the same call goes
on where one stopped.
"""

import json
import os
import shlex
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict
from pathlib import Path

import numba
import numpy as np
import pyarrow as pa

from doubloon import __version__
from doubloon.engine.contract import Game
from doubloon.engine.errors import BadSetting, DoubloonError
from doubloon.engine.jit import source_key
from doubloon.engine.settings import load_settings
from doubloon.sim.chunk import ChunkBytes, Stopped, play_chunk
from doubloon.sim.plan import Bar, Plan, command_of, plan_settings

MANIFEST = "manifest.json"
FORMAT = 1
AHEAD = 2
"""Chunks in the queue for each worker."""
LOOK_S = 0.2
"""How often a waiting run looks whether it was cancelled."""

Progress = Callable[[int], None]
"""Told the number of games that are on disk."""


class OtherSimulation(BadSetting):
    """A folder holds another simulation than the one asked for."""


def run(
    game: Game,
    plan: Plan,
    out: Path,
    *,
    jobs: int = 0,
    progress: Progress | None = None,
    cancelled: threading.Event | None = None,
) -> bool:
    """Play what is missing of a plan in a folder, over `jobs` threads (0: all cores); return whether all is there.

    Progress is told from this thread. When `cancelled` is set, from any thread, chunks on disk stay, those in work are
    given up, and False is returned; the same call goes on. Raises OtherSimulation where the folder is taken,
    DoubloonError where it cannot be written.
    """
    stop = cancelled or threading.Event()
    workers = jobs or os.cpu_count() or 1
    prepare(game, plan, out)
    missing = [chunk for chunk in range(plan.num_chunks) if not is_done(out, chunk)]
    done = sum(len(plan.games_of(chunk)) for chunk in range(plan.num_chunks)) - sum(
        len(plan.games_of(chunk)) for chunk in missing
    )

    def work(chunk: int) -> int:
        store(out, chunk, play_chunk(game, plan, chunk, stop.is_set))
        return len(plan.games_of(chunk))

    report = progress or (lambda games: None)
    report(done)
    with ThreadPoolExecutor(workers) as pool:
        try:
            for games in in_turn(pool, work, missing, workers * AHEAD, stop):
                done += games
                report(done)
        except Stopped:
            return False
        except BaseException:
            stop.set()
            raise
    return not stop.is_set() or done == plan.games


def in_turn(
    pool: ThreadPoolExecutor, work: Callable[[int], int], chunks: Iterable[int], ahead: int, stop: threading.Event
) -> Iterator[int]:
    """Yield what the work on each chunk returns, as it is finished, with few of them waiting. Raises what a chunk
    raises.
    """
    waiting: set[Future[int]] = set()
    left = iter(chunks)
    while not stop.is_set():
        for chunk in left:
            waiting.add(pool.submit(work, chunk))
            if len(waiting) >= ahead:
                break
        if not waiting:
            return
        finished, waiting = wait(waiting, timeout=LOOK_S, return_when=FIRST_COMPLETED)
        for future in finished:
            yield future.result()


def prepare(game: Game, plan: Plan, out: Path) -> None:
    """Make the folder of a plan, or see that it already is. Raises OtherSimulation, DoubloonError."""
    path = out / MANIFEST
    text = manifest_text(game, plan)
    try:
        for name in ("games", "counts"):
            (out / name).mkdir(parents=True, exist_ok=True)
        if not path.exists():
            write_whole(path, text.encode())
            return
        found = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DoubloonError(f"{out}: cannot be written: {error}") from error
    if found != text:
        raise OtherSimulation(
            f"{out}: holds another simulation ({difference(found, text)}); choose another --out, or remove it"
        )


def difference(found: str, wanted: str) -> str:
    """Return the first difference of two manifests in words."""
    try:
        old = json.loads(found)
        new = json.loads(wanted)
        key = next(key for key in new if old.get(key) != new[key])
        return f"{key} is {json.dumps(old.get(key))[:80]}, not {json.dumps(new[key])[:80]}"
    except (ValueError, AttributeError, StopIteration):
        return f"its {MANIFEST} cannot be read"


def manifest_text(game: Game, plan: Plan) -> str:
    """Return all that the bytes of a batch depend on, as JSON; no date, no machine, no folder."""
    settings = plan_settings(plan, game)
    data = {
        "format": FORMAT,
        "command": command_of(plan, game),
        "doubloon": __version__,
        "rules_version": game.rules_version,
        "code": source_key(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "pyarrow": pa.__version__,
        "card_set": settings.hash,
        "chunk": plan.chunk,
        **asdict(plan),
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def read_plan(out: Path) -> Plan:
    """Return the plan of a folder. Raises DoubloonError where there is none."""
    path = out / MANIFEST
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise DoubloonError(f"{path}: written in format {data['format']}; this version reads format {FORMAT}")
        bars = tuple(Bar(**bar) for bar in data["bars"])
        return Plan(
            data["game"], data["values"], tuple(data["levels"]), data["games"], data["seed"], bars, data["rotates"]
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DoubloonError(
            f"{out}: no simulation that can be read; `doubloon simulate GAME --out {out}` makes one"
        ) from error


def go_on(game: Game, plan: Plan, out: Path, cards: Path | None = None) -> str:
    """Return the command that goes on with a folder."""
    if cards is None:
        return f"{command_of(plan, game)} --out {shlex.quote(str(out))}"
    base = load_settings(game.schema, cards)
    return f"{command_of(plan, game, base)} --cards {shlex.quote(str(cards))} --out {shlex.quote(str(out))}"


def chunk_paths(out: Path, chunk: int) -> tuple[Path, Path]:
    """Return where the two tables of a chunk are."""
    return out / "games" / f"{chunk:06}.parquet", out / "counts" / f"{chunk:06}.parquet"


def is_done(out: Path, chunk: int) -> bool:
    """Tell whether a chunk is on disk; its games are written last."""
    return chunk_paths(out, chunk)[0].exists()


def store(out: Path, chunk: int, tables: ChunkBytes) -> None:
    """Write a chunk; a reader sees both tables whole or not at all. Raises DoubloonError."""
    games, counts = chunk_paths(out, chunk)
    try:
        write_whole(counts, tables.counts)
        write_whole(games, tables.games)
    except OSError as error:
        raise DoubloonError(f"{out}: cannot be written: {error}") from error


def write_whole(path: Path, data: bytes) -> None:
    """Write a file under another name and rename it, so that it is never seen half written."""
    part = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        part.write_bytes(data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
