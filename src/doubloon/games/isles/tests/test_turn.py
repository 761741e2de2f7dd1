"""The clauses of a turn: buy, fight, move, refill (I3), raising money (I4) and ships (I5), by their numbers."""

import pytest

from doubloon.engine.contract import SPECTATOR
from doubloon.engine.errors import IllegalAction, NotYourTurn
from doubloon.engine.message import Message, SeatName
from doubloon.games.isles.game import GAME
from doubloon.games.isles.state import COLOURS, Zone
from doubloon.games.isles.tests.table import IslesTable
from doubloon.games.isles.words import amounts, colour_name

ONLY_RED = ("red:2", "red:3", "red:4", "red:5", "red:6", "red:7")


@pytest.mark.rule("I3.1")
def test_a_card_of_the_display_must_be_bought() -> None:
    table = IslesTable(2)
    assert table.legal() == ["take:red:2", "take:red:3", "take:red:4", "take:blue:5", "take:blue:6", "take:green:7"]
    with pytest.raises(IllegalAction, match="legal: take:red:2"):
        table.play("pass")
    with pytest.raises(NotYourTurn):
        table.play("1 take:red:2")
    table.play("take:green:7")
    assert table.state.ducats[0] == 13
    assert table.zone(0) == ["green:7"]
    assert "green:7" not in table.zone(Zone.DISPLAY)


@pytest.mark.rule("I3.1")
def test_who_cannot_pay_must_sell() -> None:
    table = IslesTable(2).purse(0, ducats=1).give(0, "yellow:8")
    assert table.legal() == ["jewel", "give:yellow:8"]


@pytest.mark.rule("I3.2")
def test_the_card_joins_its_column_or_starts_one() -> None:
    table = IslesTable(2).give(0, "red:8")
    table.play("take:red:2")
    assert table.zone(0) == ["red:2", "red:8"]
    assert table.chests(0, "red") == 3
    table = IslesTable(2)
    table.play("take:blue:6")
    assert table.zone(0) == ["blue:6"]


@pytest.mark.rule("I3.3")
def test_the_whole_column_pays_and_no_other() -> None:
    table = IslesTable(2).give(0, "red:5", "red:7", "blue:8")
    events = table.play("take:red:4")
    assert table.owned(0) == (20 - 4 + 2, 2 + 3, 1 + 1)
    assert table.kinds(events) == ["bought", "paid", "paid", "paid", "payout", "purse"]


@pytest.mark.rule("I3.3")
def test_every_paying_card_is_told_and_the_sum() -> None:
    table = IslesTable(2, display=("red:3", "red:4", "blue:4", "blue:5", "blue:6", "blue:7")).give(
        0, "red:5", "red:2", "red:8"
    )
    events = table.play("take:red:3")
    gains = [moment.gains for event in events if (moment := GAME.page.moment(table.rules, event))]
    assert gains == [{"ducats": 1}, {"ducats": 2, "sabres": 1}, {"jewels": 2}]  # red 3, 5 and 8; red 2 pays nothing
    (payout,) = (event for event in events if table.kinds([event]) == ["payout"])
    assert (payout.a, payout.b) == (COLOURS.index("red"), 0b1001011)
    told = GAME.view.event(table.rules, payout, SPECTATOR)
    assert told == Message(
        "event.payout",
        {
            "seat": SeatName(0),
            "colour": colour_name(payout.a),
            "pays": amounts({"ducats": 3, "sabres": 1, "jewels": 2}),
        },
    )
    (purse,) = (event for event in events if table.kinds([event]) == ["purse"])
    assert (purse.a, purse.b, purse.c) == table.owned(0)


@pytest.mark.rule("I3.4")
def test_chests_pay_nothing_before_the_end() -> None:
    table = IslesTable(2)
    table.play("take:red:2")
    assert table.owned(0) == (18, 2, 1)
    assert table.chests(0, "red") == 3


@pytest.mark.rule("I3.5")
def test_the_whole_price_must_be_there_before_the_payout() -> None:
    table = IslesTable(2, display=ONLY_RED).purse(0, ducats=5, jewels=0)
    assert table.legal() == ["take:red:2", "take:red:3", "take:red:4", "take:red:5"]  # red 6 would bring three ducats


@pytest.mark.rule("I3.6")
def test_a_fight_costs_three_sabres_or_four_for_a_card_with_a_sabre() -> None:
    table = IslesTable(2).purse(0, sabres=3).give(0, "green:6")
    table.play("take:red:2")
    assert table.phase() == "fight"
    assert table.legal() == ["pass", "take:green:8"]
    table.play("take:green:8")
    assert table.owned(0) == (18 + 3, 0, 1 + 2)
    assert table.zone(0) == ["red:2", "green:6", "green:8"]
    assert table.phase() == "move"
    table = IslesTable(2, board=("green:4",)).purse(0, sabres=3)
    table.play("take:red:2")
    assert table.phase() == "move"
    table = IslesTable(2, board=("green:4",)).purse(0, sabres=4)
    table.play("take:red:2", "take:green:4")
    assert table.state.sabres[0] == 4 - 4 + 1


