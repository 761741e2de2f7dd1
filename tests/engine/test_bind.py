"""Entry points of different rules are different functions, also on disk."""

from types import ModuleType

import pytest

from doubloon.engine.contract import Functions, Record
from doubloon.engine.jit import rule
from doubloon.engine.kernels import playout
from doubloon.engine.kernels.bind import bind_kernel, find_function
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


def room(name: str, **functions: object) -> ModuleType:
    made = ModuleType(f"mygame.{name}")
    vars(made).update(functions)
    return made


def test_each_function_is_found_in_one_room() -> None:
    first, second = room("rules", start=nobody_stands_out), room("information", start=nobody_stands_out)
    assert find_function("mygame.compiled", "start", [first, second]) is nobody_stands_out


@pytest.mark.parametrize(
    ("other", "found"), [({}, "none"), ({"apply": len}, "mygame.rules and mygame.setup")], ids=["missing", "two"]
)
def test_a_function_that_no_room_or_two_have_is_an_error_with_its_name(other: dict[str, object], found: str) -> None:
    rooms = [room("rules", **({"apply": max} if other else {})), room("setup", **other)]
    with pytest.raises(
        TypeError, match=f"^mygame.compiled: expected one function 'apply' in rules, setup; .* {found}$"
    ):
        find_function("mygame.compiled", "apply", rooms)
