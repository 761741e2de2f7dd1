"""What several commands take: seats, settings, a language; how they are written and checked."""

import os
import re
import sys
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from doubloon.bots import LEVELS, read_level
from doubloon.engine.contract import Game
from doubloon.engine.errors import BadSeats, BadSetting, DoubloonError
from doubloon.engine.playthrough import game_settings
from doubloon.engine.reading import number_or, shown
from doubloon.engine.record import HUMAN
from doubloon.engine.settings import Settings, load_settings
from doubloon.games import NOT_INSTALLED, all_games, slugs
from doubloon.texts import DEFAULT_LANGUAGE, LANGUAGES

LARGEST_SEED = 2**63 - 1

PLAIN_LOCALE = re.compile(r"(?:C|POSIX)(?:\.|\Z)|\Z")
"""A locale that asks for no language, or none at all."""
LANGUAGE_OF = re.compile(r"[_.@-]")
"""What ends the language in the name of a locale: `fr_CA.UTF-8@euro`."""
GameName: TypeAlias = Annotated[str, typer.Argument(metavar="GAME", help=f"The game: {', '.join(slugs())}.")]
SeatNames: TypeAlias = Annotated[
    str,
    typer.Option(
        "--seats",
        help=(
            f"Who plays, clockwise: {HUMAN}, {', '.join(LEVELS)}; sailor:2 means two of them. The first seat is "
            "named first."
        ),
    ),
]
SeatCount: TypeAlias = Annotated[
    int | None, typer.Option("--seats", help="Number of seats. Without it, as many as usually play.")
]
Seed: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--seed",
        min=0,
        max=LARGEST_SEED,
        help="Number that decides all chance: the same seed, the same game. Without it, chance is secret and fair.",
    ),
]
BatchSeed: TypeAlias = Annotated[
    int,
    typer.Option(
        "--seed", min=0, max=LARGEST_SEED, help="Number that decides all chance: the same seed, the same games."
    ),
]
Changes: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Change a number or an option of the game; may be given several times."
    ),
]
Cards: TypeAlias = Annotated[
    Path | None,
    typer.Option("--cards", metavar="FILE", help="A card file to play with instead of the game's own cards.toml."),
]
Language: TypeAlias = Annotated[
    str | None, typer.Option("--lang", help="Language: en, fr, ja, hu. Without it, the one of your terminal.")
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def playable_games() -> list[Game]:
    """Return all games, and say of each that cannot be loaded why. Raises DoubloonError where none can."""
    found: list[Game] = []
    for game in all_games():
        if isinstance(game, Game):
            found.append(game)
        else:
            print(f"doubloon: {game}", file=sys.stderr)
    if not found:
        raise DoubloonError(NOT_INSTALLED)
    return found


def read_seats(text: str, game: Game) -> list[str]:
    """Return the kind of each seat from `human,captain+playouts=400,sailor:2`. Raises BadSeats."""
    kinds: list[str] = []
    for part in text.split(","):
        kind, colon, count = part.strip().partition(":")
        if kind != HUMAN:
            read_level(kind, game)
        several = number_or(count, 0) if colon else 1
        if not 1 <= several <= game.seats[-1]:
            raise BadSeats(f"--seats: {shown(part.strip())}: expected a count 1 .. {game.seats[-1]} after the colon")
        kinds += [kind] * several
    if len(kinds) not in game.seats:
        raise BadSeats(f"--seats: {len(kinds)} seats; {game.slug} is for {game.seats[0]} to {game.seats[-1]}")
    return kinds


def read_settings(game: Game, cards: Path | None, changes: list[str] | None) -> Settings:
    """Return the settings of a table: the game's own or those of a file, with changes. Raises BadSetting."""
    base = game_settings(game) if cards is None else load_settings(game.schema, cards)
    return base.changed(changes or ())


def read_language(text: str | None) -> str:
    """Return the language asked for, else that of the terminal where we have it, else English. The variables are asked
    in the order of gettext: a list in LANGUAGE comes first, but not where the locale is that of programmers. Raises
    BadSetting.
    """
    if text is not None:
        if text not in LANGUAGES:
            raise BadSetting(f"--lang: unknown language {shown(text)}; there are: {', '.join(LANGUAGES)}")
        return text
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if PLAIN_LOCALE.match(locale):
        return DEFAULT_LANGUAGE
    wanted = [*os.environ.get("LANGUAGE", "").split(":"), locale]
    return next(
        (found for name in wanted if (found := LANGUAGE_OF.split(name)[0].lower()) in LANGUAGES), DEFAULT_LANGUAGE
    )
