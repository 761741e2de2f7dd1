"""Why a sensible player of `isles` would do what is advised, in the numbers of the position."""

from doubloon.engine.contract import Record
from doubloon.engine.message import Argument, Message, SeatName
from doubloon.games.isles.heuristics import DUCAT, Outlook, outlook, worth
from doubloon.games.isles.state import (
    ALL_OF_COLOUR,
    NUM_CARDS,
    NUM_COLOURS,
    PER_COLOUR,
    SHIP,
    Action,
    Phase,
    Zone,
)
from doubloon.games.isles.turns import next_seat
from doubloon.games.isles.words import (
    amounts,
    card_name,
    cards_in,
    colour_name,
    column_islands,
    islands_in,
    payout,
)
from doubloon.games.isles.zones import lowest_cost


def reason(rules: Record, observation: Record, seat: int, action: int) -> Message | None:
    """Return why an action is advised to a seat."""
    phase = int(observation.phase)
    if action == Action.PASS:
        return reason_to_pass(rules, observation, seat)
    if action == Action.JEWEL:
        return reason_to_sell_jewel(rules, observation, seat)
    if action >= Action.GIVE:
        card = action - Action.GIVE
        if phase == Phase.MOVE:
            return reason_to_move(rules, observation, card)
        return Message("guide.sell.island", {"n": int(rules.sale[card])}, "n")
    if action >= Action.TAKE:
        return reason_to_take(rules, observation, seat, action - Action.TAKE)
    if phase == Phase.BUY:
        return Message("guide.sell.ship", {"n": int(rules.sale[SHIP])}, "n")
    return Message("guide.column", {"pays": pays(rules, observation, seat, action - Action.COLUMN)})


def pays(rules: Record, observation: Record, seat: int, colour: int, *more: int) -> Message:
    """Return what a column pays with some more cards, in words."""
    return amounts(payout(rules, [*column_islands(observation, seat, colour), *more]))


def best_column(rules: Record, observation: Record, seat: int) -> int:
    """Return the colour whose column pays a seat most, counted in ducats as at the end."""

    def value(colour: int) -> int:
        sums = payout(rules, column_islands(observation, seat, colour))
        sabres = sums["sabres"] * int(rules.ducats_of_sabre)
        return int(sums["jewels"] * int(rules.ducats_of_jewel) + sabres + sums["ducats"])

    return max(range(NUM_COLOURS), key=value)


def reason_to_take(rules: Record, observation: Record, seat: int, card: int) -> Message:
    """Return what a card brings: the payout of its column, or its chests."""
    if card == SHIP:
        colour = best_column(rules, observation, seat)
        return Message(
            "guide.take.ship", {"colour": colour_name(colour), "pays": pays(rules, observation, seat, colour)}
        )
    colour = card // PER_COLOUR
    before, chests = column_islands(observation, seat, colour), int(rules.chests[card])
    named: dict[str, Argument] = {"colour": colour_name(colour), "pays": pays(rules, observation, seat, colour, card)}
    if chests and (not before or observation.phase == Phase.FINAL):
        most = max(int(observation.chests[other, colour]) for other in range(int(rules.num_seats)) if other != seat)
        own = int(observation.chests[seat, colour]) + chests
        return Message("guide.take.chests", {**named, "n": own, "most": most}, "n")
    if before:
        return Message("guide.take.grows", {**named, "n": len(before)}, "n")
    coming = coming_of(observation, colour) - 1
    return Message("guide.take.new", {**named, "n": coming}, "n")


def coming_of(observation: Record, colour: int) -> int:
    """Return how many islands of a colour nobody owns yet."""
    free = (
        int(observation.islands[Zone.PILE])
        | int(observation.islands[Zone.DISPLAY])
        | int(observation.islands[Zone.BOARD])
    )
    return (free >> colour * PER_COLOUR & ALL_OF_COLOUR).bit_count()


def reason_to_pass(rules: Record, observation: Record, seat: int) -> Message:
    """Return why nothing is taken for sabres: what the best card would bring, and what it would cost."""
    ahead: Outlook = outlook(rules, observation)
    within = cards_in(observation, Zone.BOARD)
    if observation.phase == Phase.FINAL:
        within += cards_in(observation, Zone.DISPLAY)
    payable = [card for card in set(within) if rules.fight_cost[card] <= observation.sabres[seat]]
    if not payable:
        return Message("guide.pass.none")
    best = max(payable, key=lambda card: float(worth(rules, observation, seat, card, ahead)))
    cost = int(rules.fight_cost[best])
    return Message(
        "guide.pass.best", {"card": card_name(best), "n": cost, "sum": cost * int(rules.ducats_of_sabre)}, "n"
    )


def reason_to_sell_jewel(rules: Record, observation: Record, seat: int) -> Message:
    """Return which card the jewels are sold for, and what it brings; or that nothing can be paid otherwise."""
    ducats, sale = int(observation.ducats[seat]), int(rules.jewel_sale)
    funds = ducats + sale * int(observation.jewels[seat])
    ahead: Outlook = outlook(rules, observation)
    dear = [card for card in range(NUM_CARDS) if card in wanted(observation) and ducats < rules.price[card] <= funds]
    if not dear:
        return Message("guide.jewel.rest", {"n": ducats}, "n")
    best = max(dear, key=lambda card: gain_for_jewels(rules, observation, seat, card, ahead))
    price = int(rules.price[best])
    cheapest = int(lowest_cost(observation, Zone.DISPLAY, rules.price))
    told: dict[str, Argument] = {
        "card": card_name(best),
        "price": price,
        "n": -(-(price - ducats) // sale),
        "pays": column_with(rules, observation, seat, best),
    }
    if cheapest > ducats:
        return Message("guide.jewel.must", {**told, "cheapest": cheapest}, "n")
    return Message("guide.jewel.better", told, "n")


def gain_for_jewels(rules: Record, observation: Record, seat: int, card: int, ahead: Outlook) -> float:
    """Return what a card is worth beyond its price, and beyond the jewels that must be sold for it."""
    price, sale = int(rules.price[card]), int(rules.jewel_sale)
    jewels = -(-(price - int(observation.ducats[seat])) // sale)
    return float(worth(rules, observation, seat, card, ahead)) - DUCAT * price - jewels * (1.0 - DUCAT * sale)


def wanted(observation: Record) -> frozenset[int]:
    """Return the cards of the display."""
    islands = islands_in(int(observation.islands[Zone.DISPLAY]))
    return frozenset(islands + [SHIP] * bool(observation.ships[Zone.DISPLAY]))


def column_with(rules: Record, observation: Record, seat: int, card: int) -> Message:
    """Return what a column pays when a card joins it; of a ship, the one that pays most."""
    if card == SHIP:
        return pays(rules, observation, seat, best_column(rules, observation, seat))
    return pays(rules, observation, seat, card // PER_COLOUR, card)


def reason_to_move(rules: Record, observation: Record, card: int) -> Message:
    """Return why One-Eye gets this card: the next player wants it and cannot fight for it, or gains little by it."""
    following = int(next_seat(rules, observation))
    sabres, cost = int(observation.sabres[following]), int(rules.fight_cost[card])
    told: dict[str, Argument] = {"seat": SeatName(following), "n": cost, "sabres": sabres}
    if sabres < cost:
        return Message("guide.move.safe", told, "n")
    return Message("guide.move.least", {**told, "pays": column_with(rules, observation, following, card)}, "n")
