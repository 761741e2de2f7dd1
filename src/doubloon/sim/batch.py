"""Running a batch: chunks over threads or machines, each on disk as soon as it is finished, so that the same call goes
on where one stopped.
"""

import json
import os
import shlex
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, fields
from pathlib import Path

import msgspec
import numba
import numpy as np
import pyarrow as pa

from doubloon import __version__
from doubloon.engine.contract import Game
from doubloon.engine.errors import BadInput, BadSetting, DoubloonError
from doubloon.engine.jit import source_key
from doubloon.engine.reading import LONGEST_JSON, parse_object, read_text, reason_of, shown, shown_path
from doubloon.engine.settings import load_settings
from doubloon.sim.chunk import ChunkBytes, Stopped, play_chunk
from doubloon.sim.plan import Plan, command_of, plan_settings

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
    except OSError as error:
        raise DoubloonError(f"{shown_path(out)}: cannot be written: {reason_of(error)}") from error
    found = read_text(path, LONGEST_JSON)
    if found != text:
        raise OtherSimulation(
            f"{out}: holds another simulation ({difference(found, text)}); choose another --out, or remove it"
        )


def difference(found: str, wanted: str) -> str:
    """Return the first difference of two manifests in words."""
    try:
        old = parse_object(found, MANIFEST)
        new = parse_object(wanted, MANIFEST)
        key = next(key for key in new if old.get(key) != new[key])
        return f"{key} is {json.dumps(old.get(key))[:80]}, not {json.dumps(new[key])[:80]}"
    except (BadInput, StopIteration):
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
        data = parse_object(read_text(path, LONGEST_JSON), str(path))
        if data["format"] != FORMAT:
            raise DoubloonError(f"{path}: written in format {shown(data['format'])}; this version reads {FORMAT}")
        return msgspec.convert({field.name: data[field.name] for field in fields(Plan)}, Plan)
    except (BadInput, KeyError, msgspec.ValidationError) as error:
        raise DoubloonError(
            f"{shown_path(out)}: no simulation that can be read; `doubloon simulate GAME --out {out}` makes one"
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
