"""Intervals are honest: they hold what they promise where the truth is known."""

import io
import math
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from doubloon.games import load
from doubloon.sim.card_worth import Deck, new_deck
from doubloon.sim.chunk import play_chunk
from doubloon.sim.gather import gather
from doubloon.sim.histogram import Histogram
from doubloon.sim.intervals import ERROR, LEVEL, Moments, RatioSums, around, proportion, quantile_of
from tests.sim.batches import KNOWN, KNOWN_FIRST_WINS, KNOWN_TURNS, play, small_plan

GROUP = 200
GROUPS = 400
SLACK = 3.5
"""Standard errors by which a measured rate may miss the stated one."""


def allowed(rate: float, trials: int) -> float:
    return SLACK * math.sqrt(rate * (1 - rate) / trials)


@pytest.fixture(scope="module")
def known_games() -> tuple[np.ndarray, np.ndarray]:
    """Whether the first to play won, and the turns, of many games whose true rates follow from counting."""
    game, plan = load("shipyard"), small_plan("shipyard", ("sailor", "sailor"), GROUP * GROUPS, *KNOWN)
    won, turns = [], []
    for chunk in range(plan.num_chunks):
        table = pq.ParquetFile(io.BytesIO(play_chunk(game, plan, chunk).games)).read()
        places = np.stack([table["place_0"].to_numpy(), table["place_1"].to_numpy()], axis=1)
        won.append(places[np.arange(len(places)), table["starter"].to_numpy()] == 0)
        turns.append(table["turns"].to_numpy())
    return np.concatenate(won).reshape(GROUPS, GROUP), np.concatenate(turns).reshape(GROUPS, GROUP)


def test_win_rates_cover_the_truth_as_often_as_stated(known_games: tuple[np.ndarray, np.ndarray]) -> None:
    intervals = [proportion(float(group.sum()), GROUP) for group in known_games[0]]
    covered = np.mean([not interval.excludes(KNOWN_FIRST_WINS) for interval in intervals])
    assert abs(covered - LEVEL) < allowed(LEVEL, GROUPS)


def test_means_cover_the_truth_as_often_as_stated(known_games: tuple[np.ndarray, np.ndarray]) -> None:
    covered = 0
    for group in known_games[1]:
        histogram = Histogram()
        histogram.add(group)
        covered += not histogram.mean().excludes(KNOWN_TURNS)
    assert abs(covered / GROUPS - LEVEL) < allowed(LEVEL, GROUPS)


def test_ratios_cover_the_truth_as_often_as_stated() -> None:
    rng = np.random.default_rng(5)
    covered = 0
    for _ in range(GROUPS):
        size = rng.poisson(20, 150) + 1.0
        ratio = RatioSums()
        for y, x in zip(size, rng.binomial(size.astype(int), 0.3), strict=True):
            ratio.add(float(x), float(y))
        covered += not ratio.estimate().excludes(0.3)
    assert abs(covered / GROUPS - LEVEL) < allowed(LEVEL, GROUPS)


def test_intervals_at_the_edges() -> None:
    assert proportion(0, 100).low == 0.0
    assert 0.03 < proportion(0, 100).high < 0.04
    assert proportion(100, 100).high == 1.0
    assert not proportion(0, 0).is_known
    assert not Moments(1, 3, 9).estimate().is_known
    assert not RatioSums().estimate().is_known
    assert quantile_of(10) > quantile_of() > 1.95
    assert around(1.0, 0.5).excludes(3.0)


def test_histograms_are_exact() -> None:
    values = np.array([-3, 5, 5, 7, 100])
    histogram = Histogram()
    histogram.add(values[:2])
    histogram.add(values[2:])
    histogram.add(np.zeros(0, np.int64))
    assert histogram.moments.mean == values.mean()
    assert histogram.moments.variance == pytest.approx(values.var(ddof=1))
    assert (histogram.quantile(0.0), histogram.quantile(0.5), histogram.quantile(1.0)) == (-3, 5, 100)
    assert histogram.share(6) == 2
    assert sum(share for _, _, share in histogram.binned(10)) == pytest.approx(1.0)


def synthetic(rng: np.random.Generator, games: int, slopes: np.ndarray) -> Deck:
    """Return the sums of games of four seats in which a card more than the others adds `slopes` to the chance to win;
    all takes differ.
    """
    cards, seats = len(slopes), 4
    taken = rng.poisson(1.0, (games, seats, cards)).astype(np.int8)
    lead = taken - taken.mean(axis=1, keepdims=True)
    chance = np.clip(1 / seats + lead @ slopes, 0.0, None)
    chance /= chance.sum(axis=1, keepdims=True)
    winner = (rng.random((games, 1)) > chance.cumsum(axis=1)).sum(axis=1).clip(0, seats - 1)
    shares = np.eye(seats)[winner]
    order = (rng.integers(0, seats, (games, 1)) + np.arange(seats)) % seats
    deck = new_deck(tuple(f"card {index}" for index in range(cards)), seats)
    deck.add(taken, shares, order)
    deck.solve()
    deck.add_residuals(taken, shares, order)
    return deck


