"""Advice for a first game: what a good player would do here, and why, in the numbers of the position."""

from typing import NamedTuple
from weakref import WeakKeyDictionary

from doubloon.bots.adviser import Adviser, Counsel
from doubloon.engine.contract import Record
from doubloon.engine.message import Message
from doubloon.tables.live import LiveTable

WORTH_SAYING = 0.01
"""The chance of the next best action is told where it is at least so much less."""


class Advice(NamedTuple):
    """An action that is advised to a seat, with the words for it; both None where there is no advice."""

    action: int | None = None
    words: Message | None = None


_COUNSELS: WeakKeyDictionary[LiveTable, dict[int, tuple[int, Counsel]]] = WeakKeyDictionary()
"""By table and seat: the entry that it is for, and the counsel; a page is made anew more often than an entry comes."""


def advice(live: LiveTable, seat: int, observation: Record, legal: tuple[int, ...]) -> Advice:
    """Return the advice of a guided game to a seat that must decide, or the hint that it asked for."""
    return guided(live, seat, observation) if live.row.guide and legal else asked_hint(live, seat, observation)


def guided(live: LiveTable, seat: int, observation: Record) -> Advice:
    """Return what a good player would do; nothing where the seat must not decide now."""
    if seat not in live.seats_to_act():
        return Advice()
    counsel = kept_counsel(live, seat)
    game, rules = live.game, live.playthrough.rules
    what = game.view.action(rules, observation, seat, counsel.action)
    why = game.page.reason(rules, observation, seat, counsel.action)
    odds = odds_of(live, seat, observation, counsel)
    said = [message for message in (why, odds) if message is not None]
    if not said:
        return Advice(counsel.action, Message("guide.bare_advice", {"what": what}))
    reasons = said[0] if len(said) == 1 else Message("guide.reasons", {"first": said[0], "rest": said[1]})
    return Advice(counsel.action, Message("guide.advice", {"what": what, "why": reasons}))


def kept_counsel(live: LiveTable, seat: int) -> Counsel:
    """Return what is advised at this entry, thought about once."""
    kept = _COUNSELS.setdefault(live, {})
    found = kept.get(seat)
    if found is None or found[0] != live.at:
        found = kept[seat] = (live.at, Adviser(live.game).counsel(live.playthrough.sight(seat)))
    return found[1]


def odds_of(live: LiveTable, seat: int, observation: Record, counsel: Counsel) -> Message | None:
    """Return how the chances compare; nothing where there is no other choice, or another is nearly as good."""
    if counsel.other is None or counsel.win is None or counsel.other_win is None:
        return None
    if counsel.win - counsel.other_win < WORTH_SAYING:
        return None
    other = live.game.view.action(live.playthrough.rules, observation, seat, counsel.other)
    chances = {"win": round(100 * counsel.win), "less": round(100 * counsel.other_win)}
    return Message("guide.odds", {**chances, "other": other})


def asked_hint(live: LiveTable, seat: int, observation: Record) -> Advice:
    """Return the hint that a seat asked for at this entry."""
    found = live.hints.get(seat)
    if found is None or found.at != live.at:
        return Advice()
    what = live.game.view.action(live.playthrough.rules, observation, seat, found.action)
    return Advice(found.action, Message("table.hint", {"what": what, "win": round(100 * found.win)}))
