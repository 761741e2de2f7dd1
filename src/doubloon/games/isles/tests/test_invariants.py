"""Every invariant notices what it is for; and what a page gets is plain data."""

import json
from collections.abc import Callable

import pytest

from doubloon.engine.contract import Record
from doubloon.games.isles.game import GAME
from doubloon.games.isles.scoring import count_up
from doubloon.games.isles.state import Phase, Zone
from doubloon.games.isles.tests.table import IslesTable


def put(field: str, value: int, *place: int) -> Callable[[Record], None]:
    """Return a function that writes a value into a field of a state."""

    def write(state: Record) -> None:
        if place:
            state[field][place] = value
        else:
            state[field] = value

    return write


BROKEN = {
    "an island lies in two zones": put("islands", 1, 0),
    "islands of a colour are lost or found (I1.1)": put("islands", 0, Zone.DISPLAY),
    "a zone holds less than no ship": put("ships", -1, Zone.GONE),
    "ships are lost or found (I1.3)": put("ships", 9, Zone.PILE),
    "a seat owns less than nothing (I3.5)": put("ducats", -1, 0),
    "an empty seat owns something": put("jewels", 1, 4),
    "a ship is in hand and no column asked, or the reverse (I5.1)": put("phase", Phase.LAY_BOUGHT),
    "the last turns have begun without a ship, or the reverse (I6.1)": put("last_turns", 1),
    "the chests of a column are not those of its islands (I3.4)": put("chests", 1, 1, 2),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_state_is_noticed(name: str) -> None:
    table = IslesTable(2).sound()
    BROKEN[name](table.state)
    assert GAME.violations[GAME.functions.violation(table.rules, table.state)] == name


def test_a_full_display_a_ship_too_early_and_a_wrong_count_are_noticed() -> None:
    table = IslesTable(2)
    table.rules.display_cards = 5
    assert GAME.violations[GAME.functions.violation(table.rules, table.state)].startswith(
        "the display or One-Eye's table holds too many"
    )
    table = IslesTable(2)
    table.state.ships[Zone.PILE] -= 1
    table.state.ships[Zone.DISPLAY] += 1
    table.rules.display_cards = 7
    assert (
        GAME.violations[GAME.functions.violation(table.rules, table.state)]
        == "a ship lies above an island in the pile (I2.3)"
    )
    table = IslesTable(2)
    count_up(table.rules, table.state)
    table.state.phase = Phase.OVER
    table.sound()
    table.state.score[1] += 1
    assert (
        GAME.violations[GAME.functions.violation(table.rules, table.state)]
        == "the count of a seat is not what it owns (I7.1)"
    )


def test_the_data_of_a_page_is_json() -> None:
    table = IslesTable(3).give(0, "red:8", "ship:blue")
    data = GAME.view.data(table.rules, table.observation(0), 0)
    assert json.loads(json.dumps(data)) == data
    assert data["display"] == ["red:2", "red:3", "red:4", "blue:5", "blue:6", "green:7"]
    assert data["cards"]["green:7"] == {  # type: ignore[index]
        "price": 7,
        "fight_cost": 4,
        "sale": 3,
        "ducats": 0,
        "sabres": 1,
        "jewels": 1,
        "chests": 0,
    }
