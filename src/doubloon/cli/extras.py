"""Libraries that a player's install does not have."""

from collections.abc import Iterator
from contextlib import contextmanager

from doubloon.engine.errors import DoubloonError


class MissingLibraries(DoubloonError):
    """A command needs libraries that a player's install does not have."""


@contextmanager
def lab_libraries(extra: str = "lab") -> Iterator[None]:
    """Turn a missing library of an extra into one clear line. Raises MissingLibraries."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "doubloon":
            raise
        how = (
            "`make lab`, or pip install 'doubloon[lab]'"
            if extra == "lab"
            else f"pip install 'doubloon[{extra}]' (pinned: requirements/{extra}.txt)"
        )
        raise MissingLibraries(
            f"this command needs {error.name}, which is not installed; install it with {how}"
        ) from error
