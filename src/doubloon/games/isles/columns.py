"""Columns: a new card lies in the column of its colour, and the whole column pays (I3.2, I3.3, I5)."""

from doubloon.engine.bits import lowest_bit
from doubloon.engine.contract import Mask, Record
from doubloon.engine.events import Events, tell
from doubloon.engine.jit import rule
from doubloon.games.isles.state import NUM_COLOURS, PER_COLOUR, SHIP, Action, EventKind, Phase
from doubloon.games.isles.turns import next_final
from doubloon.games.isles.zones import column, move_card


@rule
def receive(rules: Record, state: Record, card: int, zone: int, lay_phase: int, events: Events) -> None:
    """Give the seat a card of a zone: an island is laid and its column pays at once; for a ship a column is asked
    (I5.1).
    """
    seat = int(state.seat)
    move_card(state, card, zone, seat)
    state.phase = lay_phase
    if card != SHIP:
        state.chests[seat, card // PER_COLOUR] += rules.chests[card]
        pay_column(rules, state, seat, card // PER_COLOUR, events)
        finish_laying(rules, state)


@rule
def legal_columns(state: Record, mask: Mask) -> None:
    """A ship goes to a column of any colour in play, one that is there or a new one (I5.1)."""
    for colour in range(NUM_COLOURS):
        mask[Action.COLUMN + colour] = (int(state.in_play) >> colour) & 1


@rule
def lay_ship(rules: Record, state: Record, seat: int, colour: int, events: Events) -> None:
    """Lay the ship in hand; from then on it is a card of that colour (I5.2), and the column pays (I5.1)."""
    state.ships[seat] -= 1
    state.column_ships[seat, colour] += 1
    tell(events, EventKind.LAID, seat, colour)
    pay_column(rules, state, seat, colour, events)
    finish_laying(rules, state)


@rule
def finish_laying(rules: Record, state: Record) -> None:
    """Begin the step after the one that brought the card."""
    if state.phase == Phase.LAY_BOUGHT:
        state.phase = Phase.FIGHT
    elif state.phase == Phase.LAY_FOUGHT:
        state.phase = Phase.MOVE
    else:
        next_final(rules, state)


@rule
def pay_column(rules: Record, state: Record, seat: int, colour: int, events: Events) -> None:
    """Pay all ducats, sabres and jewels that the cards of a column show (I3.3). Chests pay nothing before the end
    (I3.4), ships never (I1.3).
    """
    ducats = 0
    sabres = 0
    jewels = 0
    cards = column(state, seat, colour)
    while cards != 0:
        card = lowest_bit(cards)
        cards &= cards - 1
        ducats += int(rules.ducats[card])
        sabres += int(rules.sabres[card])
        jewels += int(rules.jewels[card])
        if pays(rules, card):
            tell(events, EventKind.PAID, seat, card)
    state.ducats[seat] += ducats
    state.sabres[seat] += sabres
    state.jewels[seat] += jewels
    tell(events, EventKind.PAYOUT, seat, colour, column(state, seat, colour) >> (colour * PER_COLOUR))
    tell(events, EventKind.PURSE, seat, int(state.ducats[seat]), int(state.sabres[seat]), int(state.jewels[seat]))


@rule
def pays(rules: Record, card: int) -> bool:
    """Tell whether an island pays anything when its column does."""
    return int(rules.ducats[card]) + int(rules.sabres[card]) + int(rules.jewels[card]) > 0
