"""Names of actions and outcomes, as people and programs write them: found, or refused with what exists."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache

from doubloon.engine.contract import Game
from doubloon.engine.errors import UnknownName

MOST_NAMED = 20
"""Names that a refusal lists; a game may have hundreds."""


def action_named(game: Game, name: str) -> int:
    """Return the action of a name. Raises UnknownName, which lists what exists, what looks alike first."""
    return find(numbers_of(game.actions), name, f"{game.slug} has no action")


def outcome_named(game: Game, name: str) -> int:
    """Return the outcome of a name. Raises UnknownName, which lists what exists, what looks alike first."""
    return find(numbers_of(game.outcomes), name, f"{game.slug} has no outcome")


@cache
def numbers_of(names: tuple[str, ...]) -> Mapping[str, int]:
    """Return the number of each name."""
    return {name: number for number, name in enumerate(names)}


def find(numbers: Mapping[str, int], name: str, refusal: str) -> int:
    """Return the number of a name. Raises UnknownName."""
    if name not in numbers:
        raise UnknownName(f"{refusal} {name!r}; there are: {some_of(list(numbers), name)}")
    return numbers[name]


def some_of(names: Sequence[str], wanted: str) -> str:
    """Return the names that are there as a list in words: those that look like the wanted one first, and not more than
    can be read.
    """
    close = get_close_matches(wanted, names, n=MOST_NAMED)
    listed = [*close, *(name for name in names if name not in close)]
    left = len(listed) - MOST_NAMED
    return ", ".join(listed[:MOST_NAMED]) + (f" and {left} more" if left > 0 else "")