@pytest.mark.rule("I3.6")
def test_a_fight_is_optional_and_there_is_one_at_most() -> None:
    table = IslesTable(2).purse(0, sabres=20)
    assert table.kinds(table.play("take:red:2", "pass"))[-1] == "no_fight"
    assert table.phase() == "move"
    table = IslesTable(2, "board.start=2", board=("green:8", "yellow:8")).purse(0, sabres=20)
    table.play("take:red:2", "take:yellow:8")
    assert table.phase() == "move"


@pytest.mark.rule("I3.6")
def test_sabres_just_paid_out_may_be_used() -> None:
    table = IslesTable(2).purse(0, sabres=2)
    table.play("take:blue:5")
    assert table.legal() == ["pass", "take:green:8"]


@pytest.mark.rule("I3.7")
def test_one_of_the_five_cards_left_must_be_moved() -> None:
    table = IslesTable(2)
    table.play("take:red:2")
    assert table.legal() == ["give:red:3", "give:red:4", "give:blue:5", "give:blue:6", "give:green:7"]
    table.play("give:blue:6")
    assert table.zone(Zone.BOARD) == ["blue:6", "green:8"]


@pytest.mark.rule("I3.7")
def test_no_move_onto_a_full_table_but_a_fight_makes_room() -> None:
    table = IslesTable(2, "board.spaces=1")
    assert table.kinds(table.play("take:red:2"))[-1] == "no_move"
    assert table.phase() == "refill"
    table = IslesTable(2, "board.spaces=1").purse(0, sabres=3)
    table.play("take:red:2", "take:green:8")
    assert table.phase() == "move"


@pytest.mark.rule("I3.7")
def test_no_move_from_an_empty_display() -> None:
    table = IslesTable(2, "display.cards=1", display=("red:2",))
    events = table.play("take:red:2")
    assert table.kinds(events)[-1] == "no_move"
    assert events[-1].a == 0
    assert table.zone(Zone.BOARD) == ["green:8"]


@pytest.mark.rule("I3.8")
def test_two_cards_refill_the_display_or_one_without_a_move() -> None:
    table = IslesTable(2)
    table.play("take:red:2", "give:red:3", "red:8")
    assert table.phase() == "refill"
    table.play("red:7")
    assert (table.phase(), table.only_seat(), len(table.zone(Zone.DISPLAY))) == ("buy", 1, 6)
    table = IslesTable(2, "board.spaces=1")
    table.play("take:red:2", "red:8")
    assert (table.phase(), table.only_seat()) == ("buy", 1)


@pytest.mark.rule("I3.8")
def test_with_an_empty_pile_the_display_stays_short() -> None:
    table = IslesTable(2, "ship.count=0").drain("red:8")
    table.play("take:red:2", "give:red:3")
    assert table.kinds(table.play("red:8")) == ["turned_up", "pile_empty", "turn"]
    assert len(table.zone(Zone.DISPLAY)) == 5


@pytest.mark.rule("I4.1")
def test_selling_only_while_a_card_of_the_display_costs_more() -> None:
    table = IslesTable(2).purse(0, ducats=6).give(0, "yellow:8", "red:8")
    assert "jewel" in table.legal()
    assert "give:yellow:8" in table.legal()
    assert "take:blue:6" in table.legal()
    table = IslesTable(2).purse(0, ducats=7).give(0, "yellow:8")
    assert all(action.startswith("take:") for action in table.legal())


@pytest.mark.rule("I4.1")
def test_selling_only_before_the_buy_of_the_own_turn() -> None:
    table = IslesTable(2).purse(0, ducats=6, sabres=3).give(0, "yellow:8")
    table.play("take:red:2")
    assert "jewel" not in table.legal()
    table.play("pass")
    assert table.legal() == ["give:red:3", "give:red:4", "give:blue:5", "give:blue:6", "give:green:7"]
    assert table.legal(1) == []


@pytest.mark.rule("I4.2")
def test_jewel_three_island_half_its_price_ship_two() -> None:
    table = IslesTable(2).purse(0, ducats=0, jewels=2).give(0, "yellow:7", "yellow:2", "ship:red")
    table.play("jewel")
    assert table.owned(0) == (3, 2, 1)
    table.play("give:yellow:7")
    assert table.state.ducats[0] == 6
    assert table.chests(0, "yellow") == 3
    table.play("column:red")
    assert table.state.ducats[0] == 8
    assert "jewel" not in table.legal()  # the dearest card costs seven


