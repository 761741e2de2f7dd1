"""`doubloon rules`: the rule page of a game, and what may be set."""

from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.table import Table

from doubloon.cli.console import new_console, new_translator
from doubloon.cli.options import GameName, Language, read_language
from doubloon.engine.contract import Game
from doubloon.engine.record import game_settings
from doubloon.engine.settings import Choice
from doubloon.games import load
from doubloon.texts import DEFAULT_LANGUAGE, Translator


def rules(
    game: GameName,
    lang: Language = None,
    settings: Annotated[bool, typer.Option("--settings", help="List every number and option with its value, what is allowed, and what it means.")] = False,
) -> None:
    """Print the rules of a game, or what of it may be changed."""
    loaded = load(game)
    language = read_language(lang)
    console = new_console()
    if settings:
        console.print(settings_table(loaded, new_translator(loaded, language)))
        return
    text = rulebook(loaded, language)
    console.print(Markdown(text) if console.is_terminal else text, soft_wrap=not console.is_terminal, markup=False)


def rulebook(game: Game, language: str) -> str:
    """Return the rule page of a game in a language, as Markdown."""
    path = game.folder / "rulebook.md" if language == DEFAULT_LANGUAGE else game.folder / "texts" / language / "rulebook.md"
    return path.read_text(encoding="utf-8")


def settings_table(game: Game, translator: Translator) -> Table:
    """Return a table of all settings: key, value, what is allowed, what it means."""
    table = Table(*(translator.text(f"cli.settings.{column}") for column in ("key", "value", "allowed", "meaning")))
    for key, value in game_settings(game).values.items():
        allowed = game.schema.find(key)
        words_id = f"setting.{game.schema.pattern(key)}"
        meaning = translator.text(words_id)
        if isinstance(allowed, Choice):
            words = (f"{word}: {translator.text(f'{words_id}.{word}')}" for word in allowed.words if translator.has(f"{words_id}.{word}"))
            meaning = "\n".join([meaning, *words])
        table.add_row(key, str(value), str(allowed), meaning)
    return table
