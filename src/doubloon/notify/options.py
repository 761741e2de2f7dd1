"""What the operator of a server allows: whether anything is sent, by which services, and to where."""

from dataclasses import dataclass

from doubloon.engine.errors import DoubloonError

SCHEMES = (
    "discord",
    "gotify",
    "gotifys",
    "mailto",
    "mailtos",
    "matrix",
    "matrixs",
    "mmost",
    "mmosts",
    "ntfy",
    "ntfys",
    "pover",
    "rocket",
    "rockets",
    "slack",
    "tgram",
    "zulip",
)
"""Services that people may name, without any other word of the operator."""


@dataclass(frozen=True)
class NotifyOptions:
    """What the operator of a server allows."""

    is_on: bool = True
    schemes: tuple[str, ...] = SCHEMES
    mail: str = ""
    """Address of the operator's mail server as apprise writes it (`mailtos://user:password@smtp.example.org`); empty
    for none: then nobody can have messages by mail without an account of their own.
    """
    allows_private: bool = False
    """Whether messages may go to addresses of private networks, such as a receiver at home."""


def parse_schemes(text: str) -> tuple[str, ...]:
    """Return the services of a list with commas. Raises DoubloonError."""
    found = tuple(name.strip().lower() for name in text.split(",") if name.strip())
    for name in found:
        if not name.isalnum():
            raise DoubloonError(f"--channels {name!r}: expected names such as ntfy, discord, with commas between them")
    return found
