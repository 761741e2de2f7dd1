"""How `shipyard` shows itself: an observation as plain data and as panels of words, and text ids for actions."""

import numpy as np

from doubloon.engine.contract import Record, View
from doubloon.engine.message import Chip, Line, Message, Panel, SeatName
from doubloon.games.shipyard.rules import legal_purchases, ship_cards
from doubloon.games.shipyard.state import (
    FIRST_COLOUR,
    NO_COLOUR,
    NO_SEAT,
    NUM_ACTIONS,
    NUM_COLOURS,
    NUM_GIVABLE,
    Action,
    Kind,
    Phase,
    Zone,
)
from doubloon.games.shipyard.story import event_message, result
from doubloon.games.shipyard.words import KIND_IDS, card, pieces_in

PHASE_IDS = tuple(name.lower() for name in Phase._fields)
TONES = ("gold", "strong", "red", "blue", "yellow", "green", "purple")
"""How a kind of card looks in a terminal."""


def data(rules: Record, observation: Record, viewer: int) -> dict[str, object]:
    """Return everything a page shows, as JSON-ready data with text ids. Nothing is hidden, so `viewer` is only
    passed on.

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


VIEW = View(
    data,
    board,
    prompt,
    action,
    event_message,
    result,
    keys={Action.DRAW: "d", Action.PASS: "p", Action.FIRE: "f", Action.HOLD_FIRE: "h"},
)
