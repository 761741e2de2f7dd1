"""What happened in `isles`, as messages: events, and the final count line by line."""

from doubloon.engine.contract import Places, Record
from doubloon.engine.events import Event
from doubloon.engine.kernels.places import best_first
from doubloon.engine.message import Message, SeatName
from doubloon.games.isles.scoring import all_ducats, loot, owned_cards
from doubloon.games.isles.state import EVENT_KINDS, NUM_COLOURS, PER_COLOUR, SHIP, EventKind
from doubloon.games.isles.words import (
    amount,
    amounts,
    card_name,
    colour_name,
    full_card,
    islands_in,
    joined,
    payout,
    ship_name,
)

PLAIN = (
    EventKind.STARTS,
    EventKind.NOTHING_TO_BUY,
    EventKind.NO_FIGHT,
    EventKind.STALLED,
    EventKind.FINAL_ROUND,
    EventKind.FINAL_PASS,
)
COUNTED = (EventKind.PILE_EMPTY, EventKind.SOLD_JEWEL, EventKind.FIRST_SHIP, EventKind.FINAL_UNABLE, EventKind.ENDED)
"""Events of a seat and a number that chooses the plural form."""
PRICED = (EventKind.BOUGHT, EventKind.FOUGHT, EventKind.TOOK)
LAID_DOWN = (EventKind.TURNED_UP, EventKind.BOARD_START, EventKind.MOVED)


def event_message(rules: Record, event: Event, viewer: int) -> Message | None:
    """Return what happened. Everything happens in the open."""
    kind, seat = event.kind, SeatName(event.seat)
    text = f"event.{EVENT_KINDS[kind]}"
    if kind in PLAIN:
        return Message(text, {"seat": seat})
    if kind == EventKind.TURN:
        return Message(text, {"seat": seat, "n": event.a})
    if kind in COUNTED:
        return Message(text, {"seat": seat, "n": event.a}, "n")
    if kind in PRICED:
        return Message(text, {"seat": seat, "card": card_name(event.a), "n": event.b}, "n")
    if kind in LAID_DOWN:
        return Message(text, {"seat": seat, "card": full_card(rules, event.a)})
    if kind == EventKind.SOLD:
        what = card_name(event.a) if event.a < SHIP else ship_name(event.a - SHIP)
        return Message(text, {"seat": seat, "what": what, "n": event.b}, "n")
    if kind == EventKind.PAID:
        return Message(text, {"card": card_name(event.a), "pays": amounts(payout(rules, [event.a]))})
    return event_of_column(rules, event, text)


def event_of_column(rules: Record, event: Event, text: str) -> Message:
    """Return what a column paid, what its owner has now, and the remaining kinds of event."""
    seat = SeatName(event.seat)
    if event.kind == EventKind.PURSE:
        return Message(text, {"seat": seat, "has": amounts({"ducats": event.a, "sabres": event.b, "jewels": event.c})})
    if event.kind == EventKind.PAYOUT:
        pays = payout(rules, islands_in(event.b << event.a * PER_COLOUR))
        return Message(
            text if any(pays.values()) else "event.no_payout",
            {"seat": seat, "colour": colour_name(event.a), "pays": amounts(pays)},
        )
    if event.kind == EventKind.CANNOT_BUY:
        return Message(text, {"seat": seat, "n": event.a, "most": event.b}, "n")
    if event.kind == EventKind.NO_MOVE:
        return Message("event.board_full" if event.a else "event.display_empty")
    return Message(text, {"seat": seat, "colour": colour_name(event.a)})


def result(rules: Record, state: Record, places: Places) -> tuple[Message, ...]:
    """Return the final count (I7): sabres and ducats of each seat, the chests of each colour, then the totals, best
    first.
    """
    seats = range(int(rules.num_seats))
    changes = [change_line(rules, state, seat) for seat in seats]
    colours = [line for colour in range(NUM_COLOURS) if (line := colour_line(rules, state, colour))]
    totals = [total_line(rules, state, seat, 1 + int(places[seat])) for seat in best_first(places)]
    return (*changes, *colours, *totals)


def change_line(rules: Record, state: Record, seat: int) -> Message:
    """Return how a seat's sabres and ducats become jewels (I7.1)."""
    ducats = int(all_ducats(rules, state, seat))
    return Message(
        "result.change",
        {
            "seat": SeatName(seat),
            "sabres": amount("sabres", int(state.sabres[seat])),
            "worth": int(rules.ducats_of_sabre),
            "ducats": amount("ducats", int(state.ducats[seat])),
            "total": amount("ducats", ducats),
            "jewels": amount("jewels", ducats // int(rules.ducats_of_jewel)),
            "rest": int(state.left_over[seat]),
        },
    )


def colour_line(rules: Record, state: Record, colour: int) -> Message | None:
    """Return what each seat gets for the chests of a colour (I7.2); None for a colour without chests."""
    owners = [seat for seat in range(int(rules.num_seats)) if state.chests[seat, colour] > 0]
    if not owners:
        return None
    owners.sort(key=lambda seat: -int(state.chests[seat, colour]))
    shares = [share(rules, state, colour, seat) for seat in owners]
    return Message("result.colour", {"colour": colour_name(colour), "shares": joined("result.and", shares)})


def share(rules: Record, state: Record, colour: int, seat: int) -> Message:
    """Return what a seat gets for its chests of a colour."""
    jewels = amount("jewels", int(loot(rules, state, colour, seat)))
    return Message(
        "result.share",
        {"seat": SeatName(seat), "chests": amount("chests", int(state.chests[seat, colour])), "jewels": jewels},
    )


def total_line(rules: Record, state: Record, seat: int, place: int) -> Message:
    """Return a seat's place and total (I7.5)."""
    changed = int(all_ducats(rules, state, seat)) // int(rules.ducats_of_jewel)
    chests = sum(int(loot(rules, state, colour, seat)) for colour in range(NUM_COLOURS))
    return Message(
        "result.total",
        {
            "place": place,
            "seat": SeatName(seat),
            "owned": int(state.jewels[seat]),
            "changed": changed,
            "chests": chests,
            "n": int(state.score[seat]),
            "rest": int(state.left_over[seat]),
            "cards": int(owned_cards(state, seat)),
        },
        "n",
    )
