"""The first step of a turn: sell where it is allowed, then buy (I3.1, I3.5, I4)."""

from doubloon.engine.bits import lowest_bit
from doubloon.engine.contract import Mask, Record
from doubloon.engine.events import Events, tell
from doubloon.engine.jit import rule
from doubloon.games.isles.columns import receive
from doubloon.games.isles.state import NUM_COLOURS, PER_COLOUR, SHIP, Action, EventKind, Phase, Zone
from doubloon.games.isles.zones import NO_CARD_COST, lowest_cost, mark_affordable, mark_cards, move_card


@rule
def legal_trades(rules: Record, state: Record, seat: int, mask: Mask) -> None:
    """Buy what can be paid in full (I3.1, I3.5); sell while a card of the display costs more than the seat has
    (I4.1).
    """
    if mark_affordable(state, Zone.DISPLAY, rules.price, int(state.ducats[seat]), Action.TAKE, mask):
        legal_sales(state, seat, mask)


@rule
def legal_sales(state: Record, seat: int, mask: Mask) -> None:
    """A jewel, and any card of any column (I4.2)."""
    mask[Action.JEWEL] = state.jewels[seat] > 0
    mark_cards(int(state.islands[seat]), Action.GIVE, mask)
    for colour in range(NUM_COLOURS):
        mask[Action.COLUMN + colour] = state.column_ships[seat, colour] > 0


@rule
def skip_buy(rules: Record, state: Record, events: Events) -> bool:
    """Skip the buy, and tell so, where the display is empty (I6.3) or selling everything would not pay for its cheapest
    card (I4.3).
    """
    seat = int(state.seat)
    cheapest = lowest_cost(state, Zone.DISPLAY, rules.price)
    if cheapest <= state.ducats[seat]:
        return False
    if cheapest == NO_CARD_COST:
        tell(events, EventKind.NOTHING_TO_BUY, seat)
    else:
        most = funds(rules, state, seat)
        if most >= cheapest:
            return False
        tell(events, EventKind.CANNOT_BUY, seat, cheapest, most)
    state.phase = Phase.FIGHT
    return True


@rule
def funds(rules: Record, state: Record, seat: int) -> int:
    """Return the ducats that the seat would have after selling all (I4.2)."""
    total = int(state.ducats[seat]) + int(state.jewels[seat]) * int(rules.jewel_sale)
    for colour in range(NUM_COLOURS):
        total += int(state.column_ships[seat, colour]) * int(rules.sale[SHIP])
    cards = int(state.islands[seat])
    while cards != 0:
        total += int(rules.sale[lowest_bit(cards)])
        cards &= cards - 1
    return total


@rule
def trade(rules: Record, state: Record, seat: int, action: int, events: Events) -> None:
    """Sell one thing, and have it out of the game (I4.2), or buy (I3.1)."""
    if action >= Action.GIVE:
        card = action - Action.GIVE
        move_card(state, card, seat, Zone.GONE)
        state.chests[seat, card // PER_COLOUR] -= rules.chests[card]
        state.ducats[seat] += rules.sale[card]
        tell(events, EventKind.SOLD, seat, card, int(rules.sale[card]))
    elif action >= Action.TAKE:
        buy(rules, state, seat, action - Action.TAKE, events)
    elif action == Action.JEWEL:
        state.jewels[seat] -= 1
        state.ducats[seat] += rules.jewel_sale
        tell(events, EventKind.SOLD_JEWEL, seat, int(rules.jewel_sale))
    else:
        colour = action - Action.COLUMN
        state.column_ships[seat, colour] -= 1
        state.ships[Zone.GONE] += 1
        state.ducats[seat] += rules.sale[SHIP]
        tell(events, EventKind.SOLD, seat, SHIP + colour, int(rules.sale[SHIP]))


@rule
def buy(rules: Record, state: Record, seat: int, card: int, events: Events) -> None:
    """Pay the price to the bank and take the card (I3.1, I3.2)."""
    price = int(rules.price[card])
    state.ducats[seat] -= price
    state.acted = 1
    tell(events, EventKind.BOUGHT, seat, card, price)
    receive(rules, state, card, Zone.DISPLAY, Phase.LAY_BOUGHT, events)
