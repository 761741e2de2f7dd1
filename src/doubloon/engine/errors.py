"""Every error that Doubloon raises on purpose.

Messages are lower case and carry the value, the place and what was expected. A class, not a message, decides what a
caller does. What a visitor of a page can bring about by a form carries the same as a text id too, so that it can be
said in all languages.
"""

from pathlib import Path

from doubloon.engine.message import Message


class DoubloonError(Exception):
    """Base of all errors that a user of Doubloon can cause."""


class UnknownGame(DoubloonError):
    """There is no game of that name."""


class BadGame(DoubloonError):
    """A game that is installed cannot be played: it is not what the contract asks for."""


class UnknownName(DoubloonError, ValueError):
    """A game has no action or outcome of that name."""


class AmbiguousSeat(DoubloonError, ValueError):
    """Several seats must decide, and it was not said which."""


class Explained(DoubloonError):
    """An error in English, with the same for readers of any language where pages can show it (ids `bad.*` in the texts
    of the pages, or of the game).
    """

    def __init__(self, english: str, why: Message | None = None) -> None:
        super().__init__(english)
        self.why = why
        self.texts: Path | None = None
        """Folder of the game whose catalogues may have the words of `why`, where one is known."""
        self.line = 0
        """Line of a text that is wrong, from 1; 0 where none is known."""


class BadInput(Explained):
    """A text, number or file from outside cannot be read: too long, too deep, or not of the form expected."""


class BadSetting(BadInput):
    """A key or value of a card file, a table's options or `--set` is not allowed."""


class BadSeats(Explained):
    """The number or the kind of the seats does not fit."""


class BadRecord(DoubloonError):
    """A record cannot be read, or does not replay."""


class RulesChanged(BadRecord):
    """A record was written under rules or cards that this version no longer has."""


class ActionRefused(DoubloonError):
    """An action was not accepted; the state is as it was."""


class IllegalAction(ActionRefused):
    """The seat exists and the game is not over, but this action is not legal now."""


class NotYourTurn(ActionRefused):
    """The seat has no legal action now."""


class StaleAction(ActionRefused):
    """The action was chosen for an earlier or later entry than the next one."""


class GameOver(ActionRefused):
    """The game has ended."""
