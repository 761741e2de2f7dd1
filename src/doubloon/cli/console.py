"""How things look in a terminal: panels of words, choices with keys, one line an event. Plain text where the output is
not a terminal.
"""

from collections.abc import Sequence
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from doubloon.engine.contract import Game
from doubloon.engine.message import Chip, Line, Panel
from doubloon.engine.reading import plain_name
from doubloon.engine.record import Header
from doubloon.texts import Translator

OWN_TEXTS = Path(__file__).parent / "texts"
PLAIN_WIDTH = 100
LABEL_WIDTH = 22
CHIP_GAP = "   "

KEPT_TOGETHER = str.maketrans({"\u00a0": "\ue000", "\u202f": "\ue001"})
TAKEN_APART = {number: chr(code) for code, number in ((0x00A0, 0xE000), (0x202F, 0xE001))}
"""No-break spaces, and the private characters that stand for them while a line is broken."""

STYLES = {
    "orange": "dark_orange",
    "brown": "orange4",
    "white": "",  # would not be seen on a light screen
    "gold": "bold yellow",
    "purple": "bold magenta",
    "scarlet": "bold red",
    "strong": "bold",
}
"""Styles of the tones that games give their chips, where rich does not know them by the same word."""


def new_console() -> Console:
    """Return a console for standard output; lines of a file or pipe are as wide as they need to be."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=PLAIN_WIDTH)


def new_translator(game: Game, language: str, names: Sequence[str] = ()) -> Translator:
    """Return a translator for a game and the command line's own words."""
    return Translator(language, (game.folder / "texts", OWN_TEXTS), names)


def seat_names(header: Header) -> list[str]:
    """Return what the seats of a record are called on the screen; what is in a record may come from anybody."""
    return [plain_name(seat.name or seat.kind) for seat in header.seats]


class Board:
    """Draws panels on a console in the words of a translator."""

    def __init__(self, console: Console, translator: Translator) -> None:
        self.console = console
        self.translator = translator

    def show(self, panels: Sequence[Panel]) -> None:
        """Print panels, one below the other."""
        for panel in panels:
            mark = "▶" if panel.active else " "
            self.console.print(
                Text(f"{mark} {self.translator.render(panel.title)}", style="bold reverse" if panel.active else "bold")
            )
            for line in panel.lines:
                self.show_line(line)

    def beside(self, head: Text, words: str, style: str = "") -> None:
        """Print words beside a head; where they need more lines, those begin below the first word."""
        start = Text(" " * head.cell_len)
        # The console breaks lines at no-break spaces too; while it does, something else stands for them.
        kept = Text(words.translate(KEPT_TOGETHER), style=style)
        for line in kept.wrap(self.console, max(1, self.console.width - head.cell_len)):
            line.rstrip()
            line.plain = line.plain.translate(TAKEN_APART)
            self.console.print(head + line)
            head = start

    def show_line(self, line: Line) -> None:
        """Print a label and its chips beside it, on as many lines as the width asks for; only a chip longer than a line
        is broken.
        """
        label = f"  {self.translator.render(line.label)}"
        text = Text(label + " " * max(1, LABEL_WIDTH - cell_len(label)))
        if not line.chips:
            self.console.print(text.append("–", style="dim"))
            return
        for chip in line.chips:
            words, tone = self.chip(chip), STYLES.get(chip.tone, chip.tone)
            if text.cell_len > LABEL_WIDTH and text.cell_len + cell_len(words) > self.console.width:
                self.flush(text)
                text = Text(" " * LABEL_WIDTH)
            if text.cell_len + cell_len(words) > self.console.width:
                self.beside(text, words, tone)
                text = Text(" " * LABEL_WIDTH)
            else:
                text.append(words, style=tone).append(CHIP_GAP)
        self.flush(text)

    def flush(self, text: Text) -> None:
        """Print a line of chips, unless there is nothing in it."""
        text.rstrip()
        if text:
            self.console.print(text)

    def chip(self, chip: Chip) -> str:
        """Return the words of a chip, with its count where it is not one."""
        words = self.translator.render(chip.text)
        return words if chip.count == 1 else f"{words} ×{chip.count}"


def percent(translator: Translator, chance: float) -> str:
    """Return a chance as a whole number of percent, with the sign as a language sets it."""
    return translator.text("percent", n=round(100 * chance))
