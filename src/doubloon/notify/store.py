"""Reading and writing channels and the outbox: every query of Doubloon about messages stands here."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select, update

from doubloon.tables.schema import channels, outbox, people

MOST_AT_ONCE = 50
KEPT_S = 60 * 86_400.0
"""How long it is remembered that something was told."""


class Channel(NamedTuple):
    """A way to reach a person."""

    id: str
    person: str
    kind: str
    address: str
    shown: str
    base: str
    created: float
    code: str
    failures: int
    error: str
    is_off: bool

    @property
    def is_proven(self) -> bool:
        """Whether it is known to be the person's."""
        return not self.code

    @property
    def works(self) -> bool:
        """Whether messages go to it."""
        return self.is_proven and not self.is_off


class Row(NamedTuple):
    """A message that waits."""

    channel: str
    kind: str
    table: str
    at: int
    person: str
    made: float
    due: float | None
    tries: int
    sent: float | None


class Reachable(NamedTuple):
    """Somebody who can be told something."""

    person: str
    news: str
    channels: tuple[str, ...]


def reachable(connection: Connection, person: str = "") -> list[Reachable]:
    """Return everybody who has a channel that works, or one of them."""
    query = (
        select(channels.c.person, channels.c.id, people.c.news)
        .join(people, people.c.id == channels.c.person)
        .where(channels.c.code == "", channels.c.is_off.is_(False))
        .order_by(channels.c.person, channels.c.created)
    )
    if person:
        query = query.where(channels.c.person == person)
    found: dict[str, Reachable] = {}
    for row in connection.execute(query):
        before = found.get(row.person)
        found[row.person] = Reachable(row.person, row.news, (*(before.channels if before else ()), row.id))
    return list(found.values())


def channels_of(connection: Connection, person: str) -> list[Channel]:
    """Return the channels of a person, oldest first."""
    query = select(channels).where(channels.c.person == person).order_by(channels.c.created, channels.c.id)
    return [Channel(*row) for row in connection.execute(query)]


def find_channel(connection: Connection, id: str) -> Channel | None:
    """Return a channel."""
    row = connection.execute(select(channels).where(channels.c.id == id)).first()
    return None if row is None else Channel(*row)


def insert_channel(connection: Connection, channel: Channel) -> None:
    """Store a new channel."""
    connection.execute(insert(channels), channel._asdict())


def update_channel(connection: Connection, id: str, **values: object) -> None:
    """Change columns of a channel."""
    connection.execute(update(channels).where(channels.c.id == id).values(**values))


def delete_channel(connection: Connection, id: str) -> None:
    """Remove a channel, with what waits for it."""
    connection.execute(delete(outbox).where(outbox.c.channel == id))
    connection.execute(delete(channels).where(channels.c.id == id))


def put_messages(connection: Connection, rows: Sequence[Row]) -> None:
    """Put messages into the outbox; one that is or was there is not made again."""
    for row in rows:
        there = connection.execute(select(outbox.c.at).where(key_of(row))).first()
        has_channel = connection.execute(select(channels.c.id).where(channels.c.id == row.channel)).first()
        if there is None and has_channel is not None:
            connection.execute(insert(outbox), row._asdict())


def key_of(row: Row) -> ColumnElement[bool]:
    """Return the condition that finds a message."""
    return and_(
        outbox.c.channel == row.channel,
        outbox.c.kind == row.kind,
        outbox.c.table == row.table,
        outbox.c.at == row.at,
    )


def due_messages(connection: Connection, now: float) -> list[Row]:
    """Return messages that are due, longest waiting first."""
    query = select(outbox).where(outbox.c.due <= now).order_by(outbox.c.due).limit(MOST_AT_ONCE)
    return [Row(*row) for row in connection.execute(query)]


def next_due(connection: Connection) -> float | None:
    """Return when the next message is due."""
    found: float | None = connection.execute(select(func.min(outbox.c.due))).scalar()
    return found


def sent_since(connection: Connection, person: str, since: float) -> int:
    """Return how many messages a person was sent since a time."""
    query = select(func.count()).where(outbox.c.person == person, outbox.c.sent >= since)
    return int(connection.execute(query).scalar_one())


def update_message(connection: Connection, row: Row, **values: object) -> None:
    """Change columns of a message."""
    connection.execute(update(outbox).where(key_of(row)).values(**values))


def forget_messages(connection: Connection, now: float) -> None:
    """Forget what was told long ago."""
    connection.execute(delete(outbox).where(outbox.c.due.is_(None), outbox.c.made < now - KEPT_S))
