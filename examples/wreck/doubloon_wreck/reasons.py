"""Why a sensible diver of `wreck` would do what is advised, in the numbers of the position."""

from doubloon.engine.contract import Record
from doubloon.engine.message import Message
from doubloon_wreck.state import Action, Kind, Zone


def reason(rules: Record, observation: Record, seat: int, action: int) -> Message | None:
    """Return why a diver draws on or surfaces: how likely the shark is, and what it would take."""
    if action not in (Action.DRAW, Action.SURFACE):
        return None
    bag, held = observation.tokens[Zone.BAG], int(observation.tokens[Zone.HAND].sum())
    sharks, tokens = int(bag[Kind.SHARK]), int(bag.sum())
    odds = {"sharks": sharks, "tokens": tokens, "percent": round(100 * sharks / max(1, tokens)), "n": held}
    return Message("guide.draw" if action == Action.DRAW else "guide.surface", odds, "n")
