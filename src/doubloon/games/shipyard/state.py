"""Records, enums and numbering of `shipyard`. Where a card lies is one matrix, so moving cards cannot lose one."""

from typing import NamedTuple

import numpy as np

MOST_SEATS = 4
NUM_COLOURS = 4
MOST_PIECES = 6


class Kinds(NamedTuple):
    """Kinds of card (S1.1); cards of a colour are alike for the rules (S1.2)."""

    COIN: int = 0
    CANNON: int = 1
    RED: int = 2
    BLUE: int = 3
    YELLOW: int = 4
    GREEN: int = 5
    PIRATE: int = 6


Kind = Kinds()
NUM_KINDS = len(Kind)
NUM_GIVABLE = NUM_KINDS - 1
"""All kinds but the pirate can be owned, and so be given away."""
FIRST_COLOUR = Kind.RED
NO_COLOUR = -1
NO_SEAT = -1


class Zones(NamedTuple):
    """Rows of the card matrix after those of the seats 0 .. 3."""

    PILE: int = 4
    DISCARD: int = 5


Zone = Zones()
NUM_ZONES = MOST_SEATS + len(Zone)


class Phases(NamedTuple):
    """What the game waits for."""

    STARTER: int = 0  # chance: who starts (S2.3)
    TURN: int = 1  # the seat: draw, or buy, or pass (S3)
    REVEAL: int = 2  # chance: which card was drawn (S4)
    CANNON: int = 3  # the seat: use a cannon or not (S5.2, option)
    TOLL: int = 4  # the seat: which card to give (S5.3)
    OVER: int = 5


Phase = Phases()


class Actions(NamedTuple):
    """First numbers of the families of actions; `BUY + seat` names the seller, `GIVE + kind` the card."""

    DRAW: int = 0
    PASS: int = 1
    FIRE: int = 2
    HOLD_FIRE: int = 3
    BUY: int = 4
    GIVE: int = 4 + MOST_SEATS


Action = Actions()
NUM_ACTIONS = Action.GIVE + NUM_GIVABLE
ACTION_NAMES = (
    "draw",
    "pass",
    "fire",
    "hold-fire",
    *(f"buy:{seat}" for seat in range(MOST_SEATS)),
    *(f"give:{Kind._fields[kind].lower()}" for kind in range(NUM_GIVABLE)),
)

FIRST_STARTER = NUM_KINDS
"""Outcomes 0 .. 6 are the kind of the drawn card, then come the seats that may start."""
NUM_OUTCOMES = NUM_KINDS + MOST_SEATS
OUTCOME_NAMES = (*(name.lower() for name in Kind._fields), *(f"starter:{seat}" for seat in range(MOST_SEATS)))


class EventKinds(NamedTuple):
    """Kinds of event."""

    STARTS: int = 0  # seat
    DREW: int = 1  # seat, a: kind, b: bit of the piece, or 0
    COLOUR: int = 2  # seat, a: the colour that is now the seat's own
    RELEASED: int = 3  # seat, a: the colour that is free again (S5.5)
    SHUFFLED: int = 4  # a: cards in the new pile
    FIRED: int = 5  # seat: a cannon drove the pirate away
    TOLL: int = 6  # seat, a: cards that the pirate takes
    GAVE: int = 7  # seat, a: kind, b: bit of the piece, or 0
    BOUGHT: int = 8  # seat, a: kind, b: bit of the piece, c: seller
    PASSED: int = 9  # seat
    STUCK: int = 10  # seat: can neither draw nor buy (S3.3)
    WON: int = 11  # seat
    NOBODY_WON: int = 12  # a: turns played


EventKind = EventKinds()
EVENT_KINDS = tuple(name.lower() for name in EventKind._fields)
MOST_TOLL = 10
MAX_EVENTS = MOST_TOLL + 4
"""Of one action: a pirate, its toll, the cards given without a choice, a colour released, the end of the game."""

RULES = np.dtype(
    [
        ("max_decisions", np.int32),  # more decisions no game can have
        ("num_seats", np.int16),
        ("turn_limit", np.int16),  # S8.2
        ("ships", np.int16),  # ship cards of a colour
        ("coins", np.int16),
        ("pirates", np.int16),
        ("cannons", np.int16),
        ("ship_size", np.int16),  # S8.1
        ("toll", np.int16),  # S5.3
        ("price", np.int16),  # S6.1
        ("cannon_optional", np.int16),  # S5.2
        ("colour_released", np.int16),  # S5.5
        ("coins_discarded", np.int16),  # S6.4
        ("starter", np.int16),  # S2.3: NO_SEAT, or who starts
    ]
)

STATE = np.dtype(
    [
        ("cards", np.int16, (NUM_ZONES, NUM_KINDS)),  # how many cards of a kind lie in a zone
        # which pieces of a colour: a bit each; follows `cards`, the rules never ask it
        ("pieces", np.int16, (NUM_ZONES, NUM_COLOURS)),
        ("colour", np.int16, MOST_SEATS),  # the kind of the ship that a seat builds, or NO_COLOUR
        ("turns", np.int16),  # turns that have ended
        ("seat", np.int16),  # whose turn it is
        ("phase", np.int16),
        ("has_drawn", np.int16),  # 1 when the seat has drawn in this turn
        ("owed", np.int16),  # cards still to be given to the pirate
        ("winner", np.int16),  # NO_SEAT, or the seat that completed a ship
    ]
)
