"""Every clause of the rulebook, by its number. Cards are dealt by name; chance draws what the test says."""

import pytest

from doubloon.engine.errors import BadSeats, GameOver, IllegalAction, NotYourTurn
from doubloon.engine.playthrough import new_rules
from doubloon.engine.table import Table
from doubloon.games.shipyard.game import GAME
from doubloon.games.shipyard.state import Zone
from doubloon.games.shipyard.tests.table import ShipyardTable
from doubloon.games.shipyard.words import pieces_in

ALL_CARDS = {"coin": 20, "cannon": 3, "red": 6, "blue": 6, "yellow": 6, "green": 6, "pirate": 8}


@pytest.mark.rule("S1.1")
def test_fifty_five_cards() -> None:
    table = ShipyardTable()
    assert table.cards(Zone.PILE) == ALL_CARDS
    assert sum(ALL_CARDS.values()) == 55


@pytest.mark.rule("S1.2")
def test_six_pieces_of_a_colour_and_the_first_one_goes() -> None:
    table = ShipyardTable(2).deal(0, "red", red=3, coin=1)
    assert pieces_in(int(table.state.pieces[0, 0])) == ["bow", "hull", "stern"]
    table.play("draw", "pirate", "give:red")
    assert pieces_in(int(table.state.pieces[0, 0])) == ["hull", "stern"]
    assert pieces_in(int(table.state.pieces[Zone.DISCARD, 0])) == ["bow"]


@pytest.mark.rule("S1.2")
def test_the_first_of_several_pieces_is_bought() -> None:
    table = ShipyardTable(2).deal(0, "blue", blue=1, coin=3).deal(1, blue=2)
    assert pieces_in(int(table.state.pieces[1, 1])) == ["hull", "stern"]
    table.play("buy:1")
    assert pieces_in(int(table.state.pieces[0, 1])) == ["bow", "hull"]


@pytest.mark.rule("S2.1")
def test_all_cards_in_the_pile_and_nobody_has_any() -> None:
    table = ShipyardTable(4)
    assert all(table.cards(seat) == {} for seat in range(4))
    assert table.cards(Zone.DISCARD) == {}


@pytest.mark.rule("S2.2")
def test_two_to_four_players_with_the_same_cards() -> None:
    for num_seats in (2, 3, 4):
        assert ShipyardTable(num_seats).cards(Zone.PILE) == ALL_CARDS
    for num_seats in (1, 5):
        with pytest.raises(BadSeats, match="2 to 4"):
            new_rules(GAME, num_seats)


@pytest.mark.rule("S2.3")
def test_a_random_player_starts_and_play_goes_clockwise() -> None:
    table = Table.new(GAME, 3)
    assert table.possible() == {"starter:0": 1, "starter:1": 1, "starter:2": 1}
    table.play("starter:1")
    assert table.only_seat() == 1
    table.play("draw", "coin", "pass")
    assert table.only_seat() == 2
    table.play("draw", "coin", "pass")
    assert table.only_seat() == 0


@pytest.mark.rule("S2.3")
def test_a_series_names_the_starter() -> None:
    assert Table.new(GAME, 3, ["starter=2"]).only_seat() == 2


@pytest.mark.rule("S3.1")
def test_draw_or_buy_but_no_pass() -> None:
    assert ShipyardTable(2).legal() == ["draw"]
    table = ShipyardTable(2).deal(0, "red", red=1, coin=3).deal(1, red=1)
    assert table.legal() == ["draw", "buy:1"]
    with pytest.raises(IllegalAction, match="legal: draw, buy:1"):
        table.play("pass")


@pytest.mark.rule("S3.1")
def test_the_others_must_wait() -> None:
    with pytest.raises(NotYourTurn, match="seat 1 has nothing to decide"):
        ShipyardTable(2).play("1 draw")


@pytest.mark.rule("S3.2")
def test_after_every_card_that_is_no_pirate_draw_on_or_pass() -> None:
    table = ShipyardTable(2)
    for card in ("coin", "cannon", "red", "blue"):
        table.play("draw", card)
        assert table.legal() == ["draw", "pass"]
    table.play("pass")
    assert table.only_seat() == 1


