"""The one door for text from outside: numbers, TOML, JSON and files. Limits come before work, and what cannot be read
is one BadInput.

The parsers behind it are good ones that trust their input: tomllib takes 29 s for a key of 64 KB with 32,000 dots,
deep brackets end both in a RecursionError, and Python reads no integer of more than 4,300 digits. One linear look over
the text finds such things first.
"""

import json
import os
import re
import reprlib
import stat
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from doubloon.engine.errors import BadInput
from doubloon.engine.message import Message

LONGEST_TOML = 64 * 1024
LONGEST_JSON = 1024 * 1024
"""Bytes."""
DEEPEST = 16
MOST_PARTS = 8
"""Of a dotted key: `cards.siren.power` has three."""
MOST_DIGITS = 40
LONGEST_SHOWN = 80
"""Characters of a value that a message repeats."""
LONGEST_PATH = 1000
"""Of the path of a file: what matters most of it stands at its end."""

KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)
ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What moves or reverses what is around it, and halves of characters."""
DECIMAL = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?(e[+-]?[0-9]{1,2})?")
JSON_PLACE = re.compile(r": line (\d+) column")
TOML_PLACE = re.compile(r"\(at line (\d+)")

# What closes nothing runs to the end of the text or line, so that no part of it is looked at twice.
TOML_TOKEN = re.compile(
    r"""
    \#[^\n]*+ |
    \"{3}(?:[^"\\]++|\\.|"(?!""))*+(?:\"{3,5}|\Z|\\) |
    '{3}(?:[^']++|'(?!''))*+(?:'{3,5}|\Z) |
    "(?:[^"\\\n]++|\\[^\n])*+"? |
    '[^'\n]*+'? |
    (?P<open>[\[{]) | (?P<close>[\]}]) | (?P<part>\.) | (?P<end>[\n=,]) |
    (?P<number>[+-]?[0-9][0-9A-Za-z_]*+) |
    [A-Za-z_][0-9A-Za-z_-]*+
    """,
    re.VERBOSE | re.DOTALL,
)
JSON_TOKEN = re.compile(
    r"""
    "(?:[^"\\]++|\\.)*+(?:"|\Z|\\) |
    (?P<open>[\[{]) | (?P<close>[\]}]) |
    (?P<number>[0-9]++)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Limits:
    """How much of something is read."""

    length: int
    """Bytes."""
    depth: int = DEEPEST
    parts: int = MOST_PARTS
    digits: int = MOST_DIGITS


TOML_LIMITS = Limits(LONGEST_TOML)
JSON_LIMITS = Limits(LONGEST_JSON)


def small_number(text: str, digits: int = 9, *, signed: bool = False) -> int:
    """Return the number that a text is: so many ASCII digits at most, no leading zero, a minus only where asked. Raises
    BadInput.
    """
    if not is_number(text, digits, signed=signed):
        raise BadInput(
            f"expected a number of at most {digits} digits, found {shown(text)}",
            Message("bad.number", {"text": brief(text), "digits": digits}),
        )
    return int(text)


def number_or(text: str, default: int, digits: int = 9) -> int:
    """Return the number that a text is, as `small_number` reads it, else the default."""
    return int(text) if is_number(text, digits) else default


def is_number(text: str, digits: int = 9, *, signed: bool = False) -> bool:
    """Tell whether a text is a number as `small_number` reads it."""
    bare = text.removeprefix("-") if signed and text != "-0" else text
    return len(bare) <= digits and bare.isascii() and bare.isdigit() and (bare[0] != "0" or bare == "0")


def decimal_or(text: str, default: float) -> float:
    """Return the number that a text such as `2.5` or `1e-3` is, else the default."""
    return float(text) if DECIMAL.fullmatch(text) else default


def plain_name(text: str) -> str:
    """Return a name as it can be shown beside other words: without control characters."""
    return UNSEEN.sub("", text)


def brief(text: str, most: int = LONGEST_SHOWN) -> str:
    """Return a text for a message: one line, without control characters, shortened where it is long."""
    head = "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text[:most]
    )
    if len(head) <= most and len(text) <= most:
        return head
    return f"{head[:most]}… ({len(text)} characters)"


def shown_path(path: object) -> str:
    """Return the path of a file for a message."""
    return brief(str(path), LONGEST_PATH)


def shown(value: object, most: int = LONGEST_SHOWN) -> str:
    """Return a value for a message: a text in quotes, anything else as Python writes it, shortened where it is long."""
    if isinstance(value, str):
        head = repr(value[:most])
        if len(value) <= most and len(head) <= most + 2:
            return head
        return f"{head[:most]}…{head[0]} ({len(value)} characters)"
    if isinstance(value, int) and value.bit_length() > 4 * most:
        return f"a number of {value.bit_length()} bits"
    return brief(reprlib.repr(value), most)


