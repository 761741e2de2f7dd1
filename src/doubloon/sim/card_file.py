"""Settings written as a card file, for `--cards`."""

import json
import re
from collections.abc import Mapping

from doubloon import __version__
from doubloon.engine.contract import Game
from doubloon.engine.settings import Value

BARE = re.compile(r"[A-Za-z0-9_-]+")
"""What TOML takes as a part of a key without quotes."""


def card_file(game: Game, values: Mapping[str, Value], base: Mapping[str, Value], note: str) -> str:
    """Return settings as a whole card file, one key a line; what differs from the base says so.

    Keys keep their order: cards that a designer added are numbered in it, and the same file has to make the same games.
    """
    lines = [
        f"# {note}" if note else "",
        f"# Made by doubloon {__version__}; `doubloon rules {game.slug} --settings` lists what each key allows.",
        "",
    ]
    for key, value in values.items():
        was = f"  # was {base[key]}" if key in base and base[key] != value else ""
        name = ".".join(
            part if BARE.fullmatch(part) else json.dumps(part, ensure_ascii=False) for part in key.split(".")
        )
        lines.append(f"{name} = {json.dumps(value, ensure_ascii=False)}{was}")
    return "\n".join(lines).lstrip("\n") + "\n"
