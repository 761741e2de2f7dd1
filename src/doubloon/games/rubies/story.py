"""What happened in `rubies`, as messages: events, for the viewer who may learn of them, and the final count."""

from doubloon.engine.contract import ALL_SEEING, Places, Record
from doubloon.engine.events import Event
from doubloon.engine.kernels.places import best_first
from doubloon.engine.message import Argument, Message, SeatName
from doubloon.games.rubies.crew import count_clutter
from doubloon.games.rubies.scoring import all_rubies, aside_infamy, crew_infamy, infamy
from doubloon.games.rubies.state import EVENT_KINDS, FIRST_MONSTER, FIRST_PIRATE, NUM_ASIDE, NUM_THINGS, EventKind
from doubloon.games.rubies.words import card_name, whole_card

WITH_SEAT = (
    EventKind.STARTS,
    EventKind.READY,
    EventKind.GRASPED,
    EventKind.FIRST,
    EventKind.ENDED,
    EventKind.PEEKED,
    EventKind.CLUTTERED,
)
WITH_CARD = (
    EventKind.CAPTAIN,
    EventKind.USED,
    EventKind.SCRUBBED,
    EventKind.SAW,
    EventKind.READIED,
    EventKind.DISMISSED,
    EventKind.LEFT,
    EventKind.DISTRUSTED,
    EventKind.TRUSTED,
)
WITH_COUNT = (
    EventKind.FEASTED,
    EventKind.SHOWN,
    EventKind.COUNTS,
    EventKind.GAINED,
    EventKind.LOST,
    EventKind.CLEANED,
    EventKind.TOKENS,
)
WITH_CARD_AND_COUNT = (EventKind.HIRED, EventKind.SKILL, EventKind.FED, EventKind.WOUNDED)


def event_message(rules: Record, event: Event, viewer: int) -> Message | None:
    """Return what happened in the words for a viewer; None for what only another has seen (`rulebook.md`, What is
    hidden).
    """
    kind = event.kind
    words = f"event.{EVENT_KINDS[kind]}"
    seat = SeatName(event.seat)
    if kind == EventKind.SAW and viewer not in (event.seat, ALL_SEEING):
        return None
    if kind in WITH_SEAT:
        return Message(words, {"seat": seat})
    if kind in WITH_CARD:
        return Message(words, {"seat": seat, "card": card_name(rules, event.a)})
    if kind in WITH_COUNT:
        return Message(words, {"seat": seat, "n": event.a}, "n")
    if kind in WITH_CARD_AND_COUNT:
        return Message(words, {"seat": seat, "card": card_name(rules, event.a), "n": event.b}, "n")
    return rare_event(rules, event, words)


def rare_event(rules: Record, event: Event, words: str) -> Message:
    """Return events with arguments of their own."""
    seat = SeatName(event.seat)
    if event.kind == EventKind.SEA:
        return Message(words, {"card": whole_card(rules, event.a)})
    if event.kind == EventKind.LEFT_OVER:
        return Message(words, {"card": card_name(rules, event.a)})
    if event.kind == EventKind.TOOK:
        taken: dict[str, Argument] = {"seat": seat, "card": card_name(rules, event.a)}
        return (
            Message("event.took_pirate", taken)
            if event.a >= FIRST_PIRATE
            else Message(words, {**taken, "n": event.b}, "n")
        )
    if event.kind == EventKind.STOLE:
        return Message(words, {"seat": seat, "n": event.a, "other": SeatName(event.b)}, "n")
    if event.kind == EventKind.LURED:
        return Message(words, {"seat": seat, "card": card_name(rules, event.a), "other": SeatName(event.b)})
    if event.kind == EventKind.TURN:
        return Message(words, {"turn": event.a, "turns": int(rules.turns)})
    if event.kind == EventKind.REBUILT:
        return Message(words, {"n": event.a}, "n")
    return Message(words)


def result(rules: Record, state: Record, places: Places) -> tuple[Message, ...]:
    """Return the final count: every seat with what its infamy is made of (R10.1, R10.2), best first."""
    return tuple(seat_result(rules, state, seat, 1 + int(places[seat])) for seat in best_first(places))


def seat_result(rules: Record, state: Record, seat: int, place: int) -> Message:
    """Return the count of one seat."""
    counts = {
        "infamy": infamy(rules, state, seat),
        "crew": crew_infamy(rules, state, seat),
        "tokens": int(state.tokens[seat]),
        "monsters": aside_infamy(rules, state, seat, FIRST_MONSTER, NUM_ASIDE),
        "things": aside_infamy(rules, state, seat, 0, NUM_THINGS),
        "clutter": count_clutter(state, seat) * int(rules.clutter_infamy),
        "rubies": all_rubies(state, seat),
    }
    return Message("result.seat", {"place": place, "seat": SeatName(seat), **counts})
