"""Skills, losses, leaving, things and the final count (R6 to R10), by their numbers."""

import pytest

from doubloon.games.rubies.game import GAME
from doubloon.games.rubies.tests.table import QUIET_SEA, RubiesTable, kind_of


@pytest.mark.rule("R6.1")
def test_each_player_has_one_turn_clockwise_from_the_start_player() -> None:
    table = RubiesTable(3).to_grasp(*QUIET_SEA)
    table.grasp(1, 9, 1)
    while table.frame == "take":
        table.play(table.legal()[0])
    seats = []
    while table.frame == "skills":
        seats.append(table.only_seat())
        table.play("done")
    assert seats == [1, 2, 0]


@pytest.mark.rule("R6.1")
def test_any_skills_in_any_order_or_none() -> None:
    table = RubiesTable(3).crew(0, quartermaster=3, fence=3).to_skills()
    assert [action for action in table.legal() if action.startswith("skill")] == ["skill:0", "skill:1", "skill:2"]
    table.play(f"skill:{table.cabin(0, 'fence')}", f"skill:{table.cabin(0, 'quartermaster')}", "done")
    assert table.island(0) == 13 + 6
    assert table.only_seat() == 1


@pytest.mark.rule("R6.2")
def test_each_skill_once_a_phase() -> None:
    table = RubiesTable(3).crew(0, quartermaster=3).to_skills()
    skill = f"skill:{table.cabin(0, 'quartermaster')}"
    table.play(skill)
    assert skill not in table.legal()
    table.end_turn()
    table.to_grasp("ruby-casket", "ruby-casket", "golden-idol", "loaded-dice")
    table.grasp(1, 1, 1)
    table.play("take:0", "take:1", "take:2")
    assert skill in table.legal()


@pytest.mark.rule("R6.2")
def test_ready_and_any_number_of_times_are_exceptions() -> None:
    table = RubiesTable(3).crew(0, quartermaster=5, boatswain=5, navigator=9).to_skills()
    skill, ready, any_times = (f"skill:{table.cabin(0, name)}" for name in ("quartermaster", "boatswain", "navigator"))
    table.play(skill, ready)
    assert table.legal() == ["crew:0.0", f"crew:0.{table.cabin(0, 'quartermaster')}"]
    table.play(f"crew:0.{table.cabin(0, 'quartermaster')}", skill)
    assert skill not in table.legal()
    assert ready not in table.legal()
    table.play(any_times, any_times, any_times)
    assert any_times in table.legal()


@pytest.mark.rule("R6.3")
def test_the_cost_is_paid_with_the_own_rubies() -> None:
    table = RubiesTable(3).crew(0, fence=3, quartermaster=3).captain(0, 4).to_skills()
    table.play(f"skill:{table.cabin(0, 'fence')}")
    assert table.aboard(0) == {"captain": 4, "fence": 1, "quartermaster": 3}
    table = RubiesTable(3).crew(0, fence=1).to_skills()
    assert f"skill:{table.cabin(0, 'fence')}" not in table.legal()


@pytest.mark.rule("R6.3")
def test_a_skill_that_could_do_nothing_cannot_be_used() -> None:
    table = RubiesTable(3).crew(0, siren=9, pickpocket=3, lookout=3).crew(1, cook=4).islands(9, 1, 1).to_skills()
    siren, pickpocket, lookout = (f"skill:{table.cabin(0, name)}" for name in ("siren", "pickpocket", "lookout"))
    assert siren not in table.legal()
    assert pickpocket not in table.legal()
    assert lookout in table.legal()
    table.state.vigour[1, 1] = 3
    table.state.island[2] = 1
    assert siren in table.legal()
    assert pickpocket in table.legal()


@pytest.mark.rule("R6.3")
def test_lose_alone_does_not_count_and_the_cabin_of_the_last_ruby_does() -> None:
    table = RubiesTable(3, "cards.gambler.skill=1: lose 1").crew(0, gambler=2).to_skills()
    assert f"skill:{table.cabin(0, 'gambler')}" not in table.legal()
    for rubies, legal in ((4, True), (5, False)):
        table = RubiesTable(3).crew(0, siren=rubies, cook=2, fence=2, exile=2).crew(1, diver=3).to_skills()
        assert (f"skill:{table.cabin(0, 'siren')}" in table.legal()) == legal
    table = RubiesTable(3).crew(0, siren=4, cook=2, fence=2, exile=2).crew(1, diver=3).to_skills()
    table.play(f"skill:{table.cabin(0, 'siren')}")
    assert table.aboard(0) == {"captain": 4, "cook": 2, "fence": 2, "exile": 2, "diver": 3}


