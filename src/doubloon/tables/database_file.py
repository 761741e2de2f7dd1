"""What an SQLite file is, looked at before anything is written into it: ours, another program's, damaged, too new."""

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from doubloon.engine.errors import DoubloonError

VERSION_TABLE = "alembic_version"
CHECKED_BYTES = 256 << 20
"""A larger file is not read through at the start: that would take longer than a second."""
SHOWN_TABLES = 3


def check_file(path: Path, known: frozenset[str]) -> None:
    """Check that a file is a database of ours, whole, and of a step that is known. Raises DoubloonError, saying what it
    is; what cannot be looked at is left to the one who opens it.
    """
    if not path.is_file() or path.stat().st_size == 0:
        return
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro", uri=True)) as connection:
            tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            if VERSION_TABLE in tables:
                steps = [step for (step,) in connection.execute(f"SELECT version_num FROM {VERSION_TABLE}")]
                check_step(str(path), steps[0] if steps else None, known)
            elif tables:
                shown = ", ".join(sorted(tables)[:SHOWN_TABLES])
                raise DoubloonError(f"database {path}: is another program's (it has the tables {shown})")
            if path.stat().st_size <= CHECKED_BYTES:
                (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
                if found != "ok":
                    raise damaged(str(path), found)
    except sqlite3.OperationalError:
        return  # locked, or not readable: opening it says so
    except sqlite3.DatabaseError as error:
        raise damaged(str(path), str(error)) from error


def check_step(name: str, step: str | None, known: frozenset[str]) -> None:
    """Check that a database is at a step that this version knows. Raises DoubloonError."""
    if step is None or step in known:
        return
    newest = max(known)
    if step.isdigit() and int(step) > int(newest):
        raise DoubloonError(
            f"database {name}: was written by a newer Doubloon (step {step}, this one knows {newest}); "
            "update Doubloon, or take the backup from before"
        )
    raise DoubloonError(f"database {name}: is at step {step[:20]!r}, which no Doubloon knows (up to {newest})")


def damaged(name: str, why: str) -> DoubloonError:
    """Return the refusal of a database that is no longer whole."""
    first = why.strip().splitlines()[0] if why.strip() else "cannot be read"
    return DoubloonError(f"database {name}: is damaged ({first}); docs/server.md, Backup, says what to do")
