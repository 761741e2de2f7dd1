"""What the API takes and gives. The OpenAPI document is made from these."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from doubloon.engine.contract import MOST_SEATS
from doubloon.tables.card_files import LONGEST_CARDS
from doubloon.tables.clock_rules import LONGEST_INCREMENT_S, LONGEST_S
from doubloon.tables.names import LONGEST_NAME
from doubloon.web.lab.queue import MOST_GAMES

MOST_CHANGES = 100
MOST_SIMULATED = max(MOST_GAMES.values())
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]


class ErrorBody(Struct):
    """Why something was refused."""

    error: str
    """For people, in the language of `Accept-Language`."""
    reason: str
    """For programs: `stale`, `illegal`, `not_your_turn`, `over`, `no_table` ..."""
    code: str | UnsetType = UNSET
    """Of a failure on our side: what the log of the server calls it."""


class NewPerson(Struct, forbid_unknown_fields=True):
    """A new guest."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class Welcome(Struct):
    """A guest who has come in."""

    person: str
    name: str
    token: str
    """Send it as `Authorization: Bearer TOKEN`. It is shown this once."""


class PersonInfo(Struct):
    """Who you are."""

    person: str
    name: str
    is_guest: bool


class GameInfo(Struct):
    """A game that is played here."""

    game: str
    title: str
    is_ready: bool
    """Whether its rules are compiled; if not, wait a moment."""


class GameDetails(Struct):
    """A game with everything a program needs to know about it."""

    game: str
    rules_version: int
    seats: list[int]
    """How many may play."""
    levels: list[str]
    """Of bots, weakest first."""
    actions: list[str]
    """Stable name of each action; its place is its number."""
    settings: dict[str, int | str]
    """What may be changed, with the value it has."""
    allowed: dict[str, str]
    """What each may be."""


class NewTableBody(Struct, forbid_unknown_fields=True):
    """A table that is to be."""

    game: str
    seats: Annotated[list[str], Meta(min_length=1, max_length=MOST_SEATS)]
    """Each `human` (you, once), `open`, or the level of a bot."""
    changes: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=MOST_CHANGES)] = []
    """`key=value`."""
    cards: Annotated[str, Meta(max_length=LONGEST_CARDS)] = ""
    """Text of a card file (TOML); empty for the game's own."""
    private: bool = False
    clock: Annotated[int, Meta(ge=0, le=LONGEST_S)] = 0
    """Seconds a move; 0 for none."""
    bank: Annotated[int, Meta(ge=0, le=LONGEST_S)] = 0
    """Seconds for the whole game, drawn on when those for the move are gone; 0 for none."""
    increment: Annotated[int, Meta(ge=0, le=LONGEST_INCREMENT_S)] = 0
    """Seconds that each move adds to the bank."""


class SeatBody(Struct, forbid_unknown_fields=True):
    """Which seat to take."""

    seat: SeatNumber | None = None
    """Without it, the first open one."""
    invite: Annotated[str, Meta(max_length=64)] = ""
    """Key of a private table."""


class PauseBody(Struct, forbid_unknown_fields=True):
    """Whether you want a pause."""

    agreed: bool = True


class StartBody(Struct, forbid_unknown_fields=True):
    """How to fill the open seats."""

    level: str = "sailor"


class ActBody(Struct, forbid_unknown_fields=True):
    """An action."""

    action: Annotated[int, Meta(ge=0, lt=1 << 16)]
    """One of `legal`."""
    at: Annotated[int, Meta(ge=0, lt=1 << 31)]
    """Number of the entry that it is to become, as `at` said."""


class SimulationBody(Struct, forbid_unknown_fields=True):
    """What to simulate with the cards, options and seats of a table."""

    level: str = "sailor"
    """Who plays all seats."""
    games: Annotated[int, Meta(ge=1, le=MOST_SIMULATED)] = 1_000
    """Levels that search allow fewer."""
    compare: bool = True
    """Whether to simulate the game's own cards too, where the table has others."""
    seed: Annotated[int, Meta(ge=0, lt=1 << 31)] | None = None
    """A number that decides all chance; without it one is chosen, and told."""


class AnswerInfo(Struct):
    """An answer of a report in short."""

    id: str
    """Its place in the report: `report#id`."""
    question: str
    sentence: str


class SimulationInfo(Struct):
    """A simulation."""

    simulation: str
    table: str
    state: str
    """`waiting`, `running`, `done`, `cancelled`, `failed`."""
    level: str
    seats: int
    games: int
    seed: int
    compares: bool
    changes: list[str]
    """Settings that differ from the game's own, `key=value`."""
    played: int
    """Games that are kept, of `total`."""
    total: int
    ahead: int
    """Simulations that run before one that waits."""
    answers: list[AnswerInfo]
    """In English, once it is done."""
    left_s: float | UnsetType = UNSET
    """About how many seconds are left, while it runs."""


class SeatInfo(Struct):
    """Who sits somewhere."""

    seat: int
    kind: str
    """`open`, `human`, or the level of a bot."""
    name: str
    stand_in: str = ""
    """Level of the bot that plays for an absent person."""


class TableInfo(Struct):
    """A table in a list."""

    table: str
    game: str
    status: str
    """`open`, `playing`, `over`."""
    seats: list[SeatInfo]
    clock: int
    bank: int
    increment: int
    paused: bool
    your_turn: bool


class ClockInfo(Struct):
    """The clock of a person at a table."""

    seat: int
    bank: float
    """Seconds that it held when this move began."""
    deadline: float | None
    """Unix time at which the seat goes to a bot; null while the clock stands."""


class Turn(Struct):
    """How far a table is, and what you may do."""

    table: str
    status: str
    at: int
    """Number of the next entry."""
    to_act: list[int]
    """Seats that must decide."""
    seat: int | None
    """Yours."""
    legal: list[int]
    """Numbers of the actions that would be accepted from you now."""


class TableDetails(Struct):
    """A table as you see it."""

    table: str
    game: str
    status: str
    at: int
    to_act: list[int]
    seat: int | None
    legal: list[int]
    seats: list[SeatInfo]
    changes: list[str]
    clock: int
    bank: int
    increment: int
    paused: bool
    """Whether the game is paused: then nobody may act, and clocks stand."""
    agreed_to_pause: list[int]
    """Seats that want a pause; it begins when all people who play do."""
    clocks: list[ClockInfo]
    deadline: float | None
    """Of the first who is out of time."""
    observation: dict[str, Any]
    """What you know, as the game's pages show it: never more than a person at your seat sees."""
    places: list[int]
    """Of each seat when over; 0 is first."""
    commitment: str
    seed: str
    """Hexadecimal, after the end."""
    invite: str | UnsetType = UNSET
    """Key of a private table, for those who sit there."""
