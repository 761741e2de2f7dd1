"""Records, enums and numbering of `isles`. Each zone holds a set of islands as bits, so moving a card cannot double
it.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

MOST_SEATS = 5
COLOURS = ("red", "blue", "green", "yellow", "orange", "violet", "brown", "white")
NUM_COLOURS = len(COLOURS)
CARD_NAMES = ("2", "3", "4", "5", "6", "7", "8")
"""The islands of a colour (I1.2), named by their usual price."""
PER_COLOUR = len(CARD_NAMES)
ALL_OF_COLOUR = (1 << PER_COLOUR) - 1
"""The islands of colour 0 as a set."""
NUM_ISLANDS = NUM_COLOURS * PER_COLOUR
ALL_ISLANDS = (1 << NUM_ISLANDS) - 1
SHIP = NUM_ISLANDS
"""Cards are numbered `colour * PER_COLOUR + card`; one number more stands for all ships, which are alike (I1.3)."""
NUM_CARDS = NUM_ISLANDS + 1
CARD_IDS = (*(f"{colour}:{name}" for colour in COLOURS for name in CARD_NAMES), "ship")
Costs: TypeAlias = NDArray[np.int16]
"""Shape (NUM_CARDS,): a price or another number of each card."""
NO_SEAT = -1
NOT_BEGUN = -1


class Zones(NamedTuple):
    """Rows of the card matrix after those of the seats 0 .. 4, whose cards lie in the column of their colour (I3.2)."""

    DISPLAY: int = 5  # I2.4
    BOARD: int = 6  # One-Eye's table (I2.4)
    PILE: int = 7  # I2.3
    GONE: int = 8  # sold, out of the game (I4.2)


Zone = Zones()
NUM_ZONES = MOST_SEATS + len(Zone)


class Phases(NamedTuple):
    """What the game waits for; chance first, then the seat whose turn it is."""

    COLOURS: int = 0  # chance: which colours are not in play (I2.1)
    DEAL: int = 1  # chance: cards of the display, then of One-Eye's table (I2.4)
    STARTER: int = 2  # chance: who starts (I2.5)
    REFILL: int = 3  # chance: the next card of the display (I3.8)
    BUY: int = 4  # sell, or buy (I3.1, I4)
    LAY_BOUGHT: int = 5  # the column of a ship just bought (I5.1)
    FIGHT: int = 6  # take a card of One-Eye's table, or not (I3.6)
    LAY_FOUGHT: int = 7  # the column of a ship just fought for
    MOVE: int = 8  # which card goes to One-Eye's table (I3.7)
    FINAL: int = 9  # take a card in the final round, or pass (I6.2)
    LAY_FINAL: int = 10  # the column of a ship taken in the final round
    OVER: int = 11


Phase = Phases()
LAST_CHANCE = Phase.REFILL


class Actions(NamedTuple):
    """First numbers of the families of actions. An action names the thing chosen; the step says what for.

    With numbers of its own for each step there were 245 actions; to choose one of them at random takes 117 ns, one of
    100 takes 57 ns, and a whole decision 145 ns.
    """

    PASS: int = 0  # no fight (I3.6), or nothing in the final round (I6.2)
    JEWEL: int = 1  # sell a jewel (I4.2)
    COLUMN: int = 2  # + colour: lay the ship there (I5.1), or sell a ship that lies there (I4.2)
    TAKE: int = COLUMN + NUM_COLOURS  # + card: buy it (I3.1), fight for it (I3.6), take it in the final round (I6.2)
    GIVE: int = TAKE + NUM_CARDS  # + card: sell the island to the bank (I4.2), move the card to One-Eye's table (I3.7)


Action = Actions()
NUM_ACTIONS = Action.GIVE + NUM_CARDS
ACTION_NAMES = (
    "pass",
    "jewel",
    *(f"column:{colour}" for colour in COLOURS),
    *(f"take:{card}" for card in CARD_IDS),
    *(f"give:{card}" for card in CARD_IDS),
)

FIRST_WITHOUT = NUM_CARDS
"""Outcomes 0 .. 56 are the card turned up, then come the colours that may be left out, then the seats that may start.
"""
FIRST_STARTER = FIRST_WITHOUT + NUM_COLOURS
NUM_OUTCOMES = FIRST_STARTER + MOST_SEATS
OUTCOME_NAMES = (
    *CARD_IDS,
    *(f"without:{colour}" for colour in COLOURS),
    *(f"starter:{seat}" for seat in range(MOST_SEATS)),
)


class EventKinds(NamedTuple):
    """Kinds of event."""

    WITHOUT: int = 0  # a: colour that is not in play
    TURNED_UP: int = 1  # a: card, now in the display
    BOARD_START: int = 2  # a: card, now on One-Eye's table
    STARTS: int = 3  # seat
    TURN: int = 4  # seat, a: number of the turn
    SOLD_JEWEL: int = 5  # seat, a: ducats
    SOLD: int = 6  # seat, a: island, or SHIP + colour for a ship of that column, b: ducats
    BOUGHT: int = 7  # seat, a: card, b: ducats
    CANNOT_BUY: int = 8  # seat, a: ducats of the cheapest card, b: what the seat could raise
    NOTHING_TO_BUY: int = 9  # seat: the display is empty
    FOUGHT: int = 10  # seat, a: card, b: sabres
    NO_FIGHT: int = 11  # seat
    LAID: int = 12  # seat, a: colour of the column of the ship
    PAID: int = 13  # seat, a: island of the column that pays what it shows
    PAYOUT: int = 14  # seat, a: colour, b: islands of the column that pay, a bit each
    PURSE: int = 15  # seat, owns now a: ducats, b: sabres, c: jewels
    MOVED: int = 16  # seat, a: card
    NO_MOVE: int = 17  # seat, a: 1 if One-Eye's table is full, 0 if the display is empty
    PILE_EMPTY: int = 18  # a: cards in the display
    FIRST_SHIP: int = 19  # seat, a: normal turns still to come
    STALLED: int = 20  # nobody bought and no card moved in a whole round
    FINAL_ROUND: int = 21  # seat that begins it
    TOOK: int = 22  # seat, a: card, b: sabres
    FINAL_PASS: int = 23  # seat
    FINAL_UNABLE: int = 24  # seat, a: sabres owned
    ENDED: int = 25  # a: turns played


EventKind = EventKinds()
EVENT_KINDS = tuple(name.lower() for name in EventKind._fields)
MAX_EVENTS = 64
"""Of one action: a column that pays, then at most five turns and a final round in which nobody can do anything."""

MOST_SYMBOLS = 20
"""Of one kind on one card."""

RULES = np.dtype(
    [
        ("max_decisions", np.int32),  # more decisions no game can have
        ("num_seats", np.int16),
        ("num_colours", np.int16),  # in play (I2.1)
        ("num_ships", np.int16),  # I1.3
        ("price", np.int16, NUM_CARDS),  # of each card, in ducats
        ("chests", np.int16, NUM_CARDS),  # shown by each card
        ("sabres", np.int16, NUM_CARDS),
        ("ducats", np.int16, NUM_CARDS),
        ("jewels", np.int16, NUM_CARDS),
        ("fight_cost", np.int16, NUM_CARDS),  # sabres for each card (I3.6)
        ("sale", np.int16, NUM_CARDS),  # ducats that the bank pays for each card (I4.2)
        ("jewel_sale", np.int16),  # and for a jewel
        ("start_jewels", np.int16),  # I2.2
        ("start_sabres", np.int16),
        ("start_ducats", np.int16),
        ("display_cards", np.int16),  # I2.4
        ("board_spaces", np.int16),
        ("board_start", np.int16),
        ("ducats_of_sabre", np.int16),  # I7.1
        ("ducats_of_jewel", np.int16),
        ("first_loot", np.int16),  # I7.2
        ("second_loot", np.int16),
        ("third_loot", np.int16),
        ("finish_round", np.int16),  # I6.1: 1 for the other reading
        ("tie_first_only", np.int16),  # I7.3: 1 when the tied share the first loot alone
        ("starter", np.int16),  # I2.5: NO_SEAT, or who starts
    ]
)

STATE = np.dtype(
    [
        ("islands", np.int64, NUM_ZONES),  # which islands lie in a zone: bit `card` of 56
        ("ducats", np.int32, MOST_SEATS),
        ("sabres", np.int32, MOST_SEATS),
        ("jewels", np.int32, MOST_SEATS),
        ("score", np.int32, MOST_SEATS),  # jewels after the final scoring (I7)
        ("left_over", np.int32, MOST_SEATS),  # ducats after it (I7.1)
        ("chests", np.int16, (MOST_SEATS, NUM_COLOURS)),  # shown by the islands of a seat's column
        ("ships", np.int16, NUM_ZONES),  # how many ships lie in a zone; with a seat: in hand, to be laid now
        ("column_ships", np.int16, (MOST_SEATS, NUM_COLOURS)),  # ships laid in a seat's column (I5.2)
        ("in_play", np.int16),  # colours in play (I2.1): a bit each
        ("starter", np.int16),  # the seat that had the first turn
        ("seat", np.int16),  # whose turn it is
        ("phase", np.int16),
        ("turns", np.int16),  # turns that have ended
        ("acted", np.int16),  # 1 when this turn a card was bought or moved (I6.4)
        ("idle", np.int16),  # turns in a row without
        ("last_turns", np.int16),  # NOT_BEGUN, or normal turns still to come after this one (I6.1)
        ("finals", np.int16),  # seats that have had their turn of the final round (I6.2)
    ]
)
