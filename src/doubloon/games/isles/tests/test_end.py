"""The clauses of the end and of the final scoring (I6, I7), by their numbers, and the worked examples."""

import pytest

from doubloon.games.isles.game import GAME
from doubloon.games.isles.scoring import count_up, loot
from doubloon.games.isles.state import COLOURS, Zone
from doubloon.games.isles.tests.table import IslesTable

NO_FIGHTS = ("fight.sabres=99", "fight.sabres_armed=99")


def moving_turn(table: IslesTable) -> list[str]:
    """Return a turn that buys the first card of the display and moves the last."""
    first, *_, last = table.zone(Zone.DISPLAY)
    return [f"take:{first}", f"give:{last}"]


def normal_turns_after_the_ship(table: IslesTable) -> list[int]:
    """Let the seat to act turn up the first ship; return the seats that then have normal turns, in order."""
    table.drain()
    seats = []
    table.play_turn(*moving_turn(table))
    while table.phase() == "buy":
        seats.append(table.only_seat())
        table.play_turn(*moving_turn(table))
    return seats


@pytest.mark.rule("I6.1")
def test_every_other_player_has_one_more_turn() -> None:
    table = IslesTable(3, "board.spaces=20", *NO_FIGHTS)
    table.play_turn("take:red:2", "give:red:3")
    assert normal_turns_after_the_ship(table) == [2, 0]


@pytest.mark.rule("I6.1")
@pytest.mark.parametrize(("turns_before", "expected"), [(0, [1, 2]), (1, [2]), (2, [])])
def test_finish_round_ends_before_the_starter(turns_before: int, expected: list[int]) -> None:
    table = IslesTable(3, "ending=finish_round", "board.spaces=20", *NO_FIGHTS)
    for _ in range(turns_before):
        table.play_turn(*moving_turn(table))
    assert normal_turns_after_the_ship(table) == expected


@pytest.mark.rule("I6.1")
def test_the_rest_of_the_refill_is_turned_up_too() -> None:
    table = IslesTable(2).drain()
    table.play("take:red:2", "give:red:3")
    assert table.kinds(table.play("ship")) == ["turned_up", "first_ship"]
    assert table.kinds(table.play("ship")) == ["turned_up", "turn"]
    assert table.state.ships[Zone.DISPLAY] == 2


def round_table(num_seats: int, sabres: tuple[int, ...]) -> IslesTable:
    """Play to the final round: seat 0 turns up the first ship, the others have their last turns; then every seat has so
    many sabres.
    """
    table = IslesTable(num_seats, "board.spaces=1").drain()
    table.play("take:red:2", "ship")
    for _ in range(1, num_seats):
        table.purse(table.only_seat(), sabres=0).play(next(action for action in table.legal() if action != "take:ship"))
        if table.state.last_turns == 0:
            for seat, amount in enumerate(sabres):
                table.purse(seat, sabres=amount)
        table.play("ship")
    return table


@pytest.mark.rule("I6.2")
def test_the_final_round_begins_after_the_last_normal_turn_and_goes_clockwise() -> None:
    table = round_table(3, (3, 3, 3))
    order = []
    while not table.is_over:
        order.append(table.only_seat())
        assert table.phase() == "final"
        assert "pass" in table.legal()
        table.play("pass")
    assert order == [0, 1, 2]


@pytest.mark.rule("I6.2")
def test_a_card_of_the_display_or_the_table_for_three_sabres_or_four() -> None:
    table = round_table(2, (3, 9))
    assert table.zone(Zone.BOARD) == ["green:8"]
    assert table.zone(Zone.DISPLAY) == ["red:4", "blue:5", "blue:6", "green:7", "ship", "ship"]
    assert table.legal() == ["pass", "take:blue:6", "take:green:8", "take:ship"]
    table.play("take:blue:6")
    assert table.zone(0) == ["red:2", "blue:6"]
    assert table.owned(0) == (18 + 3, 0, 1)
    assert table.zone(Zone.DISPLAY) == ["red:4", "blue:5", "green:7", "ship", "ship"]  # nothing is refilled
    assert table.only_seat() == 1
    events = table.play("take:green:7")
    assert table.kinds(events) == ["took", "paid", "payout", "purse", "ended"]
    assert table.state.sabres[1] == 9 - 4 + 1
    assert table.is_over


@pytest.mark.rule("I6.2")
def test_a_ship_taken_last_asks_its_column() -> None:
    table = round_table(2, (3, 3))
    table.play("take:ship")
    assert table.phase() == "lay_final"
    table.play("column:blue")
    assert table.only_seat() == 1
    assert table.state.ships[Zone.DISPLAY] == 1