@pytest.mark.rule("S3.3")
def test_who_can_neither_draw_nor_buy_passes_and_the_turn_counts() -> None:
    table = ShipyardTable(2, "cards.pirates=0", "cards.coins=0", "cards.cannons=0", "cards.ships=1", "ship.size=1")
    table.deal(1, red=1, blue=1, yellow=1, green=1)
    assert table.legal() == ["pass"]
    assert table.kinds(table.play("pass")) == ["stuck"]
    assert table.state.turns == 1
    assert table.only_seat() == 1


@pytest.mark.rule("S3.3")
def test_after_the_last_card_the_turn_can_only_be_passed() -> None:
    table = ShipyardTable(2, "cards.pirates=0", "cards.coins=1", "cards.cannons=0", "cards.ships=1", "ship.size=1")
    table.deal(1, red=1, blue=1, yellow=1, green=1).play("draw", "coin")
    assert table.legal() == ["pass"]


@pytest.mark.rule("S3.4")
def test_everything_owned_lies_open_to_all() -> None:
    table = ShipyardTable(3).deal(0, "red", red=2, coin=4, blue=1).deal(1, cannon=1)
    views = [GAME.view.data(table.rules, table.observation(viewer), viewer)["seats"] for viewer in (0, 1, 2, -2)]
    assert all(view == views[0] for view in views)
    assert table.observation(2).tobytes() == table.state.tobytes()


@pytest.mark.rule("S4.1")
def test_the_first_ship_card_of_a_free_colour_becomes_the_own_colour() -> None:
    table = ShipyardTable(2)
    assert table.kinds(table.play("draw", "green")) == ["drew", "colour"]
    assert table.colour(0) == "green"
    assert GAME.view.data(table.rules, table.state, 0)["seats"][0]["ship_cards"] == 1  # type: ignore[index]


@pytest.mark.rule("S4.1")
def test_a_colour_is_taken_also_when_no_card_of_it_lies_there() -> None:
    table = ShipyardTable(2).deal(1, "green")
    table.play("draw", "green")
    assert table.colour(0) is None


@pytest.mark.rule("S4.2")
def test_a_ship_card_that_another_builds_goes_to_the_reserve() -> None:
    table = ShipyardTable(3).deal(1, "yellow", yellow=1)
    table.play("draw", "yellow")
    assert table.colour(0) is None
    assert table.cards(0) == {"yellow": 1}
    table.play("draw", "red", "draw", "yellow")
    assert table.colour(0) == "red"
    assert table.cards(0) == {"red": 1, "yellow": 2}


@pytest.mark.rule("S4.3")
def test_a_ship_card_of_the_own_colour_joins_the_ship_in_the_same_turn() -> None:
    table = ShipyardTable(2)
    table.play("draw", "blue", "draw", "blue")
    seat = GAME.view.data(table.rules, table.state, 0)["seats"][0]  # type: ignore[index]
    assert seat["ship_cards"] == 2
    assert seat["pieces"]["blue"] == ["bow", "hull"]


@pytest.mark.rule("S4.4")
def test_a_ship_card_of_another_colour_goes_to_the_reserve() -> None:
    table = ShipyardTable(2)
    table.play("draw", "blue", "draw", "red")
    assert table.colour(0) == "blue"
    assert GAME.view.data(table.rules, table.state, 0)["seats"][0]["reserve"]["red"] == 1  # type: ignore[index]


@pytest.mark.rule("S4.5")
def test_coins_and_cannons_go_to_the_reserve() -> None:
    table = ShipyardTable(2)
    table.play("draw", "coin", "draw", "cannon")
    assert table.cards(0) == {"coin": 1, "cannon": 1}


@pytest.mark.rule("S4.6")
def test_reserve_cards_join_the_ship_when_their_colour_becomes_the_own() -> None:
    table = ShipyardTable(2, "colour=released").deal(0, red=3)
    table.play("draw", "red")
    assert GAME.view.data(table.rules, table.state, 0)["seats"][0]["ship_cards"] == 4  # type: ignore[index]


@pytest.mark.rule("S4.6")
def test_joining_reserve_cards_can_complete_the_ship() -> None:
    table = ShipyardTable(2, "colour=released").deal(0, red=5)
    assert table.kinds(table.play("draw", "red")) == ["drew", "colour", "won"]


