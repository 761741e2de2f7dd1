"""`doubloon bench search`: playouts a second of the tree search, with OpenSpiel's searches beside it where that is
installed.
"""

import json
import random
import time
from collections.abc import Callable
from typing import Annotated, Any

import typer

from doubloon.bots import read_level
from doubloon.bots.search import Style, options_of
from doubloon.cli.bench import median_rate
from doubloon.cli.options import AsJson, BatchSeed, playable_games
from doubloon.engine.contract import CHANCE, Game
from doubloon.engine.kernels.choose import sample_outcome
from doubloon.engine.kernels.search import ENDLESS, KNOWN, SEARCH_STATES
from doubloon.engine.kernels.tree import clear_tree, new_tree
from doubloon.engine.kernels.workspace import new_workspace
from doubloon.engine.playthrough import Playthrough
from doubloon.engine.rng import new_rng
from doubloon.games import load

LEVEL = "captain"
PLAYOUTS = 2000
"""Of one search, ours and the peers'."""
NODES = 1 << 15
RANDOM = Style(noise=1.0, horizon=ENDLESS)
"""Random playouts to the end of the game, as OpenSpiel's searches make them."""
ROUND_S = 0.3
PEERS = {"shipyard": "mcts pig(players=4)", "isles": "is-mcts hearts", "rubies": "is-mcts hearts"}
EXPLORATION = 1.4
MOST_MEMORY_MB = 1000


def bench_search(
    game: Annotated[str, typer.Option("--game", help="Only this game; all games without it.")] = "",
    seed: BatchSeed = 1,
    as_json: AsJson = False,
) -> None:
    """Tree search on one core: playouts a second from the first choice of a game, as a captain searches, and with
    random playouts to the end.
    """
    games = [load(game)] if game else playable_games()
    peers = peer_rates(seed)
    rows: list[dict[str, object]] = []
    pairings: list[dict[str, object]] = []
    for loaded in games:
        for name, style in ((LEVEL, read_level(LEVEL, loaded).style), ("random to the end", RANDOM)):
            rate = search_rate(loaded, style, seed)
            rows.append(
                {"game": loaded.slug, "seats": loaded.usual_seats, "playouts": name, "playouts_per_s": round(rate)}
            )
            peer = PEERS.get(loaded.slug, "")
            if peer in peers:
                ours = f"{loaded.slug}, {name}"
                ratio = round(rate / peers[peer], 1)
                pairings.append(
                    {
                        "ours": ours,
                        "peer": f"open_spiel {peer}",
                        "ours_per_s": round(rate),
                        "peer_per_s": round(peers[peer]),
                        "ratio": ratio,
                    }
                )
    if as_json:
        typer.echo(json.dumps({"rows": rows, "pairings": pairings}))
        return
    for row in rows:
        typer.echo(f"{row['game']}, {row['seats']} seats, playouts of {row['playouts']}: {row['playouts_per_s']:,}/s")
    for pairing in pairings:
        typer.echo(f"  {pairing['ours']} : {pairing['peer']} at {pairing['peer_per_s']:,}/s; ratio {pairing['ratio']}")
    if not peers:
        typer.echo("OpenSpiel is not installed (extra `envs`); no ratios")


def first_choice(game: Game, seed: int) -> Playthrough:
    """Return a game at its first decision with a choice."""
    playthrough = Playthrough.new(game, game.usual_seats)
    rng = new_rng(seed)
    while playthrough.to_act == CHANCE or len(playthrough.legal_actions(playthrough.seats_to_act()[0])) < 2:
        if playthrough.to_act == CHANCE:
            playthrough.chance(sample_outcome(playthrough.weights(), rng))
        else:
            seat = playthrough.seats_to_act()[0]
            playthrough.act(seat, playthrough.legal_actions(seat)[0])
    return playthrough


def search_rate(game: Game, style: Style, seed: int) -> float:
    """Return playouts a second of a search in one thread, median over rounds."""
    playthrough = first_choice(game, seed)
    seat = playthrough.seats_to_act()[0]
    work, tree = new_workspace(game, SEARCH_STATES, seed), new_tree(game, NODES)
    work.states[KNOWN] = playthrough.observation(seat)
    options = options_of(style, PLAYOUTS)

    def search() -> int:
        clear_tree(tree)
        game.kernels.search(playthrough.rules, seat, work, tree, options)
        return PLAYOUTS

    return median_rate(lambda: rate_of(search))


def rate_of(search: Callable[[], int]) -> float:
    """Return how much a second a function does that returns how much it did."""
    done = 0
    started = time.perf_counter()
    while (elapsed := time.perf_counter() - started) < ROUND_S:
        done += search()
    return done / elapsed


def peer_rates(seed: int) -> dict[str, float]:
    """Return playouts a second of OpenSpiel's searches in C++, from the first choice of their nearest games; empty
    where not installed.
    """
    try:
        import pyspiel
    except ImportError:
        return {}
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    pig, hearts = pyspiel.load_game("pig(players=4)"), pyspiel.load_game("hearts")
    mcts = pyspiel.MCTSBot(pig, evaluator, EXPLORATION, PLAYOUTS, MOST_MEMORY_MB, False, seed, False)
    ismcts = pyspiel.ISMCTSBot(
        seed, evaluator, EXPLORATION, PLAYOUTS, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False
    )
    return {"mcts pig(players=4)": peer_rate(pig, mcts, seed), "is-mcts hearts": peer_rate(hearts, ismcts, seed)}


def peer_rate(game: Any, bot: Any, seed: int) -> float:
    """Return playouts a second of one of OpenSpiel's searches."""
    state = game.new_initial_state()
    dice = random.Random(seed)
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, weights)[0])
        else:
            state.apply_action(state.legal_actions()[0])

    def search() -> int:
        bot.step(state)
        return PLAYOUTS

    return median_rate(lambda: rate_of(search))