@pytest.mark.rule("R6.4")
def test_a_pirate_hired_this_turn_may_use_its_skill_and_a_distrusted_captain_not() -> None:
    table = RubiesTable(3).captain(0, 0).to_grasp("quartermaster", "golden-idol", "exile", "kraken")
    table.grasp(3, 2, 1)
    table.play("take:0", "take:1", "take:2")
    assert "skill:1" in table.legal()
    assert "skill:0" not in table.legal()


@pytest.mark.rule("R6.5")
def test_in_the_own_turn_any_pirate_may_be_dismissed() -> None:
    table = RubiesTable(3).crew(0, cook=7).to_skills()
    assert "dismiss:0" in table.legal(0)
    assert table.legal(1) == []
    table.play("dismiss:1", "dismiss:0")
    assert table.aboard(0) == {}
    assert table.island(0) == 13


@pytest.mark.rule("R6.6")
def test_upkeep_is_taken_from_all_then_those_without_rubies_leave() -> None:
    table = (
        RubiesTable(3, "cards.cook.upkeep=2", "cards.powder-monkey.upkeep=1")
        .crew(0, berserker=1)
        .crew(1, cook=3, powder_monkey=1)
        .to_skills()
    )
    events = table.end_turn()
    kinds = table.kinds(events)
    assert kinds.index("left") > max(index for index, kind in enumerate(kinds) if kind == "wounded")
    assert [(event.seat, event.a) for event in events if GAME.event_kinds[event.kind] == "left"] == [
        (0, kind_of("berserker")),
        (1, kind_of("powder-monkey")),
    ]
    assert table.aboard(1) == {"captain": 4, "cook": 1}
    assert (table.island(0), table.island(2)) == (10, 11)
    assert table.state.turns == 1


@pytest.mark.rule("R7.1")
def test_short_of_rubies_treasures_go_first_then_feasts() -> None:
    table = (
        RubiesTable(3)
        .islands(14, 5, 15)
        .aside(1, ruby_casket=1, golden_idol=1, cask_of_rum=1)
        .to_grasp("kraken", "exile", "fence", "siren")
    )
    table.grasp(1, 3, 2)
    table.play("take:0")
    assert table.only_seat() == 1
    assert table.legal() == ["use:ruby-casket", "use:golden-idol", "use:cask-of-rum"]
    table.play("use:ruby-casket")
    assert (table.island(1), table.held(1, "golden-idol"), table.count_clutter(1)) == (0, 1, 0)


@pytest.mark.rule("R7.1")
def test_feasts_are_repeated_until_it_is_enough_or_none_is_possible() -> None:
    table = RubiesTable(3, "feast.rubies=3").islands(14, 3, 15).to_grasp("kraken", "exile", "fence", "siren")
    table.grasp(1, 3, 2)
    assert table.kinds(table.play("take:0")).count("feasted") == 3
    assert (table.island(1), table.count_clutter(1)) == (1, 3)
    table = RubiesTable(3, "feast.rubies=1").islands(14, 3, 15).to_grasp("kraken", "exile", "fence", "siren")
    table.grasp(1, 3, 2)
    assert table.kinds(table.play("take:0")).count("feasted") == 5
    assert (table.island(1), table.count_clutter(1), table.aboard(1)) == (0, 5, {})


@pytest.mark.rule("R7.1")
def test_steal_forces_nothing() -> None:
    table = RubiesTable(3).crew(0, pickpocket=3).islands(14, 2, 1).aside(1, ruby_casket=1).to_skills()
    events = table.play(f"skill:{table.cabin(0, 'pickpocket')}", "seat:1")
    assert table.kinds(events) == ["skill", "stole"]
    assert (table.island(1), table.held(1, "ruby-casket"), events[-1].a) == (0, 1, 1)


@pytest.mark.rule("R7.2")
def test_nobody_feasts_by_choice_in_the_skill_phase() -> None:
    table = RubiesTable(3).islands(1, 1, 1).to_skills()
    assert all("feast" not in table.legal(seat) for seat in range(3))


