"""`doubloon simulate`: a batch of games by bots, counted for `report`."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from doubloon.cli.extras import lab_libraries
from doubloon.cli.options import BatchSeed, Cards, Changes, GameName, read_seats, read_settings
from doubloon.cli.progress import progress_bar
from doubloon.engine.errors import BadSeats, BadSetting
from doubloon.engine.record import HUMAN
from doubloon.games import load

MOST_JOBS = 1024


def simulate(
    game: GameName,
    seats: Annotated[
        str,
        typer.Option(
            "--seats", help="Who plays: bots by level, such as sailor:2,random. They change seats from game to game."
        ),
    ] = "",
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games.")] = 10_000,
    seed: BatchSeed = 0,
    changes: Changes = None,
    cards: Cards = None,
    bars: Annotated[
        list[str] | None,
        typer.Option(
            "--bar", metavar="PLAYER:ACTIONS", help="A player, counted from 0, does none of these actions: 0:buy:*."
        ),
    ] = None,
    fixed: Annotated[bool, typer.Option("--fixed", help="Players keep their seats.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", min=0, max=MOST_JOBS, help="Threads; 0 means all cores.")] = 0,
    ray: Annotated[
        str, typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster; `local` starts one on this machine.")
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Where the tables go; the same command goes on with what is there."),
    ] = None,
) -> None:
    """Let bots play many games and keep what `report` needs: a row of each game, and how often each card, action and
    event came up.
    """
    with lab_libraries():
        from doubloon.sim import batch  # noqa: PLC0415 - an extra
        from doubloon.sim.plan import new_plan, read_bar  # noqa: PLC0415
    loaded = load(game)
    levels = tuple(read_seats(seats or f"sailor:{loaded.seats[-1]}", loaded))
    if HUMAN in levels:
        raise BadSeats(f"--seats: {HUMAN} cannot play in a simulation")
    plan = new_plan(loaded, read_settings(loaded, cards, changes), levels, games, seed)
    plan = replace(plan, bars=tuple(read_bar(bar, loaded, levels) for bar in bars or ()), rotates=not fixed)
    if out is None:
        raise BadSetting("--out: expected the folder in which to keep the games")
    stop = threading.Event()
    started = time.perf_counter()
    with stopped_by_interrupt(stop), progress_bar(f"{game}, {plan.num_seats} seats", games) as progress:
        if ray:
            with lab_libraries("ray"):
                from doubloon.sim.spread import run_on_ray  # noqa: PLC0415
            is_complete = run_on_ray(partial(load, game), plan, out, ray, progress, stop)
        else:
            is_complete = batch.run(loaded, plan, out, jobs=jobs, progress=progress, cancelled=stop)
    if not is_complete:
        typer.echo(
            f"interrupted; what is finished is kept in {out}; the same command goes on:\n  "
            f"{batch.go_on(loaded, plan, out, cards)}"
        )
        raise KeyboardInterrupt
    typer.echo(
        f"{games:,} games of {game} in {time.perf_counter() - started:.1f} s, kept in {out}; read them with: "
        f"doubloon report {out}"
    )


@contextmanager
def stopped_by_interrupt(stop: threading.Event) -> Iterator[None]:
    """Make the first Ctrl-C a request to stop at the next good place, the second one an interruption at once."""

    def ask(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
