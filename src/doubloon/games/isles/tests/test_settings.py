"""Every number and option of `cards.toml` has its effect in play, and what is wrong is refused in a sentence."""

from collections.abc import Callable

import pytest

from doubloon.engine.errors import BadInput, BadSetting
from doubloon.engine.playthrough import build_rules, game_settings, new_rules
from doubloon.engine.settings import parse_settings
from doubloon.engine.table import Table
from doubloon.games.isles.game import GAME
from doubloon.games.isles.scoring import count_up
from doubloon.games.isles.state import COLOURS, Zone
from doubloon.games.isles.tests.table import DISPLAY, IslesTable


def bought(card: str, *changes: str) -> IslesTable:
    """Return a table where seat 0 has bought a card of the display."""
    table = IslesTable(2, *changes).purse(0, ducats=50, sabres=0)
    table.play(f"take:{card}")
    return table


def sold(action: str, *changes: str) -> int:
    """Return the ducats that a sale brings."""
    table = IslesTable(2, *changes).purse(0, ducats=0, jewels=9).give(0, "yellow:8", "ship:red")
    table.play(action)
    return int(table.state.ducats[0])


def fight_cost(card: str, *changes: str) -> int:
    """Return the sabres that a fight for the card of One-Eye's table costs."""
    table = IslesTable(2, *changes, board=(card,)).purse(0, sabres=50)
    table.play("take:red:2", f"take:{card}")
    return 50 + int(table.rules.sabres[table.game.outcomes.index(card)]) - int(table.state.sabres[0])


def ship_price(*changes: str) -> int:
    """Return the ducats that a ship costs."""
    table = IslesTable(2, *changes).drain()
    table.play("take:red:2", "give:red:3", "ship", "ship", "take:ship")
    return 20 - int(table.state.ducats[1])


def counted(*changes: str) -> list[int]:
    """Return the scores of three seats with 3, 2 and 1 blue chests, 10 ducats and 2 sabres each."""
    table = IslesTable(3, *changes)
    table.state.chests[:3, COLOURS.index("blue")] = (3, 2, 1)
    for seat in range(3):
        table.purse(seat, ducats=10, sabres=2, jewels=0)
    count_up(table.rules, table.state)
    scores: list[int] = table.state.score[:3].tolist()
    return scores


def spaces(*changes: str) -> int:
    """Return how many spaces of One-Eye's table the data for a page names, and check that there is no move onto a full
    one.
    """
    table = IslesTable(2, *changes)
    table.play("take:red:2")
    data = table.game.view.data(table.rules, table.state, 0)
    full = len(table.zone(Zone.BOARD)) >= int(table.rules.board_spaces)
    assert (table.phase() == "refill") == full
    return int(str(data["board_spaces"]))


Probe = Callable[..., object]
EFFECTS: dict[str, tuple[str, Probe, object, object]] = {
    # pattern: a change, what to look at, without the change, with it
    "jewel_sale": ("jewel_sale=5", lambda *c: sold("jewel", *c), 3, 5),
    "island_sale_percent": ("island_sale_percent=25", lambda *c: sold("give:yellow:8", *c), 4, 2),
    "ship_sale": ("ship_sale=4", lambda *c: sold("column:red", *c), 2, 4),
    "price.<card>": ("price.7=9", lambda *c: 50 - bought("green:7", *c).owned(0)[0], 7, 9),
    "chests.<card>": ("chests.2=5", lambda *c: bought("red:2", *c).chests(0, "red"), 3, 5),
    "sabres.<card>": ("sabres.2=5", lambda *c: bought("red:2", *c).owned(0)[1], 0, 5),
    "ducats.<card>": ("ducats.6=5", lambda *c: bought("blue:6", *c).owned(0)[0], 47, 49),
    "jewels.<card>": ("jewels.6=5", lambda *c: bought("blue:6", *c).owned(0)[2], 1, 6),
    "<colour>.price.<card>": ("green.price.7=9", lambda *c: 50 - bought("green:7", *c).owned(0)[0], 7, 9),
    "<colour>.<symbol>.<card>": ("red.chests.2=5", lambda *c: bought("red:2", *c).chests(0, "red"), 3, 5),
    "colours.<players>": ("colours.5=7", lambda *c: len(Table.new(GAME, 5, c).possible()), 56, 8),
    "ship.count": ("ship.count=3", lambda *c: IslesTable(2, *c).drain("red:8").state.ships[Zone.PILE], 8, 3),
    "ship.price": ("ship.price=6", ship_price, 5, 6),
    "start.jewels": ("start.jewels=4", lambda *c: IslesTable(2, *c).owned(1), (20, 2, 1), (20, 2, 4)),
    "start.sabres": ("start.sabres=4", lambda *c: IslesTable(2, *c).owned(1), (20, 2, 1), (20, 4, 1)),
    "start.ducats": ("start.ducats=4", lambda *c: IslesTable(2, *c).owned(1), (20, 2, 1), (4, 2, 1)),
    "display.cards": (
        "display.cards=5",
        lambda *c: len(IslesTable(2, *c, display=DISPLAY[: 6 - len(c)]).zone(Zone.DISPLAY)),
        6,
        5,
    ),
    "board.spaces": ("board.spaces=1", spaces, 6, 1),
    "board.start": (
        "board.start=0",
        lambda *c: len(IslesTable(2, *c, board=("green:8",) * (not c)).zone(Zone.BOARD)),
        1,
        0,
    ),
    "fight.sabres": ("fight.sabres=2", lambda *c: fight_cost("green:8", *c), 3, 2),
    "fight.sabres_armed": ("fight.sabres_armed=6", lambda *c: fight_cost("green:4", *c), 4, 6),
    "count.sabre": ("count.sabre=5", counted, [7 + 3, 4 + 3, 1 + 3], [7 + 4, 4 + 4, 1 + 4]),
    "count.jewel": ("count.jewel=8", counted, [7 + 3, 4 + 3, 1 + 3], [7 + 2, 4 + 2, 1 + 2]),
    "majority.first": ("majority.first=9", counted, [10, 7, 4], [12, 7, 4]),
    "majority.second": ("majority.second=5", counted, [10, 7, 4], [10, 8, 4]),
    "majority.third": ("majority.third=2", counted, [10, 7, 4], [10, 7, 5]),
}
OPTIONS = {"options.ending", "options.tie", "options.starter"}
"""Tested with their clauses I6.1, I7.3 and I2.5."""


