"""Entry points of different rules are different functions, also on disk."""

from doubloon.engine.contract import Functions, Record
from doubloon.engine.jit import rule
from doubloon.engine.kernels import playout
from doubloon.engine.kernels.bind import bind_kernel
from doubloon.engine.kernels.workspace import new_rows, new_workspace
from doubloon.engine.playthrough import new_rules
from tests.conftest import GAMES


@rule
def nobody_stands_out(rules: Record, state: Record, seat: int) -> int:
    """Rank all seats alike."""
    return 0


def test_two_bindings_of_one_kernel_do_not_share_a_place_on_disk() -> None:
    """They have the same signature and the same body; only the functions they call differ."""
    game = GAMES[0]
    functions: Functions = game.functions
    levelled = bind_kernel(
        "random_games", playout.random_games, functions._replace(standing=nobody_stands_out), __name__
    )
    rules = new_rules(game, game.seats[0])
    places = []
    for play in (game.kernels.random_games, levelled):
        rows = new_rows(20)
        play(rules, new_workspace(game, 1), 1, 0, rows)
        places.append(rows.places[:, : game.seats[0]].copy())
    assert places[0].any()
    assert not places[1].any()
