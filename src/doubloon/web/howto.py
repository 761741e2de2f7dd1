"""How-to-play pages: `howto.md` in the folder of a game, in parts, with pictures of its own cards.

A heading `## Words {#name}` begins a part. `{card red:2}` stands for a card as the table shows it,
`{art ruby}` for one of the game's drawings.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markupsafe import Markup

from doubloon.engine.contract import Game
from doubloon.engine.errors import BadGame
from doubloon.engine.playthrough import new_rules
from doubloon.web.howto_url import howto_path
from doubloon.web.languages import translator_for
from doubloon.web.table.pen import Pen
from doubloon.web.templating import environment, game_template

INTRODUCTION = ("goal", "signs", "turn")
"""The parts that every how-to page begins with; a lesson begins with them too."""
PART = re.compile(r"^## (.*?) \{#([a-z-]+)\}\s*$", re.MULTILINE)
GALLERY = re.compile(r"<p>((?:\{card [^}]*\}\s*)+)</p>")
PICTURE = re.compile(r"\{(card|art) ([a-z0-9:-]+)\}")


class Part(NamedTuple):
    """A part of a page: a heading and what stands under it."""

    id: str
    title: str
    html: Markup


_PAGES: dict[tuple[str, str], tuple[Part, ...]] = {}


def howto_parts(game: Game, language: str) -> tuple[Part, ...]:
    """Return the parts of the how-to page of a game that has one, made once. Raises BadGame for a picture that the game
    does not have.
    """
    key = (game.slug, language)
    if key not in _PAGES:
        path = howto_path(game.folder, language)
        _PAGES[key] = tuple(read_parts(path, path.read_text(encoding="utf-8"), pictures(game, language)))
    return _PAGES[key]


def read_parts(path: Path, text: str, picture: Callable[[str, str], str]) -> list[Part]:
    """Return the parts of a text; `picture` makes a picture from its kind and name."""
    _, *pieces = PART.split(text)
    markdown = MarkdownIt("commonmark", {"html": False})

    def place(found: re.Match[str]) -> str:
        try:
            return picture(found[1], found[2])
        except KeyError as error:
            raise BadGame(f"{path}: {found[0]}: the game has no such {found[1]}") from error

    return [
        # Safe: HTML in the text is shown as text, and pictures are made by templates that escape.
        Part(
            name,
            title,
            Markup(PICTURE.sub(place, GALLERY.sub(r'<div class="gallery">\1</div>', markdown.render(body)))),
        )
        for title, name, body in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True)
    ]


def pictures(game: Game, language: str) -> Callable[[str, str], str]:
    """Return what makes the pictures of a game's cards and drawings, with words in a language."""
    static: Any = environment.globals["static"]
    rules = new_rules(game, game.usual_seats)
    pen = Pen(game, rules, translator_for(game, language, ()), static)
    module: Any = game_template(game, "table.html").module
    drawings = set(re.findall(r'id="([^"]+)"', (game.folder / "art" / "art.svg").read_text(encoding="utf-8")))

    def picture(kind: str, name: str) -> str:
        if kind == "card":
            return str(module.whole(pen, pen.faces[name] and name))
        if name not in drawings:
            raise KeyError(name)
        return str(pen.art(name, "sign"))

    return picture
