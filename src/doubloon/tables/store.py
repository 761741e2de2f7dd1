"""Reading and writing the database: every query of Doubloon about tables, people and their games stands here,
those about time in `store_clocks.py`.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Dialect, Engine, and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import SQLAlchemyError

from doubloon.tables.clock_rules import SeatClock
from doubloon.tables.health import Health, failure_of
from doubloon.tables.rest import Rest
from doubloon.tables.rows import (
    OPEN_SEAT,
    OPEN_TABLE,
    OVER,
    PLAYING,
    ChatRow,
    Person,
    SeatRow,
    TableRow,
    seat_of,
    table_of,
    table_values,
)
from doubloon.tables.schema import chat, ended, entries, guests, mutes, people, ratings, seats, tables, votes
from doubloon.tables.store_clocks import clocks_of, rests_of
from doubloon.tables.writer import Rows, Writer

T = TypeVar("T")

READERS = 2
KEPT_CHAT = 100
"""Lines of the chat that a page shows."""

# Built once: SQLAlchemy takes 0.1 ms to build a statement, and 0.02 ms to find a built one in its cache.
INSERT_ENTRIES = insert(entries)
SELECT_ENTRIES = (
    select(entries.c.seat, entries.c.action, entries.c.due, entries.c.time, entries.c.instead)
    .where(entries.c.table == bindparam("id"))
    .order_by(entries.c.seq)
)


class StoredEntry(NamedTuple):
    """An entry of the log as it is stored."""

    seat: int
    action: int
    due: int
    time: float
    instead: str
    """Level of the bot that moved for a bot that broke down; most often empty."""


class StoredTable(NamedTuple):
    """All that is stored about one table."""

    table: TableRow
    seats: list[SeatRow]
    entries: list[StoredEntry]
    chat: list[ChatRow]
    votes: set[tuple[int, int]]
    clocks: Mapping[int, SeatClock] = MappingProxyType({})
    """Of the people at a game with a clock that has begun."""
    rests: Mapping[int, Rest] = MappingProxyType({})
    """Where its clock is one of days."""


class Unfinished(NamedTuple):
    """A game that goes on, as far as a start of the server needs to know."""

    table: str
    game: str


class Listed(NamedTuple):
    """A table in a list."""

    table: TableRow
    seats: list[SeatRow]
    due: int
    time: float

    def waits_for(self, person: Person | None) -> bool:
        """Tell whether the game waits for a person."""
        own = next((seat for seat in self.seats if person is not None and seat.person == person.id), None)
        return (
            self.table.status == PLAYING
            and self.table.paused is None
            and self.due > 0
            and own is not None
            and not own.stand_in
            and bool(self.due >> own.seat & 1)
        )


class Rating(NamedTuple):
    """How strong a player is at a game."""

    player: str
    game: str
    mu: float
    sigma: float
    games: int
    wins: int


class Store:
    """The database, read by threads and written by one."""

    def __init__(self, engine: Engine, health: Health | None = None) -> None:
        self._engine = engine
        self.health = health or Health()
        self.writer = Writer(engine, insert_entries, self.health)
        self._readers = ThreadPoolExecutor(READERS, "reader")

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Run a query beside the event loop. Raises Unavailable where nothing can be read."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, query)

    def _read(self, query: Callable[[Connection], T]) -> T:
        try:
            with self._engine.connect() as connection:
                return query(connection)
        except (SQLAlchemyError, OSError, MemoryError) as error:
            failure = failure_of(error)
            if failure is None:
                raise
            self.health.failed(failure)
            raise failure from error

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction, and return once that is on disk."""
        return await self.writer.write(work)

    def close(self) -> None:
        """Write what waits, and close."""
        self.writer.close()
        self._readers.shutdown()
        self._engine.dispose()


def insert_entries(connection: Connection, rows: Rows) -> None:
    """Append entries to logs. Raises IntegrityError where an entry of that number is there already.

    Handed to the driver as they are, for our columns need no conversion: SQLAlchemy takes 60 µs more for a commit of
    one act.
    """
    statement, columns = insert_statement(connection.dialect)
    connection.exec_driver_sql(
        statement, [tuple([row[column] for column in columns]) for row in rows] if columns else rows
    )


