"""How `shipyard` shows itself: an observation as plain data and as panels of words, and text ids for actions, events
and results.
"""

import numpy as np

from doubloon.engine.contract import Record, View
from doubloon.engine.events import Event
from doubloon.engine.message import Chip, Line, Message, Panel, SeatName
from doubloon.games.shipyard.rules import legal_purchases, ship_cards, standing
from doubloon.games.shipyard.state import (
    FIRST_COLOUR,
    MOST_SEATS,
    NO_COLOUR,
    NO_SEAT,
    NUM_ACTIONS,
    NUM_COLOURS,
    NUM_GIVABLE,
    Action,
    Kind,
    Phase,
    Told,
    Zone,
)

KIND_IDS = tuple(name.lower() for name in Kind._fields)
PHASE_IDS = tuple(name.lower() for name in Phase._fields)
TONES = ("gold", "strong", "red", "blue", "yellow", "green", "purple")
"""How a kind of card looks in a terminal."""
PIECE_IDS = ("bow", "hull", "stern", "mast", "sail", "flag")
EVENT_KINDS = tuple(name.lower() for name in Told._fields)


def pieces_in(bits: int) -> list[str]:
    """Return the names of the pieces whose bits are set, in their order (S1.2)."""
    return [name for index, name in enumerate(PIECE_IDS) if bits >> index & 1]


def card(kind: int, piece_bit: int = 0) -> Message:
    """Return the name of a card; of a ship card with its piece, where known."""
    if piece_bit:
        return Message(
            "card.ship",
            {"card": Message(f"kind.{KIND_IDS[kind]}"), "piece": Message(f"piece.{pieces_in(piece_bit)[0]}")},
        )
    return Message(f"kind.{KIND_IDS[kind]}")


def data(rules: Record, observation: Record, viewer: int) -> dict[str, object]:
    """Return everything a page shows, as JSON-ready data with text ids. All lie open, so `viewer` only says who looks.

    The arrays are turned into lists first: to ask a record for each number took 0.18 ms, and this takes a sixth of it.
    """
    cards, pieces, colours = observation.cards.tolist(), observation.pieces.tolist(), observation.colour.tolist()
    winner = int(observation.winner)
    return {
        "viewer": viewer,
        "phase": PHASE_IDS[int(observation.phase)],
        "turn": int(observation.turns) + 1,
        "seat": int(observation.seat),
        "has_drawn": bool(observation.has_drawn),
        "owed": int(observation.owed),
        "winner": None if winner == NO_SEAT else winner,
        "ship_size": int(rules.ship_size),
        "price": int(rules.price),
        "toll": int(rules.toll),
        "pile": dict(zip(KIND_IDS, cards[Zone.PILE], strict=True)),
        "discard": dict(zip(KIND_IDS, cards[Zone.DISCARD], strict=True)),
        "seats": [seat_data(seat, colours[seat], cards[seat], pieces[seat]) for seat in range(int(rules.num_seats))],
    }


def seat_data(seat: int, own: int, cards: list[int], pieces: list[int]) -> dict[str, object]:
    """Return what lies before a seat, by kind and by colour: its ship, and its reserve (S3.4). `own` is the colour of
    its ship.
    """
    return {
        "seat": seat,
        "colour": None if own == NO_COLOUR else KIND_IDS[own],
        "ship_cards": 0 if own == NO_COLOUR else cards[own],
        "reserve": {KIND_IDS[kind]: cards[kind] for kind in range(NUM_GIVABLE) if kind != own},
        "pieces": {KIND_IDS[FIRST_COLOUR + colour]: pieces_in(pieces[colour]) for colour in range(NUM_COLOURS)},
    }


def board(rules: Record, observation: Record, viewer: int) -> tuple[Panel, ...]:
    """Return the table as panels: the pile and the discards, then every seat."""
    seats = range(int(rules.num_seats))
    return (pile_panel(observation), *(seat_panel(rules, observation, seat) for seat in seats))


def pile_panel(observation: Record) -> Panel:
    """Return what the next card may be, and what is out of the game until the pile is empty."""
    lines = []
    for label, zone in (("line.pile", Zone.PILE), ("line.discard", Zone.DISCARD)):
        lines.append(Line(Message(label, {"n": int(observation.cards[zone].sum())}), kind_chips(observation, zone)))
    return Panel(Message("panel.pile"), tuple(lines))


def kind_chips(observation: Record, zone: int, without: int = NO_COLOUR) -> tuple[Chip, ...]:
    """Return a chip for each kind of card in a zone, but for one kind; ship cards by their colour alone."""
    return tuple(
        Chip(
            Message(f"colour.{name}" if FIRST_COLOUR <= kind < FIRST_COLOUR + NUM_COLOURS else f"kind.{name}"),
            int(observation.cards[zone, kind]),
            TONES[kind],
        )
        for kind, name in enumerate(KIND_IDS)
        if kind != without and observation.cards[zone, kind] > 0
    )


