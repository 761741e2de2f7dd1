"""The invariants of every state of `wreck`: no token is lost, and nobody holds any but the diver who searches."""

from doubloon.engine.contract import Record
from doubloon.engine.jit import rule
from doubloon_wreck.rules import tokens_held
from doubloon_wreck.state import DEEPEST, HIDDEN, MOST_SEATS, NO_SEAT, NUM_KINDS, NUM_ZONES, Kind, Phase

VIOLATIONS = (
    "none",
    "tokens of a kind are lost or found (W1.1)",
    "a place holds less than no token of a kind",
    "an empty seat has something",
    "tokens are held and nobody searches (W3.1)",
    "a depth that does not exist (W2.2)",
)


@rule
def violation(rules: Record, state: Record) -> int:
    """Return 0, or the number of the first broken invariant of VIOLATIONS."""
    for kind in range(NUM_KINDS):
        total = 0
        for zone in range(NUM_ZONES):
            if state.tokens[zone, kind] < 0:
                return 2
            total += int(state.tokens[zone, kind])
        if total != tokens_of_kind(rules, state, kind):
            return 1
    if state.diver == NO_SEAT and tokens_held(state) > 0:
        return 4
    return violation_of_seats(rules, state)


@rule
def violation_of_seats(rules: Record, state: Record) -> int:
    """Check depths, and that only seats of the table have anything."""
    for seat in range(MOST_SEATS):
        least = HIDDEN if state.phase == Phase.CHOOSE else 0
        if not least <= state.depth[seat] <= DEEPEST:
            return 5
        for kind in range(NUM_KINDS):
            if seat >= rules.num_seats and (state.tokens[seat, kind] > 0 or state.bonus[seat] > 0):
                return 3
    return 0


@rule
def tokens_of_kind(rules: Record, state: Record, kind: int) -> int:
    """Return how many tokens of a kind are in the game (W1.1, W4.1)."""
    if kind == Kind.PEARL:
        return int(rules.pearls)
    return int(rules.gold) if kind == Kind.GOLD else int(rules.sharks) - int(state.sharks_out)
