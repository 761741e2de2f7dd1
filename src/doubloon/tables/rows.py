"""Rows of the database as values."""

import json
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Row

from doubloon.engine.record import HUMAN, Header, Seat
from doubloon.tables.clock_rules import TimeControl

OPEN_SEAT = "open"
LONGEST_ID = 32

OPEN_TABLE = "open"
PLAYING = "playing"
OVER = "over"


def is_id(text: str) -> bool:
    """Tell whether a text may be the id of a person or a table; a database need not be asked for any other, and one
    refuses some of them.
    """
    return text.isascii() and text.isalnum() and len(text) <= LONGEST_ID


@dataclass(frozen=True)
class Person:
    """Somebody who plays: a guest, or one with an account."""

    id: str
    name: str
    login: str | None = None
    epoch: int = 0
    created: float = 0.0
    rest: str = ""
    """The days on which clocks of days stand (`rest.rest_of`)."""
    news: str = ""
    """What they want to be told where no page is open, and when (`notify.wishes`)."""

    @property
    def is_guest(self) -> bool:
        """Whether there is no account yet."""
        return self.login is None


@dataclass
class SeatRow:
    """A seat of a table."""

    seat: int
    kind: str
    name: str
    person: str | None = None
    stand_in: str = ""
    place: int | None = None
    hints: int = 0
    since: float | None = None

    @property
    def level(self) -> str:
        """Level of the bot that plays this seat now; empty where a person plays or nobody."""
        return self.stand_in if self.kind == HUMAN else "" if self.kind == OPEN_SEAT else self.kind


@dataclass
class TableRow:
    """A table: what is played, by whom, how far."""

    id: str
    game: str
    rules_version: int
    changes: tuple[str, ...]
    dropped: tuple[str, ...]
    cards: str
    host: str
    private: bool
    invite: str
    clock: int
    guide: bool
    seed: bytes = field(repr=False)  # secret: no message may show it
    stream: str
    commitment: str
    created: float
    status: str = OPEN_TABLE
    started: float | None = None
    finished: float | None = None
    rematch: str | None = None
    bank: int = 0
    increment: int = 0
    paused: float | None = None

    @property
    def time(self) -> TimeControl:
        """What is agreed about time."""
        return TimeControl(self.clock, self.bank, self.increment)

    def header(self, seats: list[SeatRow], *, reveal: bool) -> Header:
        """Return the header of the table's record; the seed is in it only where asked for, after the end."""
        players = tuple(Seat(seat.kind, seat.name) for seat in seats)
        seed = self.seed.hex() if reveal else ""
        return Header(
            self.game,
            self.rules_version,
            players,
            self.changes,
            self.dropped,
            self.cards,
            self.stream,
            self.commitment,
            seed,
        )


def table_values(table: TableRow) -> dict[str, Any]:
    """Return a table as values of its columns."""
    values = dict(vars(table))
    return {**values, "changes": json.dumps(table.changes), "dropped": json.dumps(table.dropped)}


def table_of(row: Row[Any]) -> TableRow:
    """Return the table of a row with all columns."""
    values = dict(row._mapping)
    return TableRow(
        **{**values, "changes": tuple(json.loads(values["changes"])), "dropped": tuple(json.loads(values["dropped"]))}
    )


def seat_of(row: Row[Any]) -> SeatRow:
    """Return the seat of a row with all columns."""
    values = dict(row._mapping)
    del values["table"]
    return SeatRow(**values)


@dataclass(frozen=True)
class ChatRow:
    """A line of the chat."""

    number: int
    person: str
    name: str
    text: str
    phrase: str
    time: float
