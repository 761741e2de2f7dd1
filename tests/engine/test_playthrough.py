"""The sentences of a playthrough that everybody needs: each must say what it says when it is spelled out."""

import numpy as np
import pytest

from doubloon.engine import fair
from doubloon.engine.contract import CHANCE, Game
from doubloon.engine.errors import BadSeats, BadSetting
from doubloon.engine.playthrough import Entry, Playthrough, build_rules, game_settings, new_rules
from doubloon.games import load
from tests.support import random_playthrough

SEED = fair.seed_of_number(3)


def test_a_new_table_has_the_games_own_cards_and_the_changes() -> None:
    game = load("shipyard")
    spelled_out = build_rules(game, game_settings(game).changed(["pirate.toll=2"]), 2)
    assert Playthrough.new(game, 2, ["pirate.toll=2"]).rules.tobytes() == spelled_out.tobytes()
    assert new_rules(game, 2).tobytes() != spelled_out.tobytes()


def test_a_table_that_cannot_be_is_refused() -> None:
    with pytest.raises(BadSeats, match="9 seats: shipyard is for 2 to 4"):
        Playthrough.new(load("shipyard"), 9)
    with pytest.raises(BadSetting, match="pirate"):
        Playthrough.new(load("shipyard"), 2, ["pirate.tol=3"])


def test_a_sight_is_the_observation_and_what_is_legal(game: Game, num_seats: int) -> None:
    playthrough = random_playthrough(game, num_seats, 3)
    for seat in range(num_seats):
        sight = playthrough.sight(seat)
        assert (sight.game, sight.rules, sight.seat) == (game, playthrough.rules, seat)
        assert sight.observation.tobytes() == playthrough.observation(seat).tobytes()
        assert np.array_equal(sight.mask, playthrough.legal_mask(seat))


def test_a_sight_is_a_copy_that_may_be_written_into() -> None:
    playthrough = Playthrough.new(load("shipyard"), 2, ["starter=0"])
    before = playthrough.state.tobytes()
    sight = playthrough.sight(0)
    sight.observation.phase = 5
    sight.mask[:] = 0
    assert playthrough.state.tobytes() == before
    assert playthrough.legal_actions(0)


def test_entries_applied_are_the_same_game(game: Game, num_seats: int) -> None:
    played = random_playthrough(game, num_seats, 4)
    again = Playthrough(game, played.rules)
    for entry in played.entries:
        again.apply(entry)
    assert again.state.tobytes() == played.state.tobytes()
    assert again.entries == played.entries


def test_a_draw_is_the_fair_outcome_of_the_next_entry() -> None:
    playthrough = Playthrough.new(load("shipyard"), 2, ["starter=0"])
    playthrough.act(0, playthrough.legal_actions(0)[0])
    outcome = playthrough.draw(SEED, "a table")
    assert outcome == fair.draw(SEED, "a table", 1, playthrough.weights())
    playthrough.apply(Entry(CHANCE, outcome))
    with pytest.raises(ValueError, match="positive sum"):
        playthrough.draw(SEED, "a table")


def test_the_seed_of_a_bot_follows_from_table_seat_and_entry() -> None:
    seeds = {fair.bot_seed(SEED, seat, entry) for seat in range(4) for entry in range(20)}
    assert len(seeds) == 80
    assert all(0 <= seed < 1 << 63 for seed in seeds)
    assert fair.bot_seed(SEED, 0, 0) == fair.bot_seed(SEED, 0, 0) != fair.bot_seed(fair.seed_of_number(4), 0, 0)
