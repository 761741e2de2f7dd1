"""Names and amounts of `isles` as messages, and what is asked of a player: prompts and actions, from an observation."""

from collections.abc import Iterable

from doubloon.engine.contract import Record
from doubloon.engine.message import Message
from doubloon.games.isles.bank import funds
from doubloon.games.isles.state import (
    ALL_OF_COLOUR,
    CARD_NAMES,
    COLOURS,
    NUM_COLOURS,
    PER_COLOUR,
    SHIP,
    Action,
    Costs,
    Phase,
    Zone,
)
from doubloon.games.isles.zones import column, lowest_cost

SYMBOLS = ("ducats", "sabres", "jewels", "chests")


def islands_in(cards: int) -> list[int]:
    """Return the islands of a set, in their order."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return found


def cards_in(observation: Record, zone: int) -> list[int]:
    """Return the cards of a zone; a ship as often as there are ships."""
    return islands_in(int(observation.islands[zone])) + [SHIP] * int(observation.ships[zone])


def colour_name(colour: int) -> Message:
    """Return the name of a colour."""
    return Message(f"colour.{COLOURS[colour]}")


def card_name(card: int) -> Message:
    """Return the name of a card: its colour and usual price, or ship."""
    if card == SHIP:
        return Message("card.ship")
    return Message("card.island", {"colour": colour_name(card // PER_COLOUR), "name": CARD_NAMES[card % PER_COLOUR]})


def ship_name(colour: int) -> Message:
    """Return the name of a ship that lies in a column."""
    return Message("card.shows", {"card": card_name(SHIP), "shows": colour_name(colour)})


def joined(id: str, parts: Iterable[Message]) -> Message:
    """Return messages in a row, put together by the text of an id with `first` and `rest`."""
    first, *rest = parts
    return Message(id, {"first": first, "rest": joined(id, rest)}) if rest else first


def amount(symbol: str, n: int) -> Message:
    """Return so many of one symbol in words, also 0."""
    return Message(f"amount.{symbol}", {"n": n}, "n")


def amounts(counts: dict[str, int]) -> Message:
    """Return so many ducats, sabres, jewels and chests in words, those that are not 0; or nothing."""
    parts = [amount(symbol, counts[symbol]) for symbol in SYMBOLS if counts.get(symbol)]
    return joined("amount.and", parts) if parts else Message("amount.nothing")


def shown(rules: Record, cards: Iterable[int]) -> dict[str, int]:
    """Return what cards show together."""
    listed = list(cards)
    return {symbol: int(sum(int(rules[symbol][card]) for card in listed)) for symbol in SYMBOLS}


def payout(rules: Record, cards: Iterable[int]) -> dict[str, int]:
    """Return what a column of these cards pays (I3.3); chests pay nothing (I3.4)."""
    return {**shown(rules, cards), "chests": 0}


def full_card(rules: Record, card: int) -> Message:
    """Return a card with what it shows; with its price too where that is not its name."""
    if card == SHIP:
        return card_name(card)
    words = {"card": card_name(card), "shows": amounts(shown(rules, [card]))}
    if CARD_NAMES[card % PER_COLOUR] == str(int(rules.price[card])):
        return Message("card.shows", words)
    return Message("card.priced", {**words, "price": amount("ducats", int(rules.price[card]))})


def prompt(rules: Record, observation: Record, seat: int) -> Message:
    """Return what is asked of the seat whose turn it is, with what it can pay."""
    phase = int(observation.phase)
    if phase == Phase.BUY:
        return prompt_buy(rules, observation, seat)
    if phase == Phase.MOVE:
        return Message("prompt.move")
    if phase in (Phase.FIGHT, Phase.FINAL):
        return Message(
            "prompt.fight" if phase == Phase.FIGHT else "prompt.final", {"n": int(observation.sabres[seat])}, "n"
        )
    return Message("prompt.column")


def prompt_buy(rules: Record, observation: Record, seat: int) -> Message:
    """Return the question of the first step: buy, or sell first where nothing can be paid (I3.1)."""
    ducats = int(observation.ducats[seat])
    cheapest = lowest_cost(observation, Zone.DISPLAY, rules.price)
    if cheapest > ducats:
        return Message(
            "prompt.sell", {"n": ducats, "cheapest": cheapest, "most": int(funds(rules, observation, seat))}, "n"
        )
    return Message("prompt.buy", {"n": ducats}, "n")


def action(rules: Record, observation: Record, seat: int, number: int) -> Message:
    """Return what choosing an action means now, what it costs and what it pays."""
    phase = int(observation.phase)
    if number == Action.PASS:
        return Message("action.no_fight" if phase == Phase.FIGHT else "action.pass")
    if number == Action.JEWEL:
        return Message("action.sell_jewel", {"n": int(rules.jewel_sale)}, "n")
    if number >= Action.GIVE:
        card = number - Action.GIVE
        if phase == Phase.MOVE:
            return Message("action.move", {"card": full_card(rules, card)})
        return Message("action.sell", {"card": full_card(rules, card), "n": int(rules.sale[card])}, "n")
    if number >= Action.TAKE:
        return action_take(rules, observation, seat, number - Action.TAKE)
    return action_column(rules, observation, seat, number - Action.COLUMN)


def action_take(rules: Record, observation: Record, seat: int, card: int) -> Message:
    """Return what taking a card costs, in ducats or sabres, and what its column then pays."""
    family = {Phase.BUY: "buy", Phase.FIGHT: "fight", Phase.FINAL: "final"}[int(observation.phase)]
    costs: Costs = rules.price if family == "buy" else rules.fight_cost
    price = int(costs[card])
    if card == SHIP:
        return Message(f"action.{family}_ship", {"n": price}, "n")
    cards = [*islands_in(int(column(observation, seat, card // PER_COLOUR))), card]
    return Message(
        f"action.{family}", {"card": full_card(rules, card), "n": price, "pays": amounts(payout(rules, cards))}, "n"
    )


def action_column(rules: Record, observation: Record, seat: int, colour: int) -> Message:
    """Return what a column of a colour means: sell a ship of it, or lay the ship there."""
    name = colour_name(colour)
    if observation.phase == Phase.BUY:
        return Message("action.sell", {"card": ship_name(colour), "n": int(rules.sale[SHIP])}, "n")
    cards = islands_in(int(column(observation, seat, colour)))
    if not cards and not observation.column_ships[seat, colour]:
        return Message("action.new_column", {"colour": name})
    return Message("action.column", {"colour": name, "pays": amounts(payout(rules, cards))})


def column_islands(observation: Record, seat: int, colour: int) -> list[int]:
    """Return the islands of a seat's column of a colour. Plain: a page asks for all columns at once, and each call of
    compiled code takes 5 µs.
    """
    return islands_in(int(observation.islands[seat]) & ALL_OF_COLOUR << colour * PER_COLOUR)


def colours_of(observation: Record, seat: int) -> list[int]:
    """Return the colours of which a seat has a column."""
    islands, ships = int(observation.islands[seat]), observation.column_ships[seat].tolist()
    return [colour for colour in range(NUM_COLOURS) if islands >> colour * PER_COLOUR & ALL_OF_COLOUR or ships[colour]]
