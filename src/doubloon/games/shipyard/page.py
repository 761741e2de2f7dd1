"""What the pages of `shipyard` need beside its data: the faces of its cards, and which actions need confirmation."""

from collections.abc import Mapping

from doubloon.engine.contract import Face, Page, Record
from doubloon.engine.message import Message
from doubloon.games.shipyard.reasons import reason
from doubloon.games.shipyard.state import FIRST_COLOUR, NUM_COLOURS, Action, Kind
from doubloon.games.shipyard.words import KIND_IDS


def faces(rules: Record) -> Mapping[str, Face]:
    """Return what is printed on each kind of card."""
    found = {
        "coin": Face(
            Message("kind.coin"),
            "coin",
            (Message("page.coin", {"n": int(rules.price)}, "n"),),
            {"copies": int(rules.coins)},
        ),
        "cannon": Face(Message("kind.cannon"), "cannon", (Message("page.cannon"),), {"copies": int(rules.cannons)}),
        "pirate": Face(
            Message("kind.pirate"),
            "pirate",
            (Message("page.pirate", {"n": int(rules.toll)}, "n"),),
            {"copies": int(rules.pirates)},
        ),
    }
    for kind in range(FIRST_COLOUR, FIRST_COLOUR + NUM_COLOURS):
        words = Message("page.ship", {"n": int(rules.ship_size)}, "n")
        found[KIND_IDS[kind]] = Face(Message(f"kind.{KIND_IDS[kind]}"), "ship", (words,), {"copies": int(rules.ships)})
    return found


def costly(rules: Record, observation: Record, seat: int, action: int) -> bool:
    """Tell whether an action gives away what can hardly be got back: a card of the own ship, or three cards instead of
    a cannon.
    """
    own = int(observation.colour[seat])
    return action == Action.HOLD_FIRE or (own >= Kind.RED and action == Action.GIVE + own)


PAGE = Page(faces, costly, reason=reason)