def parse_toml(text: str, place: str, limits: Limits = TOML_LIMITS) -> dict[str, object]:
    """Return what a TOML text says. Raises BadInput, naming the place, and the line where it is known."""
    text = text.replace("\r\n", "\n")
    check_limits(text, place, TOML_TOKEN, limits)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        found = TOML_PLACE.search(str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise bad_input(f"{place}: not valid TOML: {brief(str(error))}", Message("bad.toml"), line) from error


def parse_json(text: str, place: str, limits: Limits = JSON_LIMITS) -> object:
    """Return what a JSON text says. Raises BadInput, naming the place, and the line where it is known."""
    check_limits(text, place, JSON_TOKEN, limits)
    try:
        value: object = json.loads(text, parse_constant=refuse_constant)
        if ESCAPED_SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        found = JSON_PLACE.search(str(error))
        line = int(found[1]) if found else 0
        what = "half a character" if isinstance(error, UnicodeEncodeError) else brief(str(error))
        raise bad_input(f"{place}: not valid JSON: {what}", Message("bad.json"), line) from error
    return value


def parse_object(text: str, place: str, limits: Limits = JSON_LIMITS) -> Mapping[str, object]:
    """Return what a JSON text says, which has to be an object. Raises BadInput."""
    value = parse_json(text, place, limits)
    if not isinstance(value, dict):
        raise BadInput(f"{place}: expected a JSON object, found {shown(value)}", Message("bad.json"))
    return value


def refuse_constant(name: str) -> object:
    """Refuse NaN and the infinities, which Python reads though JSON has none. Raises ValueError."""
    raise ValueError(f"{name} is no number of JSON")


def check_limits(text: str, place: str, token: re.Pattern[str], limits: Limits) -> None:
    """Look over a text once, before it is parsed. Raises BadInput where it is too long, too deep, or a key or number in
    it is.
    """
    try:
        length = len(text.encode())
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise bad_input(f"{place}: line {line}: half a character; expected text", None, line) from error
    if length > limits.length:
        why = Message("bad.long", {"n": length, "most": limits.length})
        raise BadInput(f"{place}: {length} bytes; at most {limits.length} are allowed", why)
    for position, (what, most, why) in excesses(text, token, limits):
        line = text.count("\n", 0, position) + 1
        raise bad_input(f"{place}: line {line}: {what}; at most {most} are allowed", why, line)


def excesses(text: str, token: re.Pattern[str], limits: Limits) -> Iterator[tuple[int, tuple[str, int, Message]]]:
    """Yield where a text exceeds the limits of what is within it, with words, the limit, and a message."""
    depth, parts = 0, 1
    for found in token.finditer(text):
        kind = found.lastgroup
        if kind == "number":
            if (digits := found.end() - found.start()) > limits.digits:
                why = Message("bad.digits", {"n": digits, "most": limits.digits})
                yield found.start(), (f"a number of {digits} digits", limits.digits, why)
        elif kind == "part":
            parts += 1
            if parts > limits.parts:
                why = Message("bad.parts", {"most": limits.parts})
                yield found.start(), ("a key of too many parts", limits.parts, why)
        elif kind is not None:
            parts = 1
            depth = max(0, depth + (kind == "open") - (kind == "close"))
            if depth > limits.depth:
                why = Message("bad.nested", {"most": limits.depth})
                yield found.start(), ("too many brackets within each other", limits.depth, why)


def read_text(path: Path, most: int) -> str:
    """Return the text of a file of at most so many bytes, its line ends made plain. Raises BadInput for what is no file
    of UTF-8 text.
    """
    data = read_file(path, most)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise bad_input(f"{path}: line {line}: not text in UTF-8", None, line) from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise bad_input(f"{path}: line {line}: a NUL byte; expected text", None, line)
    return text.replace("\r\n", "\n")


def read_file(path: Path, most: int) -> bytes:
    """Return what is in an ordinary file of at most so many bytes. Raises BadInput."""
    try:
        with open(path, "rb", opener=open_ordinary) as file:
            data = file.read(most + 1) or b""
    except (OSError, ValueError) as error:
        raise BadInput(f"{shown_path(path)}: cannot be read: {reason_of(error)}") from error
    if len(data) > most:
        raise BadInput(f"{shown_path(path)}: more than {most} bytes; at most so many are read")
    return data


def open_ordinary(path: str, flags: int) -> int:
    """Open a file and return its handle, without waiting for a pipe to which nobody writes. Raises BadInput where it is
    no ordinary file, which may have no end.
    """
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    mode = os.fstat(handle).st_mode
    if stat.S_ISREG(mode):
        return handle
    os.close(handle)
    kind = next((name for is_kind, name in KINDS if is_kind(mode)), "something else")
    raise BadInput(f"{shown_path(path)}: is {kind}; expected a file")


def reason_of(error: Exception) -> str:
    """Return why the system refused something, in its words."""
    return error.strerror if isinstance(error, OSError) and error.strerror else brief(str(error))


def bad_input(english: str, why: Message | None, line: int) -> BadInput:
    """Return an error that knows its line."""
    error = BadInput(english, why)
    error.line = line
    return error
