"""What every game supplies, and what the rest of Doubloon may ask of it. Documented once, here.

Words: a *seat* is the index 0 .. num_seats - 1 of a player (papers say player, PettingZoo says agent). A *state* is the
full truth, one NumPy record. An *action* is an integer 0 .. num_actions - 1; an *outcome* is the same for chance. An
*observation* is a state with everything erased that a seat does not know. The *rules* are a record of the game's
numbers and options, so that changing a number never recompiles.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from doubloon.engine.events import Event, Events
from doubloon.engine.message import Message, Panel
from doubloon.engine.rng import Rng
from doubloon.engine.settings import Schema, Settings

Record: TypeAlias = np.record
"""One element of a recarray: the same attribute access works compiled and plain."""
Batch: TypeAlias = "np.recarray[Any, Any]"
"""Shape (n,): records side by side."""
Mask: TypeAlias = NDArray[np.int8]
"""Shape (num_actions,): 1 for a legal action, else 0. Bytes, because numba's records hold no arrays of bool
(docs/numba.md).
"""
Weights: TypeAlias = NDArray[np.int32]
"""Shape (num_outcomes,): outcome k happens with probability weights[k] / sum(weights)."""
Scores: TypeAlias = NDArray[np.float32]
"""Shape (num_actions,): what a sensible player prefers, higher is better."""
Places: TypeAlias = NDArray[np.int32]
"""Shape (num_seats,): 0 is first; equal results share a place."""
Returns: TypeAlias = NDArray[np.float64]
"""Shape (num_seats,): utilities, zero sum, in [-1, 1]."""


MOST_SEATS = 8
"""Seats that a bit mask, a row of results and the kernels provide for; no game may have more."""


def new_records(dtype: np.dtype[np.void], count: int) -> Batch:
    """Return zeroed records, shape (count,)."""
    records: Batch = np.zeros(count, dtype).view(np.recarray)
    return records


def copy_record(record: Record) -> Record:
    """Return a copy of a record, with memory of its own."""
    # Through its bytes: NumPy copies a record with arrays field by field, which takes 4 to 12 µs instead of 0.5.
    copied: Record = np.ndarray(1, record.dtype, bytearray(record.tobytes()))[0]
    return copied


CHANCE = -1
"""Answer of `to_act` while a chance event is due, and the seat that outcomes are applied for."""
GAME_OVER = 0
"""Answer of `to_act` when the game has ended."""
SPECTATOR = -2
"""The seat of a spectator, for `observe` and the views: knows least."""
ALL_SEEING = -3
"""The seat of a viewer who sees the whole state, for `observe` and the views: only after the end of a game."""
LEAVE_KEY = "q"
"""Key of the terminal that leaves a game; no game may have it for an action."""
HINT_KEY = "?"
"""Key of the terminal that asks for a hint."""


class Functions(NamedTuple):
    """The rules of a game: `@rule` functions over records and arrays that the caller owns.

    They allocate nothing, raise nothing and do not check their arguments: an action must be legal, an outcome must have
    a weight. `engine.playthrough` checks input first.
    """

    start: Callable[[Record, Record], None]
    """`start(rules, state)` writes the first state."""
    to_act: Callable[[Record, Record], int]
    """`to_act(rules, state)`: bit mask of the seats that must decide (several in simultaneous steps, each acts once, in
    any order), CHANCE or GAME_OVER.
    """
    legal_actions: Callable[[Record, Record, int, Mask], None]
    """`legal_actions(rules, state, seat, mask)` writes the whole mask. May be non-empty for a seat that may act though
    it need not.
    """
    outcomes: Callable[[Record, Record, Weights], None]
    """`outcomes(rules, state, weights)` writes the integer weights of the chance event that is due; their sum is
    positive and below 2**31.
    """
    apply: Callable[[Record, Record, int, int, Events], None]
    """`apply(rules, state, seat, action, events)` changes the state in place and appends what happened to the
    events (`engine.events`).
    """
    observe: Callable[[Record, Record, int], None]
    """`observe(rules, state, seat)` erases in place what the seat (or SPECTATOR) does not know; nothing before
    ALL_SEEING.
    """
    determinize: Callable[[Record, Record, int, Rng], None]
    """`determinize(rules, state, seat, rng)` replaces in place what is erased by a sample consistent with it."""
    standing: Callable[[Record, Record, int], int]
    """`standing(rules, state, seat)`: a number that orders the seats of a finished game; equal numbers share a place.
    """
    prefer: Callable[[Record, Record, int, Mask, Scores], None]
    """`prefer(rules, observation, seat, mask, scores)` writes a score for each legal action: what a sensible player
    prefers.
    """
    estimate: Callable[[Record, Record, int], float]
    """`estimate(rules, state, seat)`: how well a seat stands before the end; of two seats the difference is the log of
    their odds to beat each other.
    """
    is_secret: Callable[[Record, Record], int]
    """`is_secret(rules, state)`: 1 while seats decide at the same time and nobody sees what the others chose, else 0.
    """
    violation: Callable[[Record, Record], int]
    """`violation(rules, state)`: 0, or the index in `Game.violations` of a broken invariant."""


class Study(NamedTuple):
    """What the lab counts beyond the rules: `@rule` functions as above. A game names what it has, the rest stays as in
    `engine.study`.
    """

    score: Callable[[Record, Record, int], int]
    """`score(rules, state, seat)`: the points of a seat as if the game ended now, in the unit of `StudyNotes.score`."""
    turns: Callable[[Record, Record], int]
    """`turns(rules, state)`: turns that have ended; the leader is noted each time this changes."""
    at_limit: Callable[[Record, Record], int]
    """`at_limit(rules, state)`: 1 where a finished game was ended by a limit and not by its players."""
    starts: Callable[[Record, Event], int]
    """`starts(rules, event)`: 1 for the event that says which seat begins; without one it is the seat that decides
    first.
    """
    card: Callable[[Record, Event], int]
    """`card(rules, event)`: the card that a seat takes in such an event, an index of `StudyNotes.cards`; -1 for other
    events.
    """
    price: Callable[[Record, Event], int]
    """`price(rules, event)`: what it paid for that card."""


def no_cards(settings: Settings) -> tuple[str, ...]:
    """Return no card names: nothing that a seat could take is counted."""
    return ()


class StudyNotes(NamedTuple):
    """The words for what a game's `Study` counts, for the reports of the lab."""

    cards: Callable[[Settings], tuple[str, ...]] = no_cards
    """`cards(settings)`: the name of each card number; cards of one name are one card, an empty name is none, and
    `group: card` is compared with its group alone.
    """
    score: str = "points"
    price: str = "price"
    clauses: tuple[str, ...] = ()
    """Of each kind of event, the clauses of the rulebook that are met when it happens."""


