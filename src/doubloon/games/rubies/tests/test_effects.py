"""Every effect of the vocabulary (R1.1), tried through a skill of the cook or what its card is."""

from doubloon.games.rubies.game import GAME
from doubloon.games.rubies.tests.table import RubiesTable, kind_of


def cook(text: str, **others: int) -> RubiesTable:
    """A table at the skill turn of seat 0, whose cook has 9 rubies and the skill of the text."""
    return RubiesTable(3, f"cards.cook.skill={text}").crew(0, cook=9, **others).to_skills()


def use(table: RubiesTable, *then: str) -> list[str]:
    return table.kinds(table.play(f"skill:{table.cabin(0, 'cook')}", *then))


def test_gain_and_dive() -> None:
    table = cook("1: gain 4, dive 2")
    use(table)
    assert table.island(0) == 13 + 4 + 2 + 3


def test_steal_asks_whom_and_takes_what_is_there() -> None:
    table = cook("1: steal 20")
    use(table)
    assert table.legal() == ["seat:1", "seat:2"]
    table.play("seat:2")
    assert [table.island(seat) for seat in range(3)] == [27, 14, 0]


def test_lose_and_others_lose() -> None:
    table = cook("1: lose 2, others_lose 3")
    use(table)
    assert [table.island(seat) for seat in range(3)] == [11, 11, 11]


def test_feed_is_for_another_pirate_and_feed_all_for_each_other() -> None:
    table = cook("1: feed 2", diver=1)
    use(table)
    assert table.legal() == ["crew:0.0", "crew:0.2"]
    table.play("crew:0.2")
    assert table.aboard(0) == {"captain": 4, "cook": 8, "diver": 3}
    table = cook("1: feed_all 2", diver=1)
    use(table)
    assert table.aboard(0) == {"captain": 6, "cook": 8, "diver": 3}


def test_wound_takes_up_to_so_many_and_who_has_none_left_leaves() -> None:
    table = RubiesTable(3, "cards.cook.skill=1: wound 3").crew(0, cook=9).crew(1, diver=2).to_skills()
    use(table)
    assert table.legal() == ["crew:1.0", "crew:1.1", "crew:2.0"]
    assert table.kinds(table.play("crew:1.1")) == ["wounded", "left"]
    table = RubiesTable(3, "cards.cook.skill=1: wound 9").crew(0, cook=9).to_skills()
    use(table, "crew:2.0")
    assert table.aboard(2) == {"captain": 0}


def test_bite_is_for_one_of_the_own_crew() -> None:
    table = cook("1: bite 3", diver=5)
    use(table)
    assert table.legal() == ["crew:0.0", "crew:0.1", "crew:0.2"]
    table.play("crew:0.2")
    assert table.aboard(0)["diver"] == 2


def test_broadside_hits_the_whole_crew_of_one_player() -> None:
    table = RubiesTable(3, "cards.cook.skill=1: broadside 2").crew(0, cook=9).crew(1, diver=2, fence=3).to_skills()
    use(table, "seat:1")
    assert table.aboard(1) == {"captain": 2, "fence": 1}


def test_unsettle_hits_a_captain() -> None:
    table = cook("1: unsettle 4")
    assert use(table, "seat:1")[-2:] == ["wounded", "distrusted"]
    table.state.uses[0, 1] = 1
    assert use(table)[1:] == ["wounded", "distrusted"]


def test_lure_moves_a_pirate_with_its_rubies_and_a_used_skill_stays_used() -> None:
    for used in (False, True):
        table = (
            RubiesTable(3, "cards.cook.skill=1: lure 3")
            .crew(0, cook=9)
            .crew(2, quartermaster=4)
            .to_grasp("ruby-casket", "ruby-casket", "golden-idol", "siren")
        )
        table.grasp(1, 1, 2)
        table.play("take:0", "take:1", "take:2")
        assert table.only_seat() == 2
        table.play(*["skill:1"] * used, "done")
        table.state.vigour[2, 1] = 3
        use(table, "crew:2.1")  # the only target, asked for because its owner took a treasure (R9.1)
        assert table.aboard(0) == {"captain": 4, "cook": 8, "quartermaster": 3}
        assert ("skill:2" in table.legal()) == (not used)


def test_clean_removes_own_clutter_the_first_cabins_first() -> None:
    table = RubiesTable(3, "cards.cook.skill=1: clean 2").clutter(0, 3).crew(0, cook=9).to_skills()
    use(table)
    assert table.state.cabins[0].tolist() == [int(table.state.captain[0]), -1, -1, -2, kind_of("cook")]


def test_litter_fills_empty_cabins_of_another() -> None:
    table = RubiesTable(3, "cards.cook.skill=1: litter 3").crew(0, cook=9).crew(1, diver=2, fence=2).to_skills()
    use(table, "seat:1")
    assert (table.count_clutter(1), table.aboard(1)) == (2, {"captain": 4, "diver": 2, "fence": 2})


def test_mess_fills_own_cabins_as_far_as_possible() -> None:
    table = RubiesTable(3, "cards.cook.skill=1: mess 9").crew(0, cook=1).to_skills()
    use(table)
    assert (table.count_clutter(0), table.aboard(0), table.island(0)) == (5, {}, 13)


def test_peek_names_the_next_bundle_and_only_once() -> None:
    table = cook("1: peek")
    use(table, "exile", "fence", "siren", "diver")
    table.state.uses[0, 1] = 1
    assert f"skill:{table.cabin(0, 'cook')}" not in table.legal()
    assert table.frame == "skills"


def test_ready_gives_one_more_use_to_another_once_a_phase_skill() -> None:
    table = cook("1: ready", navigator=5, swordmaster=2)
    use(table)
    assert table.state.uses[0].tolist() == [2, 0, 1, 1, 0]


def test_infamy_and_rum() -> None:
    table = cook("1: infamy 2, rum 5")
    use(table)
    assert table.legal() == ["crew:0.0", "crew:0.1"]
    table.play("crew:0.1")
    assert (table.state.tokens[0], table.aboard(0)["cook"]) == (2, 13)


def test_an_effect_without_a_possible_target_does_nothing() -> None:
    table = RubiesTable(3, "cards.cook.skill=1: steal 2, gain 1").crew(0, cook=9).islands(9, 1, 1).to_skills()
    assert use(table) == ["skill", "gained"]


def test_drummers_count_in_the_order_and_berserkers_have_upkeep() -> None:
    table = (
        RubiesTable(3).crew(2, drummer=2, berserker=3).to_grasp("ruby-casket", "ruby-casket", "golden-idol", "siren")
    )
    table.grasp(3, 4, 3)
    assert table.state.order.tolist()[:3] == [2, 1, 0]
    table.play("take:0", "take:1", "take:2")
    table.end_turn()
    assert table.aboard(2)["berserker"] == 2
    assert GAME.functions.violation(table.rules, table.state) == 0
