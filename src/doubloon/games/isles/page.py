"""What the pages of `isles` need beside its data: the faces of its cards, which actions need confirmation, and what a
card of a column pays.
"""

from collections.abc import Mapping

from doubloon.engine.contract import Face, Moment, Page, Record
from doubloon.engine.events import Event
from doubloon.engine.message import Message
from doubloon.games.isles.reasons import reason
from doubloon.games.isles.state import CARD_IDS, COLOURS, NUM_CARDS, PER_COLOUR, SHIP, Action, EventKind, Phase
from doubloon.games.isles.words import SYMBOLS, amount, card_name, payout, shown


def face(rules: Record, card: int) -> Face:
    """Return what is printed on one card: its symbols, its price, and what it takes to fight for it."""
    symbols = shown(rules, [card])
    words = [amount(symbol, symbols[symbol]) for symbol in SYMBOLS if symbols[symbol]]
    texts = (*words, Message("page.fight", {"n": int(rules.fight_cost[card])}, "n"))
    numbers = {
        "price": int(rules.price[card]),
        "fight_cost": int(rules.fight_cost[card]),
        "sale": int(rules.sale[card]),
        "copies": int(rules.num_ships) if card == SHIP else 1,
        **symbols,
    }
    return Face(
        card_name(card),
        "ship" if card == SHIP else COLOURS[card // PER_COLOUR],
        texts if card != SHIP else (Message("page.joker"), *texts),
        numbers,
    )


def faces(rules: Record) -> Mapping[str, Face]:
    """Return what is printed on each card."""
    return {CARD_IDS[card]: face(rules, card) for card in range(NUM_CARDS)}


def costly(rules: Record, observation: Record, seat: int, action: int) -> bool:
    """Tell whether an action sells something to the bank, which takes it out of the game (I4.2)."""
    return observation.phase == Phase.BUY and not Action.TAKE <= action < Action.GIVE


def moment(rules: Record, event: Event) -> Moment | None:
    """Return what a card of a column pays to its owner when the column pays (I3.3)."""
    if event.kind != EventKind.PAID:
        return None
    gains = {symbol: count for symbol, count in payout(rules, [event.a]).items() if count}
    return Moment(f"k{event.seat}-{CARD_IDS[event.a].replace(':', '-')}", f"p{event.seat}", gains)


PAGE = Page(faces, costly, moment, reason=reason)
