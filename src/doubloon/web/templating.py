"""The templates of pages: ours, and those in the folders of games."""

from functools import cache
from pathlib import Path

from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, StrictUndefined, Template

from doubloon.bots import LEVELS
from doubloon.engine.contract import Game
from doubloon.web.clock_words import agreed_time, day_words
from doubloon.web.jinja_codegen import QuickEnvironment

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
TEMPLATE_FOLDER = "templates"
"""In the folder of a game."""


def static(path: str) -> str:
    """Return the address of a static file; the app puts one with a version in its place (`environment.globals`)."""
    return f"/static/{path}"


class GameLoader(PrefixLoader):
    """Finds `shipyard/table.html` in the folder of the game, once the game is known (`game_template`)."""

    def __init__(self) -> None:
        super().__init__({})

    def add(self, game: Game) -> None:
        """Make the templates of a game known."""
        self.mapping.setdefault(game.slug, FileSystemLoader(game.folder / TEMPLATE_FOLDER))  # type: ignore[attr-defined]


GAMES = GameLoader()
environment = QuickEnvironment(
    autoescape=True,
    loader=ChoiceLoader([FileSystemLoader(TEMPLATES), GAMES]),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
environment.globals["static"] = static
environment.globals["levels"] = lambda: tuple(LEVELS)
environment.globals["agreed_time"] = agreed_time
environment.globals["day_words"] = day_words


_TEMPLATES: dict[tuple[str, str], Template] = {}


@cache
def macros(name: str) -> object:
    """Return the macros of a template of ours."""
    return environment.get_template(name).module


def game_template(game: Game, name: str) -> Template:
    """Return a template of a game; one that shows panels of words where the game has none."""
    key = (game.slug, name)
    if key not in _TEMPLATES:
        GAMES.add(game)
        _TEMPLATES[key] = environment.select_template([f"{game.slug}/{name}", f"table/any_{name}"])
    return _TEMPLATES[key]
