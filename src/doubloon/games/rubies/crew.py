"""What is in the cabins of a seat, and rubies that come to pirates or go from them."""

from doubloon.engine.contract import Record
from doubloon.engine.events import Events, tell
from doubloon.engine.jit import rule
from doubloon.games.rubies.state import CLUTTER, FIRST_CAPTAIN, NONE, NUM_CABINS, EventKind


@rule
def count_crew(state: Record, seat: int) -> int:
    """Count the pirates of a seat, its captain with them, a distrusted one too."""
    count = 0
    for cabin in range(NUM_CABINS):
        count += int(state.cabins[seat, cabin] >= 0)
    return count


@rule
def count_empty(state: Record, seat: int) -> int:
    """Count the empty cabins of a seat."""
    count = 0
    for cabin in range(NUM_CABINS):
        count += int(state.cabins[seat, cabin] == NONE)
    return count


@rule
def count_clutter(state: Record, seat: int) -> int:
    """Count the clutter cards of a seat."""
    count = 0
    for cabin in range(NUM_CABINS):
        count += int(state.cabins[seat, cabin] == CLUTTER)
    return count


@rule
def first_cabin(state: Record, seat: int, holding: int) -> int:
    """Return the first cabin that holds NONE or CLUTTER; NONE if there is none."""
    for cabin in range(NUM_CABINS):
        if state.cabins[seat, cabin] == holding:
            return cabin
    return NONE


@rule
def first_crew(state: Record, seat: int) -> int:
    """Return the first cabin that holds a pirate; NONE if there is none."""
    for cabin in range(NUM_CABINS):
        if state.cabins[seat, cabin] >= 0:
            return cabin
    return NONE


@rule
def has_deck(state: Record) -> bool:
    """Tell whether there is a card for clutter: in the deck, or in the discards that become one (R3.4)."""
    return int(state.deck) + int(state.discards) > 0


@rule
def discard(state: Record, kind: int) -> None:
    """Lay a card on the discards, face up."""
    state.gone[kind] = int(state.gone[kind]) + 1
    state.discards = int(state.discards) + 1


@rule
def gain(state: Record, seat: int, rubies: int, events: Events) -> None:
    """Move rubies from the stock to an island. The stock never runs out (R1.2)."""
    state.island[seat] = int(state.island[seat]) + rubies
    tell(events, EventKind.GAINED, seat, rubies)


@rule
def feed(state: Record, seat: int, cabin: int, rubies: int, events: Events) -> None:
    """Put rubies on a pirate; a distrusted captain is trusted again (R8.2)."""
    kind = int(state.cabins[seat, cabin])
    was_spent = state.vigour[seat, cabin] == 0
    state.vigour[seat, cabin] = int(state.vigour[seat, cabin]) + rubies
    tell(events, EventKind.FED, seat, kind, rubies)
    if was_spent:
        tell(events, EventKind.TRUSTED, seat, kind)


@rule
def spend(state: Record, seat: int, cabin: int, rubies: int, events: Events) -> None:
    """Take rubies off a pirate that has them; a captain without any is distrusted (R8.2). The caller lets spent pirates
    leave (R8.1).
    """
    kind = int(state.cabins[seat, cabin])
    left = int(state.vigour[seat, cabin]) - rubies
    state.vigour[seat, cabin] = left
    if left == 0 and kind >= FIRST_CAPTAIN:
        tell(events, EventKind.DISTRUSTED, seat, kind)


@rule
def wound(state: Record, seat: int, cabin: int, rubies: int, events: Events) -> None:
    """Remove up to so many rubies from a pirate, not counting whether it leaves."""
    removed = min(rubies, int(state.vigour[seat, cabin]))
    if removed > 0:
        tell(events, EventKind.WOUNDED, seat, int(state.cabins[seat, cabin]), removed)
        spend(state, seat, cabin, removed, events)
