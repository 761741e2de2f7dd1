"""`doubloon check`: random games in which every state is held to the laws of the contract and the game's own
invariants.
"""

import time
from typing import Annotated

import typer

from doubloon.cli.options import BatchSeed, Changes, GameName, read_settings
from doubloon.cli.progress import progress_bar
from doubloon.engine.contract import Game, Record
from doubloon.engine.errors import DoubloonError
from doubloon.engine.kernels.laws import LAW_STATES, LAWS
from doubloon.engine.kernels.workspace import new_rows, new_workspace
from doubloon.engine.playthrough import build_rules
from doubloon.games import load

CHUNK = 2_000
LARGEST_NUMBER = 2**62
"""Of a game; sums of two are 64-bit integers too."""


def check(
    game: GameName,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, max=LARGEST_NUMBER, help="Games for each number of seats.")
    ] = 100_000,
    seats: Annotated[
        int, typer.Option("--seats", help="Only this number of seats; 0 means every number the game allows.")
    ] = 0,
    seed: BatchSeed = 0,
    first: Annotated[
        int,
        typer.Option(
            "--first",
            min=0,
            max=LARGEST_NUMBER,
            help="Number of the first game; an interrupted check says where to go on.",
        ),
    ] = 0,
    changes: Changes = None,
) -> None:
    """Play random games and check every state: cards conserved, secrets kept, somebody always to act, every game
    ends.
    """
    loaded = load(game)
    settings = read_settings(loaded, None, changes)
    for num_seats in [seats] if seats else list(loaded.seats):
        check_seats(loaded, build_rules(loaded, settings, num_seats), seed, first, games)


def check_seats(game: Game, rules: Record, seed: int, first: int, games: int) -> None:
    """Check the games of one number of seats with a progress bar. Raises DoubloonError at the first broken law."""
    work = new_workspace(game, LAW_STATES)
    done = 0
    decisions = 0
    started = time.perf_counter()
    try:
        with progress_bar(f"{game.slug}, {rules.num_seats} seats", games) as advance:
            while done < games:
                rows = new_rows(min(CHUNK, games - done))
                game.kernels.check_games(rules, work, seed, first + done, rows)
                report_violation(game, rows, first + done, seed)
                done += len(rows)
                decisions += int(rows.decisions.sum())
                advance(done)
    except KeyboardInterrupt:
        typer.echo(
            f"interrupted after {done:,} games without a violation; go on with --first {first + done} -n {games - done}"
        )
        raise
    typer.echo(
        f"{game.slug}, {rules.num_seats} seats: {done:,} games, {decisions:,} decisions, 0 violations, "
        f"{time.perf_counter() - started:.1f} s"
    )


def report_violation(game: Game, rows: object, first: int, seed: int) -> None:
    """Raise DoubloonError for the first game of a batch that broke a law or an invariant."""
    for index, row in enumerate(rows):  # type: ignore[arg-type, var-annotated]
        if row.law != 0 or row.violation != 0:
            what = LAWS[row.law] if row.law != 0 else game.violations[row.violation]
            raise DoubloonError(
                f"{game.slug}: game {first + index} of seed {seed}, after decision {row.decisions}: {what}"
            )
