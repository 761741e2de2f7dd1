"""Reading and writing what clocks are made from: every query of Doubloon about time stands here."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, and_, insert, select, update

from doubloon.tables.clock_rules import SeatClock, TimeControl, deadline
from doubloon.tables.rest import NO_REST, Rest, rest_of
from doubloon.tables.rows import PLAYING
from doubloon.tables.schema import clocks, heartbeat, people, seats, tables


class RunningClocks(NamedTuple):
    """The clocks of the people who must act at a table."""

    table: str
    clock: TimeControl
    seats: Mapping[int, SeatClock]
    rests: Mapping[int, Rest]
    """Of those who have days on which they stand."""

    def deadline_of(self, seat: int) -> float | None:
        """Return the Unix time at which a seat is out of time; None while its clock stands."""
        return deadline(self.clock, self.seats[seat], self.rests.get(seat, NO_REST))

    @property
    def deadline(self) -> float:
        """Unix time at which the first of them is out of time."""
        return min(found for seat in self.seats if (found := self.deadline_of(seat)) is not None)


class Change(NamedTuple):
    """What becomes of the clock of a seat. It is taken back where that runs from another time by now."""

    table: str
    seat: int
    before: SeatClock
    after: SeatClock


def clocks_of(connection: Connection, table: str) -> dict[int, SeatClock]:
    """Return the clocks of the people at a table."""
    query = select(clocks.c.seat, clocks.c.left, clocks.c.used, clocks.c.since, clocks.c.is_renewed)
    return {
        row.seat: SeatClock(row.left, row.used, row.since, row.is_renewed)
        for row in connection.execute(query.where(clocks.c.table == table))
    }


def rests_of(connection: Connection, table: str) -> dict[int, Rest]:
    """Return on which days the clocks of the people at a table stand, of those who have such days."""
    sitting = {
        row.person: row.seat
        for row in connection.execute(select(seats.c.person, seats.c.seat).where(seats.c.table == table))
        if row.person is not None
    }
    return {sitting[person]: rest for person, rest in rests_of_people(connection, sitting).items()}


def rests_of_people(connection: Connection, persons: Collection[str]) -> dict[str, Rest]:
    """Return on which days the clocks of people stand, of those who have such days."""
    query = select(people.c.id, people.c.rest).where(people.c.id.in_(persons), people.c.rest != "")
    return {row.id: rest_of(row.rest) for row in connection.execute(query)}


def put_clocks(connection: Connection, table: str, changed: Mapping[int, SeatClock]) -> None:
    """Store clocks of a table, whose lock is held."""
    for seat, clock in changed.items():
        place = and_(clocks.c.table == table, clocks.c.seat == seat)
        if connection.execute(update(clocks).where(place).values(**clock._asdict())).rowcount == 0:
            connection.execute(insert(clocks), {"table": table, "seat": seat, **clock._asdict()})


def change_clocks(connection: Connection, changes: Sequence[Change]) -> list[Change]:
    """Store what becomes of clocks that still are as they were; return which those are."""
    return [change for change in changes if change_clock(connection, change)]


def change_clock(connection: Connection, change: Change) -> bool:
    """Store what becomes of a clock, if it still runs from the same time; tell whether it does."""
    place = and_(clocks.c.table == change.table, clocks.c.seat == change.seat, clocks.c.since == change.before.since)
    return connection.execute(update(clocks).where(place).values(**change.after._asdict())).rowcount == 1


def running_clocks(connection: Connection) -> list[RunningClocks]:
    """Return the clocks that run at all tables, for a start of the server."""
    query = (
        select(clocks, tables.c.clock, tables.c.bank, tables.c.increment, people.c.rest)
        .join(tables, tables.c.id == clocks.c.table)
        .join(seats, and_(seats.c.table == clocks.c.table, seats.c.seat == clocks.c.seat))
        .join(people, people.c.id == seats.c.person)
        .where(clocks.c.since.is_not(None), tables.c.status == PLAYING)
    )
    found: dict[str, RunningClocks] = {}
    for row in connection.execute(query):
        agreed = TimeControl(row.clock, row.bank, row.increment)
        running = found.setdefault(row.table, RunningClocks(row.table, agreed, {}, {}))
        seat = SeatClock(row.left, row.used, row.since, row.is_renewed)
        rests = {**running.rests, row.seat: rest_of(row.rest)} if agreed.is_slow and row.rest else running.rests
        found[row.table] = running._replace(seats={**running.seats, row.seat: seat}, rests=rests)
    return list(found.values())


def timed_tables_of(connection: Connection, person: str) -> list[str]:
    """Return the tables at which a person plays by a clock."""
    query = (
        select(clocks.c.table)
        .join(tables, tables.c.id == clocks.c.table)
        .join(seats, and_(seats.c.table == clocks.c.table, seats.c.seat == clocks.c.seat))
        .where(seats.c.person == person, tables.c.status == PLAYING)
    )
    return [row.table for row in connection.execute(query)]


def last_lived(connection: Connection) -> float | None:
    """Return when a server was last able to write; None where none has lived."""
    found: float | None = connection.execute(select(heartbeat.c.time)).scalar()
    return found


def beat(connection: Connection, time: float) -> None:
    """Store that the server lives."""
    if connection.execute(update(heartbeat).values(time=time)).rowcount == 0:
        connection.execute(insert(heartbeat), {"id": 1, "time": time})
