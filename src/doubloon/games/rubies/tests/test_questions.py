"""Questions and treasures: what has been asked stays asked, and who holds a treasure gets a moment to use it (R9.1)."""

import pytest

from doubloon.engine.errors import BadSetting
from doubloon.engine.playthrough import build_rules, game_settings
from doubloon.games.rubies.game import GAME
from doubloon.games.rubies.state import MOST_ASKING
from doubloon.games.rubies.tests.table import QUIET_SEA, RubiesTable

SCRUBBER = "cards.ruby-casket.effect=clean 1"
"""A treasure that removes clutter, which the game's own deck does not have."""
OLD_RULES = 1


def under(version: int, table: RubiesTable) -> RubiesTable:
    """Let a table be played under a version of the rules."""
    table.rules.version = version
    return table


def asked_to_sweep(effect: str = SCRUBBER, version: int = GAME.rules_version) -> RubiesTable:
    """Return a table whose seat 0 is asked to sweep, and holds a treasure that cleans."""
    table = under(version, RubiesTable(3, effect).to_skills().wreck(0).aside(0, ruby_casket=1))
    table.end_turn()
    assert table.frame == "sweep"
    return table


@pytest.mark.rule("R9.1", "R3.5")
def test_to_sweep_stays_asked_when_a_treasure_cleans_meanwhile() -> None:
    table = asked_to_sweep()
    assert table.legal() == ["done", "sweep", "use:ruby-casket"]
    table.play("use:ruby-casket")
    assert (table.frame, table.only_seat(), table.legal()) == ("sweep", 0, ["done", "sweep"])
    table.play("sweep")
    assert (table.frame, table.count_clutter(0)) == ("sea", 3)


@pytest.mark.rule("R9.1", "R3.5")
def test_nothing_is_swept_where_no_clutter_is_left() -> None:
    table = asked_to_sweep("cards.ruby-casket.effect=clean 5")
    table.play("use:ruby-casket")
    assert (table.frame, table.legal()) == ("sweep", ["done"])


@pytest.mark.rule("R9.1", "R3.1")
def test_to_feast_stays_asked_when_a_treasure_gives_rubies_meanwhile() -> None:
    table = RubiesTable(3).clutter(0, 4).islands(0, 15, 15).aside(0, ruby_casket=1)
    table.play(*QUIET_SEA)
    assert (table.only_seat(), table.legal()) == (0, ["feast", "use:ruby-casket"])
    table.play("use:ruby-casket")
    assert (table.frame, table.only_seat(), table.legal()) == ("feast", 0, ["done"])
    table.play("done")
    assert (table.frame, table.only_seat()) == ("feast", 1)


@pytest.mark.rule("R9.1", "R5.3")
def test_hired_or_cleaning_stays_asked_when_the_last_clutter_goes_meanwhile() -> None:
    table = RubiesTable(3, SCRUBBER).clutter(0, 1).aside(0, ruby_casket=1)
    table.to_grasp("swordmaster", "golden-idol", "kraken", "exile")
    table.grasp(3, 2, 1)
    table.play("take:0")
    assert table.legal() == ["hire", "clean", "use:ruby-casket"]
    table.play("use:ruby-casket")
    assert (table.frame, table.legal()) == ("board", ["hire"])
    assert table.aboard(0) == {"captain": 4}
    table.play("hire")
    assert table.aboard(0) == {"captain": 4, "swordmaster": 3}


@pytest.mark.rule("R9.1", "R4.8")
def test_who_makes_room_stays_asked_when_a_cabin_becomes_empty_meanwhile() -> None:
    table = RubiesTable(3, SCRUBBER).clutter(0, 1).crew(0, cook=2, fence=2, diver=2).aside(0, ruby_casket=1)
    table.to_grasp("swordmaster", "golden-idol", "kraken", "exile")
    table.grasp(3, 2, 1)
    table.play("take:0", "hire", "use:ruby-casket")
    dismissals = [f"dismiss:{table.cabin(0, name)}" for name in ("captain", "cook", "fence", "diver")]
    assert (table.frame, table.legal()) == ("board", dismissals)
    table.play(f"dismiss:{table.cabin(0, 'diver')}")
    assert table.aboard(0) == {"captain": 4, "cook": 2, "fence": 2, "swordmaster": 3}


