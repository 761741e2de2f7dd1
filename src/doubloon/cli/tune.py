"""`doubloon tune`: search for numbers of a game that come nearer to several goals at once."""

import threading
from pathlib import Path
from typing import Annotated

import typer

from doubloon.cli.extras import lab_libraries
from doubloon.cli.options import BatchSeed, Cards, Changes, GameName, read_seats, read_settings
from doubloon.cli.progress import progress_bar
from doubloon.cli.simulate import MOST_JOBS, stopped_by_interrupt
from doubloon.engine.errors import BadSeats
from doubloon.engine.record import HUMAN
from doubloon.games import load

CHOSEN_NAME = "chosen.toml"


def tune(
    game: GameName,
    goal: Annotated[
        str,
        typer.Option(
            "--goal",
            help="What is wanted: of seats, cards, turns=N, decisions=N, minutes=N, leads, comebacks, margin, limits.",
        ),
    ],
    over: Annotated[
        list[str],
        typer.Option("--over", metavar="RANGES", help="What may change: price.8=7..10,options.tie=pot|seven."),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out", metavar="DIR", help="Where trials and results go; the same command goes on with what is there."
        ),
    ],
    seats: Annotated[str, typer.Option("--seats", help="Who plays, as for simulate.")] = "",
    trials: Annotated[int, typer.Option("--trials", min=2, help="Points to try.")] = 60,
    games: Annotated[int, typer.Option("--games", "-n", min=10, help="Games of each trial.")] = 4_000,
    seed: BatchSeed = 0,
    changes: Changes = None,
    cards: Cards = None,
    pick: Annotated[
        int,
        typer.Option(
            "--pick",
            metavar="TRIAL",
            help="Take this trial of the report's table; without it the one nearest to all goals.",
        ),
    ] = -1,
    jobs: Annotated[int, typer.Option("--jobs", min=0, max=MOST_JOBS, help="Threads; 0 means all cores.")] = 0,
) -> None:
    """Try numbers of the cards and options, and choose those nearest to all goals; writes a report, and a card file
    that play and simulate take.
    """
    with lab_libraries():
        from doubloon.sim.batch import write_whole  # noqa: PLC0415 - an extra
        from doubloon.sim.card_file import card_file  # noqa: PLC0415
        from doubloon.sim.goals import read_goals  # noqa: PLC0415
        from doubloon.sim.page import as_page  # noqa: PLC0415
        from doubloon.sim.plan import new_plan  # noqa: PLC0415
        from doubloon.sim.report import write_report  # noqa: PLC0415
        from doubloon.sim.tune_report import note_of, tune_report  # noqa: PLC0415
        from doubloon.sim.tuning import Search, choose, proof_plans, prove, read_ranges, search  # noqa: PLC0415
    loaded = load(game)
    levels = tuple(read_seats(seats or f"sailor:{loaded.seats[-1]}", loaded))
    if HUMAN in levels:
        raise BadSeats(f"--seats: {HUMAN} cannot play in a simulation")
    settings = read_settings(loaded, cards, changes)
    plan = new_plan(loaded, settings, levels, games, seed)
    what = Search(plan, read_ranges(over, settings), read_goals(goal), trials)
    stop = threading.Event()
    with stopped_by_interrupt(stop), progress_bar(f"{game}, trials", trials) as progress:
        made = search(loaded, what, out, jobs=jobs, progress=progress, cancelled=stop)
        chosen = 0 if made is None else choose(what, made, pick)
        point = {} if made is None else made[chosen].point
        proofs = [
            prove(loaded, one, out / name, jobs, stop)
            for name, one in zip(("as-it-is", "chosen"), proof_plans(what, point), strict=True)
            if made
        ]
    if made is None or len(proofs) < 2 or proofs[0] is None or proofs[1] is None:
        typer.echo(f"interrupted; what was tried is kept in {out}; the same command goes on")
        raise KeyboardInterrupt
    report = tune_report(loaded, what, made, chosen, (proofs[0], proofs[1]))
    html, _ = write_report(report, as_page(report), out)
    write_whole(
        out / CHOSEN_NAME, card_file(loaded, {**settings.values, **point}, settings.values, note_of(what)).encode()
    )
    typer.echo(
        f"{report.answers[0].sentences[0]}\n  {html}\n  {out / CHOSEN_NAME}: for --cards of play, simulate and tune"
    )
