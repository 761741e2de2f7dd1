"""What the lab counts in `shipyard`: ship cards as the score, and every card that a seat draws or buys."""

from doubloon.engine.contract import Record, Study, StudyNotes
from doubloon.engine.events import Event
from doubloon.engine.jit import rule
from doubloon.engine.settings import Settings
from doubloon.engine.study import NO_CARD
from doubloon.games.shipyard.rules import ship_cards
from doubloon.games.shipyard.state import NO_SEAT, EventKind, Kind


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
def starts(rules: Record, event: Event) -> int:
    """Return 1 for the event that names the starter (S2.3)."""
    return int(event.kind == EventKind.STARTS)


@rule
def card(rules: Record, event: Event) -> int:
    """Return the kind of a card that was drawn, or bought from another seat; pirates stay with nobody."""
    is_drawn = event.kind == EventKind.DREW and event.a != Kind.PIRATE
    return event.a if is_drawn or event.kind == EventKind.BOUGHT else NO_CARD


@rule
def price(rules: Record, event: Event) -> int:
    """Return the coins of a purchase (S6.1); drawing is free."""
    return int(rules.price) if event.kind == EventKind.BOUGHT else 0


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
