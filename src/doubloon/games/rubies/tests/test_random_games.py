"""Random games use every kind of card and every effect, often enough to trust what the laws say of them."""

import numpy as np
import pytest
from numpy.typing import NDArray

from doubloon.engine.contract import CHANCE, GAME_OVER, Mask, Record, Weights
from doubloon.engine.events import Events, new_events
from doubloon.engine.jit import rule
from doubloon.engine.kernels.choose import lowest_seat, sample_action, sample_outcome
from doubloon.engine.playthrough import new_rules
from doubloon.engine.rng import Rng, new_rng
from doubloon.games.rubies.game import GAME
from doubloon.games.rubies.rules import apply, legal_actions, outcomes, start, to_act
from doubloon.games.rubies.settings import OWN_IDS
from doubloon.games.rubies.state import (
    FIRST_MONSTER,
    FIRST_PIRATE,
    MOST_EFFECTS,
    MOST_GRASP,
    NUM_KINDS,
    EffectList,
    EventKind,
)
from doubloon.games.rubies.vocabulary import EFFECT_WORDS

LEAST_PER_MILLION = 1_000

Counts = NDArray[np.int64]
"""Shape (kinds of event, NUM_KINDS): how often each kind of event told of each kind of card."""


@rule
def count_cards(
    rules: Record, state: Record, mask: Mask, weights: Weights, events: Events, counts: Counts, rng: Rng
) -> int:
    """Play a random game, add up what its events tell of cards, and return the largest grasp that an island would have
    allowed.
    """
    richest = 0
    start(rules, state)
    due = to_act(rules, state)
    while due != GAME_OVER:
        if due == CHANCE:
            outcomes(rules, state, weights)
            apply(rules, state, CHANCE, sample_outcome(weights, rng), events)
        else:
            seat = lowest_seat(due)
            richest = max(richest, int(state.island[seat]))
            legal_actions(rules, state, seat, mask)
            apply(rules, state, seat, sample_action(mask, rng), events)
        for row in range(1, 1 + int(events[0, 0])):
            kind = int(events[row, 2])
            if 0 <= kind < counts.shape[1]:
                counts[int(events[row, 0]), kind] += 1
        due = to_act(rules, state)
    return richest


def played(num_games: int, num_seats: int) -> tuple[Record, Counts, list[int]]:
    """Return the rules, the counts over random games, and the richest island of each game."""
    rules = new_rules(GAME, num_seats)
    state: Record = GAME.new_states(1)[0]
    counts = np.zeros((len(EventKind), NUM_KINDS), np.int64)
    mask, weights = np.zeros(GAME.num_actions, np.int8), np.zeros(GAME.num_outcomes, np.int32)
    events, rng = new_events(GAME.max_events), new_rng(7)
    richest = [count_cards(rules, state, mask, weights, events, counts, rng) for _ in range(num_games)]
    return rules, counts, richest


def uses_of_cards(counts: Counts) -> dict[str, int]:
    """Return how often each card came into play."""
    came = counts[[EventKind.CAPTAIN, EventKind.TOOK]].sum(axis=0)
    return {card: int(came[kind]) for kind, card in enumerate(OWN_IDS) if card}


def uses_of_effects(rules: Record, counts: Counts) -> dict[str, int]:
    """Return how often cards did each effect: on boarding, taken or used, by skill, on leaving."""
    uses = dict.fromkeys(EFFECT_WORDS[1:], 0)
    for kind in range(NUM_KINDS):
        deed = EventKind.USED if kind < FIRST_MONSTER else EventKind.TOOK if kind < FIRST_PIRATE else EventKind.HIRED
        for which, told in (
            (EffectList.DEED, deed),
            (EffectList.SKILL, EventKind.SKILL),
            (EffectList.LEAVING, EventKind.LEFT),
        ):
            for place in range(MOST_EFFECTS):
                word = EFFECT_WORDS[rules.effects[kind, which, place, 0]]
                if word in uses:
                    uses[word] += int(counts[told, kind])
    return uses


def least(rules: Record, counts: Counts) -> int:
    """Return how often the rarest card or effect was used."""
    return min(*uses_of_cards(counts).values(), *uses_of_effects(rules, counts).values())


@pytest.mark.compiled
def test_every_card_and_effect_is_used() -> None:
    rules, counts, _ = played(300, 4)
    assert least(rules, counts) > 0


@pytest.mark.compiled
def test_no_random_player_ever_has_more_rubies_than_a_hand_holds() -> None:
    for num_seats in GAME.seats:
        assert max(played(150, num_seats)[2]) < MOST_GRASP


@pytest.mark.slow
@pytest.mark.compiled
def test_every_card_and_effect_is_used_a_thousand_times_in_a_million_games() -> None:
    rules, counts, _ = played(1_000_000, 4)
    assert least(rules, counts) >= LEAST_PER_MILLION, (uses_of_cards(counts), uses_of_effects(rules, counts))
