"""The laws of the contract, for every game, number of seats and variant of settings."""

import numpy as np
import pytest

from doubloon.engine.check_game import faults
from doubloon.engine.contract import ALL_SEEING, CHANCE, SPECTATOR, Game
from doubloon.engine.errors import GameOver, IllegalAction, NotYourTurn
from doubloon.engine.kernels.laws import LAW_STATES, LAWS
from doubloon.engine.kernels.workspace import new_rows, new_workspace
from doubloon.engine.message import SeatName
from doubloon.engine.playthrough import Playthrough, new_rules
from doubloon.engine.rng import new_rng
from tests.support import random_playthrough, random_step

LAW_GAMES = 300


def test_every_state_of_random_games_keeps_the_laws(game: Game, num_seats: int, changes: tuple[str, ...]) -> None:
    rules = new_rules(game, num_seats, changes)
    rows = new_rows(LAW_GAMES)
    game.kernels.check_games(rules, new_workspace(game, LAW_STATES), 1, 0, rows)
    broken = [
        (index, LAWS[row.law], game.violations[row.violation])
        for index, row in enumerate(rows)
        if row.law or row.violation
    ]
    assert broken == []
    assert rows.decisions.min() > 0


def test_the_game_is_what_the_contract_asks_for(game: Game) -> None:
    assert faults(game) == []


def test_start_ignores_what_the_memory_held(game: Game, num_seats: int) -> None:
    rules = new_rules(game, num_seats)
    states = game.new_states(2)
    states.view(np.ndarray).view(np.uint8)[game.state.itemsize :] = 0x55
    for state in states:
        game.functions.start(rules, state)
    assert states[0].tobytes() == states[1].tobytes()


def test_illegal_actions_are_refused_and_change_nothing(game: Game, num_seats: int) -> None:
    playthrough = Playthrough.new(game, num_seats)
    rng = new_rng(5)
    for _ in range(60):
        if playthrough.is_over:
            break
        before = playthrough.state.tobytes()
        refuse_everything_illegal(playthrough)
        assert playthrough.state.tobytes() == before
        random_step(playthrough, rng)


def refuse_everything_illegal(playthrough) -> None:  # type: ignore[no-untyped-def]
    game = playthrough.game
    for seat in (SPECTATOR, CHANCE, *range(playthrough.num_seats + 1)):
        legal = playthrough.legal_actions(seat)
        for action in (-1, *range(game.num_actions + 1)):
            if action not in legal:
                with pytest.raises((IllegalAction, NotYourTurn)):
                    playthrough.act(seat, action)
    possible = set(np.flatnonzero(playthrough.weights()).tolist())
    for outcome in {-1, *range(game.num_outcomes + 1)} - possible:
        with pytest.raises((IllegalAction, NotYourTurn)):
            playthrough.chance(outcome)


def test_a_finished_game_accepts_nothing_more(game: Game, num_seats: int) -> None:
    playthrough = random_playthrough(game, num_seats, 11)
    with pytest.raises(GameOver):
        playthrough.act(0, 0)
    with pytest.raises(GameOver):
        playthrough.chance(0)


def test_returns_are_zero_sum_and_follow_the_places(game: Game, num_seats: int) -> None:
    for seed in range(10):
        playthrough = random_playthrough(game, num_seats, seed)
        returns, places = playthrough.returns(), playthrough.ranking()
        assert returns.sum() == pytest.approx(0)
        assert np.abs(returns).max() <= 1
        assert places.min() == 0
        for one in range(num_seats):
            for other in range(num_seats):
                assert (places[one] < places[other]) == (returns[one] > returns[other])


def test_the_count_ends_with_the_places(game: Game, num_seats: int) -> None:
    """Pages set these lines off from the others."""
    playthrough = random_playthrough(game, num_seats, 3)
    lines = game.view.result(playthrough.rules, playthrough.state, playthrough.ranking())[-num_seats:]
    named = [name.seat for line in lines if isinstance(name := line.args.get("seat"), SeatName)]
    ranking = playthrough.ranking()
    assert sorted(named) == list(range(num_seats))
    assert [ranking[seat] for seat in named] == sorted(ranking)


def test_the_same_seed_plays_the_same_game_in_any_batch(game: Game) -> None:
    rules = new_rules(game, game.seats[-1])
    whole, part = new_rows(40), new_rows(10)
    for kernel in (game.kernels.random_games, game.kernels.greedy_games):
        kernel(rules, new_workspace(game, 2), 9, 0, whole)
        kernel(rules, new_workspace(game, 2), 9, 25, part)
        assert whole[25:35].tobytes() == part.tobytes()
        assert len({row.tobytes() for row in whole}) > 10


def test_observations_are_copies(game: Game) -> None:
    playthrough = Playthrough.new(game, game.seats[0])
    before = playthrough.state.tobytes()
    first, second = playthrough.observation(0), playthrough.observation(0)
    first[game.state.names[0]] = 1  # type: ignore[index]
    assert playthrough.state.tobytes() == before
    assert second.tobytes() != first.tobytes()


def test_nothing_is_hidden_from_the_all_seeing(game: Game, num_seats: int) -> None:
    playthrough = Playthrough.new(game, num_seats)
    rng = new_rng(6)
    for _ in range(150):
        assert playthrough.observation(ALL_SEEING).tobytes() == playthrough.state.tobytes()
        if playthrough.is_over:
            break
        random_step(playthrough, rng)
