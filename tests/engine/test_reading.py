"""The one door for text from outside: any text gives a value or one BadInput, soon."""

import json
import os
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doubloon.engine.errors import BadInput
from doubloon.engine.reading import (
    LONGEST_JSON,
    LONGEST_SHOWN,
    LONGEST_TOML,
    brief,
    number_or,
    parse_json,
    parse_object,
    parse_toml,
    read_text,
    shown,
    small_number,
)

SOON_S = 5.0
"""What is refused takes milliseconds; the machine of the tests may be busy."""
PIECES = ["[", "]", "{", "}", '"', '"""', "'", "'''", "\\", ".", "=", ",", "\n", " ", "#", "a", "9", "-", "é", "\ud800"]
"""Of hostile texts."""


def outcome(parse: Callable[[str, str], object], text: str) -> object:
    """Return the value or the error of a parser, which has to come soon."""
    started = time.process_time()
    found: object
    try:
        found = parse(text, "here")
    except BadInput as error:
        found = error
    assert time.process_time() - started < SOON_S
    if isinstance(found, BadInput):
        words = str(found)
        assert words.startswith("here: ")
        assert "\n" not in words
        assert len(words) < 400
    return found


@pytest.mark.parametrize("parse", [parse_toml, parse_json])
@settings(deadline=None)
@given(st.text() | st.lists(st.sampled_from(PIECES)).map("".join))
def test_any_text_gives_a_value_or_one_error(parse: Callable[[str, str], object], text: str) -> None:
    assert outcome(parse, text) is not None or text.strip() == "null"


@pytest.mark.parametrize("parse", [parse_toml, parse_json])
@settings(deadline=None)
@given(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join),
)
def test_no_repetition_takes_long(parse: Callable[[str, str], object], head: str, piece: str) -> None:
    outcome(parse, head + piece * (LONGEST_TOML // len(piece.encode("utf-8", "surrogatepass")) - len(head)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = " + "[" * 60_000, "line 1: too many brackets within each other; at most 16"),
        ("\nx = " + "{a=" * 5_000, "line 2: too many brackets"),
        ("[" + "a." * 20_000 + "a]", "line 1: a key of too many parts; at most 8"),
        ("a." * 3_000 + "a=1", "a key of too many parts"),
        ('"a" . ' * 9 + "a=1", "a key of too many parts"),
        ("x = " + "9" * 5_000, "a number of 5000 digits; at most 40"),
        ("x = -" + "9" * 5_000, "a number of 5001 digits"),
        ("x = 0x" + "f" * 5_000, "a number of 5002 digits"),
        ("x = 1." + "9" * 5_000, "a number of 5000 digits"),
        ('x = ["""a"""", ' + "[" * 60, "too many brackets"),
        ("x = ['''a'''', " + "[" * 60, "too many brackets"),
        ("# " + "é" * LONGEST_TOML, "131074 bytes; at most 65536"),
        ("x = 1\n\ny = 2026-13-45", "not valid TOML: .*line 3"),
        ("x = '\udcff'", "line 1: half a character"),
        ("x = 1\nx = 1", "not valid TOML"),
    ],
)
def test_toml_is_refused_before_it_costs_anything(text: str, message: str) -> None:
    found = outcome(parse_toml, text)
    assert isinstance(found, BadInput)
    with pytest.raises(BadInput, match=message):
        raise found


def test_the_line_that_is_wrong_is_known() -> None:
    lines = {}
    for text in ("a = 1\nb = =", "a = 1\nb = " + "9" * 99, "a = [\n1,", "{}"):
        found = outcome(parse_toml, text)
        lines[text] = found.line if isinstance(found, BadInput) else -1
    assert list(lines.values()) == [2, 2, 2, 1]


