"""`doubloon rules`: the rule page of a game, and what may be set."""

from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.table import Table

from doubloon.cli.console import new_console, new_translator
from doubloon.cli.options import GameName, Language, read_language
from doubloon.engine.contract import Game
from doubloon.engine.playthrough import game_settings
from doubloon.engine.settings import Choice
from doubloon.games import load
from doubloon.texts import Translator
from doubloon.texts.rulebook import rulebook_for_players
from doubloon.texts.settings import choice_label, setting_label


def rules(
    game: GameName,
    lang: Language = None,
    settings: Annotated[
        bool,
        typer.Option(
            "--settings", help="List every number and option with its value, what is allowed, and what it means."
        ),
    ] = False,
) -> None:
    """Print the rules of a game, or what of it may be changed."""
    loaded = load(game)
    language = read_language(lang)
    console = new_console()
    if settings:
        console.print(settings_table(loaded, new_translator(loaded, language)))
        return
    text = rulebook_for_players(loaded.folder, language)
    console.print(Markdown(text) if console.is_terminal else text, soft_wrap=not console.is_terminal, markup=False)


def settings_table(game: Game, translator: Translator) -> Table:
    """Return a table of all settings: key, value, what is allowed, what it means. Keys that the game's file does not
    use come last.
    """
    table = Table()
    for column in ("key", "value", "allowed", "meaning"):
        table.add_column(translator.text(f"cli.settings.{column}"), no_wrap=column == "key", overflow="fold")
    values = game_settings(game).values
    unset = {
        pattern: "–" for pattern in game.schema.allowed if pattern not in {game.schema.pattern(key) for key in values}
    }
    for key, value in {**values, **unset}.items():
        allowed = game.schema.find(key)
        meaning = setting_label(translator, game.schema, key)
        if isinstance(allowed, Choice):
            words = (
                translator.text("label", what=word, text=label)
                for word in allowed.words
                if (label := choice_label(translator, game.schema, key, word)) != word
            )
            meaning = "\n".join([meaning, *words])
        table.add_row(key, str(value), str(allowed), meaning)
    return table