@pytest.mark.rule("I6.2")
def test_who_has_too_few_sabres_is_passed_over() -> None:
    table = round_table(3, (3, 2, 3))
    assert table.kinds(table.play("pass")) == ["final_pass", "final_unable"]
    assert table.only_seat() == 2


@pytest.mark.rule("I6.3")
def test_an_empty_display_in_the_last_turns_skips_the_buy() -> None:
    table = IslesTable(3, "display.cards=1", "ship.count=1", display=("red:2",)).drain()
    table.play("take:red:2", "ship")
    assert table.only_seat() == 1
    events = table.play("take:ship", "column:red")
    assert table.kinds(events).count("nothing_to_buy") == 1
    assert table.phase() == "over"


@pytest.mark.rule("I6.4")
def test_a_whole_round_without_a_buy_or_a_move_begins_the_final_round() -> None:
    table = IslesTable(3, "board.spaces=1", "start.ducats=0", "start.jewels=0", "start.sabres=3")
    told = []
    for _ in range(3):
        assert table.phase() == "fight"
        assert not table.is_over
        told += table.kinds(table.play("pass"))
    assert told.count("cannot_buy") == 2  # the first was told with the set-up
    assert told[-2:] == ["stalled", "final_round"]
    assert table.phase() == "final"
    assert table.only_seat() == 0


@pytest.mark.rule("I6.4")
def test_a_move_in_between_counts_the_round_anew() -> None:
    table = IslesTable(2, "board.spaces=1", "start.ducats=0", "start.jewels=0", "start.sabres=3")
    table.play("pass")
    table.play("take:green:8", "give:red:2", "red:8")
    assert table.state.idle == 0
    assert table.only_seat() == 0
    assert table.phase() == "fight"


def loots(chests: list[int], *changes: str) -> list[int]:
    """Return what each seat gets for blue chests."""
    table = IslesTable(len(chests), *changes)
    table.state.chests[: len(chests), COLOURS.index("blue")] = chests
    return [int(loot(table.rules, table.state, COLOURS.index("blue"), seat)) for seat in range(len(chests))]


def counted(table: IslesTable, *seats: tuple[int, int, int]) -> list[tuple[int, int]]:
    """Set the ducats, sabres and jewels of seats, count, and return jewels and ducats left over of each."""
    for seat, (ducats, sabres, jewels) in enumerate(seats):
        table.purse(seat, ducats=ducats, sabres=sabres, jewels=jewels)
    count_up(table.rules, table.state)
    return [(int(table.state.score[seat]), int(table.state.left_over[seat])) for seat in range(len(seats))]


@pytest.mark.rule("I7.1")
def test_sabres_become_ducats_and_five_ducats_a_jewel() -> None:
    assert counted(IslesTable(2), (9, 4, 0), (4, 0, 3)) == [(4, 1), (3, 4)]
    assert counted(IslesTable(2, "count.sabre=1", "count.jewel=4"), (9, 4, 0), (4, 0, 3)) == [(3, 1), (4, 0)]


@pytest.mark.rule("I7.1")
def test_the_count_comes_after_the_final_round() -> None:
    table = round_table(2, (3, 3)).purse(0, ducats=8, jewels=2).purse(1, ducats=1, jewels=0)
    table.play("pass")
    assert table.state.score.tolist() == [0, 0, 0, 0, 0]
    assert table.kinds(table.play("pass")) == ["final_pass", "ended"]
    # 8 + 9 ducats are 3 jewels, and red 2 has all the chests of red; 1 + 9 are 2, and red 3 the second most.
    assert table.zone(1) == ["red:3"]
    assert table.state.score.tolist() == [2 + 3 + 7, 2 + 4, 0, 0, 0]
    assert table.state.left_over.tolist() == [2, 0, 0, 0, 0]
    table.sound()


@pytest.mark.rule("I7.2")
def test_seven_four_and_one_and_nothing_without_a_chest() -> None:
    assert loots([5, 3, 1, 0]) == [7, 4, 1, 0]
    assert loots([1, 2, 3, 4, 5]) == [0, 0, 1, 4, 7]
    assert loots([2, 0]) == [7, 0]
    assert loots([0, 0, 0]) == [0, 0, 0]
    assert loots([5, 3, 1, 0], "majority.first=9", "majority.second=6", "majority.third=3") == [9, 6, 3, 0]


@pytest.mark.rule("I7.2")
def test_every_colour_pays_and_ships_have_no_chests() -> None:
    table = IslesTable(2).give(0, "blue:2", "orange:2", "ship:yellow").give(1, "blue:3", "green:6")
    assert counted(table, (0, 0, 0), (0, 0, 0)) == [(14, 0), (11, 0)]