@pytest.mark.rule("S5.1")
def test_a_pirate_ends_the_turn_once_settled() -> None:
    table = ShipyardTable(2).deal(0, coin=2, blue=2, red=2)
    table.play("draw", "pirate", "give:coin", "give:coin")
    assert table.only_seat() == 0
    table.play("give:red")
    assert table.only_seat() == 1
    assert table.legal() == ["draw"]


@pytest.mark.rule("S5.2")
def test_a_cannon_drives_the_pirate_away_by_itself() -> None:
    table = ShipyardTable(2).deal(0, cannon=2, coin=5)
    assert table.kinds(table.play("draw", "pirate")) == ["drew", "fired"]
    assert table.cards(0) == {"cannon": 1, "coin": 5}
    assert table.cards(Zone.DISCARD) == {"cannon": 1, "pirate": 1}
    assert table.only_seat() == 1


@pytest.mark.rule("S5.2")
def test_optional_cannon_asks_when_the_pirate_is_seen() -> None:
    table = ShipyardTable(2, "cannon=optional").deal(0, cannon=1, coin=5)
    table.play("draw", "pirate")
    assert table.legal() == ["fire", "hold-fire"]
    assert table.count(Zone.DISCARD, "pirate") == 1
    table.play("fire")
    assert table.cards(0) == {"coin": 5}


@pytest.mark.rule("S5.3")
def test_three_cards_of_choice_go_with_the_pirate() -> None:
    table = ShipyardTable(2).deal(0, "red", red=2, coin=2, blue=1, green=1).deal(1, "blue", blue=1)
    table.play("draw", "pirate")
    assert table.legal() == ["give:coin", "give:red", "give:blue", "give:green"]
    table.play("give:red", "give:blue", "give:green")
    assert table.cards(0) == {"red": 1, "coin": 2}
    assert table.cards(Zone.DISCARD) == {"red": 1, "blue": 1, "green": 1, "pirate": 1}


@pytest.mark.rule("S5.3")
def test_the_order_of_gifts_has_no_effect() -> None:
    after = []
    for order in (("give:coin", "give:blue", "give:red"), ("give:red", "give:coin", "give:blue")):
        table = ShipyardTable(2).deal(0, "red", red=2, coin=2, blue=1)
        table.play("draw", "pirate", *order)
        after.append(table.state.tobytes())
    assert after[0] == after[1]


@pytest.mark.rule("S5.3")
def test_nothing_is_asked_where_only_one_kind_is_left() -> None:
    table = ShipyardTable(2).deal(0, coin=5)
    assert table.kinds(table.play("draw", "pirate")) == ["drew", "toll", "gave", "gave", "gave"]
    assert table.cards(0) == {"coin": 2}


@pytest.mark.rule("S5.3")
def test_a_cannon_held_back_can_be_given_and_one_pirate_takes_one_cannon() -> None:
    table = ShipyardTable(2, "cannon=optional").deal(0, cannon=2, coin=4)
    table.play("draw", "pirate", "hold-fire")
    assert table.legal() == ["give:coin", "give:cannon"]
    table.play("give:cannon", "give:cannon")  # then only coins are left, and one goes unasked
    assert table.cards(0) == {"coin": 3}
    table = ShipyardTable(2, "cannon=optional").deal(0, cannon=2, coin=4)
    table.play("draw", "pirate", "fire")
    assert table.cards(0) == {"cannon": 1, "coin": 4}


@pytest.mark.rule("S5.4")
def test_with_fewer_than_three_cards_all_go() -> None:
    table = ShipyardTable(2).deal(0, coin=1, blue=1)
    assert table.kinds(table.play("draw", "pirate")) == ["drew", "toll", "gave", "gave"]
    assert table.cards(0) == {}
    assert table.only_seat() == 1


@pytest.mark.rule("S5.4")
def test_with_none_nothing_is_given() -> None:
    table = ShipyardTable(2)
    _, toll = table.play("draw", "pirate")
    assert (toll.a, table.only_seat()) == (0, 1)


@pytest.mark.rule("S5.4")
def test_a_cannon_held_back_counts_as_one_of_the_cards() -> None:
    table = ShipyardTable(2, "cannon=optional").deal(0, cannon=1, coin=1)
    table.play("draw", "pirate", "hold-fire")
    assert table.cards(0) == {}


