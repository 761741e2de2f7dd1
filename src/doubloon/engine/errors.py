"""Every error that Doubloon raises on purpose.

Messages are lower case and carry the value, the place and what was expected. A class, not a message, decides what a caller does.
"""


class DoubloonError(Exception):
    """Base of all errors that a user of Doubloon can cause."""


class UnknownGame(DoubloonError):
    """There is no game of that name."""


class BadSetting(DoubloonError):
    """A key or value of a card file, a table's options or `--set` is not allowed."""


class BadSeats(DoubloonError):
    """The number or the kind of the seats does not fit."""


class BadRecord(DoubloonError):
    """A record cannot be read, or does not replay."""


class RulesChanged(BadRecord):
    """A record was written under rules or cards that this version no longer has."""


class ActionRefused(DoubloonError):
    """An action was not accepted; the state is as it was."""


class IllegalAction(ActionRefused):
    """The seat exists and the game goes on, but this action is not legal now."""


class NotYourTurn(ActionRefused):
    """The seat has no legal action now."""


class StaleAction(ActionRefused):
    """The action was chosen for an earlier or later entry than the next one."""


class GameOver(ActionRefused):
    """The game has ended."""