@cache
def insert_statement(dialect: Dialect) -> tuple[str, tuple[str, ...]]:
    """Return the INSERT of entries as a driver wants it, and the order of its columns; none for a driver that takes
    them by name.
    """
    compiled = INSERT_ENTRIES.compile(dialect=dialect)
    return str(compiled), tuple(compiled.positiontup or ()) if compiled.positional else ()


def load_table(connection: Connection, id: str) -> StoredTable | None:
    """Return all that is stored about a table; None where there is none."""
    row = connection.execute(select(tables).where(tables.c.id == id)).first()
    if row is None:
        return None
    log = [StoredEntry(*entry) for entry in connection.execute(SELECT_ENTRIES, {"id": id})]
    newest = select(chat).where(chat.c.table == id).order_by(chat.c.number.desc()).limit(KEPT_CHAT)
    said = [
        ChatRow(row.number, row.person, row.name, row.text, row.phrase, row.time) for row in connection.execute(newest)
    ]
    agreed = {
        (row.seat, row.voter)
        for row in connection.execute(select(votes.c.seat, votes.c.voter).where(votes.c.table == id))
    }
    table = table_of(row)
    clocks = clocks_of(connection, id) if table.time else {}
    rests = rests_of(connection, id) if table.time.is_slow else {}
    return StoredTable(table, seats_of(connection, [id])[id], log, said[::-1], agreed, clocks, rests)


def seats_of(connection: Connection, ids: Sequence[str]) -> dict[str, list[SeatRow]]:
    """Return the seats of tables, in their order."""
    found: dict[str, list[SeatRow]] = {table: [] for table in ids}
    for row in connection.execute(select(seats).where(seats.c.table.in_(ids)).order_by(seats.c.seat)):
        found[row.table].append(seat_of(row))
    return found


def insert_table(connection: Connection, table: TableRow, rows: Sequence[SeatRow]) -> None:
    """Store a new table with its seats."""
    connection.execute(insert(tables), table_values(table))
    connection.execute(insert(seats), [{"table": table.id, **vars(seat)} for seat in rows])


def update_table(connection: Connection, id: str, **values: Any) -> None:
    """Change columns of a table."""
    connection.execute(update(tables).where(tables.c.id == id).values(**values))


def update_seat(connection: Connection, table: str, seat: SeatRow) -> None:
    """Store a seat as it is now."""
    values = dict(vars(seat))
    connection.execute(update(seats).where(seats.c.table == table, seats.c.seat == values.pop("seat")).values(**values))


def take_seat(connection: Connection, table: str, seat: SeatRow) -> bool:
    """Fill a seat that is open; tell whether it was."""
    values = dict(vars(seat))
    place = and_(seats.c.table == table, seats.c.seat == values.pop("seat"), seats.c.kind == OPEN_SEAT)
    return connection.execute(update(seats).where(place).values(**values)).rowcount == 1


def delete_table(connection: Connection, id: str) -> None:
    """Remove a table whose game has not begun, with what was said there."""
    for rows in (votes, chat, guests, seats):
        connection.execute(delete(rows).where(rows.c.table == id))
    connection.execute(update(tables).where(tables.c.rematch == id).values(rematch=None))
    connection.execute(delete(tables).where(tables.c.id == id, tables.c.status == OPEN_TABLE))


def last_entries(ids: Any) -> Any:
    """Return the query of due and time after the newest entry of each table; `ids` are a list, or a query of them."""
    newest = (
        select(entries.c.table, func.max(entries.c.seq).label("seq"))
        .where(entries.c.table.in_(ids))
        .group_by(entries.c.table)
        .subquery()
    )
    return select(entries.c.table, entries.c.due, entries.c.time, entries.c.seq).join(
        newest, and_(entries.c.table == newest.c.table, entries.c.seq == newest.c.seq)
    )


