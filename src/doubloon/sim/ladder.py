"""The ladder: plays a plan of matches over all cores, keeps every finished game on disk, and makes a table of it."""

import json
import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from doubloon.engine.contract import Game
from doubloon.engine.errors import DoubloonError
from doubloon.sim.batch import write_whole
from doubloon.sim.matches import MatchResult, RoundRobin, play_match

Loader: TypeAlias = Callable[[str], Game]
WAITING_PER_JOB = 4
"""Games handed out ahead, so that no core waits."""


def read_results(path: Path, plan: RoundRobin) -> list[MatchResult]:
    """Return the games of a plan that are on disk, in their order. Raises DoubloonError when the file is of another
    plan.
    """
    if not path.exists():
        return []
    head, *lines = path.read_text(encoding="utf-8").splitlines() or [""]
    if head != head_line(plan):
        raise DoubloonError(f"{path}: holds the games of another ladder; name a new file with --out, or remove it")
    results = {}
    for number, line in enumerate(lines, start=2):
        try:
            result = MatchResult(**json.loads(line))
        except (ValueError, TypeError):
            if number == len(lines) + 1:
                break  # the last line of a run that was killed; its game is played again
            raise DoubloonError(f"{path}: line {number}: expected a game, found {line[:60]!r}") from None
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
    path.parent.mkdir(parents=True, exist_ok=True)
    # Written anew: the last line of a run that was killed may be half a game.
    write_whole(path, "".join(f"{line}\n" for line in (head_line(plan), *map(result_line, done))).encode())
    known = {result.number for result in done}
    missing = (number for number in range(plan.num_games) if number not in known)
    with path.open("a", encoding="utf-8") as file:
        for result in play_over(load, plan, missing, jobs):
            file.write(f"{result_line(result)}\n")
            file.flush()
            yield result


def play_over(load: Loader, plan: RoundRobin, indices: Iterator[int], jobs: int) -> Generator[MatchResult]:
    """Play games in so many processes, yielding them as they end."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=ignore_interrupt) as pool:

        def play_next(count: int) -> set[Future[MatchResult]]:
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


def ignore_interrupt() -> None:
    """Leave Ctrl-C to the process that hands out the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