@pytest.mark.rule("S5.5")
def test_the_colour_is_kept_when_the_last_ship_card_goes() -> None:
    table = ShipyardTable(2).deal(0, "red", red=1, coin=2)
    table.play("draw", "pirate")
    assert table.colour(0) == "red"
    table.play("draw", "red")
    assert table.colour(1) is None


@pytest.mark.rule("S5.5")
def test_released_colour_is_free_and_the_next_free_ship_card_names_another() -> None:
    table = ShipyardTable(2, "colour=released").deal(0, "red", red=1, coin=2)
    events = table.play("draw", "pirate")
    assert "released" in table.kinds(events)
    assert table.colour(0) is None
    table.play("draw", "red", "pass", "draw", "red")
    assert table.colour(1) == "red"
    assert table.colour(0) is None
    table.play("draw", "blue")
    assert table.colour(0) == "blue"


@pytest.mark.rule("S6.1")
def test_buying_takes_one_card_for_three_coins_and_ends_the_turn() -> None:
    table = ShipyardTable(3).deal(0, "red", red=2, coin=4).deal(1, red=1).deal(2, red=2)
    assert table.legal() == ["draw", "buy:1", "buy:2"]
    table.play("buy:2")
    assert table.cards(0) == {"red": 3, "coin": 1}
    assert table.cards(2) == {"red": 1, "coin": 3}
    assert table.only_seat() == 1


@pytest.mark.rule("S6.1")
def test_no_buying_after_a_draw_nor_with_two_coins() -> None:
    table = ShipyardTable(2).deal(0, "red", red=2, coin=3).deal(1, red=1)
    table.play("draw", "coin")
    assert table.legal() == ["draw", "pass"]
    assert ShipyardTable(2).deal(0, "red", red=2, coin=2).deal(1, red=1).legal() == ["draw"]


@pytest.mark.rule("S6.2")
def test_only_the_own_colour_can_be_bought() -> None:
    assert ShipyardTable(2).deal(0, "red", red=1, coin=9).deal(1, "green", blue=3, green=2).legal() == ["draw"]
    assert ShipyardTable(2).deal(0, coin=9, red=1).deal(1, red=3).legal() == ["draw"]


@pytest.mark.rule("S6.3")
def test_the_seller_is_not_asked() -> None:
    table = ShipyardTable(2).deal(0, "red", red=1, coin=3).deal(1, red=1)
    assert table.kinds(table.play("buy:1")) == ["bought"]
    assert table.cards(1) == {"coin": 3}


@pytest.mark.rule("S6.4")
def test_the_coins_go_to_the_seller_or_by_option_to_the_discards() -> None:
    for change, seller, discards in (("coins_to=seller", {"coin": 3}, {}), ("coins_to=discard", {}, {"coin": 3})):
        table = ShipyardTable(2, change).deal(0, "red", red=1, coin=3).deal(1, red=1)
        table.play("buy:1")
        assert table.cards(1) == seller
        assert table.cards(Zone.DISCARD) == discards


@pytest.mark.rule("S7.1")
def test_the_discards_become_the_pile_when_the_next_card_is_drawn() -> None:
    table = ShipyardTable(2, "cards.pirates=2", "cards.coins=1", "cards.cannons=0", "cards.ships=1", "ship.size=1")
    table.deal(1, red=1, blue=1, yellow=1, green=1).bury(pirate=2)
    table.play("draw", "coin")
    assert table.cards(Zone.PILE) == {}
    events = table.play("draw")
    assert table.kinds(events) == ["shuffled"]
    assert table.possible() == {"pirate": 2}


@pytest.mark.rule("S7.1")
def test_what_the_last_pirate_took_is_in_the_new_pile() -> None:
    table = ShipyardTable(2, "cards.pirates=1", "cards.coins=2", "cards.cannons=0", "cards.ships=1", "ship.size=1")
    table.deal(1, red=1, blue=1, yellow=1, green=1).deal(0, coin=2)
    table.play("draw", "pirate")
    assert table.cards(Zone.PILE) == {}
    table.play("draw")
    assert table.possible() == {"coin": 2, "pirate": 1}


