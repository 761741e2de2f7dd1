"""Matches between levels of bots: which games are played, and one of them played. Game `index` of a plan is the same
game on every machine.
"""

import time
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

import numpy as np

from doubloon.bots import new_bot
from doubloon.engine.contract import CHANCE, Game
from doubloon.engine.kernels.choose import sample_outcome
from doubloon.engine.playthrough import Bot, Playthrough
from doubloon.engine.rng import Rng, below, new_rng

LARGEST_BOT_SEED = 2**31 - 1


class Match(NamedTuple):
    """Who sits where in one game: one seat of a level, all others of another."""

    num_seats: int
    lone: str
    rest: str
    seat: int
    """Where the lone one sits."""

    @property
    def levels(self) -> list[str]:
        """Return the level of each seat."""
        return [self.lone if seat == self.seat else self.rest for seat in range(self.num_seats)]


class MatchResult(NamedTuple):
    """What one game of a plan came to."""

    number: int
    places: list[int]  # of each seat, 0 is first
    decisions: list[int]  # with a choice, of each seat
    seconds: list[float]  # of processor time spent on them, of each seat


@dataclass(frozen=True)
class RoundRobin:
    """A round robin: each level alone among each other one, with each number of seats, in each place of the turn
    order.
    """

    game: str
    levels: tuple[str, ...]
    seats: tuple[int, ...]
    rounds: int
    """Games of each level alone among each other, for each number of seats."""
    seed: int
    changes: tuple[str, ...] = ()
    """Settings changed, as `key=value`."""

    @property
    def num_games(self) -> int:
        """How many games there are."""
        return self.rounds * len(self.seats) * len(self.levels) * (len(self.levels) - 1)

    def match(self, index: int) -> Match:
        """Return game `index`. Neighbours differ in seats and levels, so that a part of the plan is balanced too."""
        pairs = list(permutations(self.levels, 2))
        num_seats = self.seats[index % len(self.seats)]
        index //= len(self.seats)
        lone, rest = pairs[index % len(pairs)]
        return Match(num_seats, lone, rest, index // len(pairs) % num_seats)


def play_match(game: Game, plan: RoundRobin, index: int) -> MatchResult:
    """Play one game of a plan."""
    match = plan.match(index)
    rng = new_rng(plan.seed, index)
    playthrough = Playthrough.new(game, match.num_seats, plan.changes)
    bots = [new_bot(level, game, below(rng, LARGEST_BOT_SEED)) for level in match.levels]
    result = MatchResult(index, [], [0] * match.num_seats, [0.0] * match.num_seats)
    while not playthrough.is_over:
        if playthrough.to_act == CHANCE:
            playthrough.chance(sample_outcome(playthrough.weights(), rng))
        else:
            decide(playthrough, bots, rng, result)
    result.places.extend(playthrough.ranking().tolist())
    return result


def decide(playthrough: Playthrough, bots: list[Bot], rng: Rng, result: MatchResult) -> None:
    """Let one of the seats that must decide do so, and count the time it took where it had a choice.

    In a simultaneous step a random one of them goes first, so that no seat is always the last to commit.
    """
    waiting = playthrough.seats_to_act()
    seat = waiting[below(rng, len(waiting))] if len(waiting) > 1 else waiting[0]
    sight = playthrough.sight(seat)
    started = time.process_time()
    action = bots[seat].choose(sight)
    if np.count_nonzero(sight.mask) > 1:
        result.decisions[seat] += 1
        result.seconds[seat] += time.process_time() - started
    playthrough.act(seat, action)
