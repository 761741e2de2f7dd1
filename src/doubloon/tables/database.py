"""Opening the database: SQLite in the data folder, or any other by its URL; and bringing it up to date."""

from pathlib import Path

from sqlalchemy import Engine, create_engine, event, inspect, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from doubloon.engine.errors import DoubloonError

FILE_NAME = "doubloon.sqlite3"
MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_S = 10
"""How long one process waits while another writes."""


def file_url(folder: Path) -> str:
    """Return the URL of the database file in a data folder."""
    return f"sqlite:///{folder / FILE_NAME}"


def open_database(url: str) -> Engine:
    """Return an engine for a database that is up to date. Raises DoubloonError where it cannot be opened."""
    try:
        engine = create_engine(url)
    except (ArgumentError, ImportError) as error:
        raise DoubloonError(f"database {url.partition('@')[2] or url!r}: cannot be used: {error}") from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", set_pragmas)
    try:
        upgrade(engine)
    except OperationalError as error:
        raise DoubloonError(
            f"database {engine.url.render_as_string(hide_password=True)}: cannot be opened: {error.orig}"
        ) from error
    return engine


def set_pragmas(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    """Set up a connection to SQLite: readers beside one writer, and what is committed is on disk before anybody is told
    (a lost disk write lost acts).
    """
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", f"busy_timeout = {BUSY_S * 1000}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def upgrade(engine: Engine) -> None:
    """Run the migrations that this database has not had."""
    if revision(engine) == newest_revision():
        return
    # Imported here, for a database that is up to date needs no Alembic, and the server starts 0.2 s earlier.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def newest_revision() -> str:
    """Return the newest step; their files are named by their numbers."""
    return max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def revision(engine: Engine) -> str | None:
    """Return the step at which a database is; None for an empty one."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return found