@pytest.mark.rule("R9.1", "R3.2")
def test_whom_to_dismiss_for_clutter_stays_asked_when_a_cabin_becomes_empty_meanwhile() -> None:
    table = RubiesTable(3, SCRUBBER).clutter(0, 1).crew(0, cook=2, fence=2, diver=2).aside(0, ruby_casket=1)
    table.play(*QUIET_SEA, "feast")
    assert table.frame == "mess"
    table.play("use:ruby-casket")
    assert table.frame == "mess"
    table.play(f"dismiss:{table.cabin(0, 'cook')}")
    assert (table.aboard(0), table.count_clutter(0)) == ({"captain": 4, "fence": 2, "diver": 2}, 1)


def hooked() -> RubiesTable:
    """Return a table whose seat 0 is asked whom to lure, with a pirate and a cask of rum at each of the others."""
    table = RubiesTable(3).crew(1, cook=2).crew(2, fence=2).aside(1, cask_of_rum=1).aside(2, cask_of_rum=1)
    table.to_grasp("grappling-hook", "spyglass", "golden-idol", "siren")
    table.grasp(1, 1, 1)
    table.play("take:0", "take:1", "take:2")
    table.play("use:grappling-hook")
    return table


@pytest.mark.rule("R9.1")
def test_a_target_stays_asked_for_while_there_is_one_and_no_longer() -> None:
    table = hooked()
    cook, fence = f"crew:1.{table.cabin(1, 'cook')}", f"crew:2.{table.cabin(2, 'fence')}"
    assert table.legal(0) == [cook, fence]
    table.play("1 use:cask-of-rum", f"1 {cook}")
    assert (table.frame, table.only_seat(), table.legal(0)) == ("effects", 0, [fence])
    table.play("2 use:cask-of-rum", f"2 {fence}")
    assert (table.frame, table.only_seat()) == ("skills", 0)
    assert table.aboard(0) == {"captain": 4}


@pytest.mark.rule("R9.1")
def test_the_only_target_is_asked_for_where_its_owner_holds_a_treasure() -> None:
    table = RubiesTable(3).crew(1, cook=2).aside(1, cask_of_rum=1)
    table.to_grasp("grappling-hook", "spyglass", "golden-idol", "siren")
    table.grasp(1, 1, 1)
    table.play("take:0", "take:1", "take:2", "use:grappling-hook")
    cook = f"crew:1.{table.cabin(1, 'cook')}"
    assert (table.frame, table.only_seat(), table.legal(0)) == ("effects", 0, [cook])
    table.play("1 use:cask-of-rum", f"1 {cook}")
    assert (table.frame, table.aboard(1)) == ("skills", {"captain": 4, "cook": 7})


@pytest.mark.rule("R9.1")
def test_the_only_target_is_not_asked_for_where_its_owner_holds_none() -> None:
    table = RubiesTable(3).crew(1, cook=2).aside(0, golden_idol=1).aside(1, loaded_dice=1)
    table.to_grasp("grappling-hook", "spyglass", "ruby-casket", "siren")
    table.grasp(1, 1, 1)
    while table.frame == "dice":
        table.play("done")
    table.play("take:0", "take:1", "take:2", "use:grappling-hook")
    assert table.aboard(0) == {"captain": 4, "cook": 2}


@pytest.mark.rule("R9.1")
def test_the_only_target_of_ones_own_is_not_asked_for() -> None:
    table = RubiesTable(3).aside(0, cask_of_rum=1, golden_idol=1)
    table.play(*("cook", "fence", "exile", "siren"), "use:cask-of-rum")
    assert table.aboard(0) == {"captain": 9}


