"""The final count (R10)."""

from doubloon.engine.contract import Record
from doubloon.engine.jit import rule
from doubloon.games.rubies.crew import count_clutter
from doubloon.games.rubies.state import (
    FIRST_CAPTAIN,
    NUM_ASIDE,
    NUM_CABINS,
)

RUBIES_BASE = 1 << 16
"""More than the rubies that any seat can hold."""


@rule
def crew_infamy(rules: Record, state: Record, seat: int) -> int:
    """Return the infamy of the pirates aboard; a distrusted captain has none (R10.1)."""
    total = 0
    for cabin in range(NUM_CABINS):
        kind = int(state.cabins[seat, cabin])
        if kind >= 0 and (kind < FIRST_CAPTAIN or state.vigour[seat, cabin] > 0):
            total += int(rules.infamy[kind])
    return total


@rule
def aside_infamy(rules: Record, state: Record, seat: int, first: int, after: int) -> int:
    """Return the infamy of the cards beside the crew of the kinds first .. after - 1."""
    total = 0
    for kind in range(first, after):
        total += int(rules.infamy[kind]) * int(state.aside[seat, kind])
    return total


@rule
def infamy(rules: Record, state: Record, seat: int) -> int:
    """Return the infamy of a seat (R10.1): crew, trusted captain, tokens, monsters, unused things, less its clutter
    (R3.6).
    """
    clutter = count_clutter(state, seat) * int(rules.clutter_infamy)
    return (
        crew_infamy(rules, state, seat)
        + int(state.tokens[seat])
        + aside_infamy(rules, state, seat, 0, NUM_ASIDE)
        - clutter
    )


@rule
def all_rubies(state: Record, seat: int) -> int:
    """Return the rubies of a seat, island and crew (R10.2)."""
    total = int(state.island[seat])
    for cabin in range(NUM_CABINS):
        total += int(state.vigour[seat, cabin])
    return total


@rule
def standing(rules: Record, state: Record, seat: int) -> int:
    """Return a number that orders the seats: most infamy (R10.1), then most rubies (R10.2)."""
    return infamy(rules, state, seat) * RUBIES_BASE + all_rubies(state, seat)
