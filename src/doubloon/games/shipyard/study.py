"""What the lab counts in `shipyard`: ship cards as the score, and every card that a seat draws or buys."""

from doubloon.engine.contract import Record, Study, StudyNotes
from doubloon.engine.jit import rule
from doubloon.engine.settings import Settings
from doubloon.engine.study import NO_CARD
from doubloon.games.shipyard.rules import ship_cards
from doubloon.games.shipyard.state import MOST_SEATS, NO_SEAT, EventKind, Kind


@rule
def score(rules: Record, state: Record, seat: int) -> int:
    """Return the cards of the seat's own ship (S8.3)."""
    return ship_cards(state, seat)


@rule
def turns(rules: Record, state: Record) -> int:
    """Return the turns that have ended; the winner's ends with the game (S8.1)."""
    return int(state.turns) + int(state.winner != NO_SEAT)


@rule
def at_limit(rules: Record, state: Record) -> int:
    """Return 1 when the turn limit ended the game (S8.2)."""
    return int(state.winner == NO_SEAT)


@rule
def starts(rules: Record, kind: int) -> int:
    """Return 1 for the event that names the starter (S2.3)."""
    return int(kind == EventKind.STARTS)


@rule
def card(rules: Record, kind: int, a: int, b: int) -> int:
    """Return the kind of a card that was drawn, or bought from another seat; pirates stay with nobody."""
    if kind == EventKind.DREW and a != Kind.PIRATE:
        return a
    if kind == EventKind.BOUGHT:
        return a // MOST_SEATS
    return NO_CARD


@rule
def price(rules: Record, kind: int, a: int, b: int) -> int:
    """Return the coins of a purchase (S6.1); drawing is free."""
    return int(rules.price) if kind == EventKind.BOUGHT else 0


def card_names(settings: Settings) -> tuple[str, ...]:
    """Return the name of each kind of card that can be owned; the colours are alike, so they count as one."""
    return ("coin", "cannon", "ship card", "ship card", "ship card", "ship card")


CLAUSES = (
    "S2.3",
    "S3.2, S4",
    "S4.1",
    "S5.5 option",
    "S7.1",
    "S5.2",
    "S5.3, S5.4",
    "S5.3",
    "S6",
    "S3.2",
    "S3.3",
    "S8.1",
    "S8.2",
)
STUDY = Study(score, turns, at_limit, starts, card, price)
NOTES = StudyNotes(card_names, score="ship cards", price="coins", clauses=CLAUSES)
