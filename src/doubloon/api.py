"""The functions behind `import doubloon`: games, tables and bots for programs. What else belongs to the public API is
the list in `doubloon/__init__.py`.
"""

from collections.abc import Iterable
from pathlib import Path

from doubloon import games
from doubloon.bots import new_bot
from doubloon.engine import fair
from doubloon.engine.contract import Game
from doubloon.engine.playthrough import Bot, game_settings
from doubloon.engine.record import read_record, verify_chance
from doubloon.engine.settings import load_settings
from doubloon.engine.table import Table


def list_games() -> list[str]:
    """Return the names of all games that are installed, in alphabetical order.

    >>> "shipyard" in doubloon.list_games()
    True
    """
    return list(games.slugs())


def load(name: str) -> Game:
    """Return a game by its name. Raises UnknownGame.

    >>> game = doubloon.load("shipyard")
    >>> game.actions[:4]
    ('draw', 'pass', 'fire', 'hold-fire')
    >>> game.outcomes[:7]
    ('coin', 'cannon', 'red', 'blue', 'yellow', 'green', 'pirate')
    """
    return games.load(name)


def new(
    game: Game,
    seats: int,
    set: Iterable[str] = (),
    cards: Path | str | None = None,
    seed: int | None = None,
) -> Table:
    """Return a new table. Raises BadSeats, BadSetting, and BadInput for a card file that cannot be read.

    `set` has changes of numbers and options as `key=value` (`doubloon rules GAME --settings` lists the keys), `cards`
    a card file instead of the game's own. All chance that is not dealt by name follows from the seed; without a number
    it is secret and different each time.

    >>> table = doubloon.new(game, seats=3, set=["starter=0", "pirate.toll=2"], seed=7)
    >>> table.seats_to_act()
    [0]
    """
    settings = game_settings(game) if cards is None else load_settings(game.schema, Path(cards))
    return Table(game, settings.changed(set), seats, None if seed is None else fair.seed_of_number(seed))


def replay(text: str) -> Table:
    """Return the table after the last entry of a record. Raises UnknownGame, BadRecord, and RulesChanged where the
    rules or cards that it was played with are no longer here.

    >>> events = table.play("draw", "red", "draw", "coin")
    >>> again = doubloon.replay(table.record())
    >>> again.legal()
    ['draw', 'pass']
    """
    recorded = read_record(text)
    return Table.replayed(recorded, games.load(recorded.header.game))


def verify(text: str) -> int:
    """Check that every outcome of a record follows from its seed, and the seed from what was published before the
    game; return how many were checked. Raises as `replay` does, and BadRecord for what does not follow.

    >>> table = doubloon.new(game, seats=2, seed=7)
    >>> table.play_out([doubloon.bot("sailor", game), doubloon.bot("sailor", game)])
    >>> doubloon.verify(table.record()) == sum(entry.seat == doubloon.CHANCE for entry in table.entries)
    True
    """
    recorded = read_record(text)
    return verify_chance(recorded, games.load(recorded.header.game))


def bot(level: str, game: Game, seed: int = 0) -> Bot:
    """Return a bot for one seat of one table. Raises BadSeats for a level that is not one of `doubloon.LEVELS`;
    `captain+playouts=4000` changes a number of a level. The same seed chooses alike.

    >>> sailor = doubloon.bot("sailor", game)
    >>> events = table.play("draw", "red")
    >>> game.actions[sailor.choose(table.sight(0))]
    'pass'
    """
    return new_bot(level, game, seed)
