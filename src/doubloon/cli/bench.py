"""`doubloon bench`: how fast it is, with the best of the field beside it where that is installed."""

import json
import random
import statistics
import time
from collections.abc import Callable
from typing import Annotated

import typer

from doubloon.cli.options import AsJson, BatchSeed, playable_games
from doubloon.engine.contract import Game
from doubloon.engine.errors import DoubloonError
from doubloon.engine.kernels.workspace import new_rows, new_workspace
from doubloon.engine.playthrough import new_rules
from doubloon.games import load

ROUNDS = 7
ROUND_S = 0.3
PEER_GAME = "pig(players=4)"

app = typer.Typer(
    help="Measure speed on this machine, side by side with OpenSpiel where it is installed (extra `envs`).",
    no_args_is_help=True,
)


@app.callback()
def bench() -> None:
    """Measure speed on this machine."""


@app.command("rules")
def bench_rules(
    game: Annotated[str, typer.Option("--game", help="Only this game; all games without it.")] = "",
    seed: BatchSeed = 1,
    as_json: AsJson = False,
) -> None:
    """Random play inside the engine on one core: decisions of players a second, chance not counted."""
    games = [load(game)] if game else playable_games()
    rates = {loaded.slug: rules_rates(loaded, seed) for loaded in games}
    peer = peer_decisions_per_s(seed)
    rows = [row(loaded, *rates[loaded.slug], peer) for loaded in games]
    if as_json:
        typer.echo(json.dumps(rows[0] if game else rows))
        return
    for entry in rows:
        typer.echo(
            f"{entry['game']}, {entry['seats']} seats: {entry['decisions_per_s']:,} decisions/s, "
            f"{entry['games_per_s']:,} games/s"
        )
        if peer:
            typer.echo(
                f"  OpenSpiel {PEER_GAME}: {entry['peer_decisions_per_s']:,} decisions/s; ratio {entry['ratio']}"
            )
    if not peer:
        typer.echo("OpenSpiel is not installed (extra `envs`); no ratio")


@app.command("server")
def bench_server(
    mode: Annotated[
        str,
        typer.Option(
            "--mode",
            help="`api` (JSON), `page` (three viewers a table, each with a rendered fragment), or both without it.",
        ),
    ] = "",
    tables: Annotated[
        list[int] | None,
        typer.Option(
            "--tables", min=1, help="Number of tables; may be given several times. Without it 1, 20, 100 and 500."
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.1, help="How long each number of tables is measured.")
    ] = 10.0,
    game: Annotated[str, typer.Option("--game", help="What is played.")] = "shipyard",
    as_json: AsJson = False,
) -> None:
    """A whole server with its clients on this machine: acts a second, each on disk before it is answered."""
    from doubloon.cli.load.command import MODES, measure, show

    if mode and mode not in MODES:
        raise DoubloonError(f"--mode {mode}: expected {' or '.join(MODES)}")
    load(game)
    show(measure([mode] if mode else list(MODES), tables or [1, 20, 100, 500], seconds, game), as_json=as_json)


def row(game: Game, decisions_per_s: float, games_per_s: float, peer: float | None) -> dict[str, object]:
    """Return the figures of a game as plain data."""
    figures: dict[str, object] = {"game": game.slug, "seats": game.usual_seats}
    figures |= {"decisions_per_s": round(decisions_per_s), "games_per_s": round(games_per_s)}
    if peer:
        figures |= {
            "peer": f"open_spiel {PEER_GAME}",
            "peer_decisions_per_s": round(peer),
            "ratio": round(decisions_per_s / peer, 1),
        }
    return figures


def median_rate(play_round: Callable[[], float]) -> float:
    """Return the median over rounds of a rate a second; the first round, which may compile, does not count."""
    play_round()
    return statistics.median(play_round() for _ in range(ROUNDS))


def rules_rates(game: Game, seed: int) -> tuple[float, float]:
    """Return decisions and games a second of random play in one thread, medians over rounds."""
    rules = new_rules(game, game.usual_seats)
    work = new_workspace(game, 1)
    rows = new_rows(1000)
    game.kernels.random_games(rules, work, seed, 0, rows)
    decisions_per_game = float(rows.decisions.mean())

    def play_round() -> float:
        played = 0
        decisions = 0
        started = time.perf_counter()
        while (elapsed := time.perf_counter() - started) < ROUND_S:
            game.kernels.random_games(rules, work, seed, played, rows)
            played += len(rows)
            decisions += int(rows.decisions.sum())
        return decisions / elapsed

    rate = median_rate(play_round)
    return rate, rate / decisions_per_game


def peer_decisions_per_s(seed: int) -> float | None:
    """Return decisions a second of random play of OpenSpiel's nearest game, driven from Python as its users do; None
    where not installed.
    """
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(PEER_GAME)
    dice = random.Random(seed)

    def play_round() -> float:
        decisions = 0
        started = time.perf_counter()
        while (elapsed := time.perf_counter() - started) < ROUND_S:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(dice.choices(outcomes, weights)[0])
                else:
                    state.apply_action(dice.choice(state.legal_actions()))
                    decisions += 1
        return decisions / elapsed

    return median_rate(play_round)
