"""The invariants of every state of `shipyard`: cards are conserved, pieces follow them, a complete ship has won."""

from doubloon.engine.contract import Record
from doubloon.engine.jit import rule
from doubloon.games.shipyard.rules import owned_cards, ship_cards
from doubloon.games.shipyard.state import (
    FIRST_COLOUR,
    MOST_SEATS,
    NO_COLOUR,
    NUM_COLOURS,
    NUM_KINDS,
    NUM_ZONES,
    Kind,
    Phase,
)


@rule
def violation(rules: Record, state: Record) -> int:
    """Return 0, or the number of the first broken invariant of VIOLATIONS; cards are conserved (S1.1), pieces follow
    them (S1.2).
    """
    for kind in range(NUM_KINDS):
        total = 0
        for zone in range(NUM_ZONES):
            if state.cards[zone, kind] < 0:
                return 1
            total += int(state.cards[zone, kind])
        if total != cards_of_kind(rules, kind):
            return 2
    for colour in range(NUM_COLOURS):
        union = 0
        for zone in range(NUM_ZONES):
            held = int(state.pieces[zone, colour])
            if count_bits(held) != state.cards[zone, FIRST_COLOUR + colour]:
                return 3
            union |= held
        if union != (1 << int(rules.ships)) - 1:
            return 4
    return violation_of_seats(rules, state)


@rule
def violation_of_seats(rules: Record, state: Record) -> int:
    """Check colours, the winner's ship and the toll."""
    for seat in range(MOST_SEATS):
        if seat >= rules.num_seats and (owned_cards(state, seat) > 0 or state.colour[seat] != NO_COLOUR):
            return 5
        for other in range(seat):
            if state.colour[seat] != NO_COLOUR and state.colour[seat] == state.colour[other]:
                return 6
        if (ship_cards(state, seat) >= rules.ship_size) != (state.winner == seat):
            return 7
    if state.owed > owned_cards(state, int(state.seat)) or (state.phase == Phase.TOLL) != (state.owed > 0):
        return 8
    return 0


VIOLATIONS = (
    "none",
    "a zone holds less than no card of a kind",
    "cards of a kind are lost or found (S1.1)",
    "pieces differ from the count of ship cards (S1.2)",
    "a piece is lost or twice (S1.2)",
    "an empty seat owns something",
    "two seats build one colour (S4.1)",
    "a complete ship and no winner, or the reverse (S8.1)",
    "the toll is not what can be paid (S5.4)",
)


@rule
def cards_of_kind(rules: Record, kind: int) -> int:
    """Return how many cards of a kind there are (S1.1)."""
    if kind == Kind.COIN:
        return int(rules.coins)
    if kind == Kind.CANNON:
        return int(rules.cannons)
    if kind == Kind.PIRATE:
        return int(rules.pirates)
    return int(rules.ships)


@rule
def count_bits(word: int) -> int:
    """Return how many bits are set."""
    count = 0
    while word > 0:
        word &= word - 1
        count += 1
    return count
