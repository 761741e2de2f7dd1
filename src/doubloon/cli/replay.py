"""`doubloon replay`: tell a recorded game, and check its chance."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from doubloon.cli.console import Board, new_console, new_translator, seat_names
from doubloon.cli.options import Language, read_language
from doubloon.cli.table import show_result
from doubloon.engine.contract import SPECTATOR
from doubloon.engine.record import open_playthrough, read_record_file, verify_chance
from doubloon.engine.record import replay as replay_record
from doubloon.games import load


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as `doubloon play --record FILE` writes it.")],
    verify: Annotated[
        bool,
        typer.Option(
            "--verify",
            help="Check that every outcome of chance follows from the seed, and that the seed fits its published hash.",
        ),
    ] = False,
    lang: Language = None,
) -> None:
    """Tell a recorded game, entry by entry, down to the result."""
    record = read_record_file(file)
    game = load(record.header.game)
    translator = new_translator(game, read_language(lang), seat_names(record.header))
    console = new_console()
    board = Board(console, translator)
    playthrough = open_playthrough(record, game, str(file))
    for events in replay_record(record, playthrough, str(file)):
        number = str(len(playthrough.entries) - 1)
        for event in events:
            message = game.view.event(playthrough.rules, event, SPECTATOR)
            if message is not None:
                board.beside(Text(f"{number:>5}  ", style="dim"), translator.render(message))
                number = ""
    console.print()
    board.show(game.view.board(playthrough.rules, playthrough.observation(SPECTATOR), SPECTATOR))
    console.print()
    if playthrough.is_over:
        show_result(board, playthrough)
    else:
        console.print(translator.text("cli.unfinished", n=len(playthrough.entries)))
    if verify:
        checked = verify_chance(record, game, str(file))
        console.print(translator.text("cli.verified", n=checked, count="n"))
