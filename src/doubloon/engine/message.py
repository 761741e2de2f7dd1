"""Words before they are words: text ids with arguments, and panels made of them. A translator (`doubloon.texts`) turns
them into a language.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, Union

LANGUAGES = ("en", "fr", "ja", "hu")
"""Languages in which every text of every game exists; the first is that of rulebooks and messages for programmers."""

TONES = (
    *("red", "blue", "yellow", "green", "orange", "violet", "brown", "cyan"),
    *("white", "gold", "purple", "scarlet", "strong"),
)
"""What a chip may look like; the last four stand out."""


@dataclass(frozen=True)
class SeatName:
    """A placeholder for the name of the player in a seat."""

    seat: int


@dataclass(frozen=True)
class GivenName:
    """A name that comes with the settings of a table and not from a catalogue, such as that of a designer's card: one a
    language.
    """

    names: Mapping[str, str]


Argument: TypeAlias = Union[int, str, SeatName, GivenName, "Message"]


@dataclass(frozen=True)
class Message:
    """A text id with the arguments of its placeholders. `count` names the argument that chooses the plural form, if the
    text has one.
    """

    id: str
    args: Mapping[str, Argument] = field(default_factory=dict)
    count: str | None = None


@dataclass(frozen=True)
class Chip:
    """One kind of thing that lies somewhere, so many of it. `tone` is one of TONES; the text says the same."""

    text: Message
    count: int = 1
    tone: str = ""


@dataclass(frozen=True)
class Line:
    """A labelled row of chips."""

    label: Message
    chips: tuple[Chip, ...]


@dataclass(frozen=True)
class Panel:
    """A place of the table: an area of a player, a pile. `active` where the game waits."""

    title: Message
    lines: tuple[Line, ...]
    active: bool = False