def list_rows(connection: Connection, found: Sequence[TableRow]) -> list[Listed]:
    """Return tables with their seats and what they wait for."""
    ids = [table.id for table in found]
    sitting = seats_of(connection, ids)
    newest = {row.table: (row.due, row.time) for row in connection.execute(last_entries(ids))}
    return [
        Listed(table, sitting[table.id], *newest.get(table.id, (0, table.started or table.created))) for table in found
    ]


def open_tables(connection: Connection, most: int, not_before: float = 0.0) -> list[Listed]:
    """Return public tables that wait for people, newest first; none where nobody has sat down since a time."""
    lately = select(seats.c.table).where(seats.c.since >= not_before)
    query = (
        select(tables)
        .where(
            tables.c.status == OPEN_TABLE,
            tables.c.private.is_(False),
            or_(tables.c.created >= not_before, tables.c.id.in_(lately)),
        )
        .order_by(tables.c.created.desc())
        .limit(most)
    )
    return list_rows(connection, [table_of(row) for row in connection.execute(query)])


def live_tables(connection: Connection, most: int) -> list[Listed]:
    """Return public games that go on, those first in which somebody acted last."""
    newest = (
        select(entries.c.time)
        .where(entries.c.table == tables.c.id)
        .order_by(entries.c.seq.desc())
        .limit(1)
        .scalar_subquery()
    )
    query = (
        select(tables)
        .where(tables.c.status == PLAYING, tables.c.private.is_(False))
        .order_by(func.coalesce(newest, tables.c.started).desc())
        .limit(most)
    )
    return list_rows(connection, [table_of(row) for row in connection.execute(query)])


def tables_of(connection: Connection, person: str, statuses: Sequence[str], most: int) -> list[Listed]:
    """Return the tables at which a person sits, newest first."""
    mine = select(seats.c.table).where(seats.c.person == person)
    query = (
        select(tables)
        .where(tables.c.id.in_(mine), tables.c.status.in_(statuses))
        .order_by(tables.c.created.desc())
        .limit(most)
    )
    return list_rows(connection, [table_of(row) for row in connection.execute(query)])


def unfinished(connection: Connection) -> list[Unfinished]:
    """Return all games that go on, for a start of the server."""
    query = select(tables.c.id, tables.c.game).where(tables.c.status == PLAYING)
    return [Unfinished(row.id, row.game) for row in connection.execute(query)]


def insert_chat(connection: Connection, table: str, line: ChatRow) -> None:
    """Store a line of the chat."""
    connection.execute(insert(chat), {"table": table, **vars(line)})


def insert_vote(connection: Connection, table: str, seat: int, voter: int) -> None:
    """Store that a seat agrees to a bot for another."""
    connection.execute(insert(votes), {"table": table, "seat": seat, "voter": voter})


def delete_votes(connection: Connection, table: str, seat: int) -> None:
    """Forget who agreed to a bot for a seat."""
    connection.execute(delete(votes).where(votes.c.table == table, votes.c.seat == seat))


def admit(connection: Connection, table: str, person: str) -> None:
    """Let a person in at a private table."""
    if not is_admitted(connection, table, person):
        connection.execute(insert(guests), {"table": table, "person": person})


def is_admitted(connection: Connection, table: str, person: str) -> bool:
    """Tell whether a person has opened a private table by its invite link."""
    return (
        connection.execute(select(guests.c.person).where(guests.c.table == table, guests.c.person == person)).first()
        is not None
    )


def muted_by(connection: Connection, person: str) -> frozenset[str]:
    """Return whom a person has muted."""
    return frozenset(row.muted for row in connection.execute(select(mutes.c.muted).where(mutes.c.person == person)))


def set_mute(connection: Connection, person: str, other: str, *, muted: bool) -> None:
    """Mute somebody for a person, or hear them again."""
    connection.execute(delete(mutes).where(mutes.c.person == person, mutes.c.muted == other))
    if muted:
        connection.execute(insert(mutes), {"person": person, "muted": other})


def person_of(row: Any) -> Person | None:
    """Return the person of a row; None for none."""
    return None if row is None else Person(row.id, row.name, row.login, row.epoch, row.created, row.rest, row.news)


def find_person(connection: Connection, id: str) -> Person | None:
    """Return a person by the public id."""
    return person_of(connection.execute(select(people).where(people.c.id == id)).first())


