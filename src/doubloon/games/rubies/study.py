"""What the lab counts in `rubies`: infamy as the score, and every card that a seat takes from the sea or is dealt as
its captain.
"""

from doubloon.engine.contract import Record, Study, StudyNotes
from doubloon.engine.events import Event
from doubloon.engine.jit import rule
from doubloon.engine.settings import Settings
from doubloon.engine.study import NO_CARD
from doubloon.games.rubies.deck import number_cards
from doubloon.games.rubies.scoring import infamy
from doubloon.games.rubies.settings import OWN_KINDS
from doubloon.games.rubies.state import FIRST_CAPTAIN, FIRST_PIRATE, NUM_KINDS, EventKind


@rule
def turns(rules: Record, state: Record) -> int:
    """Return the turns that have ended, all players' together as one (R2.1)."""
    return int(state.turns)


@rule
def at_limit(rules: Record, state: Record) -> int:
    """Return 0: every game has its nine turns (R10.1)."""
    return 0


@rule
def starts(rules: Record, event: Event) -> int:
    """Return 1 for the event that names the start player (R2.3)."""
    return int(event.kind == EventKind.STARTS)


@rule
def card(rules: Record, event: Event) -> int:
    """Return the card that was laid beside the crew (R4.9), the pirate that was hired (R4.7), not one that only cleans,
    or the captain (R2.1).
    """
    kind = event.kind
    is_thing = kind == EventKind.TOOK and event.a < FIRST_PIRATE
    return event.a if is_thing or kind == EventKind.HIRED or kind == EventKind.CAPTAIN else NO_CARD


@rule
def price(rules: Record, event: Event) -> int:
    """Return the rubies that were grasped for the card; a pirate keeps his, those for other cards go to the stock
    (R4.7).
    """
    return event.b if event.kind == EventKind.TOOK or event.kind == EventKind.HIRED else 0


def card_names(settings: Settings) -> tuple[str, ...]:
    """Return the card of each kind, captains as a group of their own; empty where the settings have none."""
    names = [""] * NUM_KINDS
    for name, kind in number_cards(settings, OWN_KINDS).items():
        if settings.values.get(f"cards.{name}.copies") != 0:
            names[kind] = f"captain: {name}" if kind >= FIRST_CAPTAIN else name
    return tuple(names)


CLAUSES = (
    "R2.3",
    "R2.1",
    "R2.1",
    "R4.1",
    "R3.1",
    "R3.2",
    "R3.4",
    "R3.1",
    "R4.2",
    "R4.3",
    "R9.2",
    "R4.5",
    "R4.4",
    "R4.7",
    "R5.1",
    "R4.10",
    "R9",
    "R6.2, R6.3",
    "R6.1",
    "R1 gain",
    "R7.1",
    "R1 steal",
    "R1 feed",
    "R1 wound",
    "R1 lure",
    "R1 clean",
    "R1 peek",
    "R1 peek",
    "R1 ready",
    "R1 infamy",
    "R8.3",
    "R8.1",
    "R8.2",
    "R8.2",
    "R10.1",
)
STUDY = Study(infamy, turns, at_limit, starts, card, price)
NOTES = StudyNotes(card_names, score="infamy", price="rubies", clauses=CLAUSES)
