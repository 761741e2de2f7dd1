"""The clauses of the rulebook up to cleaning (R1 to R5), by their numbers."""

import pytest

from doubloon.engine.errors import BadSeats, IllegalAction, NotYourTurn
from doubloon.engine.playthrough import new_rules
from doubloon.engine.table import Table
from doubloon.games.rubies.game import GAME
from doubloon.games.rubies.state import MOST_GRASP, NUM_DECK_KINDS
from doubloon.games.rubies.tests.table import QUIET_SEA, RubiesTable, kind_of

PIRATES = ("cook", "swordmaster", "berserker", "navigator")


@pytest.mark.rule("R1.1")
def test_thirty_five_kinds_forty_four_cards_and_four_captains() -> None:
    rules = new_rules(GAME, 4)
    assert (rules.copies[:NUM_DECK_KINDS] > 0).sum() == 35
    assert rules.copies[:NUM_DECK_KINDS].sum() == 44
    assert rules.copies[NUM_DECK_KINDS:].sum() == 4


@pytest.mark.rule("R1.2")
def test_the_stock_never_runs_out() -> None:
    table = RubiesTable(3, "feast.rubies=99").islands(900, 15, 15)
    table.play(*QUIET_SEA, "feast")
    assert table.island(0) == 999


@pytest.mark.rule("R1.3")
def test_five_cabins_and_the_captain_in_the_first() -> None:
    table = RubiesTable(4)
    for seat in range(4):
        assert table.state.cabins[seat].tolist()[1:] == [-1] * 4
        assert table.aboard(seat) == {"captain": 4}


@pytest.mark.rule("R2.1")
def test_three_or_four_players_nine_turns_rubies_and_captains() -> None:
    table = RubiesTable(4)
    assert [table.island(seat) for seat in range(4)] == [14, 15, 15, 15]
    assert table.rules.turns == 9
    for num_seats in (2, 5):
        with pytest.raises(BadSeats, match="3 to 4"):
            new_rules(GAME, num_seats)


@pytest.mark.rule("R2.1")
def test_captains_are_dealt_by_chance_or_all_bold_by_option() -> None:
    table = Table.new(GAME, 3)
    table.play("starter:2")
    assert table.possible() == {"bold": 1, "generous": 1, "sly": 1, "tidy": 1}
    table.play("tidy")
    assert table.possible() == {"bold": 1, "generous": 1, "sly": 1}
    table = RubiesTable(4, "captains=all_bold")
    assert table.state.captain.tolist() == [kind_of("bold")] * 4


@pytest.mark.rule("R2.2")
def test_nine_bundles_of_four_and_eight_in_the_deck() -> None:
    table = RubiesTable(4)
    assert (table.state.bundles, table.state.deck) == (9, 8)
    assert sum(table.possible().values()) == 44
    table.play("cook")
    assert "cook" not in table.possible()
    assert sum(table.possible().values()) == 43


@pytest.mark.rule("R2.3")
def test_a_random_player_is_start_player() -> None:
    assert Table.new(GAME, 3).possible() == {"starter:0": 1, "starter:1": 1, "starter:2": 1}
    table = Table.new(GAME, 3)
    table.play("starter:1")
    assert (table.state.start_seat, table.state.island.tolist()[:3]) == (1, [15, 14, 15])


@pytest.mark.rule("R2.4")
def test_amounts_are_known_and_closed_screens_only_do_not_show_them() -> None:
    for change, shown in (("screens=open", 15), ("screens=closed", None)):
        table = RubiesTable(3, change)
        seen = table.observation(0)
        assert seen.island.tolist()[:3] == [14, 15, 15]
        seats = GAME.view.data(table.rules, seen, 0)["seats"]
        assert [seat["island"] for seat in seats] == [14, shown, shown]  # type: ignore[attr-defined]


@pytest.mark.rule("R3.0")
def test_the_order_of_a_turn() -> None:
    table = RubiesTable(3).aside(0, loaded_dice=1).clutter(1, 1)
    frames = [table.frame]
    table.play("cook", "fence", "exile", "kraken")
    for step in (
        "done",
        "done",
        "done",
        "0 grasp:5",
        "1 grasp:2",
        "2 grasp:1",
        "use:loaded-dice",
        "take:0",
        "take:0",
        "hire",
        "take:0",
        "done",
        "done",
        "done",
    ):
        frames += [table.frame] if table.frame != frames[-1] else []
        if step == "take:0":
            step = table.legal()[0]  # noqa: PLW2901
        table.play(step)
    assert frames == ["sea", "feast", "grasp", "dice", "take", "board", "take", "skills"]
    assert (table.frame, table.state.turns) == ("sea", 1)


