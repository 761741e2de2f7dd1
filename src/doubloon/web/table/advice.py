"""Advice for a first game: what a sensible player would do here, and why, in the words of the rules."""

import re

from doubloon.bots.simple import GreedyBot
from doubloon.engine.contract import Record
from doubloon.engine.message import Message
from doubloon.tables.live import LiveTable

KIND = re.compile(r"[a-z-]+")
FIXED_SEED = 0
"""The adviser breaks ties always in the same way, so that a page looks the same when it is loaded again."""


def advice(live: LiveTable, seat: int, observation: Record) -> tuple[int | None, Message | None]:
    """Return the action that is advised to a seat with the words for it; None where the seat must not decide now."""
    if seat not in live.seats_to_act():
        return None, None
    game, rules = live.game, live.playthrough.rules
    action = GreedyBot(game, FIXED_SEED).choose(live.playthrough.sight(seat))
    return action, Message(
        "guide.advice",
        {
            "what": game.view.action(rules, observation, seat, action),
            "why": Message(reason_id(game.slug, game.actions[action])),
        },
    )


def asked_hint(live: LiveTable, seat: int, observation: Record) -> tuple[int | None, Message | None]:
    """Return the action of the hint that a seat asked for at this entry, with its words; None where it did not."""
    found = live.hints.get(seat)
    if found is None or found.at != live.at:
        return None, None
    what = live.game.view.action(live.playthrough.rules, observation, seat, found.action)
    return found.action, Message("table.hint", {"what": what, "win": round(100 * found.win)})


def reason_id(slug: str, action: str) -> str:
    """Return the id of the text that explains a kind of action: its stable name up to what it names."""
    kind = KIND.match(action)
    return f"guide.{slug}.{kind[0] if kind else action}"
