"""The analyst judges by what a seat knew, finds a thrown game, and says the same every time."""

import pytest

from doubloon.bots import new_searcher
from doubloon.bots.analyst import Judgement, advise, analyse, judge_decision, turning_points
from doubloon.engine.contract import Game
from doubloon.engine.playthrough import Playthrough
from doubloon.engine.table import Table
from doubloon.games import load
from tests.support import random_playthrough

pytestmark = pytest.mark.compiled


def one_card_short() -> Table:
    """Return a table whose seat 0 wins by buying the sixth red card, if it does not draw instead."""
    table = Table.new(load("shipyard"), 2, ["starter=0"])
    table.play(
        "draw",
        "red",
        "draw",
        "red",
        "draw",
        "red",
        "draw",
        "red",
        "draw",
        "red",
        "draw",
        "coin",
        "draw",
        "coin",
        "draw",
        "coin",
    )
    table.play("pass", "draw", "blue", "draw", "red", "pass")
    return table


def test_a_win_in_hand_is_advised() -> None:
    table = one_card_short()
    advice = advise(table.sight(0), new_searcher("mate", table.game, 1))
    assert table.game.actions[advice.best] == "buy:1"
    assert advice.win == 1.0
    assert advice.others[table.game.actions.index("draw")] < 1.0


def test_a_win_thrown_away_is_judged() -> None:
    table = one_card_short()
    judgement = judge_decision(table.sight(0), table.game.actions.index("draw"), 9, new_searcher("mate", table.game, 1))
    assert (table.game.actions[judgement.best], judgement.before) == ("buy:1", 1.0)
    assert judgement.lost > 0.05
    assert judgement.lost == pytest.approx(judgement.before - judgement.after)


def test_every_own_choice_is_judged_once_and_alike_alone_or_with_others(game: Game) -> None:
    played = random_playthrough(game, game.seats[0], 3)
    entries = played.entries[: len(played.entries) // 2]

    def judgements(seats: list[int]) -> list[Judgement]:
        return list(
            analyse(
                Playthrough.new(game, played.num_seats),
                entries,
                seats,
                lambda entry: new_searcher("mate+playouts=20", game, entry),
            )
        )

    together = judgements(list(range(played.num_seats)))
    assert len({judgement.entry for judgement in together}) == len(together) > 0
    assert [judgement for judgement in together if judgement.seat == 1] == judgements([1])
    for judgement in together:
        assert entries[judgement.entry] == (judgement.seat, judgement.played)
        assert 0 <= judgement.after <= judgement.before <= 1


def test_turning_points_are_the_greatest_changes_in_the_order_of_the_game() -> None:
    chances = [(1, 0, 0.5), (2, 1, 0.5), (3, 0, 0.9), (4, 1, 0.45), (5, 0, 0.3), (6, 1, 0.5)]
    judgements = [Judgement(entry, seat, 0, 0, before, before) for entry, seat, before in chances]
    points = turning_points(judgements, {0: 0.0, 1: 1.0})
    assert [(point.judgement.entry, round(point.change, 2)) for point in points] == [(1, 0.4), (3, -0.6), (6, 0.5)]