@pytest.mark.rule("R3.1")
def test_players_feast_or_are_ready_one_after_the_other() -> None:
    table = RubiesTable(3)
    table.play(*QUIET_SEA)
    assert table.only_seat() == 0
    assert table.legal() == ["done", "feast"]
    table.play("feast")
    assert (table.island(0), table.count_clutter(0), table.state.deck) == (24, 1, 7)
    assert table.only_seat() == 1
    table.play("done", "done")
    assert table.seats_to_act() == [0, 1, 2]


@pytest.mark.rule("R3.1")
def test_feasts_per_turn_and_keep_clean() -> None:
    table = RubiesTable(3, "feasts_per_turn=any", "keep_clean=2")
    table.play(*QUIET_SEA)
    for _ in range(3):
        assert table.only_seat() == 0
        table.play("feast")
    assert (table.only_seat(), table.count_clutter(0)) == (1, 3)
    table = RubiesTable(3, "feasts_per_turn=0")
    table.play(*QUIET_SEA)
    assert table.seats_to_act() == [0, 1, 2]


@pytest.mark.rule("R3.1")
def test_a_player_without_a_ruby_must_feast_or_use_a_giving_treasure() -> None:
    table = RubiesTable(3, "feasts_per_turn=0", "keep_clean=5").islands(0, 0, 15).aside(1, ruby_casket=1, cask_of_rum=1)
    table.play(*QUIET_SEA)
    assert table.legal() == ["feast"]
    table.play("feast")
    assert table.only_seat() == 1
    assert table.legal() == ["feast", "use:ruby-casket", "use:cask-of-rum"]
    table.play("use:ruby-casket")
    assert table.legal() == ["done", "use:cask-of-rum"]
    table.play("done")
    assert table.seats_to_act() == [0, 1, 2]


@pytest.mark.rule("R3.1")
def test_who_loses_the_last_ruby_while_others_feast_is_asked_again() -> None:
    table = RubiesTable(3).islands(3, 2, 15).crew(2, powder_monkey=1, cook=1, fence=1, exile=1)
    table.play(*QUIET_SEA, "done", "done", "feast", f"dismiss:{table.cabin(2, 'powder-monkey')}")
    assert (table.island(0), table.only_seat()) == (0, 0)
    assert table.legal() == ["feast"]
    assert table.island(1) == 9


@pytest.mark.rule("R3.2")
def test_clutter_takes_an_empty_cabin_or_that_of_a_dismissed_member() -> None:
    table = RubiesTable(3).crew(0, cook=2, fence=2, exile=2, diver=2)
    table.play(*QUIET_SEA, "feast")
    assert table.legal() == [f"dismiss:{cabin}" for cabin in range(5)]
    table.play("dismiss:0")
    assert table.state.cabins[0].tolist() == [-2] + [kind_of(name) for name in ("cook", "fence", "exile", "diver")]
    assert table.island(0) == 24


@pytest.mark.rule("R3.2")
def test_the_only_member_is_dismissed_unasked() -> None:
    table = RubiesTable(3, "keep_clean=0").clutter(0, 4)
    assert table.kinds(table.play(*QUIET_SEA, "feast"))[-4:] == ["feasted", "dismissed", "left", "cluttered"]


@pytest.mark.rule("R3.3")
def test_no_feast_with_clutter_in_every_cabin() -> None:
    table = RubiesTable(3, "keep_clean=0").islands(1, 0, 15).clutter(1, 4)
    table.play(*QUIET_SEA, "done", "feast")
    assert table.count_clutter(1) == 5
    table = RubiesTable(3).islands(1, 1, 0).wreck(2)
    table.play(*QUIET_SEA, "done", "done")
    assert table.seats_to_act() == [0, 1, 2]
    assert table.legal(2) == ["grasp:0"]


@pytest.mark.rule("R3.4")
def test_an_empty_deck_is_rebuilt_from_the_discards() -> None:
    table = RubiesTable(3).clutter(0, 3).clutter(1, 3).clutter(2, 2).aside(0)
    assert table.state.deck == 0
    table.play(*QUIET_SEA)
    assert table.seats_to_act() == [0, 1, 2]
    table.grasp(1, 1, 1)
    while table.frame == "take":
        table.play(table.legal()[0])
    assert table.state.discards == 1
    table.end_turn()
    events = table.play("cook", "fence", "exile", "diver", "feast")
    assert "rebuilt" in table.kinds(events)
    assert (table.state.deck, table.state.discards) == (0, 0)


