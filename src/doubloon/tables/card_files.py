"""The numbers of a table: the game's own or a designer's card file, with options changed. Messages name the line."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from doubloon.engine.contract import Game
from doubloon.engine.errors import BadSetting, Explained
from doubloon.engine.playthrough import game_settings
from doubloon.engine.reading import LONGEST_TOML, parse_toml
from doubloon.engine.settings import Settings, flatten, parse_settings

LONGEST_CARDS = LONGEST_TOML
PLACE = "cards.toml"
SECTION = re.compile(r"\s*\[([^\[\]]+)\]")
KEY = re.compile(r"\s*([A-Za-z0-9_.\"'-]+)\s*=")


@contextmanager
def said_by(game: Game) -> Iterator[None]:
    """Let refusals of settings inside know whose texts have the words for them."""
    try:
        yield
    except Explained as error:
        error.texts = game.folder / "texts"
        raise


def table_settings(game: Game, changes: Sequence[str], cards: str = "") -> Settings:
    """Return the settings of a new table. `cards` is the text of a card file; empty for the game's own. Raises
    BadInput.
    """
    base = read_cards(game, cards) if cards.strip() else game_settings(game)
    return base.changed(changes, "options")


def read_cards(game: Game, text: str) -> Settings:
    """Return the settings of a card file. Raises BadInput with the line that is wrong."""
    flat = list(flatten(parse_toml(text, PLACE)))
    lines = key_lines(text)
    for key, raw in flat:
        try:
            game.schema.read(key, raw, f"{PLACE}: line {lines[key]}" if key in lines else PLACE)
        except BadSetting as error:
            error.line = lines.get(key, 0)
            raise
    return parse_settings(game.schema, text, PLACE)


def key_lines(text: str) -> dict[str, int]:
    """Return the line, from 1, at which each dotted key of a TOML text is set, as far as keys are written plainly."""
    found: dict[str, int] = {}
    section = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if header := SECTION.match(line):
            section = plain(header[1]) + "."
        elif key := KEY.match(line):
            found.setdefault(section + plain(key[1]), number)
    return found


def plain(key: str) -> str:
    """Return a key without quotes and blanks."""
    return re.sub(r"[\s\"']", "", key)
