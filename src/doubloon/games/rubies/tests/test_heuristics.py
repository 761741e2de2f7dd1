"""What a sensible player of Sea of Rubies prefers is worth something."""

import pytest

from doubloon.engine.measure import won_by_greedy
from doubloon.games.rubies.game import GAME


@pytest.mark.compiled
@pytest.mark.parametrize("num_seats", GAME.seats)
def test_a_sensible_player_wins_far_more_than_its_share_against_random_ones(num_seats: int) -> None:
    assert won_by_greedy(GAME, num_seats) > min(0.9, 2 / num_seats)
