"""Doubloon: three pirate card games on one engine, for players, game designers and researchers.

All that programs may rely on is the list below, described in `docs/reference.md`. It is imported when it is first asked
for, so that `import doubloon` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

PUBLIC = {
    # functions
    "list_games": "doubloon.api",
    "load": "doubloon.api",
    "new": "doubloon.api",
    "bot": "doubloon.api",
    "replay": "doubloon.api",
    "verify": "doubloon.api",
    # what they work with
    "Table": "doubloon.engine.table",
    "Playthrough": "doubloon.engine.playthrough",
    "Game": "doubloon.engine.contract",
    "Bot": "doubloon.engine.playthrough",
    "Sight": "doubloon.engine.playthrough",
    "Entry": "doubloon.engine.playthrough",
    "Event": "doubloon.engine.events",
    # numbers and names with a meaning
    "CHANCE": "doubloon.engine.contract",
    "GAME_OVER": "doubloon.engine.contract",
    "SPECTATOR": "doubloon.engine.contract",
    "ALL_SEEING": "doubloon.engine.contract",
    "LEVELS": "doubloon.bots.levels",
    # errors
    "DoubloonError": "doubloon.engine.errors",
    "UnknownGame": "doubloon.engine.errors",
    "UnknownName": "doubloon.engine.errors",
    "AmbiguousSeat": "doubloon.engine.errors",
    "BadSeats": "doubloon.engine.errors",
    "BadInput": "doubloon.engine.errors",
    "BadSetting": "doubloon.engine.errors",
    "BadRecord": "doubloon.engine.errors",
    "RulesChanged": "doubloon.engine.errors",
    "ActionRefused": "doubloon.engine.errors",
    "IllegalAction": "doubloon.engine.errors",
    "NotYourTurn": "doubloon.engine.errors",
    "GameOver": "doubloon.engine.errors",
}
"""The public API: each name with the module where it is at home, in the order of the reference."""

if TYPE_CHECKING:  # the same list in the words of a type checker; a test compares them
    from doubloon.api import bot as bot
    from doubloon.api import list_games as list_games
    from doubloon.api import load as load
    from doubloon.api import new as new
    from doubloon.api import replay as replay
    from doubloon.api import verify as verify
    from doubloon.bots.levels import LEVELS as LEVELS
    from doubloon.engine.contract import ALL_SEEING as ALL_SEEING
    from doubloon.engine.contract import CHANCE as CHANCE
    from doubloon.engine.contract import GAME_OVER as GAME_OVER
    from doubloon.engine.contract import SPECTATOR as SPECTATOR
    from doubloon.engine.contract import Game as Game
    from doubloon.engine.errors import ActionRefused as ActionRefused
    from doubloon.engine.errors import AmbiguousSeat as AmbiguousSeat
    from doubloon.engine.errors import BadInput as BadInput
    from doubloon.engine.errors import BadRecord as BadRecord
    from doubloon.engine.errors import BadSeats as BadSeats
    from doubloon.engine.errors import BadSetting as BadSetting
    from doubloon.engine.errors import DoubloonError as DoubloonError
    from doubloon.engine.errors import GameOver as GameOver
    from doubloon.engine.errors import IllegalAction as IllegalAction
    from doubloon.engine.errors import NotYourTurn as NotYourTurn
    from doubloon.engine.errors import RulesChanged as RulesChanged
    from doubloon.engine.errors import UnknownGame as UnknownGame
    from doubloon.engine.errors import UnknownName as UnknownName
    from doubloon.engine.events import Event as Event
    from doubloon.engine.playthrough import Bot as Bot
    from doubloon.engine.playthrough import Entry as Entry
    from doubloon.engine.playthrough import Playthrough as Playthrough
    from doubloon.engine.playthrough import Sight as Sight
    from doubloon.engine.table import Table as Table
else:

    def __getattr__(name: str) -> object:
        """Return a public name, and keep it for the next time."""
        if name not in PUBLIC:
            raise AttributeError(
                f"module 'doubloon' has no attribute {name!r}; the public names are in doubloon.PUBLIC"
            )
        value = globals()[name] = getattr(import_module(PUBLIC[name]), name)
        return value

    def __dir__() -> list[str]:
        """Return all names, imported or not."""
        return sorted({*globals(), *PUBLIC})