@pytest.mark.rule("R3.5")
def test_one_clutter_card_may_go_where_all_cabins_are_full_of_it() -> None:
    for choice, left in (("sweep", 4), ("done", 5)):
        table = RubiesTable(3, "keep_clean=0").clutter(0, 4)
        table.to_grasp_after_feast(*QUIET_SEA)
        table.grasp(1, 1, 1)
        while table.frame == "take":
            table.play(table.legal()[0])
        table.end_turn()
        assert (table.frame, table.only_seat(), table.legal()) == ("sweep", 0, ["done", "sweep"])
        table.play(choice)
        assert table.count_clutter(0) == left
        assert table.frame == "sea"


@pytest.mark.rule("R3.6")
def test_each_clutter_card_costs_one_infamy() -> None:
    table = RubiesTable(3).clutter(0, 2)
    seat = GAME.view.data(table.rules, table.state, 0)["seats"][0]  # type: ignore[index]
    assert seat["infamy"] == 3 - 2


@pytest.mark.rule("R4.1")
def test_four_cards_are_turned_up() -> None:
    table = RubiesTable(3)
    assert table.kinds(table.play("cook", "fence", "kraken", "kraken")) == ["sea"] * 4
    assert table.state.sea.tolist() == [kind_of(name) for name in ("cook", "fence", "kraken", "kraken")]
    assert table.state.bundles == 8


@pytest.mark.rule("R4.2")
def test_at_least_one_ruby_and_no_more_than_there_are() -> None:
    table = RubiesTable(3).islands(3, 170, 15).to_grasp(*QUIET_SEA)
    assert table.legal(0) == ["grasp:1", "grasp:2", "grasp:3"]
    assert table.legal(1)[-1] == f"grasp:{MOST_GRASP}"
    with pytest.raises(IllegalAction):
        table.play("0 grasp:0")
    table.play("2 grasp:4", "0 grasp:1")
    assert table.seats_to_act() == [1]
    with pytest.raises(NotYourTurn):
        table.play("0 grasp:2")


@pytest.mark.rule("R4.2")
def test_who_can_get_no_ruby_grasps_none_but_uses_a_treasure_first() -> None:
    table = RubiesTable(3, "keep_clean=0").islands(5, 2, 2).to_grasp(*QUIET_SEA)
    table.islands(0, 2, 0).aside(0, ruby_casket=1)
    assert table.legal(0) == ["use:ruby-casket"]
    assert table.legal(2) == ["grasp:0"]
    table.play("0 use:ruby-casket")
    assert table.legal(0) == [f"grasp:{rubies}" for rubies in range(1, 7)]


@pytest.mark.rule("R4.3")
def test_all_are_shown_when_the_last_has_grasped() -> None:
    table = RubiesTable(3).to_grasp(*QUIET_SEA)
    assert table.kinds(table.play("2 grasp:3")) == ["grasped"]
    assert table.kinds(table.play("0 grasp:2")) == ["grasped"]
    assert table.kinds(table.play("1 grasp:9"))[:4] == ["grasped", "shown", "shown", "shown"]
    assert [table.island(seat) for seat in range(3)] == [12, 6, 12]


@pytest.mark.rule("R4.4")
def test_most_rubies_take_first_and_ties_go_clockwise_from_the_start_player() -> None:
    table = RubiesTable(4).to_grasp(*PIRATES)
    table.grasp(2, 7, 2, 7)
    assert table.state.order.tolist() == [1, 3, 0, 2]
    assert table.legal() == ["take:0", "take:1", "take:2", "take:3"]


@pytest.mark.rule("R4.5")
def test_who_chose_first_becomes_start_player_for_phase_two() -> None:
    table = RubiesTable(3).to_grasp(*QUIET_SEA)
    events = table.grasp(2, 2, 1)
    assert "first" not in table.kinds(events)
    assert table.state.start_seat == 0
    table = RubiesTable(3).to_grasp(*QUIET_SEA)
    assert table.kinds(table.grasp(1, 2, 2))[-1] == "first"
    assert table.state.order.tolist()[:3] == [1, 2, 0]
    while table.frame == "take":
        table.play(table.legal()[0])
    assert table.only_seat() == 1


@pytest.mark.rule("R4.6")
def test_boarding_actions_and_monsters_act_when_taken() -> None:
    table = RubiesTable(3).to_grasp("smuggler", "kraken", "fence", "exile")
    table.grasp(3, 2, 1)
    table.play("take:0")
    assert table.island(0) == 14 - 3 + 4
    table.play("take:1")
    assert table.island(1) == 15 - 2 - 8


