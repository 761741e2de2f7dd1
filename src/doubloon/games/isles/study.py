"""What the lab counts in `isles`: jewels as if the game ended now, and every card that a seat buys, fights for or takes
at the end.
"""

from doubloon.engine.contract import Record, Study, StudyNotes
from doubloon.engine.events import Event
from doubloon.engine.jit import rule
from doubloon.engine.settings import Settings
from doubloon.engine.study import NO_CARD
from doubloon.games.isles.scoring import jewels_in_all
from doubloon.games.isles.state import CARD_IDS, COLOURS, NOT_BEGUN, EventKind


@rule
def turns(rules: Record, state: Record) -> int:
    """Return the turns that have ended, those of the final round with them."""
    return int(state.turns) + int(state.finals)


@rule
def at_limit(rules: Record, state: Record) -> int:
    """Return 1 when the game stalled, and no ship was turned up (I6.4)."""
    return int(state.last_turns == NOT_BEGUN)


@rule
def starts(rules: Record, event: Event) -> int:
    """Return 1 for the event that names the starter (I2.5)."""
    return int(event.kind == EventKind.STARTS)


@rule
def card(rules: Record, event: Event) -> int:
    """Return the card that was bought (I3.1), fought for (I3.6) or taken in the final round (I6.2)."""
    kind = event.kind
    return event.a if kind == EventKind.BOUGHT or kind == EventKind.FOUGHT or kind == EventKind.TOOK else NO_CARD


@rule
def price(rules: Record, event: Event) -> int:
    """Return the price in ducats; sabres are counted at what they are worth at the end (I7.1)."""
    return event.b if event.kind == EventKind.BOUGHT else event.b * int(rules.ducats_of_sabre)


def card_names(settings: Settings) -> tuple[str, ...]:
    """Return the name of each card: its usual price, the same in all colours but those that the settings give cards of
    their own (I1.2).
    """
    own = {colour for colour in COLOURS for key in settings.values if key.startswith(f"{colour}.")}
    return tuple(card if card.partition(":")[0] in own else card.rpartition(":")[2] for card in CARD_IDS)


CLAUSES = (
    "I2.1",
    "I3.8",
    "I2.4",
    "I2.5",
    "I3",
    "I4.2",
    "I4.2",
    "I3.1, I3.2",
    "I4.3",
    "I6.3",
    "I3.6",
    "I3.6",
    "I5.1",
    "I3.3",
    "I3.3",
    "I3.3",
    "I3.7",
    "I3.7",
    "I3.8",
    "I6.1",
    "I6.4",
    "I6.2",
    "I6.2",
    "I6.2",
    "I6.2",
    "I7",
)
STUDY = Study(jewels_in_all, turns, at_limit, starts, card, price)
NOTES = StudyNotes(card_names, score="jewels", price="ducats", clauses=CLAUSES)
