"""What to simulate: plain data that says everything, so that the same plan gives the same bytes wherever it runs."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from doubloon.bots import read_level
from doubloon.engine.contract import MOST_SEATS, Game, Record
from doubloon.engine.errors import BadSeats, BadSetting
from doubloon.engine.kernels.playout import TO_UNITS
from doubloon.engine.kernels.simulate import OUTSIDE
from doubloon.engine.playthrough import build_rules, game_settings
from doubloon.engine.reading import number_or, shown
from doubloon.engine.settings import Settings, Value

CARD_FILE = "cards.toml"
"""How a command calls the card file of settings that leave something out, which `--set` cannot."""
CHUNKS = 64
SMALLEST_CHUNK = 16
MOST_GAMES = 1_000_000_000
LARGEST_CHUNK = 16_384
"""Games; a chunk is what is lost by an interruption, one file, and one group of games where variation between groups is
asked.
"""


@dataclass(frozen=True)
class Bar:
    """A player that does not do what a pattern of action names says, unless nothing else is legal."""

    player: int
    pattern: str


@dataclass(frozen=True)
class Plan:
    """A batch of games. `levels` has the bot of each player; with `rotates` players change seats from game to game."""

    game: str
    values: Mapping[str, Value]
    levels: tuple[str, ...]
    games: int
    seed: int = 0
    bars: tuple[Bar, ...] = field(default=())
    rotates: bool = True

    @property
    def num_seats(self) -> int:
        """Return how many play."""
        return len(self.levels)

    @property
    def chunk(self) -> int:
        """Return the games of a chunk; it follows from the number of games alone."""
        return min(LARGEST_CHUNK, max(SMALLEST_CHUNK, -(-self.games // CHUNKS)))

    @property
    def num_chunks(self) -> int:
        """Return how many chunks there are."""
        return -(-self.games // self.chunk)

    def games_of(self, chunk: int) -> range:
        """Return the numbers of the games of a chunk."""
        return range(chunk * self.chunk, min(self.games, (chunk + 1) * self.chunk))


def new_plan(game: Game, settings: Settings, levels: tuple[str, ...], games: int, seed: int = 0) -> Plan:
    """Return a plan that fits the game. Raises BadSeats, BadSetting."""
    for level in levels:
        if read_level(level, game).budget.seconds:
            raise BadSeats(f"player {shown(level)}: seconds give other games each time; a simulation needs playouts")
    if not 1 <= games <= MOST_GAMES:
        raise BadSetting(f"{games} games; expected 1 .. {MOST_GAMES}")
    build_rules(game, settings, len(levels))
    return Plan(game.slug, dict(settings.values), levels, games, seed)


def check_plan(plan: Plan, game: Game, place: str) -> None:
    """Hold a plan that was read from a file to what a new one has to be. Raises BadSeats, BadSetting."""
    values = {key: game.schema.read(key, value, place) for key, value in plan.values.items()}
    new_plan(game, Settings(game.schema, values, place), plan.levels, plan.games, plan.seed)
    for bar in plan.bars:
        read_bar(f"{bar.player}:{bar.pattern}", game, plan.levels)


def read_bar(text: str, game: Game, levels: tuple[str, ...]) -> Bar:
    """Return what `2:give:*` says: player 2 does none of the actions whose names fit the pattern. Raises BadSetting."""
    number, colon, pattern = text.partition(":")
    player = number_or(number, -1, digits=2)
    if not colon or not 0 <= player < len(levels):
        raise BadSetting(
            f"--bar {shown(text)}: expected a player 0 .. {len(levels) - 1}, a colon and a pattern of actions, such as "
            f"0:{game.actions[0]}"
        )
    if not any(fnmatchcase(action, pattern) for action in game.actions):
        raise BadSetting(
            f"--bar {shown(text)}: no action is called {shown(pattern)}; there are: {', '.join(families(game))}"
        )
    if read_level(levels[player], game).searches:
        raise BadSetting(
            f"--bar {shown(text)}: player {player} is {shown(levels[player])}; a level that searches cannot be barred "
            "from something"
        )
    return Bar(player, pattern)


def family(action: str) -> str:
    """Return what an action is an instance of: `take:red:8` of `take`."""
    return action.partition(":")[0]


def families(game: Game) -> list[str]:
    """Return the families of the actions of a game, as patterns, in order."""
    return [f"{name}:*" if any(":" in action for action in actions) else name for name, actions in groupby_family(game)]


def groupby_family(game: Game) -> list[tuple[str, list[str]]]:
    """Return each family of actions with the names of its actions."""
    return [(name, list(actions)) for name, actions in groupby(game.actions, key=family)]


def plan_settings(plan: Plan, game: Game) -> Settings:
    """Return the settings of a plan, its place for messages being the plan."""
    return Settings(game.schema, plan.values, f"simulation of {game.slug}")


def plan_rules(plan: Plan, game: Game) -> Record:
    """Return the rules record of a plan."""
    return build_rules(game, plan_settings(plan, game), plan.num_seats)


def plan_mistakes(plan: Plan, game: Game) -> NDArray[np.int32]:
    """Return the share of random decisions of each player in parts of TO_UNITS, (MOST_SEATS,); OUTSIDE for levels that
    search, which are asked.
    """
    mistakes = np.zeros(MOST_SEATS, np.int32)
    for player, text in enumerate(plan.levels):
        level = read_level(text, game)
        mistakes[player] = OUTSIDE if level.searches else round(level.mistakes * TO_UNITS)
    return mistakes


def plan_barred(plan: Plan, game: Game) -> NDArray[np.int8]:
    """Return what each player is barred from, (MOST_SEATS, num_actions)."""
    barred = np.zeros((MOST_SEATS, game.num_actions), np.int8)
    for bar in plan.bars:
        barred[bar.player] |= np.array([fnmatchcase(action, bar.pattern) for action in game.actions], np.int8)
    return barred


def seats_text(levels: tuple[str, ...]) -> str:
    """Return levels as one types them: `captain:1,sailor:3`."""
    runs = [(level, len(list(run))) for level, run in groupby(levels)]
    return ",".join(level if count == 1 else f"{level}:{count}" for level, count in runs)


def command_of(plan: Plan, game: Game, base: Settings | None = None) -> str:
    """Return the command that makes the same batch from the game's own card file, or that of `base`; from CARD_FILE
    where those say too much.
    """
    words = [
        "doubloon",
        "simulate",
        plan.game,
        "--seats",
        seats_text(plan.levels),
        "-n",
        str(plan.games),
        "--seed",
        str(plan.seed),
    ]
    own = base or game_settings(game)
    if own.values.keys() - plan.values.keys():
        words += ["--cards", CARD_FILE]
    else:
        words += [word for change in plan_settings(plan, game).differences(own) for word in ("--set", change)]
    for bar in plan.bars:
        words += ["--bar", f"{bar.player}:{bar.pattern}"]
    return shlex.join(words if plan.rotates else [*words, "--fixed"])
