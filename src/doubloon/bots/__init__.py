"""Bots by the name of their level."""

from collections.abc import Callable

from doubloon.bots.protocol import Bot
from doubloon.bots.simple import GreedyBot, RandomBot
from doubloon.engine.contract import Game
from doubloon.engine.errors import BadSeats

LEVELS: dict[str, Callable[[Game, int], Bot]] = {
    "random": lambda game, seed: RandomBot(seed),
    "greedy": GreedyBot,
}
"""Every level, weakest first: how to make a bot of it for a game, with a seed for what it leaves to chance."""


def new_bot(level: str, game: Game, seed: int) -> Bot:
    """Return a bot of a level. Raises BadSeats for a level that does not exist."""
    if level not in LEVELS:
        raise BadSeats(f"unknown player {level!r}; there are: human, {', '.join(LEVELS)}")
    return LEVELS[level](game, seed)
