"""The same rooms in every game (docs/adding-a-game.md): whoever has read one can walk through all."""

import ast
import re

import pytest

from doubloon.engine.contract import Game
from tests.support import ROOT

PLURAL = "s"


def rooms(kind: str) -> set[str]:
    """Return the required or the optional rooms, as the guide lists them."""
    guide = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| {kind} \| (.*) \|$", guide, re.MULTILINE)
    return set(re.findall(r"`(\w+)`", row))


def nouns(game: Game) -> set[str]:
    """Return what a module may be named by: words of the rulebook, and the classes of `state.py`."""
    book = (game.folder / "rulebook.md").read_text(encoding="utf-8")
    words = {word.replace("-", "_") for word in re.findall(r"[a-z]+(?:-[a-z]+)*", book.lower())}
    state = ast.parse((game.folder / "state.py").read_text(encoding="utf-8"))
    return words | {node.name.lower() for node in ast.walk(state) if isinstance(node, ast.ClassDef)}


@pytest.mark.parametrize("kind", ["required", "optional"])
def test_the_guide_lists_rooms(kind: str) -> None:
    assert len(rooms(kind)) >= 5


def test_every_game_has_the_same_rooms(game: Game) -> None:
    present = {path.stem for path in game.folder.glob("*.py")} - {"__init__"}
    assert sorted(rooms("required") - present) == []
    known = nouns(game)
    own = present - rooms("required") - rooms("optional")
    assert [room for room in sorted(own) if not {room, room.removesuffix(PLURAL)} & known] == []