@pytest.mark.rule("I7.3")
def test_the_tied_for_most_share_the_pot_alone() -> None:
    assert loots([5, 5, 2]) == [5, 5, 0]
    assert loots([4, 4, 4]) == [4, 4, 4]
    assert loots([4, 4, 4, 1]) == [4, 4, 4, 0]
    assert loots([2, 2, 2, 2, 2]) == [2, 2, 2, 2, 2]
    assert loots([3, 3]) == [5, 5]


@pytest.mark.rule("I7.3")
def test_or_they_share_the_first_loot_only() -> None:
    assert loots([5, 5, 2], "tie=seven") == [3, 3, 0]
    assert loots([4, 4, 4], "tie=seven") == [2, 2, 2]
    assert loots([5, 3, 1], "tie=seven") == [7, 4, 1]


@pytest.mark.rule("I7.4")
def test_tied_for_second_or_third() -> None:
    assert loots([4, 3, 3]) == [7, 2, 2]
    assert loots([4, 3, 3, 1]) == [7, 2, 2, 0]
    assert loots([4, 3, 3, 3]) == [7, 1, 1, 1]
    assert loots([4, 3, 2, 2]) == [7, 4, 0, 0]
    assert loots([4, 3, 2, 2], "majority.third=2") == [7, 4, 1, 1]


@pytest.mark.rule("I7.5")
def test_most_jewels_then_ducats_then_cards_else_shared() -> None:
    table = IslesTable(5).give(2, "red:8").give(4, "orange:7")
    counted(table, (5, 0, 3), (3, 0, 4), (3, 0, 3), (3, 0, 3), (3, 0, 3))
    # Seats 0 and 1 have four jewels; of the others two have a card each.
    assert table.ranking().tolist() == [1, 0, 2, 4, 2]
    assert table.returns().tolist() == pytest.approx([0.5, 1.0, -0.25, -1.0, -0.25])


@pytest.mark.rule("I7.5")
def test_ships_count_as_cards() -> None:
    table = IslesTable(2).give(0, "ship:red", "ship:red").give(1, "red:8")
    counted(table, (0, 0, 0), (0, 0, 0))
    assert table.ranking().tolist() == [0, 1]


def test_worked_example_1_a_red_column_pays() -> None:
    table = IslesTable(
        2,
        "red.sabres.2=1",
        "red.ducats.2=2",
        "red.jewels.3=1",
        "red.ducats.3=0",
        "red.price.4=0",
        display=("red:4", "blue:2", "blue:3", "blue:4", "blue:5", "blue:6"),
    )
    table.give(0, "red:2", "red:3").purse(0, ducats=0, sabres=0, jewels=0)
    table.play("take:red:4")
    assert table.owned(0) == (2, 2, 1)


def test_worked_example_2_the_count() -> None:
    assert counted(IslesTable(2), (9, 4, 0), (0, 0, 0))[0] == (4, 1)


def test_worked_example_3_blue_chests() -> None:
    assert loots([5, 3, 1, 0]) == [7, 4, 1, 0]
    assert loots([5, 5, 2]) == [5, 5, 0]
    assert loots([4, 3, 3]) == [7, 2, 2]


def test_worked_example_4_turn_fifteen_turns_up_the_first_ship() -> None:
    table = IslesTable(2, "board.spaces=20", *NO_FIGHTS)
    assert len(table.zone(Zone.PILE)) == 28 + 8
    for seat in (0, 1):
        table.purse(seat, ducats=500)
    for _ in range(14):
        table.play_turn(*moving_turn(table))
        assert table.state.last_turns == -1
    table.play_turn(*moving_turn(table))
    assert table.state.turns == 15
    assert table.state.last_turns >= 0


def test_worked_example_5_one_jewel_is_sold() -> None:
    table = IslesTable(
        2,
        *(f"price.{name}=9" for name in "23456"),
        display=("red:7", "red:8", "blue:7", "blue:8", "green:2", "green:3"),
    )
    table.purse(0, sabres=2, ducats=6, jewels=2)
    assert table.legal() == ["jewel"]
    table.play("jewel")
    assert table.state.ducats[0] == 9
    assert "take:red:7" in table.legal()
    table.play("take:red:7")
    assert table.zone(0) == ["red:7"]
    assert table.owned(0) == (2, 3, 2)


def test_the_count_is_told_line_by_line() -> None:
    table = IslesTable(2).give(0, "blue:2").give(1, "blue:3")
    counted(table, (9, 4, 1), (0, 0, 1))
    lines = [line.id for line in GAME.view.result(table.rules, table.state, table.ranking())]
    assert lines == ["result.change"] * 2 + ["result.colour"] + ["result.total"] * 2
