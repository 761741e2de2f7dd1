"""The worked examples of the rulebook."""

from doubloon.games.rubies.game import GAME
from doubloon.games.rubies.tests.table import QUIET_SEA, RubiesTable


def test_example_1_order_of_grasps() -> None:
    table = RubiesTable(4).to_grasp("swordmaster", "golden-idol", "fence", "exile")
    table.grasp(3, 5, 3, 1)
    assert table.state.order.tolist() == [1, 0, 2, 3]
    assert table.state.start_seat == 1
    table.play("take:0", "take:1")
    assert table.aboard(1)["swordmaster"] == 5
    assert (table.island(0), table.aboard(0)) == (11, {"captain": 4})


def test_example_2_loaded_dice() -> None:
    table = RubiesTable(3).aside(0, loaded_dice=1).to_grasp("swordmaster", "golden-idol", "fence", "exile")
    table.grasp(2, 4, 1)
    events = table.play("use:loaded-dice")
    assert [event.a for event in events if GAME.event_kinds[event.kind] == "counts"] == [7]
    assert table.state.order.tolist()[:3] == [0, 1, 2]
    assert table.state.start_seat == 0
    table.play("take:0")
    assert table.aboard(0)["swordmaster"] == 2


def test_example_3_navigator() -> None:
    for rubies, left in ((5, 1), (4, None)):
        table = RubiesTable(3).crew(0, navigator=rubies).to_skills()
        skill = f"skill:{table.cabin(0, 'navigator')}"
        table.play(skill, skill)
        assert table.aboard(0).get("navigator") == left
        assert table.island(0) == 13 + 6
        assert skill not in table.legal()


def test_example_4_kraken_and_casket() -> None:
    table = RubiesTable(3).islands(4, 15, 15).aside(0, ruby_casket=1).to_grasp("kraken", "fence", "exile", "siren")
    table.grasp(1, 1, 1)
    events = table.play("take:0")
    assert table.kinds(events) == ["took", "used", "gained", "lost"]
    assert (table.island(0), table.held(0, "ruby-casket"), table.count_clutter(0)) == (1, 0, 0)


def test_example_5_gambler() -> None:
    table = RubiesTable(3).islands(2, 15, 15).crew(0, gambler=1).to_skills()
    events = table.play(f"skill:{table.cabin(0, 'gambler')}")
    assert table.kinds(events) == ["skill", "left", "feasted", "cluttered", "lost", "tokens"]
    assert (table.island(0), table.count_clutter(0), table.state.tokens[0]) == (6, 1, 1)
    assert table.aboard(0) == {"captain": 4}


def test_example_6_powder_monkey() -> None:
    table = RubiesTable(4).crew(0, powder_monkey=2).to_grasp(*QUIET_SEA)
    table.grasp(1, 2, 1, 1)
    while table.frame == "take":
        table.play(table.legal()[0])
    table.turn_of(0)
    events = table.play(f"dismiss:{table.cabin(0, 'powder-monkey')}")
    assert [(event.seat, event.a) for event in events if GAME.event_kinds[event.kind] == "lost"] == [
        (1, 3),
        (2, 3),
        (3, 3),
    ]


def test_example_7_scoring() -> None:
    table = RubiesTable(3).crew(0, swordmaster=2, diver=2).clutter(0, 2).aside(0, kraken=1, ruby_casket=1)
    table.state.tokens[0] = 1
    assert GAME.functions.standing(table.rules, table.state, 0) >> 16 == 3 + 2 + 3 + 1 + 3 + 1 - 2 == 11


def test_example_8_peek() -> None:
    table = RubiesTable(3).crew(0, lookout=3).to_skills()
    table.play(f"skill:{table.cabin(0, 'lookout')}", "cook", "fence", "exile", "siren")
    bundles = [
        GAME.view.data(table.rules, table.observation(viewer), viewer)["next_bundle"] for viewer in (0, 1, 2, -2)
    ]
    assert bundles == [["cook", "fence", "exile", "siren"], [None] * 4, [None] * 4, [None] * 4]
    assert table.kinds(table.end_turn())[-4:] == ["sea"] * 4
    data = GAME.view.data(table.rules, table.observation(1), 1)
    assert (data["sea"], data["next_bundle"], data["peeked"]) == (["cook", "fence", "exile", "siren"], [], [])


def test_example_9_five_cabins() -> None:
    for choice, crew, clutter in (("clean", {"captain": 4}, 3), ("hire", {"swordmaster": 3}, 4)):
        table = RubiesTable(3).clutter(0, 4).to_grasp("swordmaster", "golden-idol", "exile", "kraken")
        table.grasp(3, 2, 1)
        table.play("take:0")
        assert table.legal() == ["hire", "clean"]
        table.play(choice)
        assert (table.aboard(0), table.count_clutter(0)) == (crew, clutter)
