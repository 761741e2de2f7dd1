"""Records, enums and numbering of `wreck`."""

from typing import NamedTuple

import numpy as np

MOST_SEATS = 4
DEEPEST = 3
MOST_TOKENS = 60
"""Of one kind."""
MOST_DIVES = 12
NO_SEAT = -1
NOT_YET = 0
"""Depth of a seat that has not chosen."""
HIDDEN = -1
"""Depth of another seat, chosen and not shown yet."""


class Kinds(NamedTuple):
    """Kinds of token (W1.1)."""

    PEARL: int = 0
    GOLD: int = 1
    SHARK: int = 2


Kind = Kinds()
NUM_KINDS = len(Kind)


class Zones(NamedTuple):
    """Rows of the token matrix after those of the seats 0 .. 3."""

    BAG: int = 4
    HAND: int = 5  # of the diver who searches
    BESIDE: int = 6  # beside the bag until the dive is over (W3.6)


Zone = Zones()
NUM_ZONES = MOST_SEATS + len(Zone)


class Phases(NamedTuple):
    """What the game waits for."""

    STARTER: int = 0  # chance: who is first (W2.1)
    CHOOSE: int = 1  # all at once: a depth (W2.2)
    DRAW: int = 2  # chance: a token (W3.1)
    DECIDE: int = 3  # the diver: draw on, or surface (W3.2)
    OVER: int = 4


Phase = Phases()


class Actions(NamedTuple):
    """First numbers of the families of actions; `DEPTH + 0` is depth 1."""

    DEPTH: int = 0
    DRAW: int = DEEPEST
    SURFACE: int = DEEPEST + 1


Action = Actions()
NUM_ACTIONS = Action.SURFACE + 1
ACTION_NAMES = (*(f"depth:{depth}" for depth in range(1, DEEPEST + 1)), "draw", "surface")
FIRST_STARTER = NUM_KINDS
"""Outcomes 0 .. 2 are the kind of the token, then come the seats that may be first."""
NUM_OUTCOMES = NUM_KINDS + MOST_SEATS
OUTCOME_NAMES = (*(name.lower() for name in Kind._fields), *(f"starter:{seat}" for seat in range(MOST_SEATS)))


class EventKinds(NamedTuple):
    """Kinds of event."""

    STARTS: int = 0  # seat: first diver of the first dive
    CHOSE: int = 1  # seat: has chosen, nobody knows what
    DEPTH: int = 2  # seat, a: its depth
    DREW: int = 3  # seat, a: kind
    SHARK: int = 4  # seat, a: tokens that are lost
    SURFACED: int = 5  # seat, a: pearls, b: gold
    NEXT: int = 6  # seat: first diver of the next dive
    OVER: int = 7  # a: dives


EventKind = EventKinds()
EVENT_KINDS = tuple(name.lower() for name in EventKind._fields)
MAX_EVENTS = 2 * MOST_SEATS + 4
"""Of one action: the last choice shows all depths, with an empty bag all surface at once; a new dive, or the end."""

RULES = np.dtype(
    [
        ("max_decisions", np.int32),  # more decisions no game can have
        ("num_seats", np.int16),
        ("pearls", np.int16),
        ("gold", np.int16),
        ("sharks", np.int16),
        ("pearl_points", np.int16),  # W5.2
        ("gold_points", np.int16),  # W5.2
        ("depth_points", np.int16),  # W3.5
        ("dives", np.int16),  # W2.1
        ("starter", np.int16),  # W2.1: NO_SEAT, or who is first
        ("sharks_leave", np.int16),  # W4.1
    ]
)

STATE = np.dtype(
    [
        ("tokens", np.int16, (NUM_ZONES, NUM_KINDS)),  # how many tokens of a kind lie in a zone
        ("bonus", np.int16, MOST_SEATS),  # points for depth (W3.5)
        ("depth", np.int16, MOST_SEATS),  # in this dive: NOT_YET, 1 .. 3, or HIDDEN
        ("searched", np.int16, MOST_SEATS),  # 1 when the seat is up again in this dive
        ("first", np.int16),  # first diver of this dive
        ("diver", np.int16),  # who searches, or NO_SEAT
        ("drawn", np.int16),  # tokens that the diver drew
        ("dives", np.int16),  # dives that have ended
        ("sharks_out", np.int16),  # sharks that left the game (W4.1)
        ("phase", np.int16),
    ]
)