@pytest.mark.rule("S8.1")
def test_the_sixth_card_wins_at_once_by_drawing() -> None:
    table = ShipyardTable(2).deal(0, "red", red=5)
    assert table.kinds(table.play("draw", "red")) == ["drew", "won"]
    assert table.is_over
    assert table.ranking().tolist() == [0, 1]
    with pytest.raises(GameOver):
        table.play("0 draw")


@pytest.mark.rule("S8.1")
def test_the_sixth_card_wins_at_once_by_buying() -> None:
    table = ShipyardTable(2).deal(0, "red", red=5, coin=3).deal(1, red=1)
    assert table.kinds(table.play("buy:1")) == ["bought", "won"]


@pytest.mark.rule("S8.2")
def test_the_game_ends_without_a_winner_after_the_last_turn() -> None:
    table = ShipyardTable(2, "turn_limit=2")
    table.play("draw", "coin", "pass", "draw", "coin")
    assert not table.is_over
    assert table.kinds(table.play("pass")) == ["passed", "nobody_won"]
    assert table.is_over
    assert table.ranking().tolist() == [0, 0]
    assert table.returns().tolist() == [0.0, 0.0]


@pytest.mark.rule("S8.2")
def test_a_ship_completed_in_the_last_turn_still_wins() -> None:
    table = ShipyardTable(2, "turn_limit=1").deal(0, "red", red=5)
    table.play("draw", "red")
    assert table.state.winner == 0


@pytest.mark.rule("S8.3")
def test_ranking_by_own_cards_then_coins_else_shared() -> None:
    table = (
        ShipyardTable(4, "turn_limit=1")
        .deal(0, "red", red=2, coin=1)
        .deal(1, "blue", blue=2, coin=4)
        .deal(2, yellow=5, coin=7)
        .deal(3, "green", green=3)
    )
    table.play("draw", "cannon", "pass")
    assert table.ranking().tolist() == [2, 1, 3, 0]
    assert table.returns().tolist() == pytest.approx([-1 / 3, 1 / 3, -1, 1])
    table = (
        ShipyardTable(3, "turn_limit=1").deal(0, "red", red=2, coin=1).deal(1, "blue", blue=2, coin=1).deal(2, coin=1)
    )
    table.play("draw", "cannon", "pass")
    assert table.ranking().tolist() == [0, 0, 2]
    assert table.returns().tolist() == pytest.approx([0.5, 0.5, -1])


@pytest.mark.rule("S8.3")
def test_those_below_the_winner_are_ranked_too() -> None:
    table = ShipyardTable(3).deal(0, "red", red=5).deal(1, coin=9).deal(2, "blue", blue=1)
    table.play("draw", "red")
    assert table.ranking().tolist() == [0, 2, 1]


def test_worked_example_1_anna_may_buy() -> None:
    table = ShipyardTable(2).deal(0, "red", red=4, coin=3, blue=1).deal(1, red=1)
    table.play("buy:1")
    assert table.cards(0) == {"red": 5, "blue": 1}
    assert table.cards(1) == {"coin": 3}
    assert table.only_seat() == 1
    table = ShipyardTable(2).deal(0, "red", red=4, coin=3, blue=1).deal(1, red=1)
    toll = table.play("draw", "pirate")[-1]
    assert (toll.a, sum(table.cards(0).values())) == (3, 8)


def test_worked_example_2_ben_gives_both_cards() -> None:
    table = ShipyardTable(3).deal(0, coin=1, green=1)
    table.play("draw", "pirate")
    assert table.cards(0) == {}
    assert table.cards(Zone.DISCARD) == {"coin": 1, "green": 1, "pirate": 1}
    assert table.only_seat() == 1


def test_worked_example_3_green_is_carlas() -> None:
    table = ShipyardTable(2).deal(0, yellow=1).deal(1, "yellow", yellow=2)
    table.play("draw", "green")
    assert table.colour(0) == "green"


def test_worked_example_4_only_pirates_are_left() -> None:
    table = ShipyardTable(4)
    table.deal(0, "red", coin=20, red=5, blue=1).deal(1, "blue", cannon=3, blue=5, red=1).deal(
        2, "yellow", yellow=5, green=1
    ).deal(3, "green", green=5, yellow=1)
    table.bury(pirate=8)
    assert sum(sum(table.cards(seat).values()) for seat in range(4)) == 47
    assert table.kinds(table.play("draw")) == ["shuffled"]
    assert table.possible() == {"pirate": 8}
