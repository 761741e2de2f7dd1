"""How a game of `shipyard` stands before its end, for searches that stop before it. Weights:
docs/decisions/0014-search.md.
"""

from doubloon.engine.contract import Record
from doubloon.engine.jit import rule
from doubloon.games.shipyard.rules import owned_cards, ship_cards
from doubloon.games.shipyard.state import Kind

SHIP_CARD = 0.11
SHIP_CARD_SQUARED = 0.057
COIN = 0.157
MOST_COINS = 6
CAN_BUY = 0.363
CAN_BUY_FROM_CARDS = 3
CANNON = 0.359
OTHER = 0.134
MOST_OTHERS = 8


@rule
def estimate(rules: Record, state: Record, seat: int) -> float:
    """Return how well a seat stands: of two seats the difference is the log of their odds to beat each other."""
    ship = ship_cards(state, seat)
    coins = int(state.cards[seat, Kind.COIN])
    cannons = int(state.cards[seat, Kind.CANNON])
    others = owned_cards(state, seat) - ship - coins - cannons
    stands = (
        ship * (SHIP_CARD + SHIP_CARD_SQUARED * ship)
        + COIN * min(coins, MOST_COINS)
        + CANNON * cannons
        + OTHER * min(others, MOST_OTHERS)
    )
    return stands + CAN_BUY if coins >= rules.price and ship >= CAN_BUY_FROM_CARDS else stands
