"""What a sensible player of `shipyard` prefers. The scores say only which action is better; their size has no unit.

The numbers come from matches of variants against each other; `docs/decisions/0006-shipyard-heuristics.md` has the
figures.
"""

from doubloon.engine.contract import Mask, Record, Scores
from doubloon.engine.jit import rule
from doubloon.games.shipyard.rules import owned_cards, ship_cards
from doubloon.games.shipyard.state import MOST_SEATS, NO_COLOUR, NUM_GIVABLE, Action, Kind, Zone

PASSING_PAYS_ABOVE = 2
"""Seats up to which passing never pays."""
BUY_FROM_CARDS = 3
"""Buying pays when the own ship has this many cards."""


@rule
def prefer(rules: Record, observation: Record, seat: int, mask: Mask, scores: Scores) -> None:
    """Write a score for each legal action into scores, (NUM_ACTIONS,); higher is better. Other entries stay as they
    are.
    """
    scores[Action.DRAW] = 0.0
    scores[Action.PASS] = prefer_pass(rules, observation)
    scores[Action.FIRE] = 1.0
    scores[Action.HOLD_FIRE] = 2.0 if junk_cards(observation, seat) >= rules.toll else 0.0
    for seller in range(MOST_SEATS):
        if mask[Action.BUY + seller] == 1:
            scores[Action.BUY + seller] = prefer_purchase(rules, observation, seat, seller)
    for kind in range(NUM_GIVABLE):
        if mask[Action.GIVE + kind] == 1:
            scores[Action.GIVE + kind] = -worth(rules, observation, seat, kind)


@rule
def prefer_pass(rules: Record, observation: Record) -> float:
    """Pass when the pirates left in the pile, each ending one turn, would all meet the others; with two players drawing
    on is always better.
    """
    pirates = int(observation.cards[Zone.PILE, Kind.PIRATE])
    num_seats = int(rules.num_seats)
    return 1.0 if num_seats > PASSING_PAYS_ABOVE and pirates % num_seats == num_seats - 1 else -1.0


@rule
def prefer_purchase(rules: Record, observation: Record, seat: int, seller: int) -> float:
    """Buy when the ship is half built, at once when it completes it; rather from a seller whose own ship is small."""
    cards = ship_cards(observation, seat)
    if cards + 1 >= rules.ship_size:
        return 100.0
    if cards < BUY_FROM_CARDS:
        return -1.0
    return 10.0 - ship_cards(observation, seller)


@rule
def junk_cards(observation: Record, seat: int) -> int:
    """Count the cards that are neither of the own ship nor a cannon nor one of the coins of a purchase."""
    return (
        owned_cards(observation, seat)
        - ship_cards(observation, seat)
        - int(observation.cards[seat, Kind.CANNON])
        - int(observation.cards[seat, Kind.COIN])
    )


@rule
def worth(rules: Record, observation: Record, seat: int, kind: int) -> float:
    """Return what a card is worth to keep: own ship most, then a cannon, coins towards a purchase, cards that another
    builder needs.
    """
    if kind == observation.colour[seat]:
        return 10.0
    if kind == Kind.CANNON:
        return 6.0
    if kind == Kind.COIN:
        return 4.0 if observation.cards[seat, Kind.COIN] <= rules.price else 2.0
    builder = builder_of(observation, kind)
    if builder == NO_COLOUR:
        return 5.0 if observation.colour[seat] == NO_COLOUR else 1.0
    return 1.5


@rule
def builder_of(observation: Record, colour: int) -> int:
    """Return the seat that builds a colour, or NO_COLOUR."""
    for seat in range(MOST_SEATS):
        if observation.colour[seat] == colour:
            return seat
    return NO_COLOUR
