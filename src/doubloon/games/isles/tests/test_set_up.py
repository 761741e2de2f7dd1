"""The clauses of components, set-up and cards (I1, I2), by their numbers."""

import pytest

from doubloon.engine.errors import BadSeats, BadSetting
from doubloon.engine.playthrough import build_rules, game_settings, new_rules
from doubloon.engine.table import Table
from doubloon.games.isles.game import GAME
from doubloon.games.isles.state import CARD_IDS, COLOURS, PER_COLOUR, SHIP, Zone
from doubloon.games.isles.tests.table import BOARD, DISPLAY, IslesTable, card_number

CARDS = {
    # price: chests, sabres, ducats, jewels
    2: (3, 0, 0, 0),
    3: (2, 0, 1, 0),
    4: (1, 1, 0, 0),
    5: (0, 1, 2, 0),
    6: (1, 0, 3, 0),
    7: (0, 1, 0, 1),
    8: (0, 0, 0, 2),
}


@pytest.mark.rule("I1.1")
def test_eight_colours_of_seven_islands() -> None:
    table = Table.new(GAME, 5)
    islands = [name for name in table.possible() if name != "ship"]
    assert len(islands) == 56
    assert [islands[0], islands[6], islands[7], islands[-1]] == ["red:2", "red:8", "blue:2", "white:8"]
    assert COLOURS == ("red", "blue", "green", "yellow", "orange", "violet", "brown", "white")


@pytest.mark.rule("I1.2")
def test_every_colour_has_the_same_seven_cards() -> None:
    rules = new_rules(GAME, 2)
    for card in range(SHIP):
        price = 2 + card % PER_COLOUR
        assert rules.price[card] == price
        assert (rules.chests[card], rules.sabres[card], rules.ducats[card], rules.jewels[card]) == CARDS[price]


@pytest.mark.rule("I1.2")
def test_a_table_may_use_another_set() -> None:
    table = IslesTable(2, "price.8=9", "green.jewels.8=5", "red.price.8=1")
    assert [int(table.rules.price[card_number(f"{colour}:8")]) for colour in ("red", "green", "white")] == [1, 9, 9]
    assert [int(table.rules.jewels[card_number(f"{colour}:8")]) for colour in ("red", "green")] == [2, 5]


@pytest.mark.rule("I1.3")
def test_eight_ships_that_cost_five_and_show_nothing() -> None:
    table = IslesTable(2)
    assert table.state.ships[Zone.PILE] == 8
    assert table.rules.price[SHIP] == 5
    assert [int(table.rules[symbol][SHIP]) for symbol in ("chests", "sabres", "ducats", "jewels")] == [0, 0, 0, 0]


@pytest.mark.rule("I1.4")
def test_the_bank_never_runs_out() -> None:
    table = IslesTable(2).purse(0, ducats=5000, sabres=5000, jewels=5000)
    table.play("take:blue:6")
    assert table.owned(0) == (5000 - 6 + 3, 5000, 5000)


@pytest.mark.rule("I2.1")
@pytest.mark.parametrize(("num_seats", "num_colours"), [(2, 5), (3, 6), (4, 7), (5, 8)])
def test_colours_by_players_drawn_at_random(num_seats: int, num_colours: int) -> None:
    table = Table.new(GAME, num_seats)
    for left_out in range(8 - num_colours):
        assert table.possible() == {f"without:{colour}": 1 for colour in COLOURS[left_out:]}
        table.play(f"without:{COLOURS[left_out]}")
    assert list(table.possible()) == list(CARD_IDS[(8 - num_colours) * 7 : 56])


@pytest.mark.rule("I2.1")
def test_two_to_five_players() -> None:
    for num_seats in (1, 6):
        with pytest.raises(BadSeats, match="2 to 5"):
            new_rules(GAME, num_seats)


@pytest.mark.rule("I2.2")
def test_one_jewel_two_sabres_twenty_ducats() -> None:
    table = Table.new(GAME, 4)
    assert table.state.jewels.tolist() == [1, 1, 1, 1, 0]
    assert table.state.sabres.tolist() == [2, 2, 2, 2, 0]
    assert table.state.ducats.tolist() == [20, 20, 20, 20, 0]


@pytest.mark.rule("I2.3")
def test_every_island_of_the_pile_is_as_likely_and_ships_come_last() -> None:
    table = IslesTable(2)
    table.play("take:red:2", "give:red:3")
    assert set(table.possible().values()) == {1}
    assert len(table.possible()) == 28
    assert "ship" not in table.possible()
    table.drain("red:8").play("red:8")
    assert table.possible() == {"ship": 8}


@pytest.mark.rule("I2.4")
def test_six_in_the_display_and_one_on_one_eyes_table() -> None:
    table = IslesTable(2)
    assert table.zone(Zone.DISPLAY) == list(DISPLAY)
    assert table.zone(Zone.BOARD) == list(BOARD)
    assert table.rules.board_spaces == 6


@pytest.mark.rule("I2.4")
def test_the_set_up_needs_islands_enough() -> None:
    settings = game_settings(GAME)
    with pytest.raises(BadSetting, match=r"display.cards = 6 and board.start = 2 need 8 islands; colours.2 = 1 has 7"):
        build_rules(GAME, settings.changed(["colours.2=1", "board.start=2"]), 2)
    with pytest.raises(BadSetting, match=r"board.start = 1 is not allowed; expected 0 .. board.spaces = 0"):
        build_rules(GAME, settings.changed(["board.spaces=0"]), 2)


@pytest.mark.rule("I2.5")
def test_a_random_player_starts_and_play_goes_clockwise() -> None:
    table = Table.new(GAME, 3)
    table.play("without:white", "without:brown", *DISPLAY, *BOARD)
    assert table.possible() == {"starter:0": 1, "starter:1": 1, "starter:2": 1}
    table.play("starter:1")
    assert table.only_seat() == 1
    table.play("take:red:2", "give:red:3", "red:8", "red:7")
    assert table.only_seat() == 2
    table.play("take:blue:6", "give:red:7", "red:6", "red:5")
    assert table.only_seat() == 0


@pytest.mark.rule("I2.5")
def test_a_series_names_the_starter() -> None:
    assert IslesTable(3, "starter=2").only_seat() == 2
    with pytest.raises(BadSetting, match=r"options.starter = '3' names no seat; expected random \| 0 .. 2"):
        IslesTable(3, "starter=3")


@pytest.mark.rule("I2.6")
def test_everything_lies_open() -> None:
    table = IslesTable(3).give(0, "red:8", "blue:2")
    for viewer in (0, 1, 2, -2):
        assert table.observation(viewer).tobytes() == table.state.tobytes()
    seats = GAME.view.data(table.rules, table.observation(1), 1)["seats"]
    assert seats[0]["columns"][0] == {  # type: ignore[index]
        "colour": "red",
        "cards": ["red:8"],
        "ships": 0,
        "chests": 0,
        "pays": {"ducats": 0, "sabres": 0, "jewels": 2},
    }
