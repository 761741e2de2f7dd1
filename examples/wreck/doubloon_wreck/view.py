"""How `wreck` shows itself: an observation as plain data and as panels of words, and text ids for actions, events and
results.
"""

from doubloon.engine.contract import Places, Record, View
from doubloon.engine.events import Event
from doubloon.engine.kernels.places import best_first
from doubloon.engine.message import Chip, Line, Message, Panel, SeatName
from doubloon_wreck.rules import points, to_act
from doubloon_wreck.state import EVENT_KINDS, HIDDEN, NO_SEAT, NOT_YET, Action, EventKind, Kind, Phase, Zone

KIND_IDS = tuple(name.lower() for name in Kind._fields)
PHASE_IDS = tuple(name.lower() for name in Phase._fields)
TONES = ("white", "gold", "red")
"""How a kind of token looks in a terminal."""


def data(rules: Record, observation: Record, viewer: int) -> dict[str, object]:
    """Return everything a page shows, as JSON-ready data with text ids."""
    diver = int(observation.diver)
    return {
        "viewer": viewer,
        "phase": PHASE_IDS[int(observation.phase)],
        "dive": min(int(observation.dives) + 1, int(rules.dives)),
        "dives": int(rules.dives),
        "first": int(observation.first),
        "diver": None if diver == NO_SEAT else diver,
        "bag": tokens(observation, Zone.BAG),
        "beside": tokens(observation, Zone.BESIDE),
        "hand": tokens(observation, Zone.HAND),
        "seats": [seat_data(rules, observation, seat) for seat in range(int(rules.num_seats))],
    }


def tokens(observation: Record, zone: int) -> dict[str, int]:
    """Return how many tokens of each kind lie in a zone."""
    return dict(zip(KIND_IDS, observation.tokens[zone].tolist(), strict=True))


def seat_data(rules: Record, observation: Record, seat: int) -> dict[str, object]:
    """Return what a seat has, and its depth where that is known."""
    depth = int(observation.depth[seat])
    return {
        "seat": seat,
        "points": points(rules, observation, seat),
        "tokens": tokens(observation, seat),
        "has_chosen": depth != NOT_YET,
        "depth": depth if depth > 0 else None,
    }


def board(rules: Record, observation: Record, viewer: int) -> tuple[Panel, ...]:
    """Return the table as panels: the wreck, then every seat."""
    return (
        wreck_panel(rules, observation),
        *(seat_panel(rules, observation, seat) for seat in range(int(rules.num_seats))),
    )


def wreck_panel(rules: Record, observation: Record) -> Panel:
    """Return what is in the bag, beside it, and in the diver's hand."""
    zones = [("line.bag", Zone.BAG), ("line.beside", Zone.BESIDE)]
    lines = [Line(Message(label), chips(observation, zone)) for label, zone in zones]
    if observation.diver != NO_SEAT:
        label = Message("line.hand", {"seat": SeatName(int(observation.diver))})
        lines.append(Line(label, chips(observation, Zone.HAND)))
    dive = min(int(observation.dives) + 1, int(rules.dives))
    return Panel(Message("panel.wreck", {"dive": dive, "dives": int(rules.dives)}), tuple(lines))


def chips(observation: Record, zone: int) -> tuple[Chip, ...]:
    """Return a chip for each kind of token in a zone."""
    counts = observation.tokens[zone].tolist()
    return tuple(
        Chip(Message(f"kind.{KIND_IDS[kind]}"), count, TONES[kind]) for kind, count in enumerate(counts) if count
    )


def seat_panel(rules: Record, observation: Record, seat: int) -> Panel:
    """Return the points of a seat, what it brought up, and its depth."""
    due = to_act(rules, observation)
    title = "panel.first" if seat == observation.first else "panel.seat"
    brought = Line(Message("line.points", {"n": points(rules, observation, seat)}, "n"), chips(observation, seat))
    depth = int(observation.depth[seat])
    where = () if depth == NOT_YET else (Chip(depth_words(depth)),)
    return Panel(
        Message(title, {"seat": SeatName(seat)}),
        (brought, Line(Message("line.depth"), where)),
        active=due > 0 and bool(due >> seat & 1),
    )


def depth_words(depth: int) -> Message:
    """Return a depth that was chosen, in words."""
    return Message("chip.chosen") if depth == HIDDEN else Message("chip.depth", {"n": depth})


def prompt(rules: Record, observation: Record, seat: int) -> Message:
    """Return what is asked of a seat, with the risk of the next token."""
    if observation.phase == Phase.CHOOSE:
        return Message("prompt.choose")
    bag = observation.tokens[Zone.BAG]
    return Message("prompt.decide", {"sharks": int(bag[Kind.SHARK]), "tokens": int(bag.sum())})


def action(rules: Record, observation: Record, seat: int, number: int) -> Message:
    """Return what choosing an action means now."""
    if number < Action.DRAW:
        return Message("action.depth", {"n": number - Action.DEPTH + 1}, "n")
    return Message("action.draw" if number == Action.DRAW else "action.surface")


def event_message(rules: Record, event: Event, viewer: int) -> Message | None:
    """Return what happened; that somebody has chosen says nothing of the depth."""
    kind, seat = event.kind, SeatName(event.seat)
    if kind == EventKind.DEPTH:
        return Message("event.depth", {"seat": seat, "n": event.a})
    if kind == EventKind.DREW:
        return Message("event.drew", {"seat": seat, "token": Message(f"kind.{KIND_IDS[event.a]}")})
    if kind == EventKind.SHARK:
        return (
            Message("event.shark", {"seat": seat, "n": event.a}, "n")
            if event.a
            else Message("event.lucky", {"seat": seat})
        )
    if kind == EventKind.SURFACED:
        return Message("event.surfaced", {"seat": seat, "pearls": event.a, "gold": event.b})
    if kind == EventKind.OVER:
        return Message("event.over", {"n": event.a}, "n")
    return Message(f"event.{EVENT_KINDS[kind]}", {"seat": seat})


def result(rules: Record, state: Record, places: Places) -> tuple[Message, ...]:
    """Return the final count (W5.2), best first."""
    return tuple(seat_result(rules, state, seat, 1 + int(places[seat])) for seat in best_first(places))


def seat_result(rules: Record, state: Record, seat: int, place: int) -> Message:
    """Return the count of one seat."""
    counts = {"n": points(rules, state, seat), "gold": int(state.tokens[seat, Kind.GOLD])}
    return Message("result.seat", {"place": place, "seat": SeatName(seat), **counts}, "n")


VIEW = View(data, board, prompt, action, event_message, result, keys={Action.DRAW: "d", Action.SURFACE: "s"})
