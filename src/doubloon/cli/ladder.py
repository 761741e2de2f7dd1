"""`doubloon ladder`: how strong the levels of bots are, by a round robin over all cores."""

import os
import shlex
from pathlib import Path
from typing import Annotated

import typer

from doubloon.bots import LEVELS, read_level
from doubloon.cli.extras import lab_libraries
from doubloon.cli.options import BatchSeed, Changes, GameName, read_settings
from doubloon.cli.places import check_writable, write_text
from doubloon.cli.progress import progress_bar
from doubloon.engine.contract import Game
from doubloon.engine.errors import BadSeats
from doubloon.engine.reading import number_or, shown
from doubloon.games import load
from doubloon.tables.folder import data_folder

DEFAULT_BOTS = ",".join(LEVELS[1:])


def ladder(
    game: GameName,
    bots: Annotated[
        str, typer.Option("--bots", help="The levels that meet, also with changed numbers: mate,captain+playouts=4000.")
    ] = DEFAULT_BOTS,
    games: Annotated[
        int,
        typer.Option(
            "--games", "-n", min=1, help="Games of each level alone among each other one, for each number of seats."
        ),
    ] = 100,
    seats: Annotated[
        str, typer.Option("--seats", help="Numbers of seats, as 2,4; without it all that the game has.")
    ] = "",
    seed: BatchSeed = 1,
    changes: Changes = None,
    jobs: Annotated[
        int, typer.Option("--jobs", min=1, max=1024, help="Processes; without it one for each core.")
    ] = os.cpu_count() or 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Where finished games are kept, so that the same command goes on."),
    ] = None,
    write: Annotated[
        Path | None, typer.Option("--write", metavar="FILE", help="Also write the table to this Markdown file.")
    ] = None,
) -> None:
    """Let levels of bots play each other, and rate them. Ctrl-C keeps what is done; the same command goes on."""
    with lab_libraries():
        from doubloon.sim.ladder import read_results, run_plan
        from doubloon.sim.ladder_report import ladder_report
        from doubloon.sim.matches import RoundRobin
    loaded = load(game)
    settings = read_settings(loaded, None, changes)
    plan = RoundRobin(
        loaded.slug, read_bots(bots, loaded), read_counts(seats, loaded), games, seed, tuple(changes or ())
    )
    if write is not None:
        check_writable(write, "--write")
    place = f"-{settings.hash[:8]}" if changes else ""
    path = out or data_folder() / "ladder" / f"{loaded.slug}{place}-{seed}.jsonl"
    done = len(read_results(path, plan))
    try:
        with progress_bar(f"{loaded.slug} ladder", plan.num_games, done) as advance:
            for count, _ in enumerate(run_plan(load, plan, path, jobs), start=done + 1):
                advance(count)
    except KeyboardInterrupt:
        typer.echo(f"interrupted; finished games are in {path}, and the same command goes on")
        raise
    command = [
        "doubloon",
        "ladder",
        loaded.slug,
        "--bots",
        bots,
        "-n",
        str(games),
        "--seats",
        ",".join(map(str, plan.seats)),
        "--seed",
        str(seed),
    ]
    command += [part for change in changes or () for part in ("--set", change)]
    report = ladder_report(plan, read_results(path, plan), shlex.join(command))
    typer.echo(report)
    if write is not None:
        write_text(write, report, "--write")


def read_bots(text: str, game: Game) -> tuple[str, ...]:
    """Return the levels that meet. Raises BadSeats."""
    levels = tuple(part.strip() for part in text.split(","))
    for level in levels:
        read_level(level, game)
    if len(levels) < 2 or len(set(levels)) < len(levels):
        raise BadSeats(f"--bots: {shown(text)}: expected two or more different levels")
    return levels


def read_counts(text: str, game: Game) -> tuple[int, ...]:
    """Return the numbers of seats to play with. Raises BadSeats."""
    if not text:
        return tuple(game.seats)
    counts = tuple(number_or(part.strip(), 0) for part in text.split(","))
    if not all(count in game.seats for count in counts):
        raise BadSeats(
            f"--seats: {shown(text)}: expected numbers of seats {game.seats[0]} .. {game.seats[-1]}, with commas "
            "between"
        )
    return counts
