"""How good the preferences of a game are, for the tests of any game."""

from doubloon.engine.contract import Game
from doubloon.engine.kernels.playout import TO_UNITS
from doubloon.engine.kernels.workspace import new_rows, new_workspace
from doubloon.engine.playthrough import new_rules


def won_by_greedy(game: Game, num_seats: int, games: int = 400) -> float:
    """Return the share of games in which seat 0, which does what `prefer` says, is first among random players; a place
    that is shared counts whole.
    """
    work, rows = new_workspace(game, 2), new_rows(games)
    work.mistakes[1:] = TO_UNITS
    game.kernels.greedy_games(new_rules(game, num_seats), work, 3, 0, rows)
    return float((rows.places[:, 0] == 0).mean())
