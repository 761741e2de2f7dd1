"""The adviser of a guided game: a quick look ahead, the same for the same position, so that a page may be loaded
again.
"""

from typing import NamedTuple

import numpy as np

from doubloon.bots.levels import new_searcher
from doubloon.bots.simple import GreedyBot
from doubloon.engine.contract import Game
from doubloon.engine.playthrough import Sight

LEVEL = "captain+playouts=300"
"""Some 5 ms of one core in most positions, 60 in the widest of all."""
FIXED_SEED = 0
AS_GOOD = 0.01
"""Of two actions whose chances differ by no more, the one that a sensible player would see at once is advised: it is
easier to explain.
"""
ENOUGH = 0.1
"""Only an action that was tried at least this part as often as the best one is known well enough for that."""


class Counsel(NamedTuple):
    """What is advised, and what it is worth."""

    action: int
    win: float | None = None
    """Chance to be first with it; None where there was nothing to choose."""
    other: int | None = None
    """The next best action that was tried often enough to be compared."""
    other_win: float | None = None


class Adviser:
    """Gives counsel to seats of one game; a bot, too, that follows it blindly."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def choose(self, sight: Sight) -> int:
        """Return the advised action."""
        return self.counsel(sight).action

    def counsel(self, sight: Sight) -> Counsel:
        """Return what is advised to a seat that must decide."""
        legal = np.flatnonzero(sight.mask)
        if len(legal) == 1:
            return Counsel(int(legal[0]))
        plain = GreedyBot(self._game, FIXED_SEED).choose(sight)
        verdict = new_searcher(LEVEL, self._game, FIXED_SEED).search(sight)
        known = verdict.tries >= ENOUGH * verdict.tries[verdict.best]
        chances = {
            int(action): float(win) for action, win in zip(verdict.actions[known], verdict.win[known], strict=True)
        }
        best = int(verdict.actions[verdict.best])
        action = plain if chances.get(plain, -1.0) >= chances[best] - AS_GOOD else best
        others = sorted((win, other) for other, win in chances.items() if other != action)
        other_win, other = others[-1] if others else (None, None)
        return Counsel(action, chances[action], other, other_win)
