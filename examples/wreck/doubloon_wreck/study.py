"""What the lab counts in `wreck`: points, dives, and every token that is drawn."""

from doubloon.engine.contract import Record, StudyNotes
from doubloon.engine.events import Event
from doubloon.engine.jit import rule
from doubloon.engine.settings import Settings
from doubloon.engine.study import NO_CARD, NO_STUDY
from doubloon_wreck.rules import points
from doubloon_wreck.state import EventKind, Kind


@rule
def turns(rules: Record, state: Record) -> int:
    """Return the dives that have ended."""
    return int(state.dives)


@rule
def starts(rules: Record, event: Event) -> int:
    """Return 1 for the event that names the first diver (W2.1)."""
    return int(event.kind == EventKind.STARTS)


@rule
def card(rules: Record, event: Event) -> int:
    """Return the kind of a token that a diver drew; a shark stays with nobody."""
    return event.a if event.kind == EventKind.DREW and event.a != Kind.SHARK else NO_CARD


def card_names(settings: Settings) -> tuple[str, ...]:
    """Return the name of each kind of token that can be owned."""
    return ("pearl", "gold")


CLAUSES = ("W2.1", "W2.2", "W2.2", "W3.1", "W3.6", "W3.2 to W3.5", "W2.1, W4.1", "W5.1")
STUDY = NO_STUDY._replace(score=points, turns=turns, starts=starts, card=card)
NOTES = StudyNotes(card_names, score="points", clauses=CLAUSES)
