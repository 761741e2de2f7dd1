"""The numbers of a table: the game's own or a designer's card file, with options changed. Messages name the line."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from doubloon.engine.contract import Game
from doubloon.engine.errors import BadSetting, Explained
from doubloon.engine.message import Message
from doubloon.engine.record import game_settings
from doubloon.engine.settings import Settings, flatten, parse_settings

LONGEST_CARDS = 64 * 1024
PLACE = "cards.toml"
SECTION = re.compile(r"\s*\[([^\[\]]+)\]")
WRONG_TOML = re.compile(r"\(at line (\d+)")
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
    BadSetting.
    """
    base = read_cards(game, cards) if cards.strip() else game_settings(game)
    return base.changed(changes, "options")


def read_cards(game: Game, text: str) -> Settings:
    """Return the settings of a card file. Raises BadSetting with the line that is wrong."""
    if len(text.encode()) > LONGEST_CARDS:
        why = Message("bad.long", {"n": len(text.encode()), "most": LONGEST_CARDS})
        raise BadSetting(f"{PLACE}: {len(text.encode())} bytes; at most {LONGEST_CARDS} are allowed", why)
    text = text.replace("\r\n", "\n")
    try:
        flat = list(flatten(tomllib.loads(text)))
    except tomllib.TOMLDecodeError as error:
        raise not_toml(text, error) from error
    lines = key_lines(text)
    for key, raw in flat:
        try:
            game.schema.read(key, raw, f"{PLACE}: line {lines[key]}" if key in lines else PLACE)
        except BadSetting as error:
            error.line = lines.get(key, 0)
            raise
    return parse_settings(game.schema, text, PLACE)


def not_toml(text: str, error: tomllib.TOMLDecodeError) -> BadSetting:
    """Return what is wrong with a text that is not TOML; its own message names the line, or the end of the text."""
    found = WRONG_TOML.search(str(error))
    refusal = BadSetting(f"{PLACE}: not valid TOML: {error}", Message("bad.toml"))
    refusal.line = int(found[1]) if found else text.count("\n") + 1
    return refusal


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
