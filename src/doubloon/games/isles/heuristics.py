"""What a sensible player of `isles` prefers. The scores are in jewels: what a choice is likely to be worth in the final scoring.

The numbers come from matches of variants against each other; `docs/decisions/0011-isles-heuristics.md` has the figures.
"""

from doubloon.engine.contract import Mask, Record, Scores
from doubloon.engine.jit import rule
from doubloon.games.isles.order import next_seat
from doubloon.games.isles.scoring import loot_with
from doubloon.games.isles.state import NUM_CARDS, NUM_COLOURS, NUM_ISLANDS, PER_COLOUR, SHIP, Action, Phase, Zone
from doubloon.games.isles.zones import column, count_bits, has_card, lowest_card

DUCAT = 0.25
"""A ducat is a fifth of a jewel at the end, and a little more while it buys."""
SABRE = 0.8
"""A sabre is three fifths of a jewel at the end, and more while it wins cards."""
CHEST = 0.5
"""A chest before anybody knows the majorities."""
GROWTH = 0.35
"""Of the cards of a colour still to come, so many may lengthen a column, for each player's share of them."""
DENIAL = 0.4
"""How much of what the next player would gain counts as own loss."""
FETCH = 0.3
"""How much of a card on One-Eye's table counts that the own sabres could fetch later."""
NEVER = -1000.0


@rule
def prefer(rules: Record, observation: Record, seat: int, mask: Mask, scores: Scores) -> None:
    """Write a score for each legal action into scores, (NUM_ACTIONS,); higher is better. Other entries stay as they are."""
    phase = int(observation.phase)
    scores[Action.PASS] = 0.0
    if phase == Phase.BUY:
        prefer_trades(rules, observation, seat, mask, scores)
    elif phase == Phase.MOVE:
        for card in range(NUM_CARDS):
            if mask[Action.GIVE + card] == 1:
                scores[Action.GIVE + card] = prefer_move(rules, observation, seat, card)
    elif phase == Phase.FIGHT or phase == Phase.FINAL:
        for card in range(NUM_CARDS):
            if mask[Action.TAKE + card] == 1:
                scores[Action.TAKE + card] = worth(rules, observation, seat, card) - sabre_worth(observation) * int(rules.fight_cost[card])
    else:
        for colour in range(NUM_COLOURS):
            scores[Action.COLUMN + colour] = pay_of(rules, observation, column(observation, seat, colour))


@rule
def prefer_trades(rules: Record, observation: Record, seat: int, mask: Mask, scores: Scores) -> None:
    """Buy the card that is worth most beyond its price; sell only for a card that is worth the loss, jewels before cards."""
    ducats = int(observation.ducats[seat])
    sale = int(rules.jewel_sale)
    scores[Action.JEWEL] = NEVER
    for card in range(NUM_CARDS):
        if not has_card(observation, Zone.DISPLAY, card):
            continue
        price = int(rules.price[card])
        gain = worth(rules, observation, seat, card) - DUCAT * price
        if price <= ducats:
            scores[Action.TAKE + card] = gain
        elif sale > 0 and price <= ducats + sale * int(observation.jewels[seat]):
            jewels = (price - ducats + sale - 1) // sale
            scores[Action.JEWEL] = max(float(scores[Action.JEWEL]), gain - jewels * (1.0 - DUCAT * sale))
    for colour in range(NUM_COLOURS):
        scores[Action.COLUMN + colour] = NEVER + DUCAT * int(rules.sale[SHIP])
    for card in range(NUM_ISLANDS):
        if mask[Action.GIVE + card] == 1:
            scores[Action.GIVE + card] = NEVER + DUCAT * int(rules.sale[card]) - loss(rules, observation, seat, card)


@rule
def prefer_move(rules: Record, observation: Record, seat: int, card: int) -> float:
    """Lay away what the next player wants and cannot fight for; or what the own sabres can fetch later."""
    following = next_seat(rules, observation)
    cost = int(rules.fight_cost[card])
    theirs = worth(rules, observation, following, card)
    own = worth(rules, observation, seat, card)
    score = DENIAL * theirs if observation.sabres[following] < cost else -DENIAL * theirs
    return score + FETCH * own if observation.sabres[seat] >= cost else score - FETCH * own


@rule
def worth(rules: Record, observation: Record, seat: int, card: int) -> float:
    """Return what a card brings a seat: the payout of its column now and later, and its chests. A ship is worth its best column."""
    if card == SHIP:
        best = 0.0
        for colour in range(NUM_COLOURS):
            best = max(best, pay_of(rules, observation, column(observation, seat, colour)))
        return best
    colour = card // PER_COLOUR
    own = 1 << card
    now = pay_of(rules, observation, column(observation, seat, colour) | own)
    later = pay_of(rules, observation, own) * growths(rules, observation, colour)
    return now + later + chest_worth(rules, observation, seat, colour, int(rules.chests[card]))


@rule
def loss(rules: Record, observation: Record, seat: int, card: int) -> float:
    """Return what a seat loses with an island of a column: later payouts, and its chests."""
    colour = card // PER_COLOUR
    later = pay_of(rules, observation, 1 << card) * growths(rules, observation, colour)
    return later - chest_worth(rules, observation, seat, colour, -int(rules.chests[card]))


@rule
def pay_of(rules: Record, observation: Record, cards: int) -> float:
    """Return what islands pay, in jewels."""
    ducats = 0
    sabres = 0
    jewels = 0
    while cards != 0:
        card = lowest_card(cards)
        cards &= cards - 1
        ducats += int(rules.ducats[card])
        sabres += int(rules.sabres[card])
        jewels += int(rules.jewels[card])
    return jewels + DUCAT * ducats + sabre_worth(observation) * sabres


@rule
def sabre_worth(observation: Record) -> float:
    """Return what a sabre is worth in jewels; in the final round hardly more than its ducats."""
    return 0.6 if observation.phase >= Phase.FINAL else SABRE


@rule
def growths(rules: Record, observation: Record, colour: int) -> float:
    """Return how often a column of a colour may still grow: by its cards that are not owned, as far as there are turns left."""
    if observation.phase >= Phase.FINAL:
        return 0.0
    free = int(observation.islands[Zone.PILE]) | int(observation.islands[Zone.DISPLAY]) | int(observation.islands[Zone.BOARD])
    coming = count_bits((free >> (colour * PER_COLOUR)) & ((1 << PER_COLOUR) - 1))
    turns = count_bits(int(observation.islands[Zone.PILE])) / (2.0 * int(rules.num_seats)) + 1.0
    return min(GROWTH * coming, turns)


@rule
def chest_worth(rules: Record, observation: Record, seat: int, colour: int, chests: int) -> float:
    """Return what more chests of a colour are worth: the loot as it stands, the more so the fewer cards are to come."""
    if chests == 0:
        return 0.0
    own = int(observation.chests[seat, colour])
    gain = loot_with(rules, observation, colour, seat, own + chests) - loot_with(rules, observation, colour, seat, own)
    still = count_bits(int(observation.islands[Zone.PILE])) / (PER_COLOUR * int(rules.num_colours))
    return gain * (1.0 - 0.5 * still) + CHEST * still * chests
