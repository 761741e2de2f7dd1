"""Where the how-to page of a game is: on disk, and on the site."""

from functools import cache
from pathlib import Path

from doubloon.texts import DEFAULT_LANGUAGE

HOWTO_FILE = "howto.md"


def howto_path(folder: Path, language: str) -> Path:
    """Return where the how-to page of a game is in a language."""
    return folder / HOWTO_FILE if language == DEFAULT_LANGUAGE else folder / "texts" / language / HOWTO_FILE


@cache
def has_howto(folder: Path) -> bool:
    """Tell whether a game has a how-to page, by its folder."""
    return howto_path(folder, DEFAULT_LANGUAGE).is_file()


def howto_url(slug: str, folder: Path) -> str:
    """Return the address of the how-to page of a game; empty where it has none."""
    return f"/how-to-play/{slug}" if has_howto(folder) else ""