def test_a_deck_of_equal_cards_is_flagged_no_more_often_than_stated() -> None:
    rng = np.random.default_rng(1)
    off, flagged, decks = 0, 0, 400
    for _ in range(decks):
        deck = synthetic(rng, 250, np.zeros(6))
        off += any(worth.excludes(0.0) for worth in deck.worths())
        flagged += any(card.flag for card in deck.worth().cards)
    assert off / decks < ERROR + allowed(ERROR, decks)
    assert flagged / decks < ERROR


def test_a_strong_card_and_dead_weight_are_recovered() -> None:
    slopes = np.array([0.09, 0.0, 0.0, 0.0, 0.0, -0.09])
    deck = synthetic(np.random.default_rng(2), 20_000, slopes)
    cards = {card.name: card for card in deck.worth().cards}
    assert [name for name, card in cards.items() if card.flag == "dominating"] == ["card 0"]
    assert [name for name, card in cards.items() if card.flag == "dead weight"] == ["card 5"]
    assert deck.worth().cards[0].name == "card 0"
    rest = [cards[f"card {index}"].worth.value for index in range(1, 5)]
    assert max(map(abs, rest)) < 0.02
    assert cards["card 0"].with_it.low > cards["card 0"].without.high


def test_a_card_that_nobody_takes_is_flagged() -> None:
    deck = new_deck(("a", "b", "never"), 2)
    rng = np.random.default_rng(4)
    taken = np.concatenate([rng.poisson(1, (500, 2, 2)), np.zeros((500, 2, 1))], axis=2).astype(np.int8)
    shares = np.eye(2)[rng.integers(0, 2, 500)]
    order = np.tile(np.arange(2), (500, 1))
    deck.add(taken, shares, order)
    deck.solve()
    deck.add_residuals(taken, shares, order)
    assert {card.name: card.flag for card in deck.worth().cards} == {
        "a": "",
        "b": "",
        "never": "dead: hardly ever taken",
    }
    assert not next(card for card in deck.worth().cards if card.name == "never").worth.is_known


def test_cards_of_a_group_are_compared_with_their_group() -> None:
    """Each seat has one captain: nothing but their differences can be known, and those are found."""
    rng = np.random.default_rng(3)
    games, seats = 4_000, 4
    captain = np.argsort(rng.random((games, seats)), axis=1)
    taken = np.zeros((games, seats, seats + 1), np.int8)
    np.put_along_axis(taken, captain[:, :, None], 1, axis=2)
    taken[:, :, seats] = rng.poisson(1, (games, seats))
    chance = 0.25 + 0.1 * (captain == 0) - 0.1 * (captain == 1)
    winner = (rng.random((games, 1)) > chance.cumsum(axis=1)).sum(axis=1).clip(0, seats - 1)
    deck = new_deck((*(f"captain: {name}" for name in "abcd"), "coin"), seats)
    order = np.tile(np.arange(seats), (games, 1))
    deck.add(taken, np.eye(seats)[winner], order)
    deck.solve()
    deck.add_residuals(taken, np.eye(seats)[winner], order)
    worth = {card.name: card.worth for card in deck.worth().cards}
    for name, truth in (
        ("captain: a", 0.1),
        ("captain: b", -0.1),
        ("captain: c", 0.0),
        ("captain: d", 0.0),
        ("coin", 0.0),
    ):
        assert not worth[name].excludes(truth)
        assert worth[name].high - worth[name].low < 0.1


def test_planted_cards_of_a_real_game_are_found(tmp_path: Path) -> None:
    """In isles: an 8 that shows twelve jewels wins games, a 3 that costs much and shows nothing is not bought."""
    changes = (
        "jewels.8=12",
        "price.3=60",
        "chests.3=0",
        "ducats.3=0",
        "island_sale_percent=0",
        "fight.sabres=99",
        "fight.sabres_armed=99",
    )
    found = gather(play(small_plan("isles", ("sailor",) * 3, 2_000, *changes), tmp_path), load)
    assert found.worth is not None
    flags = {card.name: card.flag for card in found.worth.cards}
    assert flags["8"] == "dominating"
    assert flags["3"].startswith("dead")


def test_equal_cards_of_a_real_game_are_not_flagged(tmp_path: Path) -> None:
    """In isles with seven equal islands of each colour nothing tells them apart but their names."""
    alike = [
        f"{column}.{card}={value}"
        for card in range(2, 9)
        for column, value in (("price", 4), ("chests", 1), ("sabres", 1), ("ducats", 1), ("jewels", 0))
    ]
    found = gather(play(small_plan("isles", ("sailor",) * 3, 2_000, *alike), tmp_path), load)
    assert found.worth is not None
    islands = [card for card in found.worth.cards if card.name != "ship"]
    assert len(islands) == 7
    assert not any(card.flag for card in islands)
    middle = float(np.mean([card.worth.value for card in islands]))
    assert not any(card.worth.excludes(middle) for card in islands)
