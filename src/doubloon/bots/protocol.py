"""What a bot is: it gets what a person at that seat gets, and answers with an action. It never sees the state."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from doubloon.engine.contract import Game, Mask, Record


def go_on() -> None:
    """Do nothing: nobody else wants the processor."""


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
    give_way: Callable[[], None] = go_on
    """To be called every few milliseconds by a bot that thinks for long: it may wait there until others have thought.
    Whatever it does, the bot chooses the same.
    """


class Bot(Protocol):
    """Decides for one seat of one game at a time."""

    def choose(self, sight: Sight) -> int:
        """Return one of the legal actions."""
        ...
