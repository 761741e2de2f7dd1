"""What happened in `shipyard`, as messages: events, and the final count line by line."""

from doubloon.engine.contract import Places, Record
from doubloon.engine.events import Event
from doubloon.engine.kernels.places import best_first
from doubloon.engine.message import Message, SeatName
from doubloon.games.shipyard.rules import ship_cards
from doubloon.games.shipyard.state import EVENT_KINDS, EventKind, Kind
from doubloon.games.shipyard.words import KIND_IDS, card


def event_message(rules: Record, event: Event, viewer: int) -> Message | None:
    """Return what happened. Everything happens in the open."""
    kind = event.kind
    seat = SeatName(event.seat)
    if kind in (EventKind.DREW, EventKind.GAVE):
        return Message(f"event.{EVENT_KINDS[kind]}", {"seat": seat, "card": card(event.a, event.b)})
    if kind in (EventKind.COLOUR, EventKind.RELEASED):
        return Message(f"event.{EVENT_KINDS[kind]}", {"seat": seat, "colour": Message(f"colour.{KIND_IDS[event.a]}")})
    if kind in (EventKind.SHUFFLED, EventKind.NOBODY_WON):
        return Message(f"event.{EVENT_KINDS[kind]}", {"n": event.a}, "n")
    if kind == EventKind.TOLL:
        return Message("event.toll" if event.a else "event.no_toll", {"seat": seat, "n": event.a}, "n")
    if kind == EventKind.BOUGHT:
        return Message(
            "event.bought",
            {"seat": seat, "seller": SeatName(event.c), "card": card(event.a, event.b), "n": int(rules.price)},
            "n",
        )
    return Message(f"event.{EVENT_KINDS[kind]}", {"seat": seat})


def result(rules: Record, state: Record, places: Places) -> tuple[Message, ...]:
    """Return the final count: every seat with what decides its place (S8.1, S8.3), best first."""
    return tuple(seat_result(state, seat, 1 + int(places[seat])) for seat in best_first(places))


def seat_result(state: Record, seat: int, place: int) -> Message:
    """Return the count of one seat."""
    counts = {"cards": ship_cards(state, seat), "coins": int(state.cards[seat, Kind.COIN])}
    return Message(
        "result.won" if state.winner == seat else "result.seat", {"place": place, "seat": SeatName(seat), **counts}
    )
