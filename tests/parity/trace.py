"""Plays random and greedy games and prints a hash of every state on the way; run compiled and plain, it must print the
same.

python tests/parity/trace.py GAMES
"""

import hashlib
import sys

from doubloon.bots import new_bot
from doubloon.bots.search import Style, options_of
from doubloon.engine.contract import CHANCE, Game
from doubloon.engine.kernels.choose import sample_outcome
from doubloon.engine.kernels.search import KNOWN, SEARCH_STATES
from doubloon.engine.kernels.tree import clear_tree, new_tree
from doubloon.engine.kernels.workspace import new_workspace
from doubloon.engine.playthrough import Playthrough
from doubloon.engine.rng import new_rng
from tests.conftest import every_table
from tests.support import random_step

GREEDY_STEPS = 150
RANDOM_STEPS = 250
SEARCHES = 2
STEPS_BETWEEN = 20
PLAYOUTS = 6


def trace_random(game: Game, playthrough: Playthrough, seed: int) -> str:
    """Return a hash over the states of a random game, and over what each seat sees in them."""
    digest = hashlib.sha256()
    rng = new_rng(seed)
    for _ in range(RANDOM_STEPS):
        if playthrough.is_over:
            digest.update(playthrough.returns().tobytes() + playthrough.ranking().tobytes())
            break
        random_step(playthrough, rng)
        digest.update(playthrough.state.tobytes() + playthrough.weights().tobytes())
        for seat in range(playthrough.num_seats):
            observation = playthrough.observation(seat)
            digest.update(playthrough.legal_mask(seat).tobytes() + observation.tobytes())
            game.functions.determinize(playthrough.rules, observation, seat, rng)
            digest.update(observation.tobytes())
        digest.update(bytes([game.functions.violation(playthrough.rules, playthrough.state)]))
    return digest.hexdigest()


def trace_greedy(game: Game, playthrough: Playthrough, seed: int) -> str:
    """Return a hash over the states of a game between greedy bots, events included."""
    digest = hashlib.sha256()
    rng = new_rng(seed)
    bots = [new_bot("sailor", game, seat) for seat in range(playthrough.num_seats)]
    for _ in range(GREEDY_STEPS):
        if playthrough.is_over:
            break
        if playthrough.to_act == CHANCE:
            events = playthrough.chance(sample_outcome(playthrough.weights(), rng))
        else:
            seat = playthrough.seats_to_act()[0]
            events = playthrough.act(seat, bots[seat].choose(playthrough.sight(seat)))
        digest.update(playthrough.state.tobytes() + repr(events).encode())
    return digest.hexdigest()


def trace_search(game: Game, playthrough: Playthrough, seed: int) -> str:
    """Return a hash over the whole tree of a search at some decisions of a random game."""
    digest = hashlib.sha256()
    rng = new_rng(seed)
    work, tree = new_workspace(game, SEARCH_STATES, seed), new_tree(game, 100)
    for _ in range(SEARCHES):
        for _ in range(STEPS_BETWEEN):
            if not playthrough.is_over:
                random_step(playthrough, rng)
        for seat in playthrough.seats_to_act():
            clear_tree(tree)
            work.states[KNOWN] = playthrough.observation(seat)
            game.kernels.search(playthrough.rules, seat, work, tree, options_of(Style(horizon=4), PLAYOUTS))
            digest.update(b"".join(array.tobytes() for array in tree))
    return digest.hexdigest()


def main(games: int) -> None:
    """Print one line a game."""
    for game, num_seats, changes in every_table():
        for seed in range(games):
            for name, trace in (("random", trace_random), ("greedy", trace_greedy), ("search", trace_search)):
                if name == "search" and changes:
                    continue  # it plays by the same functions; without compilation it is slow
                print(
                    game.slug,
                    num_seats,
                    ",".join(changes) or "default",
                    name,
                    seed,
                    trace(game, Playthrough.new(game, num_seats, changes), seed),
                )


if __name__ == "__main__":
    main(int(sys.argv[1]))
