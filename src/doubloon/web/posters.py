"""The drawing of a game for the first page, where it has one."""

from functools import cache
from pathlib import Path

POSTER = 'id="poster"'
"""In the drawings of a game."""


@cache
def has_poster(folder: Path) -> bool:
    """Tell whether a game has a drawing for the first page."""
    art = folder / "art" / "art.svg"
    return art.is_file() and POSTER in art.read_text(encoding="utf-8")
