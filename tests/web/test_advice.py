"""Advice of the guided game: quick, the same when asked again, in the numbers of the position, and good."""

import re
import time
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

import doubloon
from doubloon.bots.adviser import Adviser
from doubloon.engine.contract import Game, no_reason
from doubloon.engine.message import Message
from doubloon.engine.table import Table
from doubloon.sim.intervals import proportion
from doubloon.texts import LANGUAGES
from doubloon.web.languages import translator_for
from tests.advice import share_won
from tests.conftest import GAMES
from tests.web.support import Browser

BY_SLUG = {game.slug: game for game in GAMES}
QUICK_S = 0.2
MEASURED = 60
WITHOUT_WORDS = (("shipyard", "pass"), ("wreck", "depth"))
"""Where there is nothing else to do, and what is a guess about others."""


def decisions(game: Game, seed: int) -> Iterator[tuple[Table, int]]:
    """Yield a table at each decision of a game that everybody plays as advised."""
    table, adviser = doubloon.new(game, seats=game.usual_seats, seed=seed), Adviser(game)
    table.draw_chance()
    while not table.is_over:
        seat = table.seats_to_act()[0]
        yield table, seat
        table.act(seat, adviser.choose(table.sight(seat)))
        table.draw_chance()


def told(game: Game, table: Table, seat: int, action: str, language: str = "en") -> str:
    """Return the reason for an action in words."""
    why = game.page.reason(table.rules, table.observation(seat), seat, game.actions.index(action))
    assert why is not None
    return translator_for(game, language, ("Ann", "Ben", "Cleo", "Dan")).render(why)


def test_advice_is_quick_and_the_same_when_asked_again(game: Game) -> None:
    assert sum(1 for _ in decisions(game, 2)) > 0  # all is compiled by then
    took = []
    for table, seat in decisions(game, 3):
        sight = table.sight(seat)
        begun = time.process_time()
        first = Adviser(game).counsel(sight)
        took.append(time.process_time() - begun)
        assert sight.mask[first.action]
        if len(took) % 8 == 0:
            assert Adviser(game).counsel(table.sight(seat)) == first
    assert sorted(took)[int(0.95 * len(took))] < QUICK_S


def test_every_act_that_may_be_advised_has_a_reason(game: Game) -> None:
    if game.page.reason is no_reason:
        return
    for table, seat in decisions(game, 5):
        for action in table.legal_actions(seat):
            why = game.page.reason(table.rules, table.observation(seat), seat, action)
            assert isinstance(why, Message) or (game.slug, game.actions[action][:5]) in WITHOUT_WORDS


def shipyard(steps: str) -> Table:
    table = Table.new(BY_SLUG["shipyard"], 3, ["starter=0"])
    table.play(*steps.split(", "))
    return table


def numbers(text: str) -> list[int]:
    """Return the numbers of a text, in their order: its words may be changed, these may not."""
    return [int(number) for number in re.findall(r"\d+", text)]


def test_shipyard_tells_the_odds_and_what_there_is_to_lose() -> None:
    game = BY_SLUG["shipyard"]
    table = shipyard("draw, red, draw, coin")
    assert numbers(told(game, table, 0, "draw")) == [8, 53, 15, 2, 5]
    assert numbers(told(game, table, 0, "pass")) == [8, 53, 15, 2]
    table = shipyard("draw, pirate, draw, pirate, draw, pirate")
    assert sorted(numbers(told(game, table, 0, "draw"))) == [5, 10, 52]
    table = shipyard("draw, red, draw, cannon")
    assert sorted(numbers(told(game, table, 0, "draw"))) == [8, 15, 53]
    table = shipyard(", ".join(["draw, pirate"] * 8 + ["draw, red"]))
    assert numbers(told(game, table, 2, "draw")) == [46]
    table = shipyard("draw, red, draw, blue, draw, coin, draw, green, draw, pirate")
    assert "blue" in told(game, table, 0, "give:blue")


def test_isles_names_the_card_that_jewels_are_sold_for() -> None:
    game = BY_SLUG["isles"]
    table = Table.new(game, 2, ["starter=0", "start.ducats=6", "start.jewels=2"])
    table.play("without:violet", "without:brown", "without:white", "red:7", "red:8", "blue:7", "green:7", "green:8")
    table.play("yellow:7", "yellow:8")
    why = told(game, table, 0, "jewel")
    assert "red 7" in why
    assert numbers(why) == [7, 1, 7, 7, 1, 1]  # cheapest, jewels, the card, its price, what its column pays


def rubies(steps: str) -> Table:
    table = Table.new(BY_SLUG["rubies"], 3)
    table.play(*steps.split(", "))
    return table


def test_rubies_tells_where_rubies_go() -> None:
    game = BY_SLUG["rubies"]
    deal = "starter:0, bold, generous, sly, quartermaster, swordmaster, kraken, saboteur, feast, done, done"
    table = rubies(f"{deal}, 0 grasp:5, 1 grasp:3, 2 grasp:2, take:3")
    clean = told(game, table, 0, "clean")
    assert "stock" in clean  # and not back to the island (R5.1)
    for language in LANGUAGES:
        assert sorted(numbers(told(game, table, 0, "clean", language)))[-1] == 5
    table.play("hire", "take:0", "take:2")
    assert numbers(told(game, table, 0, "skill:2")) == [3, 2]  # a skill costs what the card says (R6.3)
    assert numbers(told(game, table, 0, "done")) == []


def test_a_guided_table_thinks_once_for_each_entry(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser(site)
    browser.get("/")
    thoughts = []
    counsel = Adviser.counsel

    def count(adviser: Adviser, sight: object) -> object:
        thoughts.append(sight)
        return counsel(adviser, sight)  # type: ignore[arg-type]

    monkeypatch.setattr(Adviser, "counsel", count)
    table = browser.submit("/learn/shipyard")
    page = browser.get(table).text
    while 'class="hint"' not in page:
        page = browser.get(table).text
    assert browser.get(table).text.count('class="hint"') == 1
    assert len(thoughts) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_slug", "seats"),
    [(game.slug, seats) for game in GAMES for seats in game.seats if game.page.reason is not no_reason],
)
def test_who_follows_advice_wins_a_fair_share_among_sailors(game_slug: str, seats: int) -> None:
    won = sum(share_won(BY_SLUG[game_slug], seats, number) for number in range(MEASURED))
    assert proportion(won, MEASURED).high >= 1 / seats
