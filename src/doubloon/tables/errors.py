"""Refusals of tables. Each carries a text id with arguments, so that a page can say it in the reader's language, and
English for logs.
"""

from collections.abc import Iterator

from doubloon.engine.errors import (
    ActionRefused,
    DoubloonError,
    Explained,
    GameOver,
    IllegalAction,
    NotYourTurn,
    RulesChanged,
    StaleAction,
)
from doubloon.engine.message import Message

MINUTE_S = 60
LONGEST_IN_SECONDS = 90
"""Longer times are said in minutes."""


class Refused(DoubloonError):
    """Something at a table was not allowed; nothing has changed."""

    def __init__(self, id: str, english: str, **args: int | str) -> None:
        super().__init__(english)
        self.message = Message(f"refused.{id}", args)


class Unconfirmed(Refused):
    """A costly action must be sent again with the confirmation."""


class NotFound(Refused):
    """There is no such table, person or page, or it is none of the asker's business."""


class Forbidden(Refused):
    """The asker may not do this."""


class NoMethod(Refused):
    """The address takes other methods."""


class Misdirected(Refused):
    """Asked under a name that this server does not answer to."""


class TooMany(Refused):
    """Too often in too short a time, or too many at a time."""

    def __init__(self, english: str, seconds: int, why: Message | None = None) -> None:
        """`seconds`: when to come back. `why` says it in words of its own."""
        super().__init__("too_many", f"{english}; wait {seconds} s")
        self.seconds = seconds
        minutes = -(-seconds // MINUTE_S)
        in_minutes = seconds > LONGEST_IN_SECONDS
        self.message = why or Message(
            "refused.too_many_minutes" if in_minutes else "refused.too_many",
            {"n": minutes if in_minutes else seconds},
            "n",
        )


class TooLong(Refused):
    """More bytes than anything of ours has."""


class Broken(DoubloonError):
    """Something went wrong on our side that nobody expected; the log has it under `code`."""

    def __init__(self, code: str) -> None:
        super().__init__(f"failure {code}")
        self.code = code


class Unready(DoubloonError):
    """The game's rules are still being compiled; try again soon."""


class Unavailable(DoubloonError):
    """The server cannot read or write its data at the moment; nothing has changed. `cause` is a word for programs."""

    def __init__(self, english: str, cause: str) -> None:
        super().__init__(english)
        self.cause = cause


OVERLOADED = "system"
"""Cause of what is unavailable because the system gives this process no more open files, memory or threads."""
ENGINE_REASONS: dict[type[ActionRefused], str] = {
    GameOver: "refused.over",
    StaleAction: "refused.stale",
    NotYourTurn: "refused.not_your_turn",
    IllegalAction: "refused.illegal",
}


def chain(error: BaseException) -> Iterator[BaseException]:
    """Yield an error, and what led to it, newest first."""
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        yield found
        found = found.__cause__ or found.__context__


def is_fault(error: DoubloonError) -> bool:
    """Tell whether a refusal is in truth a fault on this side, because the system refused something: its words would
    name a path of the server.
    """
    return not isinstance(error, (Unavailable, Unready)) and any(
        isinstance(found, (OSError, MemoryError)) for found in chain(error)
    )


def reason(error: DoubloonError) -> Message:
    """Return why something was refused, as a message for the person who asked."""
    if isinstance(error, Refused):
        return error.message
    if isinstance(error, ActionRefused):
        return Message(ENGINE_REASONS[type(error)])
    if isinstance(error, RulesChanged):
        return Message("refused.rules_changed")
    if isinstance(error, Explained):
        what = error.why or str(error)
        return Message(
            "refused.setting", {"what": Message("bad.line", {"line": error.line, "what": what}) if error.line else what}
        )
    if isinstance(error, Broken):
        return Message("refused.broken", {"code": error.code})
    if isinstance(error, Unavailable):
        return Message("refused.overloaded" if error.cause == OVERLOADED else "refused.unavailable")
    return Message("refused.unready" if isinstance(error, Unready) else "refused.other")
