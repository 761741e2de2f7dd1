"""Style sheets: each colour is said once for light and dark, and the switch and the system mean the same."""

import re
from pathlib import Path

import doubloon

PACKAGE = Path(doubloon.__file__).parent
SHEETS = [*(PACKAGE / "web" / "static").glob("*.css"), *PACKAGE.glob("games/*/art/*.css")]


def test_every_colour_is_said_once() -> None:
    base = (PACKAGE / "web" / "static" / "base.css").read_text(encoding="utf-8")
    named = re.findall(r"^  (--[\w-]+):", base, re.MULTILINE)
    assert len(named) == len(set(named)) > 30


def test_dark_is_told_by_color_scheme_alone() -> None:
    for sheet in SHEETS:
        text = sheet.read_text(encoding="utf-8")
        assert "prefers-color-scheme" not in text, sheet.name
        told = re.findall(r"\[data-theme=[^{]*\{([^}]*)\}", text)
        assert all(re.fullmatch(r"\s*color-scheme: (?:dark|light);\s*", body) for body in told), sheet.name