@pytest.mark.rule("R4.7")
def test_a_pirate_gets_the_rubies_of_the_grasp_and_other_cards_none() -> None:
    table = RubiesTable(3).to_grasp("swordmaster", "golden-idol", "fence", "exile")
    table.grasp(6, 5, 1)
    table.play("take:0", "take:1")
    assert table.aboard(0) == {"captain": 4, "swordmaster": 6}
    assert table.aboard(1) == {"captain": 4}
    assert table.island(1) == 10


@pytest.mark.rule("R4.8")
def test_with_no_empty_cabin_one_pirate_makes_room() -> None:
    table = (
        RubiesTable(3)
        .crew(0, cook=2, fence=2, exile=2, diver=2)
        .to_grasp("swordmaster", "golden-idol", "kraken", "siren")
    )
    table.grasp(6, 1, 1)
    table.play("take:0")
    assert table.legal() == [f"dismiss:{cabin}" for cabin in range(5)]
    table.play(f"dismiss:{table.cabin(0, 'exile')}")
    assert table.aboard(0) == {"captain": 4, "cook": 2, "fence": 2, "diver": 2, "swordmaster": 6}


@pytest.mark.rule("R4.8")
def test_with_clutter_everywhere_the_new_pirate_must_clean() -> None:
    table = RubiesTable(3, "keep_clean=0").clutter(0, 4)
    table.to_grasp_after_feast("swordmaster", "golden-idol", "kraken", "siren")
    table.grasp(6, 1, 1)
    assert "scrubbed" in table.kinds(table.play("take:0"))
    assert table.count_clutter(0) == 4
    assert table.aboard(0) == {}


@pytest.mark.rule("R4.9")
def test_other_cards_lie_beside_the_crew() -> None:
    table = RubiesTable(3).to_grasp("spyglass", "golden-idol", "sea-serpent", "exile")
    table.grasp(3, 2, 1)
    table.play("take:0", "take:1", "take:2")
    assert (table.held(0, "spyglass"), table.held(1, "golden-idol"), table.held(2, "sea-serpent")) == (1, 1, 1)
    assert table.state.cabins[:3, 1:].max() == -1


@pytest.mark.rule("R4.10")
def test_the_fourth_card_of_three_players_is_discarded() -> None:
    table = RubiesTable(3).to_grasp(*PIRATES)
    table.grasp(3, 2, 1)
    assert "left_over" in table.kinds(table.play("take:0", "take:1", "take:3"))
    assert table.state.gone[kind_of("berserker")] == 1
    assert table.state.discards == 1


@pytest.mark.rule("R4.10")
def test_the_last_card_of_four_players_is_taken_unasked() -> None:
    table = RubiesTable(4).to_grasp(*PIRATES)
    table.grasp(4, 3, 2, 1)
    table.play("take:0", "take:1", "take:3")
    assert "berserker" in table.aboard(3)
    assert table.frame == "skills"


@pytest.mark.rule("R5.1")
def test_a_pirate_just_taken_may_clean_instead() -> None:
    table = RubiesTable(3).clutter(0, 2).to_grasp("smuggler", "golden-idol", "fence", "exile")
    table.grasp(3, 2, 1)
    table.play("take:0")
    assert table.legal() == ["hire", "clean"]
    table.play("clean")
    assert (table.aboard(0), table.count_clutter(0), table.island(0)) == ({"captain": 4}, 1, 11)
    assert (table.state.gone[kind_of("smuggler")], table.state.discards) == (1, 2)


@pytest.mark.rule("R5.2")
def test_only_the_pirate_taken_in_this_turn_can_clean() -> None:
    table = RubiesTable(3).clutter(0, 2).crew(0, cook=2).to_skills()
    assert "clean" not in table.legal()


@pytest.mark.rule("R5.3")
def test_first_hired_or_cleaning_then_who_makes_room() -> None:
    table = (
        RubiesTable(3).clutter(0, 2).crew(0, cook=2, fence=2).to_grasp("swordmaster", "golden-idol", "kraken", "exile")
    )
    table.grasp(3, 2, 1)
    table.play("take:0")
    assert table.legal() == ["hire", "clean"]
    table.play("hire")
    assert table.legal() == [f"dismiss:{table.cabin(0, name)}" for name in ("captain", "cook", "fence")]
    table = RubiesTable(3).to_grasp("swordmaster", "golden-idol", "kraken", "exile")
    table.grasp(3, 2, 1)
    assert table.kinds(table.play("take:0")) == ["took", "hired"]
