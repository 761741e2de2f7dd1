"""Cards in zones: how many, which is cheapest, and moving one. A zone holds a set of islands, as bits, and ships, which are alike."""

import numpy as np

from doubloon.engine.contract import Mask, Record
from doubloon.engine.jit import rule
from doubloon.games.isles.state import ALL_OF_COLOUR, PER_COLOUR, SHIP, Costs

NO_CARD_COST = 1 << 20
"""More than any card costs."""
DE_BRUIJN = 0x03F79D71B4CB0A89
"""Its 64 shifts differ in their highest six bits, so that these name the bit that it was multiplied by (Leiserson, Prokop, Randall 1998)."""
TOP_SIX = 58
SIX_BITS = 63
BIT_INDEX = np.zeros(64, np.int16)
for _bit in range(64):
    BIT_INDEX[(DE_BRUIJN << _bit >> TOP_SIX) & SIX_BITS] = _bit


@rule
def lowest_card(cards: int) -> int:
    """Return the first island of a set that is not empty; `cards &= cards - 1` then takes it out."""
    return int(BIT_INDEX[((cards & -cards) * DE_BRUIJN >> TOP_SIX) & SIX_BITS])


@rule
def count_bits(cards: int) -> int:
    """Return how many islands a set has."""
    count = 0
    while cards != 0:
        cards &= cards - 1
        count += 1
    return count


@rule
def column(state: Record, seat: int, colour: int) -> int:
    """Return the islands of a seat's column of a colour, as a set (I3.2)."""
    return int(state.islands[seat]) & (ALL_OF_COLOUR << (colour * PER_COLOUR))


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
    lowest = int(costs[SHIP]) if state.ships[zone] > 0 else NO_CARD_COST
    cards = int(state.islands[zone])
    while cards != 0:
        lowest = min(lowest, int(costs[lowest_card(cards)]))
        cards &= cards - 1
    return lowest


@rule
def mark_affordable(state: Record, zone: int, costs: Costs, owned: int, first: int, mask: Mask) -> bool:
    """Mark the actions `first + card` of the cards of a zone that cost no more than what is owned, and tell whether one costs more."""
    is_short = False
    if state.ships[zone] > 0:
        mask[first + SHIP] = costs[SHIP] <= owned
        is_short = costs[SHIP] > owned
    cards = int(state.islands[zone])
    while cards != 0:
        card = lowest_card(cards)
        cards &= cards - 1
        if costs[card] <= owned:
            mask[first + card] = True
        else:
            is_short = True
    return is_short


@rule
def mark_islands(state: Record, zone: int, first: int, mask: Mask) -> None:
    """Mark the actions `first + card` of all islands of a zone."""
    cards = int(state.islands[zone])
    while cards != 0:
        mask[first + lowest_card(cards)] = True
        cards &= cards - 1
