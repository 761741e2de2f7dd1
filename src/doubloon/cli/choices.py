"""Asking a person: the table, the question, and a key for each thing that may be done."""

import getpass
import sys
from collections.abc import Callable, Iterable

import click
import numpy as np
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from doubloon.cli.console import Board
from doubloon.engine.contract import HINT_KEY, LEAVE_KEY, Game
from doubloon.engine.playthrough import Sight

MOST_ROWS = 12
"""More choices than these stand side by side."""
SHORT = 20
"""Cells of the words of a choice that can."""


class PlayerLeft(Exception):
    """A person left the game, by the key for it or because the input ended."""


class Choices:
    """Asks people at one keyboard."""

    def __init__(self, game: Game, board: Board, hint: Callable[[Sight], str]) -> None:
        """`hint` gives the words of a hint for a decision."""
        self.game = game
        self.board = board
        self.hint = hint

    def ask(self, sight: Sight, *, in_secret: bool = False) -> int:
        """Show what the seat sees and may do, and return what the person chooses. Raises PlayerLeft.

        What is chosen in secret does not appear on the screen, which others at the keyboard see too; then there are no
        hints either.
        """
        view = self.game.view
        console, translator = self.board.console, self.board.translator
        rules, observation, seat = sight.rules, sight.observation, sight.seat
        keys = self.keys(np.flatnonzero(sight.mask).tolist())
        console.rule(style="dim")
        self.board.show(view.board(rules, observation, seat))
        console.print()
        console.print(
            Text(f"{translator.names[seat]}: {translator.render(view.prompt(rules, observation, seat))}", style="bold")
        )
        self.show(
            {key: translator.render(view.action(rules, observation, seat, action)) for key, action in keys.items()}
        )
        if not in_secret:
            console.print(Text(f"  {HINT_KEY:>2}  {translator.text('cli.hint_key')}", style="dim"))
        console.print(Text(f"  {LEAVE_KEY:>2}  {translator.text('cli.leave')}", style="dim"))
        while True:
            answer = read_key(console, keys, in_secret=in_secret)
            if answer == LEAVE_KEY:
                raise PlayerLeft
            if answer in keys:
                console.print()
                return keys[answer]
            if answer == HINT_KEY and not in_secret:
                console.print(Text(f"  {self.hint(sight)}", style="italic"))
                continue
            console.print(Text(translator.text("cli.unknown_key", key=answer, keys=", ".join([*keys, LEAVE_KEY]))))

    def show(self, choices: dict[str, str]) -> None:
        """Print each choice with its key, one a line; where there are many, short ones side by side."""
        console = self.board.console
        row = Text()
        for key, words in choices.items():
            head = Text(f"  {key:>2}", style="bold cyan").append("  ", style="not bold")
            if len(choices) <= MOST_ROWS or cell_len(words) > SHORT:
                self.board.beside(head, words, style="not bold default")
                continue
            row.append(head).append(words + " " * (SHORT - cell_len(words)), style="not bold default")
            if row.cell_len + head.cell_len + SHORT > console.width:
                console.print(row)
                row = Text()
        if row:
            console.print(row)

    def keys(self, legal: list[int]) -> dict[str, int]:
        """Return a key for each legal action: the game's own, else the next number."""
        keys: dict[str, int] = {}
        number = 0
        for action in legal:
            key = self.game.view.keys.get(action)
            if key is None:
                number += 1
                key = str(number)
            keys[key] = action
        return keys


def read_key(console: Console, keys: Iterable[str], *, in_secret: bool = False) -> str:
    """Read one key press from a terminal, a line where keys are longer or the input is not a terminal. Raises
    PlayerLeft at its end.
    """
    is_terminal = sys.stdin.isatty()
    try:
        if is_terminal and in_secret:
            return getpass.getpass("> ").strip().lower()
        console.print("> ", end="")
        single = click.getchar(echo=False) if is_terminal and all(len(key) == 1 for key in keys) else None
    except EOFError:  # Ctrl-D
        raise PlayerLeft from None
    if single is not None:
        answer = single.lower()
        console.print(answer if answer.isprintable() else "")
        return answer
    line = sys.stdin.readline()
    if not line:
        raise PlayerLeft
    return line.strip().lower()