class Kernels(NamedTuple):
    """The generic loops of `engine.kernels`, bound to a game's functions in its `compiled.py`; see there for
    arguments.
    """

    random_games: Callable[..., None]
    greedy_games: Callable[..., None]
    check_games: Callable[..., None]
    perft: Callable[..., int]
    search: Callable[..., None]
    study_games: Callable[..., int]
    greedy_action: Callable[..., int]
    ranking: Callable[[Record, Record, Places], None]
    returns: Callable[[Record, Record, Returns], None]


class View(NamedTuple):
    """How a game shows itself: from an observation to plain data and messages, never from the state."""

    data: Callable[[Record, Record, int], dict[str, object]]
    """`data(rules, observation, viewer)`: everything a page shows, as JSON-ready data with text ids."""
    board: Callable[[Record, Record, int], tuple[Panel, ...]]
    """`board(rules, observation, viewer)`: the same as panels of words, for a terminal."""
    prompt: Callable[[Record, Record, int], Message]
    """`prompt(rules, observation, seat)`: what is asked of the seat that must decide."""
    action: Callable[[Record, Record, int, int], Message]
    """`action(rules, observation, seat, action)`: what choosing the action means now."""
    event: Callable[[Record, Event, int], Message | None]
    """`event(rules, event, viewer)`: what happened, in the words for this viewer; None if the viewer does not learn of
    it.
    """
    result: Callable[[Record, Record, Places], tuple[Message, ...]]
    """`result(rules, state, places)`: the final count of a finished game, line by line; last a line for each seat, in
    the order of places.
    """
    keys: Mapping[int, str]
    """The key that chooses an action in a terminal, where it has one of its own: a word in small letters."""


