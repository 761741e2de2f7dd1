"""Records and numbering of `rubies`.

What the game waits for is a stack of frames: the lowest is the phase of the turn, those above it are consequences that
are still to be settled. The frame on top decides who acts and what is legal, and it is public.
"""

from typing import NamedTuple

import numpy as np

from doubloon.engine.message import LANGUAGES

FEWEST_SEATS = 3
MOST_SEATS = 4
NUM_CABINS = 5
"""R1.3."""
SEA_CARDS = 4
"""R2.2."""
MOST_TURNS = 9
MOST_GRASP = 127
"""No hand holds more rubies (R4.2). An island may: the rest stays there. The largest of a million random games held 75;
see `tests/test_random_games.py`.
"""

NUM_THINGS = 12
NUM_MONSTERS = 6
NUM_PIRATES = 38
NUM_CAPTAINS = 8
FIRST_MONSTER = NUM_THINGS
FIRST_PIRATE = FIRST_MONSTER + NUM_MONSTERS
FIRST_CAPTAIN = FIRST_PIRATE + NUM_PIRATES
NUM_DECK_KINDS = FIRST_CAPTAIN
NUM_KINDS = FIRST_CAPTAIN + NUM_CAPTAINS
"""A kind of card is a number; its range says what it is: things (treasures and items), raid monsters, pirates,
captains.
"""
NUM_ASIDE = FIRST_PIRATE
"""Kinds that lie beside the crew (R4.9)."""

NONE = -1
"""No card, no cabin, no seat."""
CLUTTER = -2
"""In a cabin: a clutter card (R3.1)."""
HIDDEN = -2
"""In an observation: a card of the next bundle, or a grasp, that the seat does not know."""
NOT_YET = -1
"""Of a grasp: the seat has not grasped in this turn."""


RULES_VERSION = 2
"""Of the rules as they are now; `game.py` says which older ones still replay."""
ASKED_STAYS = 2
"""From this version on a question that has been asked stays asked, a treasure may be used while another of the same
seat asks for its target, and the only target of an effect is asked for where it is another's who holds a treasure
(R9.1); a captain that pays its last ruby is no target for its own bite (R6.3).
"""


class Times(NamedTuple):
    """When a thing may be used."""

    ANY: int = 0  # treasures (R9.1)
    GRASP: int = 1  # from the turning up of the sea until the own grasp (R9.2)
    SHOWN: int = 2  # when grasps are shown (R9.2)
    TURN: int = 3  # in the own turn of the skill phase


Time = Times()


class EffectLists(NamedTuple):
    """The lists of effects that a card may have."""

    DEED: int = 0  # boarding action of a pirate, effect of a thing or a monster
    SKILL: int = 1
    LEAVING: int = 2


EffectList = EffectLists()
MOST_EFFECTS = 4
"""In one list."""


class Effects(NamedTuple):
    """The vocabulary of the deck (R1.1); `vocabulary.py` reads it, `effects.py` does it."""

    NONE: int = 0
    GAIN: int = 1
    DIVE: int = 2
    STEAL: int = 3
    LOSE: int = 4
    OTHERS_LOSE: int = 5
    FEED: int = 6
    FEED_ALL: int = 7
    WOUND: int = 8
    BITE: int = 9
    BROADSIDE: int = 10
    UNSETTLE: int = 11
    LURE: int = 12
    CLEAN: int = 13
    LITTER: int = 14
    MESS: int = 15
    PEEK: int = 16
    READY: int = 17
    INFAMY: int = 18
    RUM: int = 19


Effect = Effects()


class Frames(NamedTuple):
    """Kinds of frame. Phases come first: the lowest frame is always one of them."""

    STARTER: int = 0  # chance: the start player (R2.3)
    CAPTAINS: int = 1  # chance: the captain of the seat (R2.1)
    SWEEP: int = 2  # the seat, all cabins full of clutter: remove one or not (R3.5)
    SEA: int = 3  # chance: the next card of the sea (R4.1)
    FEAST: int = 4  # the seat: feast, or ready (R3.1)
    GRASP: int = 5  # all seats that have not grasped (R4.2)
    DICE: int = 6  # the seat: use items that count in R4.4, or not (R9.2)
    TAKE: int = 7  # the seat: a card of the sea (R4.4)
    SKILLS: int = 8  # the seat: skills, dismissals, or the end of its turn (R6)
    UPKEEP: int = 9  # nobody: the end of the turn (R6.6)
    OVER: int = 10
    BOARD: int = 11  # the seat: hire or clean (R5.3), then whom to dismiss (R4.8)
    EFFECTS: int = 12  # the seat: the target of an effect
    LOSE: int = 13  # the seat: which treasure first (R7.1)
    OTHERS: int = 14  # nobody: each other player loses in turn
    MESS: int = 15  # the seat: whom to dismiss for the clutter (R3.2)
    LEAVER: int = 16  # the seat: which of its leaving abilities first (R8.4)
    PEEK: int = 17  # chance: the next card of the bundle that the seat looks at