def test_what_stands_in_texts_and_remarks_is_not_counted() -> None:
    text = "# [[[[[[[[[[[[[[[[[[[[ a.b.c.d.e.f.g.h.i.j\n"
    text += f'x = "[[[[[[[[[[[[[[[[[[[[[ {"9" * 50}"\n'
    text += "y = '''\n{{{{{{{{{{{{{{{{{{{{{{ a.b.c.d.e.f.g.h.i.j.k\n'''\n[a.b]\nc.d = [1.5, 2.5]\n"
    assert parse_toml(text, "here")["a"] == {"b": {"c": {"d": [1.5, 2.5]}}}
    assert parse_toml("a = 1\r\n", "here") == {"a": 1}
    assert parse_json(json.dumps("[" * 99 + "9" * 99), "here") == "[" * 99 + "9" * 99


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 100_000, "too many brackets within each other; at most 16"),
        ('{"a":' * 5_000, "too many brackets"),
        ('{"a":\n' + "9" * 5_000 + "}", "line 2: a number of 5000 digits"),
        ('"' + "a" * LONGEST_JSON + '"', "at most 1048576"),
        ('"\\ud800"', "half a character"),
        ("[NaN]", "NaN is no number of JSON"),
        ("-Infinity", "Infinity is no number of JSON"),
        ('{"a":\n\n}', "not valid JSON: .*line 3"),
        ("", "not valid JSON"),
    ],
)
def test_json_is_refused_before_it_costs_anything(text: str, message: str) -> None:
    found = outcome(parse_json, text)
    assert isinstance(found, BadInput)
    with pytest.raises(BadInput, match=message):
        raise found


def test_an_object_is_expected() -> None:
    assert parse_object('{"a": "\\ud83c\\udff4"}', "here") == {"a": "🏴"}
    with pytest.raises(BadInput, match=r"here: expected a JSON object, found \[1, 2\]"):
        parse_object("[1, 2]", "here")


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("123456789", 123456789)])
def test_small_numbers(text: str, number: int) -> None:
    assert small_number(text) == number_or(text, -1) == number


@pytest.mark.parametrize("text", ["", " 1", "01", "00", "-1", "+1", "1e3", "1_0", "٣", "²", "1234567890", "9" * 5_000])
def test_what_is_no_small_number(text: str) -> None:
    assert number_or(text, -1) == -1
    with pytest.raises(BadInput, match="expected a number of at most 9 digits, found '") as caught:
        small_number(text)
    assert len(str(caught.value)) < 200


def test_a_sign_is_read_where_it_is_asked_for() -> None:
    assert small_number("-12", 2, signed=True) == -12
    for text in ("-0", "--1", "-", "-01", "-123"):
        with pytest.raises(BadInput):
            small_number(text, 2, signed=True)


@settings(deadline=None)
@given(st.text() | st.integers() | st.floats() | st.recursive(st.none(), st.lists))
def test_what_is_shown_is_short_and_of_one_line(value: object) -> None:
    for words in (shown(value), brief(str(value))):
        assert len(words) <= LONGEST_SHOWN + 40
        assert words.isprintable()


def test_what_is_shown() -> None:
    assert shown("a'b") == repr("a'b")
    assert shown("\x1b[31m") == "'\\x1b[31m'"
    assert shown("a" * 20_000) == f"'{'a' * 79}…' (20000 characters)"
    assert shown(9**5_000) == "a number of 15850 bits"
    assert shown(7) == "7"
    assert brief("a\nb\ud800") == "a\\nb\\ud800"
    assert brief("é" * 81) == "é" * 80 + "… (81 characters)"


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb\n")
    assert read_text(path, 9) == "a\nb\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"0123456789", "more than 9 bytes"),
        (b"a\n\xff", "line 2: not text in UTF-8"),
        (b"\xff\xfea\0b\0", "line 1: not text in UTF-8"),
        (b"a\n\n\0", "line 3: a NUL byte"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "text"
    path.write_bytes(data)
    with pytest.raises(BadInput, match=message):
        read_text(path, 9)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        for name, message in [
            ("pipe", "is a pipe; expected a file"),
            (".", "is a folder; expected a file"),
            ("/dev/zero", "is a device; expected a file"),
            ("socket", "cannot be read: "),
            ("none", "cannot be read: No such file"),
            ("n" * 5_000, r"… \(\d+ characters\): cannot be read: File name too long"),
            ("a\0b", "cannot be read: embedded null"),
            ("\udcff\n", r"\\udcff\\n: cannot be read: No such file"),
        ]:
            with pytest.raises(BadInput, match=message):
                read_text(tmp_path / name, 9)
