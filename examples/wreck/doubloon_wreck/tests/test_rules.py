"""Every clause of the rulebook, by a table at which tokens are dealt by name."""

import pytest

from doubloon.engine.errors import BadSetting
from doubloon.engine.measure import won_by_greedy
from doubloon.engine.playthrough import build_rules, game_settings
from doubloon.engine.table import Table
from doubloon_wreck.game import GAME
from doubloon_wreck.rules import points
from doubloon_wreck.state import Phase, Zone


class WreckTable(Table):
    """Seat 0 is the first diver unless the changes say otherwise."""

    def __init__(self, num_seats: int = 2, *changes: str) -> None:
        super().__init__(GAME, game_settings(GAME).changed(["starter=0", *changes]), num_seats)

    def dive(self, *depths: int) -> list[str]:
        """Let the seats choose these depths, and return what happened, by name."""
        return [kind for seat, depth in enumerate(depths) for kind in self.kinds(self.play(f"{seat} depth:{depth}"))]

    def tokens(self, zone: int) -> list[int]:
        """Return pearls, gold and sharks in a zone."""
        found: list[int] = self.state.tokens[zone].tolist()
        return found

    def fill_bag(self, pearls: int, gold: int, sharks: int) -> "WreckTable":
        """Have just these tokens in the game, all in the bag."""
        self.state.tokens[Zone.BAG] = self.rules.pearls, self.rules.gold, self.rules.sharks = pearls, gold, sharks
        return self

    def points(self) -> list[int]:
        """Return the points of each seat."""
        return [points(self.rules, self.state, seat) for seat in range(self.num_seats)]


@pytest.mark.rule("W1.1", "W1.2")
def test_all_tokens_begin_in_the_bag() -> None:
    table = WreckTable()
    assert table.tokens(Zone.BAG) == [20, 8, 7]
    assert table.points() == [0, 0]
    table.dive(1, 2)
    assert table.possible() == {"pearl": 20, "gold": 8, "shark": 7}


@pytest.mark.rule("W2.1")
def test_chance_names_the_first_diver_who_changes_with_each_dive() -> None:
    table = Table.new(GAME, 3)
    assert table.possible() == {"starter:0": 1, "starter:1": 1, "starter:2": 1}
    table.play("starter:2")
    assert table.state.first == 2
    short = WreckTable(2)
    short.dive(1, 1)
    short.play("pearl", "pearl")
    assert (short.state.first, short.state.dives, short.seats_to_act()) == (1, 1, [0, 1])


@pytest.mark.rule("W2.1")
def test_a_starter_that_has_no_seat_is_refused() -> None:
    with pytest.raises(BadSetting, match=r"options\.starter = '3' names no seat"):
        build_rules(GAME, game_settings(GAME).changed(["starter=3"]), 2)


@pytest.mark.rule("W2.2")
def test_all_choose_in_secret_and_then_all_is_shown() -> None:
    table = WreckTable(3)
    assert table.legal(2) == ["depth:1", "depth:2", "depth:3"]
    assert table.dive(3) == ["chose"]
    assert table.observation(1).depth.tolist() == [-1, 0, 0, 0]
    assert table.observation(0).depth.tolist() == [3, 0, 0, 0]
    assert table.seats_to_act() == [1, 2]
    assert table.kinds(table.play("2 depth:1", "1 depth:3")) == ["chose", "chose", "depth", "depth", "depth"]
    assert table.observation(1).depth.tolist() == [3, 3, 1, 0]


@pytest.mark.rule("W2.3")
def test_the_deepest_searches_first_and_of_equals_the_first_diver() -> None:
    table = WreckTable(4, "starter=2")
    table.dive(1, 2, 2, 1)
    order = []
    while table.state.phase != Phase.CHOOSE:
        order.append(int(table.state.diver))
        table.play("shark")
    assert order == [2, 1, 3, 0]


@pytest.mark.rule("W3.1", "W3.2")
def test_who_is_alone_draws_as_many_as_the_depth_and_then_decides() -> None:
    table = WreckTable()
    table.dive(2, 1)
    table.play("pearl")
    assert table.possible()["pearl"] == 19
    table.play("gold")
    assert table.legal(0) == ["draw", "surface"]
    table.play("draw", "pearl")
    assert table.tokens(Zone.HAND) == [2, 1, 0]
    assert table.legal(0) == ["draw", "surface"]
    table.play("surface")
    assert table.tokens(0) == [2, 1, 0]
    assert table.state.diver == 1


