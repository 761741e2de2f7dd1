"""Plays random and greedy games and prints a hash of every state on the way; run compiled and plain, it must print the same.

python tests/parity/trace.py GAMES
"""

import hashlib
import sys

from doubloon.bots import new_bot
from doubloon.bots.protocol import Sight
from doubloon.engine.contract import CHANCE, Game
from doubloon.engine.kernels.choose import sample_outcome
from doubloon.engine.playthrough import Playthrough
from doubloon.engine.rng import new_rng
from tests.conftest import every_table
from tests.support import new_playthrough, random_step

GREEDY_STEPS = 150
RANDOM_STEPS = 250


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
    bots = [new_bot("greedy", game, seat) for seat in range(playthrough.num_seats)]
    for _ in range(GREEDY_STEPS):
        if playthrough.is_over:
            break
        if playthrough.to_act == CHANCE:
            events = playthrough.chance(sample_outcome(playthrough.weights(), rng))
        else:
            seat = playthrough.seats_to_act()[0]
            sight = Sight(game, playthrough.rules, playthrough.observation(seat), seat, playthrough.legal_mask(seat))
            events = playthrough.act(seat, bots[seat].choose(sight))
        digest.update(playthrough.state.tobytes() + repr(events).encode())
    return digest.hexdigest()


def main(games: int) -> None:
    """Print one line a game."""
    for game, num_seats, changes in every_table():
        for seed in range(games):
            for name, trace in (("random", trace_random), ("greedy", trace_greedy)):
                print(game.slug, num_seats, ",".join(changes) or "default", name, seed, trace(game, new_playthrough(game, num_seats, changes), seed))


if __name__ == "__main__":
    main(int(sys.argv[1]))