class Face(NamedTuple):
    """What is printed on a card, in words made from the table's numbers."""

    name: Message
    sort: str
    """What sort of card it is, such as `pirate` or `coin`: which frame and colours it is drawn with."""
    texts: tuple[Message, ...]
    """What it does, one sentence each."""
    numbers: Mapping[str, int]
    """Numbers in its corners, by name."""


class Moment(NamedTuple):
    """What an event lets a page show where it happens: one thing gives its owner so much of this and that."""

    source: str
    """Id of the element that gives, as the game's template writes it."""
    target: str
    """The gains arrive at the elements `target-name`."""
    gains: Mapping[str, int]
    """How much of each, by the name of its drawing."""


def no_moment(rules: Record, event: Event) -> Moment | None:
    """Return None: no event is shown where it happens, all are in the log alone."""
    return None


def no_reason(rules: Record, observation: Record, seat: int, action: int) -> Message | None:
    """Return None: an action is advised without a word why."""
    return None


class Page(NamedTuple):
    """What a page in a browser needs beside the data. Templates are in the game's folder `templates`, drawings in
    `art`.
    """

    faces: Callable[[Record], Mapping[str, Face]]
    """`faces(rules)`: what is printed on each card, by its id."""
    costly: Callable[[Record, Record, int, int], bool]
    """`costly(rules, observation, seat, action)`: whether the action needs confirmation by a person."""
    moment: Callable[[Record, Event], Moment | None] = no_moment
    """`moment(rules, event)`: what the page shows of an event where it happens. Called only for events that look the
    same to all viewers.
    """
    reason: Callable[[Record, Record, int, int], Message | None] = no_reason
    """`reason(rules, observation, seat, action)`: why the action may be advised to a seat that must decide, in the
    numbers of the position; None for no word.
    """


@dataclass(frozen=True)
class Game:
    """A game: one folder, which ends in one of these. `engine.check_game` holds it to all that is said here."""

    slug: str
    rules_version: int
    """Raised by every change that can alter a playthrough."""
    seats: range
    """How many may play."""
    actions: tuple[str, ...]
    """Stable name of each action, as records write it."""
    outcomes: tuple[str, ...]
    """Stable name of each outcome."""
    event_kinds: tuple[str, ...]
    """Name of each kind of event."""
    violations: tuple[str, ...]
    """What each number of `violation` means; entry 0 is none."""
    state: np.dtype[np.void]
    max_events: int
    """The most events that a single action has."""
    functions: Functions
    kernels: Kernels
    view: View
    page: Page
    schema: Schema
    """What `cards.toml`, a table's options and `--set` may say."""
    build_rules: Callable[[Settings, int], Record]
    """`build_rules(settings, num_seats)`: the rules record; has at least `num_seats` and `max_decisions`."""
    folder: Path
    """Holds `cards.toml`, `rulebook.md` and `texts/`; if it likes `search.toml`, `pace.toml`, `templates/`, `art/`."""
    usual_seats: int = 0
    """How many sit at a table when nobody says: three where three can play, else the fewest; 0 means just that."""
    older_rules: tuple[int, ...] = ()
    """Earlier rules versions whose records still replay, because the rules know them too; records of others are
    refused. The rules record of such a game has a field `version` (docs/records.md).
    """
    notes: StudyNotes = StudyNotes()  # noqa: RUF009 - a tuple cannot change
    """The words of the game's `Study`."""

    def __post_init__(self) -> None:
        if self.usual_seats == 0:
            # A frozen dataclass offers no other way to a default that depends on another field.
            object.__setattr__(self, "usual_seats", 3 if 3 in self.seats else self.seats.start)

    @property
    def num_actions(self) -> int:
        """How many actions there are; the length of a mask.

        >>> game.num_actions
        14
        """
        return len(self.actions)

    @property
    def num_outcomes(self) -> int:
        """How many outcomes there are; the length of weights.

        >>> game.num_outcomes
        11
        """
        return len(self.outcomes)

    def new_states(self, count: int = 1) -> Batch:
        """Return `count` zeroed states, shape (count,).

        >>> game.new_states(2).shape
        (2,)
        """
        return new_records(self.state, count)