@pytest.mark.rule("W3.3")
def test_those_who_share_a_depth_surface_without_a_choice() -> None:
    table = WreckTable()
    table.dive(2, 2)
    assert table.kinds(table.play("pearl", "gold")) == ["drew", "drew", "surfaced"]
    assert (table.state.diver, table.tokens(0)) == (1, [1, 1, 0])


@pytest.mark.rule("W3.4")
def test_an_empty_bag_sends_everybody_up() -> None:
    table = WreckTable().fill_bag(2, 0, 0)
    table.dive(3, 1)
    assert table.kinds(table.play("pearl", "pearl")) == ["drew", "drew", "surfaced", "surfaced", "over"]
    assert table.tokens(0) == [2, 0, 0]
    alone = WreckTable().fill_bag(2, 0, 0)
    alone.dive(2, 1)
    assert "surfaced" in alone.kinds(alone.play("pearl", "pearl"))


@pytest.mark.rule("W3.5")
def test_depth_pays_those_who_bring_something_up() -> None:
    table = WreckTable(2, "score.depth=5")
    table.dive(3, 1)
    table.play("pearl", "pearl", "pearl", "surface", "gold", "surface")
    assert table.points() == [3 + 10, 3]
    empty = WreckTable().fill_bag(1, 0, 0)
    empty.dive(1, 3)
    empty.play("pearl")
    assert empty.points() == [0, 3]


@pytest.mark.rule("W3.6")
def test_a_shark_takes_what_is_in_hand_and_nothing_else() -> None:
    table = WreckTable()
    table.dive(2, 1)
    told = table.play("pearl", "gold", "surface", "pearl", "draw", "shark")
    assert table.kinds(told)[-3:] == ["drew", "shark", "next"]
    assert told[-2].a == 1
    assert table.points() == [5, 0]


@pytest.mark.rule("W3.6", "W4.1")
def test_what_lies_beside_goes_back_or_sharks_leave() -> None:
    for change, sharks in (("sharks=return", 7), ("sharks=leave", 6)):
        table = WreckTable(3, change)
        table.dive(3, 2, 2)
        table.play("pearl", "shark")
        assert table.tokens(Zone.BESIDE) == [1, 0, 1]
        table.play("pearl", "pearl", "gold", "gold")
        assert table.tokens(Zone.BAG) == [18, 6, sharks]
        assert table.tokens(Zone.BESIDE) == [0, 0, 0]


@pytest.mark.rule("W5.1")
def test_the_game_ends_after_the_last_dive_or_with_the_last_treasure() -> None:
    table = WreckTable(2, "dives=1")
    table.dive(1, 1)
    assert table.kinds(table.play("pearl", "pearl"))[-1] == "over"
    assert table.is_over
    poor = WreckTable().fill_bag(1, 0, 3)
    poor.dive(1, 1)
    poor.play("pearl", "shark")
    assert poor.is_over


@pytest.mark.rule("W5.2")
def test_points_then_gold_then_shared() -> None:
    table = WreckTable(3, "dives=1")
    for seat, tokens in enumerate(((3, 0, 0), (0, 1, 0), (3, 0, 0))):
        table.state.tokens[seat] = tokens
    assert table.points() == [3, 3, 3]
    assert table.ranking().tolist() == [1, 0, 1]


def test_a_bag_without_treasure_is_refused() -> None:
    with pytest.raises(BadSetting, match="expected a token to find"):
        build_rules(GAME, game_settings(GAME).changed(["tokens.pearls=0", "tokens.gold=0"]), 2)


@pytest.mark.compiled
@pytest.mark.parametrize("num_seats", GAME.seats)
def test_a_sensible_diver_wins_more_than_its_share_against_random_ones(num_seats: int) -> None:
    """Half of the game is a secret choice in which nobody can be better, so the share is not large; but it is surely
    more than a fair one, by two standard errors.
    """
    games, fair = 2000, 1 / num_seats
    assert won_by_greedy(GAME, num_seats, games) > fair + 2 * (fair * (1 - fair) / games) ** 0.5
