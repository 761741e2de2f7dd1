"""What the lab counts of a game that says nothing about it: no score, no turns, no cards (`contract.Study`)."""

from doubloon.engine.contract import Record, Study
from doubloon.engine.events import Event
from doubloon.engine.jit import rule

NO_CARD = -1


@rule
def no_score(rules: Record, state: Record, seat: int) -> int:
    """Return 0: nobody leads before the end."""
    return 0


@rule
def no_turns(rules: Record, state: Record) -> int:
    """Return 0: the game has no turns."""
    return 0


@rule
def never_at_limit(rules: Record, state: Record) -> int:
    """Return 0: only its players end the game."""
    return 0


@rule
def nothing_starts(rules: Record, event: Event) -> int:
    """Return 0: the seat that decides first is the one that begins."""
    return 0


@rule
def takes_no_card(rules: Record, event: Event) -> int:
    """Return NO_CARD."""
    return NO_CARD


@rule
def costs_nothing(rules: Record, event: Event) -> int:
    """Return 0."""
    return 0


NO_STUDY = Study(no_score, no_turns, never_at_limit, nothing_starts, takes_no_card, costs_nothing)
