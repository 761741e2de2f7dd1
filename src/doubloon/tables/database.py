"""Opening the database: SQLite in the data folder, or any other by its URL; and bringing it up to date."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from sqlalchemy import URL, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from doubloon.engine.errors import DoubloonError
from doubloon.tables.database_file import check_file, check_step, damaged
from doubloon.tables.folder import DATABASE_NAME, DatabaseLock, prepare_database_file

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_S = 5
"""How long one process waits while another writes; then those who wait are told that nothing has changed."""


def file_url(folder: Path) -> str:
    """Return the URL of the database file in a data folder."""
    return f"sqlite:///{folder / DATABASE_NAME}"


def open_database(url: str) -> Engine:
    """Return an engine for a database that is up to date. Raises DoubloonError where it cannot be opened, is damaged,
    another program's, or of a newer version.
    """
    try:
        # Parameters stay out of exceptions, and so out of logs: they are talk, names and hashes of passwords.
        engine = create_engine(url, hide_parameters=True)
    except (ArgumentError, ImportError) as error:
        raise DoubloonError(f"database {url.partition('@')[2] or url!r}: cannot be used: {error}") from error
    name = engine.url.render_as_string(hide_password=True)
    try:
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", set_pragmas)
            if (path := sqlite_file(engine.url)) is not None:
                check_file(path, known_steps())
                prepare_database_file(path)
        upgrade(engine)
    except OperationalError as error:
        raise DoubloonError(f"database {name}: cannot be opened: {error.orig}") from error
    except DBAPIError as error:
        raise damaged(name, str(error.orig)) from error
    return engine


def sqlite_file(url: URL) -> Path | None:
    """Return the file of an SQLite database; None for one in memory, or one of another kind."""
    name = url.database or ""
    if not url.drivername.startswith("sqlite") or name in ("", ":memory:") or url.query.get("mode") == "memory":
        return None
    return Path(unquote(urlsplit(name).path)) if name.startswith("file:") else Path(name)


def lock_database(url: str) -> DatabaseLock | None:
    """Lock the file of a database; None where it is none, or where opening it will say what is wrong. Raises InUse."""
    try:
        file = sqlite_file(make_url(url))
    except ArgumentError:
        return None
    return DatabaseLock(file) if file is not None and file.parent.is_dir() and not file.is_dir() else None


def set_pragmas(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    """Set up a connection to SQLite: readers beside one writer, and what is committed is on disk before anybody is told
    (a lost disk write lost acts).
    """
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", f"busy_timeout = {BUSY_S * 1000}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def upgrade(engine: Engine) -> None:
    """Run the migrations that this database has not had, in one transaction. Raises DoubloonError for a step that is
    not known.
    """
    found = revision(engine)
    check_step(engine.url.render_as_string(hide_password=True), found, known_steps())
    if found == newest_revision():
        return
    # Imported here, for a database that is up to date needs no Alembic, and the server starts 0.2 s earlier.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            # The driver begins no transaction before a CREATE, and a server killed between two would never start again.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def known_steps() -> frozenset[str]:
    """Return all steps; their files are named by their numbers."""
    return frozenset(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def newest_revision() -> str:
    """Return the newest step."""
    return max(known_steps())


def revision(engine: Engine) -> str | None:
    """Return the step at which a database is; None for an empty one."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return found