Frame = Frames()
FIRST_PENDING = Frame.BOARD


class Cells(NamedTuple):
    """Columns of a frame; those that a kind does not name are 0."""

    KIND: int = 0
    SEAT: int = 1  # the seat that decides, or that it concerns
    CARD: int = 2  # BOARD, EFFECTS, LEAVER: the card
    # how far it is: a place in the order of seats or effects; BOARD: a stage; LEAVER: the lowest frame of those that
    # left together
    AT: int = 3
    COUNT: int = 4  # LOSE, OTHERS: rubies; MESS: clutter cards left; EFFECTS: the list
    CABIN: int = 5  # EFFECTS: cabin of the pirate whose effect it is, NONE if gone; LEAVER: the cabin it left
    ASKED: int = 6  # 1 once the seat has been asked: the question stays until it is answered (R9.1)


Cell = Cells()


class Stages(NamedTuple):
    """Stages of BOARD (R5.3) and UPKEEP (R6.6)."""

    ASK: int = 0
    ROOM: int = 1
    PAID: int = 1


Stage = Stages()

MOST_CHAINS = 5
"""Pirates in a deck whose leaving can make others leave or lose."""
FRAMES_A_CHAIN = 4
"""Effects, others, loss and clutter, one above the other."""
MOST_ASKING = 20
"""Treasures in a deck that ask for a target; all may wait for it at the same time (R9.1)."""
MOST_FRAMES = 7 + MOST_ASKING + MOST_SEATS * NUM_CABINS + MOST_CHAINS * FRAMES_A_CHAIN
"""A phase, what a skill leads to (4), an item, a bundle looked at; every treasure that asks; every pirate aboard
leaving at once; every chain within another. No pirate leaves twice.
"""


class Actions(NamedTuple):
    """First numbers of the families of actions."""

    DONE: int = 0  # ready (R3.1), no item (R9.2), end of the own turn (R6.1), leave the clutter (R3.5)
    FEAST: int = 1
    SWEEP: int = 2
    HIRE: int = 3
    CLEAN: int = 4
    TAKE: int = 5  # + place in the sea
    SKILL: int = 9  # + own cabin
    DISMISS: int = 14  # + own cabin
    SETTLE: int = 19  # + cabin that the pirate left
    SEAT: int = 24  # + the seat that an effect is aimed at
    CREW: int = 28  # + seat * NUM_CABINS + cabin that an effect is aimed at
    USE: int = 48  # + kind of thing
    GRASP: int = 48 + NUM_THINGS  # + rubies


Action = Actions()
NUM_ACTIONS = Action.GRASP + MOST_GRASP + 1
FIRST_STARTER = NUM_KINDS
"""Outcomes 0 .. 63 are the kind of the drawn card, then come the seats that may start."""
NUM_OUTCOMES = NUM_KINDS + MOST_SEATS


class EventKinds(NamedTuple):
    """Kinds of event."""

    STARTS: int = 0  # seat
    CAPTAIN: int = 1  # seat, a: kind
    TURN: int = 2  # a: number of the turn, from 1
    SEA: int = 3  # a: kind that was turned up
    FEASTED: int = 4  # seat, a: rubies
    CLUTTERED: int = 5  # seat, a: cabin
    REBUILT: int = 6  # a: cards of the new deck (R3.4)
    READY: int = 7  # seat
    GRASPED: int = 8  # seat: has grasped, nobody sees how many
    SHOWN: int = 9  # seat, a: rubies
    COUNTS: int = 10  # seat, a: what the grasp counts in R4.4, where that is more
    FIRST: int = 11  # seat: becomes start player (R4.5)
    TOOK: int = 12  # seat, a: kind, b: rubies that go to the stock
    HIRED: int = 13  # seat, a: kind, b: rubies on it
    SCRUBBED: int = 14  # seat, a: kind that cleans instead of being hired (R5.1)
    LEFT_OVER: int = 15  # a: kind (R4.10)
    USED: int = 16  # seat, a: kind
    SKILL: int = 17  # seat, a: kind, b: cost
    ENDED: int = 18  # seat: its turn in the skill phase is over
    GAINED: int = 19  # seat, a: rubies
    LOST: int = 20  # seat, a: rubies
    STOLE: int = 21  # seat, a: rubies, b: the seat they come from
    FED: int = 22  # seat, a: kind, b: rubies
    WOUNDED: int = 23  # seat that owns it, a: kind, b: rubies
    LURED: int = 24  # seat, a: kind, b: the seat it comes from
    CLEANED: int = 25  # seat, a: clutter cards
    PEEKED: int = 26  # seat
    SAW: int = 27  # seat, a: kind; for this seat alone
    READIED: int = 28  # seat, a: kind
    TOKENS: int = 29  # seat, a: infamy tokens
    DISMISSED: int = 30  # seat, a: kind
    LEFT: int = 31  # seat, a: kind
    DISTRUSTED: int = 32  # seat, a: kind of its captain (R8.2)
    TRUSTED: int = 33  # seat, a: kind of its captain
    OVER: int = 34


