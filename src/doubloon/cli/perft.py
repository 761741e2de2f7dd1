"""`doubloon perft`: count the action sequences of a length."""

import time
from collections.abc import Iterator
from typing import Annotated

import numpy as np
import typer

from doubloon.cli.options import Changes, GameName, SeatCount, read_settings
from doubloon.engine.contract import CHANCE, Game, Record
from doubloon.engine.kernels.workspace import new_workspace
from doubloon.engine.playthrough import Entry, Playthrough, build_rules
from doubloon.engine.record import entry_name
from doubloon.games import load

DEEPEST = 60


def perft(
    game: GameName,
    seats: SeatCount = None,
    depth: Annotated[
        int, typer.Option("--depth", min=1, max=DEEPEST, help="Entries in a sequence, chance included.")
    ] = 4,
    changes: Changes = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also print the count behind each first entry.")] = False,
) -> None:
    """Count all sequences of actions and outcomes of a length from the start of a game."""
    loaded = load(game)
    rules = build_rules(loaded, read_settings(loaded, None, changes), seats or loaded.usual_seats)
    for level in range(1, depth + 1):
        started = time.perf_counter()
        count = count_sequences(loaded, rules, level)
        typer.echo(f"depth {level}: {count:,} sequences, {time.perf_counter() - started:.2f} s")
    if divide:
        for name, count in divided(loaded, rules, depth):
            typer.echo(f"  {name}: {count:,}")


def count_sequences(game: Game, rules: Record, depth: int) -> int:
    """Return the number of sequences of a length; shorter ones that end the game count too."""
    work = new_workspace(game, depth + 1)
    game.functions.start(rules, work.states[0])
    return int(game.kernels.perft(rules, work, depth))


def divided(game: Game, rules: Record, depth: int) -> Iterator[tuple[str, int]]:
    """Yield each first entry by name with the number of sequences behind it: where two rule books differ, this says in
    which branch.
    """
    for entry in first_entries(Playthrough(game, rules)):
        work = new_workspace(game, depth)
        playthrough = Playthrough(game, rules)
        playthrough.apply(entry)
        work.states[0] = playthrough.state
        yield entry_name(game, entry), int(game.kernels.perft(rules, work, depth - 1))


def first_entries(playthrough: Playthrough) -> list[Entry]:
    """Return what may come first."""
    if playthrough.to_act == CHANCE:
        return [Entry(CHANCE, int(outcome)) for outcome in np.flatnonzero(playthrough.weights())]
    return [Entry(seat, action) for seat in range(playthrough.num_seats) for action in playthrough.legal_actions(seat)]
