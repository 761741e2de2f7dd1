"""Advice for a first game: what a sensible player would do here, and why, in the words of the rules."""

import re
from typing import NamedTuple

from doubloon.bots.simple import GreedyBot
from doubloon.engine.contract import Record
from doubloon.engine.message import Message
from doubloon.tables.live import LiveTable
from doubloon.texts import has_text

KIND = re.compile(r"[a-z-]+")
FIXED_SEED = 0
"""The adviser breaks ties always in the same way, so that a page looks the same when it is loaded again."""


class Advice(NamedTuple):
    """An action that is advised to a seat, with the words for it; both None where there is no advice."""

    action: int | None = None
    words: Message | None = None


def advice(live: LiveTable, seat: int, observation: Record, legal: tuple[int, ...]) -> Advice:
    """Return the advice of a guided game to a seat that must decide, or the hint that it asked for."""
    return guided(live, seat, observation) if live.row.guide and legal else asked_hint(live, seat, observation)


def guided(live: LiveTable, seat: int, observation: Record) -> Advice:
    """Return what a sensible player would do; nothing where the seat must not decide now."""
    if seat not in live.seats_to_act():
        return Advice()
    game, rules = live.game, live.playthrough.rules
    action = GreedyBot(game, FIXED_SEED).choose(live.playthrough.sight(seat))
    what = game.view.action(rules, observation, seat, action)
    why = reason_id(game.actions[action])
    if has_text(game.folder / "texts", why):
        return Advice(action, Message("guide.advice", {"what": what, "why": Message(why)}))
    return Advice(action, Message("guide.bare_advice", {"what": what}))


def asked_hint(live: LiveTable, seat: int, observation: Record) -> Advice:
    """Return the hint that a seat asked for at this entry."""
    found = live.hints.get(seat)
    if found is None or found.at != live.at:
        return Advice()
    what = live.game.view.action(live.playthrough.rules, observation, seat, found.action)
    return Advice(found.action, Message("table.hint", {"what": what, "win": round(100 * found.win)}))


def reason_id(action: str) -> str:
    """Return the id of the text that explains a kind of action, in the texts of a game that has one: its stable name up
    to what it names.
    """
    kind = KIND.match(action)
    return f"guide.{kind[0] if kind else action}"
