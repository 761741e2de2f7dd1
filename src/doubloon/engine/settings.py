"""The numbers and options of a game: read from `cards.toml`, checked against the game's schema, changed by `--set` or a
table.

Settings are flat: a dotted key (`pirate.toll`) and an integer or a word. Values that a schema does not know, or does
not allow, are refused with the file, the key, the value and what is allowed.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from doubloon.engine.errors import BadSetting
from doubloon.engine.message import Argument, Message
from doubloon.engine.reading import LONGEST_TOML, brief, is_number, parse_toml, read_text, shown, shown_path

Value: TypeAlias = int | str
LONGEST_NAME = 40
"""Characters of a part of a key that one may name oneself, such as a card of a designer."""


@dataclass(frozen=True)
class Number:
    """An integer between two bounds, both allowed."""

    least: int
    most: int

    def read(self, raw: object) -> Value | None:
        """Return the value, or None if it is not allowed. Text is read as a number."""
        if isinstance(raw, str) and is_number(raw, signed=True):
            raw = int(raw)
        if isinstance(raw, int) and not isinstance(raw, bool) and self.least <= raw <= self.most:
            return raw
        return None

    def __str__(self) -> str:
        return f"{self.least} .. {self.most}"


@dataclass(frozen=True)
class Choice:
    """One of several words."""

    words: tuple[str, ...]

    def read(self, raw: object) -> Value | None:
        """Return the word, or None if it is not one of them."""
        return raw if isinstance(raw, str) and raw in self.words else None

    def __str__(self) -> str:
        return " | ".join(self.words)


@dataclass(frozen=True)
class Phrase:
    """A text that a parser of the game understands; `form` says how it is written."""

    understands: Callable[[str], bool]
    form: str
    words: Message | None = None
    """`form` in the reader's language."""

    def read(self, raw: object) -> Value | None:
        """Return the text, or None if the parser refuses it."""
        return raw if isinstance(raw, str) and self.understands(raw) else None

    def __str__(self) -> str:
        return self.form


Allowed: TypeAlias = Number | Choice | Phrase


@dataclass(frozen=True)
class Schema:
    """What may be set, by patterns of keys.

    A part `*` of a pattern stands for any one name, so that a file may add to a list of things (`cards.*.infamy`); a
    part that is listed in `names` stands for any one of its names (`price.<card>`).
    """

    allowed: Mapping[str, Allowed]
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def pattern(self, key: str) -> str | None:
        """Return the pattern that a key fits, which is most often the key itself; None for an unknown key."""
        parts = key.split(".")
        for pattern in self.allowed:
            wanted = pattern.split(".")
            if len(wanted) == len(parts) and all(self._fits(w, p) for w, p in zip(wanted, parts, strict=True)):
                return pattern
        return None

    def _fits(self, wanted: str, part: str) -> bool:
        if wanted == "*":
            return is_name(part)
        return part in self.names[wanted] if wanted in self.names else wanted == part

    def find(self, key: str) -> Allowed | None:
        """Return what a key may hold; None for an unknown key."""
        pattern = self.pattern(key)
        return None if pattern is None else self.allowed[pattern]

    def keys(self) -> str:
        """Return the allowed keys, for messages."""
        where = "".join(f"; {part} is {' | '.join(names)}" for part, names in self.names.items())
        return ", ".join(self.allowed) + where

    def read(self, key: str, raw: object, place: str) -> Value:
        """Return the checked value of a key. Raises BadSetting, naming the place."""
        allowed = self.find(key)
        if allowed is None:
            raise BadSetting(
                f"{place}: unknown key {shown(key)}; allowed: {self.keys()}",
                Message("bad.key", {"key": brief(key), "allowed": ", ".join(self.allowed)}),
            )
        value = allowed.read(raw)
        if value is None:
            found = brief(raw) if isinstance(raw, str) else shown(raw)
            why = Message("bad.value", {"key": brief(key), "value": found, "expected": words_of(allowed)})
            raise BadSetting(f"{place}: {brief(key)} = {shown(raw)} is not allowed; expected {allowed}", why)
        return value


