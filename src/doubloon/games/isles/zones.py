"""Cards in zones: how many, which is cheapest, and moving one. A zone holds a set of islands, as bits, and ships, which
are alike.
"""

from doubloon.engine.bits import count_bits, lowest_bit
from doubloon.engine.contract import Mask, Record
from doubloon.engine.jit import rule
from doubloon.games.isles.state import ALL_OF_COLOUR, PER_COLOUR, SHIP, Costs

NO_CARD_COST = 1 << 20
"""More than any card costs."""


@rule
def column(state: Record, seat: int, colour: int) -> int:
    """Return the islands of a seat's column of a colour, as a set (I3.2)."""
    return int(state.islands[seat]) & (ALL_OF_COLOUR << (colour * PER_COLOUR))


@rule
def kinds(state: Record, zone: int) -> int:
    """Return the cards of a zone as a set, with bit SHIP for any number of ships."""
    return int(state.islands[zone]) | (int(state.ships[zone] > 0) << SHIP)


@rule
def has_card(state: Record, zone: int, card: int) -> bool:
    """Tell whether a card lies in a zone."""
    if card == SHIP:
        return int(state.ships[zone]) > 0
    return (int(state.islands[zone]) >> card) & 1 == 1


@rule
def move_card(state: Record, card: int, source: int, target: int) -> None:
    """Move one card between zones."""
    if card == SHIP:
        state.ships[source] -= 1
        state.ships[target] += 1
        return
    bit = 1 << card
    state.islands[source] = int(state.islands[source]) ^ bit
    state.islands[target] = int(state.islands[target]) | bit


@rule
def count_cards(state: Record, zone: int) -> int:
    """Return how many cards lie in a zone."""
    return int(state.ships[zone]) + count_bits(int(state.islands[zone]))


@rule
def lowest_cost(state: Record, zone: int, costs: Costs) -> int:
    """Return the cost of the cheapest card in a zone, NO_CARD_COST without a card."""
    lowest = NO_CARD_COST
    cards = kinds(state, zone)
    while cards != 0:
        lowest = min(lowest, int(costs[lowest_bit(cards)]))
        cards &= cards - 1
    return lowest


@rule
def mark_affordable(state: Record, zone: int, costs: Costs, owned: int, first: int, mask: Mask) -> bool:
    """Mark the actions `first + card` of the cards of a zone that cost no more than what is owned, and tell whether one
    costs more.
    """
    is_short = False
    cards = kinds(state, zone)
    while cards != 0:
        card = lowest_bit(cards)
        cards &= cards - 1
        if costs[card] <= owned:
            mask[first + card] = True
        else:
            is_short = True
    return is_short


@rule
def mark_cards(cards: int, first: int, mask: Mask) -> None:
    """Mark the actions `first + card` of a set of cards."""
    while cards != 0:
        mask[first + lowest_bit(cards)] = True
        cards &= cards - 1
