"""How things look in a terminal: panels of words, choices with keys, one line an event. Plain text where the output is not a terminal."""

from collections.abc import Sequence
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from doubloon.engine.contract import Game
from doubloon.engine.message import Chip, Line, Panel
from doubloon.texts import Translator

OWN_TEXTS = Path(__file__).parent / "texts"
PLAIN_WIDTH = 100
LABEL_WIDTH = 22
CHIP_GAP = "   "

TONES = {
    "red": "red",
    "blue": "blue",
    "yellow": "yellow",
    "green": "green",
    "orange": "dark_orange",
    "violet": "violet",
    "brown": "orange4",
    "ship": "bold",
    "coin": "bold yellow",
    "cannon": "bold",
    "pirate": "bold magenta",
}
"""Styles of the colour words that games give their chips. The words beside them say the same."""


def new_console() -> Console:
    """Return a console for standard output; lines of a file or pipe are as wide as they need to be."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=PLAIN_WIDTH)


def new_translator(game: Game, language: str, names: Sequence[str] = ()) -> Translator:
    """Return a translator for a game and the command line's own words."""
    return Translator(language, (game.folder / "texts", OWN_TEXTS), names)


class Board:
    """Draws panels on a console in the words of a translator."""

    def __init__(self, console: Console, translator: Translator) -> None:
        self.console = console
        self.translator = translator

    def show(self, panels: Sequence[Panel]) -> None:
        """Print panels, one below the other."""
        for panel in panels:
            mark = "▶" if panel.active else " "
            self.console.print(Text(f"{mark} {self.translator.render(panel.title)}", style="bold reverse" if panel.active else "bold"))
            for line in panel.lines:
                self.show_line(line)

    def show_line(self, line: Line) -> None:
        """Print a label and its chips beside it, on as many lines as the width asks for; no chip is broken."""
        label = f"  {self.translator.render(line.label)}"
        text = Text(label + " " * max(1, LABEL_WIDTH - cell_len(label)))
        if not line.chips:
            self.console.print(text.append("–", style="dim"))
            return
        column = text.cell_len
        for chip in line.chips:
            words = self.chip(chip)
            if column > LABEL_WIDTH and column + cell_len(words) > self.console.width:
                self.console.print(text)
                text = Text(" " * LABEL_WIDTH)
                column = LABEL_WIDTH
            text.append(words, style=TONES.get(chip.tone, "")).append(CHIP_GAP)
            column += cell_len(words) + len(CHIP_GAP)
        text.rstrip()
        self.console.print(text)

    def chip(self, chip: Chip) -> str:
        """Return the words of a chip, with its count where it is not one."""
        words = self.translator.render(chip.text)
        return words if chip.count == 1 else f"{words} ×{chip.count}"