@pytest.mark.rule("R8.1")
def test_a_pirate_without_rubies_leaves_at_once_and_his_skill_still_happens() -> None:
    table = RubiesTable(3).crew(0, fence=2).to_skills()
    assert table.kinds(table.play(f"skill:{table.cabin(0, 'fence')}")) == ["skill", "left", "gained"]
    assert table.aboard(0) == {"captain": 4}
    assert table.state.gone[kind_of("fence")] == 1


@pytest.mark.rule("R8.2")
def test_a_captain_without_rubies_is_distrusted_until_he_has_some() -> None:
    table = RubiesTable(3).captain(0, 1).crew(0, cook=3).to_skills()
    assert table.kinds(table.play("skill:0")) == ["skill", "distrusted", "gained"]
    assert table.aboard(0) == {"captain": 0, "cook": 3}
    cabins = GAME.view.data(table.rules, table.state, 0)["seats"][0]["cabins"]  # type: ignore[index]
    assert cabins[0]["distrusted"]
    events = table.play(f"skill:{table.cabin(0, 'cook')}")
    assert table.kinds(events) == ["skill", "fed", "trusted"]
    assert table.aboard(0)["captain"] == 2


@pytest.mark.rule("R8.3")
def test_dismissed_captains_are_out_of_the_game_trusted_or_not() -> None:
    for rubies in (4, 0):
        table = RubiesTable(3).captain(0, rubies).to_skills()
        table.play("dismiss:0")
        assert (table.aboard(0), table.state.captain_out[0], table.state.discards) == ({}, 1, 1)


@pytest.mark.rule("R8.4")
def test_abilities_of_several_players_go_clockwise_from_the_start_player() -> None:
    changes = [f"cards.{name}.upkeep=1" for name in ("martyr", "old-admiral", "powder-monkey")]
    table = RubiesTable(3, *changes).crew(0, old_admiral=1).crew(1, martyr=1).crew(2, powder_monkey=1)
    table.to_grasp(*QUIET_SEA)
    table.grasp(1, 2, 1)
    while table.frame == "take":
        table.play(table.legal()[0])
    kinds = [(GAME.event_kinds[event.kind], event.seat) for event in table.end_turn()]
    settled = [entry for entry in kinds if entry[0] in ("gained", "tokens", "lost")]
    assert settled == [("tokens", 1), ("lost", 1), ("lost", 0), ("gained", 0)]


@pytest.mark.rule("R8.4")
def test_the_owner_orders_the_own_abilities() -> None:
    for choice, feasts in (("settle:1", 0), ("settle:2", 2)):
        changes = ("cards.martyr.leaving=lose 3", "cards.martyr.upkeep=1", "cards.old-admiral.upkeep=1")
        table = RubiesTable(3, *changes, "feast.rubies=1").islands(2, 9, 9).crew(0, old_admiral=1, martyr=1).to_skills()
        table.play("done", "done", "done")
        assert (table.only_seat(), table.legal()) == (0, ["settle:1", "settle:2"])
        assert table.kinds(table.play(choice)).count("feasted") == feasts


@pytest.mark.rule("R8.5")
def test_a_pirate_hired_without_a_ruby_leaves_at_once_but_acts_on_boarding() -> None:
    table = RubiesTable(3).to_grasp("smuggler", "golden-idol", "exile", "kraken")
    table.state.grasp[0] = 0
    table.state.limit[0] = 0
    table.play("1 grasp:2", "2 grasp:1")
    table.play("take:1", "take:2")
    assert table.only_seat() == 0
    assert table.kinds(table.play("take:0")) == ["took", "hired", "left", "gained", "left_over"]
    assert table.aboard(0) == {"captain": 4}


@pytest.mark.rule("R9.1")
def test_treasures_may_be_used_whenever_the_game_waits_for_anybody() -> None:
    table = RubiesTable(3).aside(2, ruby_casket=4)
    table.play(*QUIET_SEA)
    assert table.seats_to_act() == [0]
    assert table.legal(2) == ["use:ruby-casket"]
    table.play("2 use:ruby-casket")
    assert table.seats_to_act() == [0]
    table.play("done", "done", "done", "2 use:ruby-casket", "2 grasp:1", "2 use:ruby-casket", "0 grasp:1", "1 grasp:1")
    table.play("2 use:ruby-casket")
    assert table.island(2) == 15 + 24 - 1
    assert table.state.gone[kind_of("ruby-casket")] == 4


