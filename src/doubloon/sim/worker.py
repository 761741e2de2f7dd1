"""Simulations and their report in a process of its own, for a server that has other things to do.

`python -m doubloon.sim.worker` reads one line from its input (`work.Work`), and tells on its output how far it is, a
line of JSON each: `played` (games on disk), `reports` (all are), `answers` and `style` (done), or `failed` (why not)
and `lacks` (whether it is worth trying again).
It stops where its input ends: when it is told to, and when whoever started it is no longer there.
"""

import contextlib
import errno
import importlib
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from doubloon.engine.contract import Game
from doubloon.engine.errors import DoubloonError
from doubloon.sim import batch
from doubloon.sim.chunk import play_chunk
from doubloon.sim.page import as_page, style_source
from doubloon.sim.plan import Plan
from doubloon.sim.report import make_report, write_report
from doubloon.sim.work import AGAINST, PLAYED, Work, read_work

WARM_LEVEL = "random"
SHORTAGES = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN})
"""Errors of the system that pass: no room on the disk, no memory, no open files left."""
CHANGED = "against"
"""Answer that compares."""


def work(what: Work, tell: Callable[..., None], cancelled: threading.Event) -> None:
    """Play what is missing, then write the report; nothing more is told once it was cancelled. Raises DoubloonError."""
    load = loader(what.load)
    game = load(what.plan.game)
    folder = Path(what.folder)
    warm_up(game, what.plan)
    played = 0
    for name, plan in ((PLAYED, what.plan), (AGAINST, what.against)):
        if plan is not None:
            clear_older(game, plan, folder / name)
            if not batch.run(
                game, plan, folder / name, jobs=1, progress=partial(tell_played, tell, played), cancelled=cancelled
            ):
                return
            played += plan.games
    tell(reports=True)
    report = make_report(folder / PLAYED, load, folder / AGAINST if what.against else None)
    write_report(report, as_page(report), folder)
    # An answer without a table says that it would need other simulations; what changed is what one wants to know first.
    told = sorted((answer for answer in report.answers if answer.tables), key=lambda answer: answer.id != CHANGED)
    tell(answers=[(answer.id, answer.question, answer.sentences[0]) for answer in told], style=style_source())


def tell_played(tell: Callable[..., None], before: int, games: int) -> None:
    """Tell how many games are on disk, those of an earlier simulation with them."""
    tell(played=before + games)


def loader(name: str) -> Callable[[str], Game]:
    """Return the function that `module:function` names."""
    module, _, function = name.partition(":")
    found: Callable[[str], Game] = getattr(importlib.import_module(module), function)
    return found


def warm_up(game: Game, plan: Plan) -> None:
    """Compile what counts games, by playing one. It is kept for the next process, but the first takes up to a
    minute.
    """
    play_chunk(game, replace(plan, levels=(WARM_LEVEL,) * plan.num_seats, games=1), 0)


def clear_older(game: Game, plan: Plan, folder: Path) -> None:
    """Remove games that another version of the software played: the same command would play others now."""
    manifest = folder / batch.MANIFEST
    if manifest.exists() and manifest.read_text(encoding="utf-8") != batch.manifest_text(game, plan):
        for path in (*folder.glob("*/*.parquet"), manifest):
            path.unlink()


def stand_back() -> None:
    """Leave the group of the terminal, whose Ctrl-C is for the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setpgid"):
        # Not a session of its own: Linux may weigh sessions first, and priorities only within one (sched_autogroup).
        os.setpgid(0, 0)


def lacks_something(error: BaseException | None) -> bool:
    """Tell whether an error, or what it came from, says that the machine lacks room for now."""
    while error is not None:
        if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno in SHORTAGES):
            return True
        error = error.__cause__ or error.__context__
    return False


def main() -> None:
    """Do one piece of work."""
    stand_back()
    cancelled = threading.Event()
    what = read_work(sys.stdin.readline())
    if hasattr(os, "nice"):
        os.nice(what.niceness)

    def watch() -> None:
        while os.read(sys.stdin.fileno(), 1):
            pass
        cancelled.set()

    def tell(**facts: object) -> None:
        # Whoever listened may be gone; then the input has ended too.
        with contextlib.suppress(BrokenPipeError):
            print(json.dumps(facts), flush=True)

    threading.Thread(target=watch, daemon=True).start()
    try:
        work(what, tell, cancelled)
    except (DoubloonError, OSError, MemoryError) as error:
        tell(failed=str(error) or type(error).__name__, lacks=lacks_something(error))


if __name__ == "__main__":
    main()