@pytest.mark.rule("I4.2")
def test_a_sold_card_leaves_the_game_and_an_empty_column_is_gone() -> None:
    table = IslesTable(2).purse(0, ducats=0).give(0, "yellow:2")
    table.play("give:yellow:2")
    assert table.zone(0) == []
    assert table.zone(Zone.GONE) == ["yellow:2"]
    assert table.chests(0, "yellow") == 0
    assert "yellow:2" not in table.zone(Zone.PILE)
    table.sound()


@pytest.mark.rule("I4.2")
def test_after_a_sale_any_card_that_can_be_paid_may_be_bought() -> None:
    table = IslesTable(2).purse(0, ducats=0)
    table.play("jewel")
    assert table.legal() == ["take:red:2", "take:red:3"]


@pytest.mark.rule("I4.3")
def test_who_cannot_raise_the_cheapest_price_skips_the_buy_and_keeps_all() -> None:
    table = IslesTable(
        2, "price.2=9", "price.3=9", "price.4=9", display=("red:2", "red:3", "red:4", "blue:2", "blue:3", "blue:4")
    )
    table.purse(1, ducats=1, sabres=3).give(1, "yellow:5", "ship:red")
    table.play("take:red:2", "give:red:3", "orange:2", "orange:3")
    assert table.only_seat() == 1
    assert table.phase() == "fight"  # 1 ducat, a jewel for 3, an island for 2, a ship for 2: 8 of the 9 it takes
    assert table.owned(1) == (1, 3, 1)
    events = table.play("take:green:8", "give:blue:2")
    assert "paid" in table.kinds(events)
    table.play("orange:8")
    assert table.only_seat() == 0


@pytest.mark.rule("I4.3")
def test_who_can_just_raise_it_must() -> None:
    table = IslesTable(
        2, "price.2=8", "price.3=9", "price.4=9", display=("red:2", "red:3", "red:4", "blue:2", "blue:3", "blue:4")
    )
    table.purse(1, ducats=1, sabres=3).give(1, "yellow:5", "ship:red")
    table.play("take:red:2", "give:red:3", "orange:2", "orange:3")
    assert table.legal() == ["jewel", "column:red", "give:yellow:5"]
    table.play("jewel", "column:red", "give:yellow:5")
    assert table.legal() == ["take:blue:2", "take:orange:2"]


@pytest.mark.rule("I5.1")
def test_a_ship_makes_a_column_pay() -> None:
    table = IslesTable(3).give(1, "orange:7", "orange:5").drain()
    table.play("take:red:2", "give:red:3", "ship", "ship", "take:ship")
    assert table.legal() == [f"column:{colour}" for colour in COLOURS[:6]]
    before = table.owned(1)
    assert table.kinds(table.play("column:orange"))[:4] == ["laid", "paid", "paid", "payout"]
    assert table.owned(1) == (before[0] + 2, before[1] + 2, before[2] + 1)
    assert before[0] == 20 - 5


@pytest.mark.rule("I5.1")
def test_a_ship_starts_a_column_of_any_colour_in_play() -> None:
    table = IslesTable(3).drain()
    table.play("take:red:2", "give:red:3", "ship", "ship", "take:ship")
    assert "laid" in table.kinds(table.play("column:violet"))
    assert table.state.column_ships[1].tolist() == [0, 0, 0, 0, 0, 1, 0, 0]
    assert table.owned(1) == (15, 2, 1)


@pytest.mark.rule("I5.2")
def test_a_laid_ship_counts_as_a_card_of_its_column_and_stays() -> None:
    table = IslesTable(3).give(1, "orange:7").drain()
    table.play("take:red:2", "give:red:3", "ship", "ship", "take:ship", "column:orange")
    table.sound()
    assert not any(action.startswith("column") for action in table.legal())
    assert table.state.ships[1] == 0
    data = table.game.view.data(table.rules, table.state, 1)["seats"][1]["columns"]  # type: ignore[index]
    assert data == [
        {
            "colour": "orange",
            "cards": ["orange:7"],
            "ships": 1,
            "chests": 0,
            "pays": {"ducats": 0, "sabres": 1, "jewels": 1},
        }
    ]


@pytest.mark.rule("I5.3")
def test_a_ship_can_be_moved_and_fought_for_with_three_sabres() -> None:
    table = IslesTable(3).drain().purse(2, sabres=3)
    table.play("take:red:2", "give:red:3", "ship", "ship", "take:blue:6", "give:ship", "ship", "ship")
    assert table.state.ships[Zone.BOARD] == 1
    table.play("take:green:7")
    assert table.legal() == ["pass", "take:red:3", "take:green:8", "take:ship"]
    table.play("take:ship", "column:green")
    assert table.owned(2) == (20 - 7, 3 + 1 - 3 + 1, 1 + 1 + 1)
    assert table.phase() == "move"
    table.sound()