@dataclass(frozen=True)
class Settings:
    """Checked settings of one game. `place` names where they come from, for messages."""

    schema: Schema
    values: Mapping[str, Value]
    place: str

    def number(self, key: str) -> int:
        """Return a value that the schema holds to be a number. Raises BadSetting where the file does not say it."""
        value = self.values.get(key)
        if not isinstance(value, int):
            raise self.missing(key)
        return value

    def word(self, key: str) -> str:
        """Return a value that the schema holds to be a word. Raises BadSetting where the file does not say it."""
        value = self.values.get(key)
        if not isinstance(value, str):
            raise self.missing(key)
        return value

    def missing(self, key: str) -> BadSetting:
        """Return what is wrong where a file does not say a key that is needed."""
        allowed = self.schema.find(key)
        return BadSetting(
            f"{self.place}: {key} is missing; expected {allowed}",
            Message("bad.missing", {"key": key, "expected": words_of(allowed)}),
        )

    def changed(self, assignments: Iterable[str], place: str = "--set") -> "Settings":
        """Return a copy with assignments such as `pirate.toll=2` made. An option may be named without its `options.` in
        front.
        """
        values = dict(self.values)
        made = tuple(assignments)
        for assignment in made:
            key, equals, raw = assignment.partition("=")
            key = key.strip()
            if not equals or not key:
                why = Message("bad.assignment", {"text": brief(assignment)})
                raise BadSetting(
                    f"{place}: {shown(assignment)} is not key=value; allowed keys: {self.schema.keys()}", why
                )
            if self.schema.find(key) is None and self.schema.find(f"options.{key}") is not None:
                key = f"options.{key}"
            values[key] = self.schema.read(key, raw.strip(), place)
        where = f"{place} {brief(', '.join(made))}" if made else self.place
        return Settings(self.schema, values, where)

    def differences(self, base: "Settings") -> list[str]:
        """Return the assignments that, after `without`, make these settings out of others."""
        return [f"{key}={value}" for key, value in sorted(self.values.items()) if base.values.get(key) != value]

    def without(self, keys: Iterable[str]) -> "Settings":
        """Return a copy that does not have these keys, which may never have been there: a card file can leave a card
        out.
        """
        dropped = frozenset(keys)
        return Settings(
            self.schema, {key: value for key, value in self.values.items() if key not in dropped}, self.place
        )

    @cached_property
    def hash(self) -> str:
        """SHA-256 of all keys and values, in hexadecimal: equal for equal card sets, however the file is laid out."""
        lines = (f"{key}={value}\n" for key, value in sorted(self.values.items()))
        return hashlib.sha256("".join(lines).encode()).hexdigest()


def is_name(part: str) -> bool:
    """Tell whether a part of a key may name a thing of one's own: characters that can be seen, and blanks between them,
    but no `=`, so that `key=value` can be taken apart again and stands on one line, and no `*`, which means all.
    """
    return 0 < len(part) <= LONGEST_NAME and part.isprintable() and part == part.strip() and not set(part) & set("=*")


def words_of(allowed: Allowed | None) -> Argument:
    """Return what may be set, as an argument of a message."""
    return allowed.words if isinstance(allowed, Phrase) and allowed.words is not None else str(allowed)


def flatten(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Yield dotted keys and values of nested TOML tables."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from flatten(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def parse_settings(schema: Schema, text: str, place: str) -> Settings:
    """Read a whole card file. Raises BadInput where it is not TOML, BadSetting where it holds what the schema does not
    allow.
    """
    table = parse_toml(text, place)
    return Settings(schema, {key: schema.read(key, raw, place) for key, raw in flatten(table)}, place)


def load_settings(schema: Schema, path: Path) -> Settings:
    """Read a card file from disk. Raises BadInput also where it cannot be read."""
    return parse_settings(schema, read_text(path, LONGEST_TOML), shown_path(path))