@pytest.mark.rule("R9.1")
def test_a_treasure_that_asks_interrupts_and_gives_back() -> None:
    table = RubiesTable(3).aside(2, cask_of_rum=1).crew(2, cook=1)
    table.play(*QUIET_SEA, "2 use:cask-of-rum")
    assert (table.only_seat(), table.legal()) == (2, ["crew:2.0", "crew:2.1"])
    table.play("crew:2.1")
    assert table.aboard(2)["cook"] == 6
    assert (table.only_seat(), table.frame) == (0, "feast")


@pytest.mark.rule("R9.1")
def test_no_treasure_while_chance_is_due() -> None:
    table = RubiesTable(3).aside(2, ruby_casket=1)
    assert table.frame == "sea"
    assert table.legal(2) == []


@pytest.mark.rule("R9.2")
def test_dice_holders_decide_clockwise_each_how_many() -> None:
    table = RubiesTable(3).aside(1, loaded_dice=2).to_grasp(*QUIET_SEA)
    table.grasp(9, 1, 1)
    assert (table.only_seat(), table.legal()) == (1, ["done", "use:loaded-dice"])
    table.play("use:loaded-dice", "use:loaded-dice")
    assert table.state.order.tolist()[:3] == [1, 0, 2]


@pytest.mark.rule("R9.2")
def test_the_spyglass_from_the_turning_up_of_the_sea_until_the_own_grasp() -> None:
    table = RubiesTable(3).aside(1, spyglass=1)
    table.play("cook", "fence", "exile", "siren")
    assert table.legal(1) == ["use:spyglass"]
    table.play("done", "done", "done")
    assert "use:spyglass" in table.legal(1)
    table.play("1 grasp:1")
    assert table.legal(1) == []


@pytest.mark.rule("R9.2")
def test_the_grappling_hook_in_the_own_skill_turn() -> None:
    table = RubiesTable(3).aside(1, loaded_dice=1).crew(0, cook=2)
    table.state.aside[1, kind_of("loaded-dice")] -= 1
    table.state.aside[1, kind_of("grappling-hook")] += 1
    table.state.unseen[kind_of("loaded-dice")] += 1
    table.state.unseen[kind_of("grappling-hook")] -= 1
    table.sound().to_grasp("ruby-casket", "ruby-casket", "golden-idol", "siren")
    table.grasp(1, 1, 1)
    table.play("take:0", "take:1", "take:2")
    assert "use:grappling-hook" not in table.legal(1)
    table.play("done", "use:grappling-hook", "crew:0.1")  # the only target, whose owner took a treasure (R9.1)
    assert table.aboard(1) == {"captain": 4, "cook": 2}


@pytest.mark.rule("R9.3")
def test_used_things_are_discarded() -> None:
    table = RubiesTable(3).aside(0, golden_idol=1)
    table.play("cook", "fence", "exile", "siren", "use:golden-idol")
    assert (table.held(0, "golden-idol"), table.state.gone[kind_of("golden-idol")], table.state.discards) == (0, 1, 1)


@pytest.mark.rule("R10.1")
def test_after_nine_turns_the_most_infamy_wins() -> None:
    table = RubiesTable(3)
    turns = 0
    while not table.is_over:
        if table.to_act == -1:
            table.play(next(iter(table.possible())))
        else:
            seat = table.seats_to_act()[0]
            table.play(f"{seat} {table.legal(seat)[0]}")
        turns = int(table.state.turns)
    assert turns == 9
    infamy = [GAME.functions.standing(table.rules, table.state, seat) for seat in range(3)]
    assert [place == 0 for place in table.ranking().tolist()] == [points == max(infamy) for points in infamy]


@pytest.mark.rule("R10.2")
def test_ties_by_rubies_of_island_and_crew_else_shared() -> None:
    table = RubiesTable(3).islands(5, 6, 6).captain(0, 4).captain(1, 3).captain(2, 4)
    standing = [GAME.functions.standing(table.rules, table.state, seat) for seat in range(3)]
    assert standing[0] == standing[1] < standing[2]
    assert standing[0] >> 16 == standing[2] >> 16 == 3