def seat_panel(rules: Record, observation: Record, seat: int) -> Panel:
    """Return a seat's ship with its pieces, and its reserve."""
    own = int(observation.colour[seat])
    reserve = Line(Message("line.reserve"), kind_chips(observation, seat, own))
    return Panel(
        Message("panel.seat", {"seat": SeatName(seat)}),
        (ship_line(rules, observation, seat, own), reserve),
        active=observation.phase != Phase.OVER and observation.seat == seat,
    )


def ship_line(rules: Record, observation: Record, seat: int, own: int) -> Line:
    """Return the line of a seat's ship: so many of so many cards, and the pieces."""
    if own == NO_COLOUR:
        return Line(Message("line.no_ship"), ())
    label = Message(
        "line.ship",
        {
            "colour": Message(f"colour.{KIND_IDS[own]}"),
            "n": ship_cards(observation, seat),
            "size": int(rules.ship_size),
        },
    )
    pieces = pieces_in(int(observation.pieces[seat, own - FIRST_COLOUR]))
    return Line(label, tuple(Chip(Message(f"piece.{piece}"), 1, TONES[own]) for piece in pieces))


def prompt(rules: Record, observation: Record, seat: int) -> Message:
    """Return what is asked of the seat whose turn it is, with the risk of the next card."""
    phase = int(observation.phase)
    if phase == Phase.TOLL:
        return Message("prompt.toll", {"n": int(observation.owed)}, "n")
    if phase == Phase.CANNON:
        return Message("prompt.cannon")
    pile = observation.cards[Zone.PILE]
    if pile.sum() == 0:
        return Message(
            "prompt.empty",
            {
                "pirates": int(observation.cards[Zone.DISCARD, Kind.PIRATE]),
                "cards": int(observation.cards[Zone.DISCARD].sum()),
            },
        )
    risk = {"pirates": int(pile[Kind.PIRATE]), "cards": int(pile.sum())}
    if observation.has_drawn:
        return Message("prompt.go_on", risk)
    may_buy = legal_purchases(rules, observation, seat, np.zeros(NUM_ACTIONS, np.int8))
    return Message("prompt.turn" if may_buy else "prompt.draw", risk)


def action(rules: Record, observation: Record, seat: int, number: int) -> Message:
    """Return what choosing an action means now."""
    if number == Action.DRAW:
        return Message("action.draw_on" if observation.has_drawn else "action.draw")
    if number == Action.PASS:
        return Message("action.pass" if observation.has_drawn else "action.stuck")
    if number == Action.FIRE:
        return Message("action.fire")
    if number == Action.HOLD_FIRE:
        return Message("action.hold_fire")
    if number >= Action.GIVE:
        return Message("action.give", {"card": card(number - Action.GIVE)})
    colour = int(observation.colour[seat])
    return Message(
        "action.buy", {"card": card(colour), "seller": SeatName(number - Action.BUY), "n": int(rules.price)}, "n"
    )


def event(rules: Record, told: Event, viewer: int) -> Message | None:
    """Return what happened. Everything happens in the open."""
    kind = told.kind
    seat = SeatName(told.seat)
    if kind in (Told.DREW, Told.GAVE):
        return Message(f"event.{EVENT_KINDS[kind]}", {"seat": seat, "card": card(told.a, told.b)})
    if kind in (Told.COLOUR, Told.RELEASED):
        return Message(f"event.{EVENT_KINDS[kind]}", {"seat": seat, "colour": Message(f"colour.{KIND_IDS[told.a]}")})
    if kind in (Told.SHUFFLED, Told.NOBODY_WON):
        return Message(f"event.{EVENT_KINDS[kind]}", {"n": told.a}, "n")
    if kind == Told.TOLL:
        return Message("event.toll" if told.a else "event.no_toll", {"seat": seat, "n": told.a}, "n")
    if kind == Told.BOUGHT:
        seller, colour = told.a % MOST_SEATS, told.a // MOST_SEATS
        return Message(
            "event.bought",
            {"seat": seat, "seller": SeatName(seller), "card": card(colour, told.b), "n": int(rules.price)},
            "n",
        )
    return Message(f"event.{EVENT_KINDS[kind]}", {"seat": seat})


def result(rules: Record, state: Record) -> tuple[Message, ...]:
    """Return the final count: every seat with what decides its place (S8.1, S8.3), best first."""
    seats = sorted(range(int(rules.num_seats)), key=lambda seat: -standing(rules, state, seat))
    lines = []
    for seat in seats:
        place = 1 + sum(standing(rules, state, other) > standing(rules, state, seat) for other in seats)
        counts = {"cards": ship_cards(state, seat), "coins": int(state.cards[seat, Kind.COIN])}
        lines.append(
            Message(
                "result.won" if state.winner == seat else "result.seat",
                {"place": place, "seat": SeatName(seat), **counts},
            )
        )
    return tuple(lines)


VIEW = View(
    data,
    board,
    prompt,
    action,
    event,
    result,
    keys={Action.DRAW: "d", Action.PASS: "p", Action.FIRE: "f", Action.HOLD_FIRE: "h"},
)
