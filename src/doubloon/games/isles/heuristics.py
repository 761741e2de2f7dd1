"""What a sensible player of `isles` prefers. The scores are in jewels: what a choice is likely to be worth in the final
scoring.

The numbers come from matches of variants against each other; `docs/decisions/0007-isles-heuristics.md` has the figures.
"""

from typing import NamedTuple

from doubloon.engine.bits import count_bits, lowest_bit
from doubloon.engine.contract import Mask, Record, Scores
from doubloon.engine.jit import rule
from doubloon.games.isles.scoring import loot_with
from doubloon.games.isles.state import ALL_OF_COLOUR, NUM_COLOURS, PER_COLOUR, SHIP, Action, Phase, Zone
from doubloon.games.isles.turns import next_seat
from doubloon.games.isles.zones import column, kinds

DUCAT = 0.2
"""A ducat is a fifth of a jewel at the end."""
SABRE = 1.7
"""A sabre is three fifths of a jewel at the end, and three of them win a card before."""
LAST_SABRE = 0.6
"""In the final round only its ducats are left."""
GROWTH = 1.1
"""A column grows so often for each card of its colour that nobody owns, as far as there are turns left."""
CARDS_OF_TURN = 3.0
"""Islands of the pile for each turn still to come: two of a turn, and some turns are spent on other columns."""
NEVER = -1000.0


class Outlook(NamedTuple):
    """What is the same for all cards at a moment."""

    sabre: float
    """Worth of a sabre."""
    free: int
    """Islands that nobody owns, as a set."""
    growths: float
    """How often a column may still grow as far as there are turns left."""
    settled: float
    """Part of the islands in play that have come; as much of today's loot is counted on."""


@rule
def outlook(rules: Record, observation: Record) -> Outlook:
    """Return what there is still to come; in the final round nothing, and a sabre is worth hardly more than its
    ducats.
    """
    pile = int(observation.islands[Zone.PILE])
    coming = count_bits(pile)
    settled = 1.0 - coming / (PER_COLOUR * int(rules.num_colours))
    if observation.phase >= Phase.FINAL:
        return Outlook(LAST_SABRE, 0, 0.0, settled)
    free = pile | int(observation.islands[Zone.DISPLAY]) | int(observation.islands[Zone.BOARD])
    return Outlook(SABRE, free, coming / (CARDS_OF_TURN * int(rules.num_seats)) + 1.0, settled)


@rule
def prefer(rules: Record, observation: Record, seat: int, mask: Mask, scores: Scores) -> None:
    """Write a score for each legal action into scores, (NUM_ACTIONS,); higher is better. Other entries stay as they
    are.
    """
    phase = int(observation.phase)
    ahead = outlook(rules, observation)
    scores[Action.PASS] = 0.0
    if phase == Phase.BUY:
        prefer_purchases(rules, observation, seat, ahead, scores)
        prefer_sales(rules, observation, seat, ahead, mask, scores)
    elif phase == Phase.MOVE:
        prefer_moves(rules, observation, ahead, scores)
    elif phase == Phase.FIGHT or phase == Phase.FINAL:
        prefer_fights(rules, observation, seat, ahead, mask, scores)
    else:
        for colour in range(NUM_COLOURS):
            scores[Action.COLUMN + colour] = pay_of(rules, column(observation, seat, colour), ahead.sabre)


@rule
def prefer_purchases(rules: Record, observation: Record, seat: int, ahead: Outlook, scores: Scores) -> None:
    """Buy the card that is worth most beyond its price; sell a jewel only for a card that is worth the loss."""
    ducats = int(observation.ducats[seat])
    sale = int(rules.jewel_sale)
    funds = ducats + sale * int(observation.jewels[seat])
    for_jewels = NEVER
    cards = kinds(observation, Zone.DISPLAY)
    while cards != 0:
        card = lowest_bit(cards)
        cards &= cards - 1
        price = int(rules.price[card])
        gain = worth(rules, observation, seat, card, ahead) - DUCAT * price
        if price <= ducats:
            scores[Action.TAKE + card] = gain
        elif sale > 0 and price <= funds:
            jewels = (price - ducats + sale - 1) // sale
            for_jewels = max(for_jewels, gain - jewels * (1.0 - DUCAT * sale))
    scores[Action.JEWEL] = for_jewels


