"""The ladder: plays a plan of matches over all cores, keeps every finished game on disk, and makes a table of it."""

import json
import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TypeAlias

import msgspec

from doubloon.engine.contract import Game
from doubloon.engine.errors import BadInput, DoubloonError
from doubloon.engine.reading import parse_object, read_text, reason_of, shown, shown_path
from doubloon.sim.batch import write_whole
from doubloon.sim.matches import MatchResult, RoundRobin, play_match

Loader: TypeAlias = Callable[[str], Game]
LONGEST_RESULTS = 256 * 1024 * 1024
"""Bytes."""
WAITING_PER_JOB = 4
"""Games handed out ahead, so that no core waits."""


def read_results(path: Path, plan: RoundRobin) -> list[MatchResult]:
    """Return the games of a plan that are on disk, in their order. Raises DoubloonError when the file is of another
    plan.
    """
    if not path.exists():
        return []
    head, *lines = read_text(path, LONGEST_RESULTS).splitlines() or [""]
    if head != head_line(plan):
        raise DoubloonError(f"{path}: holds the games of another ladder; name a new file with --out, or remove it")
    results = {}
    for number, line in enumerate(lines, start=2):
        try:
            found = parse_object(line, str(path))
            result = msgspec.convert([found[field] for field in MatchResult._fields], MatchResult)
        except (BadInput, KeyError, msgspec.ValidationError):
            if number == len(lines) + 1:
                break  # the last line of a run that was killed; its game is played again
            raise DoubloonError(f"{path}: line {number}: expected a game, found {shown(line)}") from None
        results[result.number] = result
    return [results[index] for index in sorted(results) if index < plan.num_games]


def head_line(plan: RoundRobin) -> str:
    """Return the first line of a file of results. More rounds of the same plan may be added later, so their number is
    not in it.
    """
    return json.dumps({key: value for key, value in asdict(plan).items() if key != "rounds"})


def result_line(result: MatchResult) -> str:
    """Return a game as a line of the file."""
    return json.dumps(result._asdict())


def run_plan(load: Loader, plan: RoundRobin, path: Path, jobs: int) -> Generator[MatchResult]:
    """Play the games of a plan that are not on disk yet, yielding each as soon as it is there. `load` gives a game by
    its name, in any process.
    """
    done = read_results(path, plan)
    begin_results(path, plan, done)
    known = {result.number for result in done}
    missing = (number for number in range(plan.num_games) if number not in known)
    for result in play_over(load, plan, missing, jobs):
        try:
            with path.open("a", encoding="utf-8") as file:
                file.write(f"{result_line(result)}\n")
        except OSError as error:
            raise unwritable(path, error) from error
        yield result


def begin_results(path: Path, plan: RoundRobin, done: list[MatchResult]) -> None:
    """Write what is known anew, for the last line of a run that was killed may be half a game. Raises DoubloonError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, "".join(f"{line}\n" for line in (head_line(plan), *map(result_line, done))).encode())
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: Path, error: OSError) -> DoubloonError:
    """Return what is said where results cannot be kept."""
    return DoubloonError(f"{shown_path(path)}: cannot be written: {reason_of(error)}; what is there is kept")


def play_over(load: Loader, plan: RoundRobin, indices: Iterator[int], jobs: int) -> Generator[MatchResult]:
    """Play games in so many processes, yielding them as they end."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=ignore_interrupt) as pool:

        def play_next(count: int) -> set[Future[MatchResult]]:
            with interrupts_wait():
                return {pool.submit(play_in_worker, load, plan, index) for index in islice(indices, count)}

        running = play_next(jobs * WAITING_PER_JOB)
        try:
            while running:
                ended, running = wait(running, return_when=FIRST_COMPLETED)
                running |= play_next(len(ended))
                for future in ended:
                    yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def play_in_worker(load: Loader, plan: RoundRobin, index: int) -> MatchResult:
    """Play a game where only the name of the game came through; compiled functions must be imported to be found on
    disk.
    """
    return play_match(load(plan.game), plan, index)


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Hold Ctrl-C back while processes are started, which inherit that; it would meet them before they can ignore it
    by themselves.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_interrupt() -> None:
    """Leave Ctrl-C to the process that hands out the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
