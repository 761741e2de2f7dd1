"""What a bot is: it gets what a person at that seat gets, and answers with an action. It never sees the state."""

from dataclasses import dataclass
from typing import Protocol

from doubloon.engine.contract import Game, Mask, Record


@dataclass(frozen=True)
class Sight:
    """All a bot is told when it must decide."""

    game: Game
    rules: Record
    observation: Record
    """A copy; the bot may do with it what it likes."""
    seat: int
    mask: Mask
    """Its legal actions, (num_actions,); at least one."""


class Bot(Protocol):
    """Decides for one seat of one game at a time."""

    def choose(self, sight: Sight) -> int:
        """Return one of the legal actions."""
        ...