def find_login(connection: Connection, login: str) -> tuple[Person, str] | None:
    """Return the person of an account with the hash of the password."""
    row = connection.execute(select(people).where(people.c.login == login)).first()
    found = person_of(row)
    return None if row is None or found is None else (found, row.password)


def find_token(connection: Connection, digest: str) -> Person | None:
    """Return the person of a token for the API, by its SHA-256."""
    return person_of(connection.execute(select(people).where(people.c.token == digest)).first())


def insert_person(connection: Connection, person: Person, **values: Any) -> None:
    """Store a new person."""
    connection.execute(insert(people), {**vars(person), **values})


def update_person(connection: Connection, id: str, **values: Any) -> None:
    """Change columns of a person."""
    connection.execute(update(people).where(people.c.id == id).values(**values))


def end_visit(connection: Connection, visit: str, until: float, now: float) -> None:
    """Remember that a session was signed out, and forget those that are too old anyway."""
    connection.execute(delete(ended).where((ended.c.until < now) | (ended.c.visit == visit)))
    connection.execute(insert(ended).values(visit=visit, until=until))


def is_ended(connection: Connection, visit: str) -> bool:
    """Tell whether a session was signed out."""
    return connection.execute(select(ended.c.visit).where(ended.c.visit == visit)).first() is not None


def rename_seats(connection: Connection, person: str, name: str) -> list[str]:
    """Give a person's seats at unfinished tables the new name; return those tables."""
    going_on = select(tables.c.id).where(tables.c.status != OVER)
    mine = and_(seats.c.person == person, seats.c.table.in_(going_on))
    found = [row.table for row in connection.execute(select(seats.c.table).where(mine))]
    connection.execute(update(seats).where(mine).values(name=name))
    return found


def ratings_of(connection: Connection, players: Sequence[str], game: str | None = None) -> list[Rating]:
    """Return the ratings of players, at one game or at all."""
    query = select(ratings).where(ratings.c.player.in_(players))
    if game is not None:
        query = query.where(ratings.c.game == game)
    return [Rating(*row) for row in connection.execute(query.order_by(ratings.c.game, ratings.c.player))]


def best_rated(connection: Connection, game: str, most: int) -> list[tuple[Rating, str]]:
    """Return the strongest players of a game with their names (empty for bots), by what is almost certain of their
    strength.
    """
    strength = ratings.c.mu - 3 * ratings.c.sigma
    query = (
        select(ratings, people.c.name).outerjoin(people, people.c.id == ratings.c.player).where(ratings.c.game == game)
    )
    return [(Rating(*row[:6]), row[6] or "") for row in connection.execute(query.order_by(strength.desc()).limit(most))]


def put_rating(connection: Connection, rating: Rating) -> None:
    """Store a rating, new or changed."""
    key = and_(ratings.c.player == rating.player, ratings.c.game == rating.game)
    if connection.execute(update(ratings).where(key).values(**rating._asdict())).rowcount == 0:
        connection.execute(insert(ratings), rating._asdict())


def finished_games(connection: Connection, person: str) -> set[str]:
    """Return the games that a person has played to the end."""
    query = select(tables.c.game).join(seats, tables.c.id == seats.c.table).distinct()
    found = connection.execute(query.where(seats.c.person == person, seats.c.place.is_not(None)))
    return {row[0] for row in found}


def place_counts(connection: Connection, person: str) -> list[tuple[str, int, int, int]]:
    """Return how often a person came to each place: game, seats at the table, place from 0, games."""
    sizes = select(seats.c.table, func.count().label("size")).group_by(seats.c.table).subquery()
    query = (
        select(tables.c.game, sizes.c.size, seats.c.place, func.count())
        .join(tables, tables.c.id == seats.c.table)
        .join(sizes, sizes.c.table == seats.c.table)
        .where(seats.c.person == person, seats.c.place.is_not(None))
        .group_by(tables.c.game, sizes.c.size, seats.c.place)
        .order_by(tables.c.game, sizes.c.size, seats.c.place)
    )
    return [(row[0], row[1], row[2], row[3]) for row in connection.execute(query)]
