"""Why a sensible player of `shipyard` would do what is advised, in the numbers of the position."""

from doubloon.engine.contract import Record
from doubloon.engine.message import Argument, Message, SeatName
from doubloon.games.shipyard.heuristics import builder_of, junk_cards
from doubloon.games.shipyard.rules import owned_cards, ship_cards
from doubloon.games.shipyard.state import FIRST_COLOUR, NO_COLOUR, Action, Kind, Zone
from doubloon.games.shipyard.words import card


def reason(rules: Record, observation: Record, seat: int, action: int) -> Message | None:
    """Return why an action is advised to a seat."""
    if action == Action.DRAW:
        return reason_to_draw(rules, observation, seat)
    if action == Action.PASS:
        return reason_to_pass(rules, observation, seat) if observation.has_drawn else None
    if action == Action.FIRE:
        return Message("guide.fire", {"n": at_stake(rules, observation, seat)}, "n")
    if action == Action.HOLD_FIRE:
        return reason_to_keep_cannon(rules, observation, seat)
    if action >= Action.GIVE:
        return reason_to_give(rules, observation, seat, action - Action.GIVE)
    return reason_to_buy(rules, observation, seat, action - Action.BUY)


def at_stake(rules: Record, observation: Record, seat: int) -> int:
    """Return how many cards a pirate would take from a seat without a cannon (S5.3, S5.4)."""
    return min(int(rules.toll), int(owned_cards(observation, seat)))


def reason_to_draw(rules: Record, observation: Record, seat: int) -> Message:
    """Return why drawing is worth its risk: what the pile holds, and what there is to lose."""
    pile = observation.cards[Zone.PILE]
    if pile.sum() == 0:
        pile = observation.cards[Zone.DISCARD]
    pirates, cards, stake = int(pile[Kind.PIRATE]), int(pile.sum()), at_stake(rules, observation, seat)
    odds: dict[str, Argument] = {"pirates": pirates, "cards": cards, "percent": round(100 * pirates / cards)}
    if pirates == 0:
        return Message("guide.draw.safe", {"cards": cards}, "cards")
    if observation.cards[seat, Kind.CANNON] > 0:
        return Message("guide.draw.cannon", odds)
    if stake == 0:
        return Message("guide.draw.nothing", odds)
    colour = int(observation.colour[seat])
    if colour == NO_COLOUR:
        return Message("guide.draw.colour", {**odds, "n": stake}, "n")
    wanted: dict[str, Argument] = {
        "wanted": int(pile[colour]),
        "colour": Message(f"colour.{Kind._fields[colour].lower()}"),
    }
    return Message("guide.draw.risk", {**odds, **wanted, "n": stake}, "n")


def reason_to_pass(rules: Record, observation: Record, seat: int) -> Message:
    """Return why to stop: how likely the next card is a pirate, and what he would take."""
    pile = observation.cards[Zone.PILE]
    if pile.sum() == 0:
        return Message("guide.pass.shuffle", {"pirates": int(observation.cards[Zone.DISCARD, Kind.PIRATE])}, "pirates")
    pirates, cards = int(pile[Kind.PIRATE]), int(pile.sum())
    odds = {"pirates": pirates, "cards": cards, "percent": round(100 * pirates / cards)}
    return Message("guide.pass.risk", {**odds, "n": at_stake(rules, observation, seat)}, "n")


def reason_to_keep_cannon(rules: Record, observation: Record, seat: int) -> Message:
    """Return why to pay cards instead of a cannon: what the pirate gets, and how many more there are."""
    pirates = int(observation.cards[Zone.PILE, Kind.PIRATE])
    return Message("guide.hold_fire", {"n": int(junk_cards(observation, seat)), "pirates": pirates}, "n")


def reason_to_buy(rules: Record, observation: Record, seat: int, seller: int) -> Message:
    """Return what a purchase brings: the victory, or one card of so many."""
    after, size = int(ship_cards(observation, seat)) + 1, int(rules.ship_size)
    if after >= size:
        return Message("guide.buy.win", {"n": size}, "n")
    coins: dict[str, Argument] = {
        "coins": int(rules.price),
        "seller": SeatName(seller),
        "cards": int(ship_cards(observation, seller)),
    }
    return Message("guide.buy.next", {**coins, "n": after, "size": size}, "cards")


def reason_to_give(rules: Record, observation: Record, seat: int, kind: int) -> Message:
    """Return why a pirate gets just this card."""
    if kind == observation.colour[seat]:
        return Message("guide.give.own", {"n": int(observation.cards[seat, kind])}, "n")
    if kind == Kind.COIN:
        left = int(observation.cards[seat, Kind.COIN]) - 1
        return Message("guide.give.coin", {"n": left, "price": int(rules.price)}, "n")
    if kind == Kind.CANNON:
        return Message("guide.give.cannon")
    builder = int(builder_of(observation, kind)) if kind >= FIRST_COLOUR else NO_COLOUR
    if builder == NO_COLOUR:
        return Message("guide.give.nobody", {"card": card(kind)})
    return Message("guide.give.other", {"card": card(kind), "seat": SeatName(builder)})
