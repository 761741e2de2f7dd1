"""Files that options name to be written."""

from pathlib import Path

from doubloon.engine.errors import DoubloonError
from doubloon.engine.reading import reason_of, shown_path


def check_writable(path: Path, option: str) -> None:
    """Raise DoubloonError where a file cannot be written, before there is hours of work to write."""
    try:
        is_new = not path.exists()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()
        if is_new:
            path.unlink()
    except (OSError, ValueError) as error:
        raise unwritable(path, option, error) from error


def write_text(path: Path, text: str, option: str) -> None:
    """Write a file. Raises DoubloonError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise unwritable(path, option, error) from error


def unwritable(path: Path, option: str, error: Exception) -> DoubloonError:
    """Return what is said where a file cannot be written."""
    return DoubloonError(f"{option}: {shown_path(path)}: cannot be written: {reason_of(error)}")