def test_every_setting_is_probed() -> None:
    assert set(EFFECTS) | OPTIONS == set(GAME.schema.allowed)


@pytest.mark.parametrize("pattern", EFFECTS)
def test_a_number_has_its_effect(pattern: str) -> None:
    change, probe, before, after = EFFECTS[pattern]
    assert GAME.schema.pattern(change.partition("=")[0]) == pattern
    assert probe() == before
    assert probe(change) == after


def test_a_price_changes_in_every_colour() -> None:
    rules = new_rules(GAME, 2, ["price.8=9"])
    assert rules.price[6:56:7].tolist() == [9] * 8
    assert rules.sale[6:56:7].tolist() == [4] * 8


def test_a_colour_may_have_a_set_of_its_own() -> None:
    text = (GAME.folder / "cards.toml").read_text(encoding="utf-8") + "\n[red]\nprice = { 8 = 5 }\njewels = { 8 = 1 }\n"
    rules = build_rules(GAME, parse_settings(GAME.schema, text, "my.toml"), 2)
    assert (rules.price[6], rules.jewels[6], rules.price[13], rules.jewels[13]) == (5, 1, 8, 2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            "price.9=1",
            r"--set: unknown key 'price.9'; allowed: jewel_sale, .*price.<card>.*; <card> is 2 \| 3 \| 4 \| 5 \| "
            r"6 \| 7 \| 8; <colour> is red",
        ),
        ("purple.price.8=1", "--set: unknown key 'purple.price.8'"),
        ("red.gold.8=1", r"<symbol> is chests \| sabres \| ducats \| jewels"),
        ("price.8=x", r"--set: price.8 = 'x' is not allowed; expected 0 .. 99"),
        ("price.8=-1", r"expected 0 .. 99"),
        ("jewels.8=21", r"expected 0 .. 20"),
        ("tie=six", r"--set: options.tie = 'six' is not allowed; expected pot \| seven"),
        ("count.jewel=0", r"expected 1 .. 99"),
        ("colours.6=3", r"unknown key 'colours.6'"),
    ],
)
def test_a_wrong_key_or_value_is_refused_with_what_is_allowed(change: str, message: str) -> None:
    with pytest.raises(BadSetting, match=message):
        game_settings(GAME).changed([change])


def test_a_broken_file_is_refused_with_file_key_and_value() -> None:
    text = (GAME.folder / "cards.toml").read_text(encoding="utf-8")
    with pytest.raises(BadSetting, match=r"my.toml: sabres.4 = 'one' is not allowed; expected 0 .. 20"):
        parse_settings(
            GAME.schema, text.replace("sabres = { 2 = 0, 3 = 0, 4 = 1", 'sabres = { 2 = 0, 3 = 0, 4 = "one"'), "my.toml"
        )
    with pytest.raises(BadSetting, match=r"my.toml: ship.price is missing; expected 0 .. 99"):
        build_rules(GAME, parse_settings(GAME.schema, text.replace("price = 5", ""), "my.toml"), 2)
    with pytest.raises(BadInput, match=r"my.toml: not valid TOML"):
        parse_settings(GAME.schema, text + "[", "my.toml")
