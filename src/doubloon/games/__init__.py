"""The games: whatever installed package names one under the entry points `doubloon.games`. There is no list to keep.

A package says in its `pyproject.toml`, as this one does for its own three,

    [project.entry-points."doubloon.games"]
    wreck = "doubloon_wreck.game:GAME"

and the folder of the module named there is the game's folder. Names and folders are found without importing a game.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module, metadata, util
from pathlib import Path
from typing import NamedTuple

from doubloon.engine.check_game import SLUG, check_game
from doubloon.engine.contract import Game
from doubloon.engine.errors import BadGame, DoubloonError, UnknownGame
from doubloon.engine.reading import shown

GROUP = "doubloon.games"
NOT_INSTALLED = "no game is installed: install doubloon itself (`pip install -e .` in its folder), which brings three"


class Place(NamedTuple):
    """Where an installed package keeps a game."""

    distribution: str
    module: str
    attribute: str

    def __str__(self) -> str:
        return f"{self.module}:{self.attribute} of the package {self.distribution}"


@cache
def places() -> dict[str, tuple[Place, ...]]:
    """Return where each name of a game points to, in alphabetical order; more than one place is a clash of packages."""
    found: dict[str, set[Place]] = {}
    for point in metadata.entry_points(group=GROUP):
        distribution = re.sub(r"[-_.]+", "-", point.dist.name).lower() if point.dist else "?"
        # The same package may be found twice, say in a checkout and where it is installed.
        found.setdefault(point.name, set()).add(Place(distribution, point.module, point.attr))
    return {slug: tuple(sorted(found[slug])) for slug in sorted(found)}


def slugs() -> tuple[str, ...]:
    """Return the names of all games, in alphabetical order."""
    return tuple(places())


def place_of(slug: str) -> Place:
    """Return where a game is. Raises UnknownGame; BadGame where two packages give one of that name, or the name is
    none.
    """
    found = places().get(slug, ())
    if not found:
        there = f"unknown game {shown(slug)}; there are: {', '.join(slugs())}" if slugs() else NOT_INSTALLED
        raise UnknownGame(there)
    if len(found) > 1:
        both = " and ".join(str(place) for place in found)
        raise BadGame(f"game {slug!r} is there {len(found)} times: {both}; uninstall all but one")
    if SLUG.fullmatch(slug) is None:
        raise BadGame(f"game {slug!r}: {found[0]}: its name is not allowed; expected {SLUG.pattern}")
    return found[0]


@cache
def folder_of(slug: str) -> Path:
    """Return the folder of a game, without importing it. Raises UnknownGame, BadGame."""
    place = place_of(slug)
    try:
        spec = util.find_spec(place.module)
    # whatever goes wrong in somebody else's package, the other games must go on
    except (Exception, SystemExit) as error:
        raise BadGame(f"game {slug!r}: {place}: cannot be found: {described(error)}") from error
    if spec is None or spec.origin is None:
        raise BadGame(f"game {slug!r}: {place}: cannot be found: there is no such module")
    return Path(spec.origin).parent


@cache
def load(slug: str) -> Game:
    """Return a game by its name, checked against the contract. Raises UnknownGame, BadGame."""
    place, folder = place_of(slug), folder_of(slug)
    try:
        game: object = getattr(import_module(place.module), place.attribute)
    except (Exception, SystemExit) as error:
        raise BadGame(f"game {slug!r}: {place}: cannot be imported: {described(error)}") from error
    if not isinstance(game, Game):
        raise BadGame(f"game {slug!r}: {place}: expected a doubloon.engine.contract.Game, found {type(game).__name__}")
    if game.slug != slug or game.folder.resolve() != folder.resolve():
        raise BadGame(
            f"game {slug!r}: {place}: slug is {game.slug!r} and folder {game.folder}; expected {slug!r}, the name of"
            f" its entry point, and {folder}, where its module lies"
        )
    check_game(game)
    return game


def described(error: BaseException) -> str:
    """Return an error of somebody else's code on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def all_games() -> Iterator[Game | DoubloonError]:
    """Yield every game, and in place of one that cannot be loaded the error that says why."""
    for slug in slugs():
        try:
            yield load(slug)
        except DoubloonError as error:
            yield error