@rule
def prefer_sales(rules: Record, observation: Record, seat: int, ahead: Outlook, mask: Mask, scores: Scores) -> None:
    """Sell a card only where nothing else is left, ships first."""
    for colour in range(NUM_COLOURS):
        scores[Action.COLUMN + colour] = NEVER + DUCAT * int(rules.sale[SHIP])
    cards = int(observation.islands[seat])
    while cards != 0:
        card = lowest_bit(cards)
        cards &= cards - 1
        if mask[Action.GIVE + card] == 1:
            scores[Action.GIVE + card] = (
                NEVER + DUCAT * int(rules.sale[card]) - loss(rules, observation, seat, card, ahead)
            )


@rule
def prefer_fights(rules: Record, observation: Record, seat: int, ahead: Outlook, mask: Mask, scores: Scores) -> None:
    """Take the card that is worth most beyond its sabres; in the final round the display counts too."""
    cards = kinds(observation, Zone.BOARD)
    if observation.phase == Phase.FINAL:
        cards |= kinds(observation, Zone.DISPLAY)
    while cards != 0:
        card = lowest_bit(cards)
        cards &= cards - 1
        if mask[Action.TAKE + card] == 1:
            scores[Action.TAKE + card] = worth(rules, observation, seat, card, ahead) - ahead.sabre * int(
                rules.fight_cost[card]
            )


@rule
def prefer_moves(rules: Record, observation: Record, ahead: Outlook, scores: Scores) -> None:
    """Lay on One-Eye's table what the next player wants and has not the sabres for, and nothing that a fight would
    bring on top of a buy.
    """
    following = next_seat(rules, observation)
    cards = kinds(observation, Zone.DISPLAY)
    while cards != 0:
        card = lowest_bit(cards)
        cards &= cards - 1
        gain = worth(rules, observation, following, card, ahead)
        scores[Action.GIVE + card] = gain if observation.sabres[following] < rules.fight_cost[card] else -gain


@rule
def worth(rules: Record, observation: Record, seat: int, card: int, ahead: Outlook) -> float:
    """Return what a card brings a seat: the payout of its column now and later, and its chests. A ship is worth its
    best column.
    """
    if card == SHIP:
        best = 0.0
        for colour in range(NUM_COLOURS):
            best = max(best, pay_of(rules, column(observation, seat, colour), ahead.sabre))
        return best
    colour = card // PER_COLOUR
    own = 1 << card
    now = pay_of(rules, column(observation, seat, colour) | own, ahead.sabre)
    later = pay_of(rules, own, ahead.sabre) * growths(colour, ahead)
    return now + later + chest_worth(rules, observation, seat, colour, int(rules.chests[card])) * ahead.settled


@rule
def loss(rules: Record, observation: Record, seat: int, card: int, ahead: Outlook) -> float:
    """Return what a seat loses with an island of a column: later payouts, and its chests."""
    colour = card // PER_COLOUR
    later = pay_of(rules, 1 << card, ahead.sabre) * growths(colour, ahead)
    return later - chest_worth(rules, observation, seat, colour, -int(rules.chests[card])) * ahead.settled


@rule
def pay_of(rules: Record, cards: int, sabre: float) -> float:
    """Return what islands pay, in jewels, where a sabre is worth so many."""
    ducats = 0
    sabres = 0
    jewels = 0
    while cards != 0:
        card = lowest_bit(cards)
        cards &= cards - 1
        ducats += int(rules.ducats[card])
        sabres += int(rules.sabres[card])
        jewels += int(rules.jewels[card])
    return jewels + DUCAT * ducats + sabre * sabres


@rule
def growths(colour: int, ahead: Outlook) -> float:
    """Return how often a column of a colour may still grow: by its cards that are not owned, as far as there are turns
    left.
    """
    coming = count_bits((ahead.free >> (colour * PER_COLOUR)) & ALL_OF_COLOUR)
    return min(GROWTH * coming, ahead.growths)


@rule
def chest_worth(rules: Record, observation: Record, seat: int, colour: int, chests: int) -> float:
    """Return what more chests of a colour are worth if the game ended now: the difference of the loot."""
    if chests == 0:
        return 0.0
    own = int(observation.chests[seat, colour])
    return float(
        loot_with(rules, observation, colour, seat, own + chests) - loot_with(rules, observation, colour, seat, own)
    )