EventKind = EventKinds()
EVENT_KINDS = tuple(name.lower() for name in EventKind._fields)
MAX_EVENTS = 400
"""Of one action: most where the last turn of a skill phase ends, pirates leave, and others lose, feast and dismiss
because of it.
"""

NAME_BYTES = 40

RULES = np.dtype(
    [
        ("max_decisions", np.int32),  # more decisions no game can have
        ("version", np.int16),  # of the rules: RULES_VERSION, or an older one for a record that was played under it
        ("num_seats", np.int16),
        ("turns", np.int16),  # R2.1
        ("start_rubies", np.int16),  # of the start player (R2.1)
        ("others_bonus", np.int16),  # that the others have more
        ("feast_rubies", np.int16),  # R3.1
        ("clutter_infamy", np.int16),  # R3.6, taken off
        ("feasts_per_turn", np.int16),  # R3.1, option
        ("keep_clean", np.int16),  # R3.1, option
        ("screens_closed", np.int16),  # R2.4, option
        ("same_captain", np.int16),  # NONE, or the kind of captain that everybody gets (option)
        ("deck", np.int16),  # cards that are in no bundle at the start (R2.2)
        ("copies", np.int8, NUM_KINDS),
        ("infamy", np.int8, NUM_KINDS),
        ("when", np.int8, NUM_THINGS),  # Time
        ("gives", np.int8, NUM_THINGS),  # 1 for a treasure that gives rubies to the island (R7.1)
        ("cost", np.int8, NUM_KINDS),  # of the skill; 0 for none
        ("any_uses", np.int8, NUM_KINDS),  # 1 for a skill that may be used any number of times a phase (R6.2)
        ("upkeep", np.int8, NUM_KINDS),  # rubies lost when the skill phase ends
        ("bonus", np.int8, NUM_KINDS),  # what the owner's grasp counts more in R4.4
        ("vigour", np.int8, NUM_KINDS),  # rubies of a captain at the start
        ("effects", np.int8, (NUM_KINDS, 3, MOST_EFFECTS, 2)),  # by card, list and place: Effect and its number
        # names that the card file gives, UTF-8; the rules never ask them
        ("names", np.uint8, (NUM_KINDS, len(LANGUAGES), NAME_BYTES)),
    ]
)

STATE = np.dtype(
    [
        ("vigour", np.int16, (MOST_SEATS, NUM_CABINS)),  # rubies on the pirate in a cabin
        ("island", np.int16, MOST_SEATS),  # rubies
        ("tokens", np.int16, MOST_SEATS),  # infamy tokens
        ("grasp", np.int16, MOST_SEATS),  # rubies grasped in this turn, NOT_YET, or HIDDEN in an observation
        ("limit", np.int16, MOST_SEATS),  # the most that the seat could grasp when it grasped
        ("extra", np.int16, MOST_SEATS),  # what items add to the grasp in R4.4
        ("cabins", np.int8, (MOST_SEATS, NUM_CABINS)),  # kind of card, NONE, or CLUTTER
        ("uses", np.int8, (MOST_SEATS, NUM_CABINS)),  # how often the skill may still be used in this phase (R6.2)
        ("aside", np.int8, (MOST_SEATS, NUM_ASIDE)),  # treasures, items and monsters beside the crew, by kind (R4.9)
        ("captain", np.int8, MOST_SEATS),  # kind of captain that the seat was dealt, NONE before
        ("captain_out", np.int8, MOST_SEATS),  # 1 when the captain is out of the game (R8.3)
        ("feasts", np.int8, MOST_SEATS),  # feasts by choice in this turn
        ("order", np.int8, MOST_SEATS),  # the seats in the order in which they take (R4.4)
        # cards that nobody has seen, wherever they lie: bundles, deck, clutter, cleaned clutter
        ("unseen", np.int8, NUM_DECK_KINDS),
        # cards that went to the discards face up; from there they come back as clutter only
        ("gone", np.int8, NUM_DECK_KINDS),
        ("sea", np.int8, SEA_CARDS),  # kind of card, or NONE
        # the next bundle where it has been looked at: kind, NONE, or HIDDEN in an observation
        ("bundle", np.int8, SEA_CARDS),
        ("taken", np.int8),  # the pirate that is being hired, or NONE
        ("ready", np.int8),  # bit mask of the seats that are ready to grasp (R3.1)
        ("start_seat", np.int8),  # the start player
        ("depth", np.int8),  # frames on the stack
        ("num_drawn", np.int16),  # cards of it that chance has named
        ("peeked", np.int16),  # bit mask of the seats that looked at it
        ("bundles", np.int16),  # bundles that lie face down
        ("turns", np.int16),  # turns that have ended
        ("deck", np.int16),  # cards in the deck
        ("discards", np.int16),  # cards in the discard pile, cleaned clutter with them
        ("frames", np.int8, (MOST_FRAMES, len(Cell))),
    ]
)
