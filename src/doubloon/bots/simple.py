"""Bots without search: one that knows only what is legal, and one that does what the game's heuristics prefer."""

from doubloon.engine.contract import Game
from doubloon.engine.kernels.choose import sample_action
from doubloon.engine.kernels.workspace import Workspace, new_workspace
from doubloon.engine.playthrough import Sight
from doubloon.engine.rng import new_rng, unit


class RandomBot:
    """Chooses each legal action with the same probability."""

    def __init__(self, seed: int) -> None:
        self._rng = new_rng(seed)

    def choose(self, sight: Sight) -> int:
        """Return a random legal action."""
        return sample_action(sight.mask, self._rng)


class GreedyBot:
    """Chooses the action that the game's `prefer` scores highest, of equal ones a random one; or, with a given
    probability, any action by mistake.
    """

    def __init__(self, game: Game, seed: int, mistakes: float = 0.0) -> None:
        self._work: Workspace = new_workspace(game, 1, seed)
        self._mistakes = mistakes

    def choose(self, sight: Sight) -> int:
        """Return the preferred legal action, or a mistake."""
        if self._mistakes > 0 and unit(self._work.rng) < self._mistakes:
            return sample_action(sight.mask, self._work.rng)
        return sight.game.kernels.greedy_action(sight.rules, sight.observation, sight.seat, sight.mask, self._work)
