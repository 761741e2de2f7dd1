"""What the log of a game says in each language, from its start: the text files in `tests/texts/logs`.

    python -m tests.texts.logs

writes them anew; whoever changes a text reads the difference as a player would.
"""

from pathlib import Path

import doubloon
from doubloon.engine.contract import SPECTATOR, Game
from doubloon.texts import LANGUAGES, Translator
from tests.conftest import GAMES

FOLDER = Path(__file__).parent / "logs"
LINES = 60
SEED = 7
NAMES = ("Anouk", "Botond", "Edda", "Daiki", "Corin")


def log(game: Game, language: str) -> list[str]:
    """Return the first lines of the log of a seeded game of sailors, as an onlooker reads it."""
    table = doubloon.new(game, game.usual_seats, seed=SEED)
    bots = [doubloon.bot("sailor", game, SEED + seat) for seat in range(table.num_seats)]
    translator = Translator(language, (game.folder / "texts",), NAMES)
    lines: list[str] = []
    while not table.is_over and len(lines) < LINES:
        events = table.draw_chance()
        if not table.is_over:
            seat = table.seats_to_act()[0]
            events += table.act(seat, bots[seat].choose(table.sight(seat)))
        said = (game.view.event(table.rules, event, SPECTATOR) for event in events)
        lines += [translator.render(message) for message in said if message is not None]
    return lines[:LINES]


def own_games() -> list[Game]:
    """Return the games of this house; others keep their own logs."""
    return [game for game in GAMES if game.folder.is_relative_to(Path(doubloon.__file__).parent)]


def log_file(game: Game, language: str) -> Path:
    """Return where the log of a game in a language is kept."""
    return FOLDER / f"{game.slug}.{language}.txt"


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for game in own_games():
        for language in LANGUAGES:
            log_file(game, language).write_text("\n".join(log(game, language)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
