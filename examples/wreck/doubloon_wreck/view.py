"""How `wreck` shows itself: an observation as plain data and as panels of words, and text ids for actions, events and
results.
"""

from doubloon.engine.contract import Record, View
from doubloon.engine.events import Event
from doubloon.engine.message import Chip, Line, Message, Panel, SeatName
from doubloon_wreck.rules import points, standing, to_act
from doubloon_wreck.state import HIDDEN, NO_SEAT, NOT_YET, Action, Kind, Phase, Told, Zone

KIND_IDS = tuple(name.lower() for name in Kind._fields)
PHASE_IDS = tuple(name.lower() for name in Phase._fields)
EVENT_KINDS = tuple(name.lower() for name in Told._fields)
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


def event(rules: Record, told: Event, viewer: int) -> Message | None:
    """Return what happened; that somebody has chosen says nothing of the depth."""
    kind, seat = told.kind, SeatName(told.seat)
    if kind == Told.DEPTH:
        return Message("event.depth", {"seat": seat, "n": told.a})
    if kind == Told.DREW:
        return Message("event.drew", {"seat": seat, "token": Message(f"kind.{KIND_IDS[told.a]}")})
    if kind == Told.SHARK:
        return (
            Message("event.shark", {"seat": seat, "n": told.a}, "n")
            if told.a
            else Message("event.lucky", {"seat": seat})
        )
    if kind == Told.SURFACED:
        return Message("event.surfaced", {"seat": seat, "pearls": told.a, "gold": told.b})
    if kind == Told.OVER:
        return Message("event.over", {"n": told.a}, "n")
    return Message(f"event.{EVENT_KINDS[kind]}", {"seat": seat})


def result(rules: Record, state: Record) -> tuple[Message, ...]:
    """Return the final count (W5.2), best first."""
    seats = sorted(range(int(rules.num_seats)), key=lambda seat: -standing(rules, state, seat))
    lines = []
    for seat in seats:
        place = 1 + sum(standing(rules, state, other) > standing(rules, state, seat) for other in seats)
        counts = {"n": points(rules, state, seat), "gold": int(state.tokens[seat, Kind.GOLD])}
        lines.append(Message("result.seat", {"place": place, "seat": SeatName(seat), **counts}, "n"))
    return tuple(lines)


VIEW = View(data, board, prompt, action, event, result, keys={Action.DRAW: "d", Action.SURFACE: "s"})