@pytest.mark.rule("R9.1")
def test_treasures_may_be_used_while_one_of_ones_own_asks_for_its_target() -> None:
    table = RubiesTable(3).aside(2, cask_of_rum=2, ruby_casket=1).crew(2, cook=1)
    table.play(*QUIET_SEA, "2 use:cask-of-rum")
    assert table.legal() == ["crew:2.0", "crew:2.1", "use:ruby-casket", "use:cask-of-rum"]
    table.play("use:ruby-casket", "use:cask-of-rum")
    assert (table.island(2), table.legal()) == (21, ["crew:2.0", "crew:2.1"])
    table.play("crew:2.0", "crew:2.1")
    assert table.aboard(2) == {"captain": 9, "cook": 6}
    assert (table.only_seat(), table.frame) == (0, "feast")


@pytest.mark.rule("R9.1")
def test_all_treasures_that_ask_may_wait_at_once() -> None:
    table = RubiesTable(3, f"cards.cask-of-rum.copies={MOST_ASKING}").crew(2, cook=1)
    table.aside(2, cask_of_rum=MOST_ASKING)
    table.play(*("fence", "exile", "siren", "golden-idol"))
    table.play(*["2 use:cask-of-rum"] * MOST_ASKING)
    assert table.sound().state.depth == 1 + MOST_ASKING
    table.play(*["crew:2.1"] * MOST_ASKING)
    assert table.aboard(2)["cook"] == 1 + 5 * MOST_ASKING


def test_more_treasures_that_ask_are_refused() -> None:
    changes = [f"cards.cask-of-rum.copies={MOST_ASKING}", "cards.golden-idol.effect=gain 1, feed 2"]
    settings = game_settings(GAME).changed(changes)
    with pytest.raises(BadSetting, match=f"{MOST_ASKING + 2} treasures have one of feed, rum, ready; at most"):
        build_rules(GAME, settings, 3)


@pytest.mark.rule("R6.3")
def test_a_captain_that_pays_its_last_ruby_is_no_target_for_its_own_bite() -> None:
    table = RubiesTable(3, "cards.bold.skill=4: bite 1").to_skills()
    assert "skill:0" not in table.legal()
    table.crew(0, cook=2)
    assert "skill:0" in table.legal()
    table.play("skill:0")
    assert table.aboard(0) == {"captain": 0, "cook": 1}
    table = RubiesTable(3, "cards.bold.skill=3: bite 1").to_skills()
    assert "skill:0" in table.legal()


@pytest.mark.rule("R6.3")
def test_the_card_of_a_pirate_that_leaves_is_none_that_could_be_drawn() -> None:
    gone = ("fence", "exile", "martyr", "cook", "lookout", "fiddler", "diver", "gambler")
    table = RubiesTable(4, *(f"cards.{card}.copies=0" for card in gone))
    assert table.state.deck == 0
    table.to_grasp("saboteur", "golden-idol", "spyglass", "ruby-casket")
    table.grasp(3, 2, 1, 1)
    while table.frame == "take":
        table.play(table.legal()[0])
    assert table.aboard(0) == {"captain": 4, "saboteur": 3}
    assert (int(table.state.deck), int(table.state.discards)) == (0, 0)
    assert f"skill:{table.cabin(0, 'saboteur')}" not in table.legal()


def test_under_the_older_rules_questions_lapse_and_treasures_wait() -> None:
    """Finished games of rules 1 must replay as they were played."""
    table = asked_to_sweep(version=OLD_RULES)
    table.play("use:ruby-casket")
    assert table.frame == "sea"
    table = under(OLD_RULES, RubiesTable(3).clutter(0, 4).islands(0, 15, 15).aside(0, ruby_casket=1))
    table.play(*QUIET_SEA, "use:ruby-casket")
    assert table.only_seat() == 1
    table = under(OLD_RULES, RubiesTable(3).aside(2, cask_of_rum=2).crew(2, cook=1))
    table.play(*QUIET_SEA, "2 use:cask-of-rum")
    assert table.legal() == ["crew:2.0", "crew:2.1"]
    table = under(OLD_RULES, RubiesTable(3, "cards.bold.skill=4: bite 1").to_skills())
    assert "skill:0" in table.legal()
