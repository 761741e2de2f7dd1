"""Whatever comes in by the terminal gives a result, or one line and exit code 2: records, card files, settings, seats
and arguments of any shape.
"""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from doubloon.cli.commands import run
from doubloon.cli.main import BAD_INPUT, ended
from doubloon.cli.options import read_seats, read_settings
from doubloon.engine.errors import DoubloonError
from doubloon.engine.playthrough import build_rules
from doubloon.games import load, slugs

FEW = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
MANY = settings(FEW, max_examples=10_000)
LONGEST_LINE = 5_000

GAMES = [load(slug) for slug in slugs()]
PIECES = [
    "=",
    ".",
    ":",
    ",",
    "+",
    "-",
    "0",
    "9" * 30,
    "9" * 5_000,
    "[",
    "]",
    "{",
    '"',
    "'",
    "\n",
    "\0",
    "\udcff",
    "é",
    " ",
]
WORDS = ["human", "random", "sailor", "captain", "playouts", "price", "cards", "options", "starter", "random:2", "true"]
TEXT = st.lists(st.sampled_from([*PIECES, *WORDS]) | st.text(max_size=5), max_size=8).map("".join)
HOSTILE = TEXT | st.tuples(st.sampled_from(PIECES), st.integers(1, 2_000)).map(lambda pair: pair[0] * pair[1])


def end(arguments: list[str]) -> int:
    """Run a command in this process, and return how it ended; what it says of bad input is one line."""
    errors = io.StringIO()
    with patch.object(sys, "stdout", io.StringIO()), patch.object(sys, "stderr", errors):
        code = ended(run, arguments, is_interruptible=False)
    said = errors.getvalue()
    assert code in (0, BAD_INPUT), said
    assert said.count("\n") == (code == BAD_INPUT), said
    assert len(said) < LONGEST_LINE
    return code


def refused_or_not(read: Callable[[], object]) -> None:
    """Hold an error to one short line."""
    try:
        read()
    except DoubloonError as error:
        said = str(error)
        assert "\n" not in said
        assert len(said) < LONGEST_LINE


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fuzz") / "whole.record"
    assert end(["play", "shipyard", "--auto", "--seats", "random:2", "--seed", "3", "--record", str(path)]) == 0
    lines = path.read_text(encoding="utf-8").split("\n")
    path.write_text("\n".join(lines[:40]) + "\n", encoding="utf-8")
    return path


def damage_record(record: Path, data: st.DataObject) -> None:
    """Damage a record somewhere, and have it told and checked."""
    lines = record.read_text(encoding="utf-8").split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        name = lines[at].partition(": ")[0]
        lines[at] = data.draw(st.sampled_from([f"{name}: ", "", lines[at], f"{at} "])) + data.draw(HOSTILE)
    text = "\n".join(lines)
    path = record.with_name("damaged.record")
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    end(["replay", str(path), "--verify"])
    assert end(["analyse", str(path)]) == BAD_INPUT


def damage_cards(folder: Path, data: st.DataObject) -> None:
    """Damage a card file somewhere, and read it."""
    game = data.draw(st.sampled_from(GAMES))
    lines = (game.folder / "cards.toml").read_text(encoding="utf-8").split("\n")
    at = data.draw(st.integers(0, len(lines) - 1))
    key = lines[at].partition("=")[0]
    lines[at] = data.draw(st.sampled_from([f"{key}= ", "", "x = "])) + data.draw(HOSTILE)
    path = folder / "cards.toml"
    path.write_bytes("\n".join(lines).encode("utf-8", "surrogateescape"))
    seats = data.draw(st.integers(-1, 9))
    refused_or_not(lambda: build_rules(game, read_settings(game, path, None), seats))


def say_anything(data: st.DataObject) -> None:
    """Read settings and seats of any shape."""
    game = data.draw(st.sampled_from(GAMES))
    key = data.draw(st.sampled_from([*game.schema.allowed, "options.starter", "x"]))
    changes = [f"{key}={data.draw(HOSTILE)}", data.draw(HOSTILE)]
    refused_or_not(lambda: build_rules(game, read_settings(game, None, changes[: data.draw(st.integers(1, 2))]), 3))
    refused_or_not(lambda: read_seats(data.draw(HOSTILE), game))


def ask_anything(data: st.DataObject) -> None:
    """Give commands arguments of any shape."""
    command = data.draw(
        st.sampled_from(["perft", "check", "rules", "ladder", "simulate", "tune", "report", "bench rules"])
    )
    option = data.draw(
        st.sampled_from(["--set", "--seats", "--seed", "--depth", "--bar", "--goal", "--over", "--bots"])
    )
    game = data.draw(st.sampled_from(["", "shipyard"]))
    words = [*command.split(), *([game] if game else []), option, data.draw(HOSTILE), "--nothing"]
    assert end(words) == BAD_INPUT


@FEW
@given(st.data())
def test_any_record(record: Path, data: st.DataObject) -> None:
    damage_record(record, data)


@FEW
@given(st.data())
def test_any_card_file(tmp_path: Path, data: st.DataObject) -> None:
    damage_cards(tmp_path, data)


@FEW
@given(st.data())
def test_any_settings_and_seats(data: st.DataObject) -> None:
    say_anything(data)


@FEW
@given(st.data())
def test_any_arguments(data: st.DataObject) -> None:
    ask_anything(data)


@pytest.mark.slow
@MANY
@given(st.data())
def test_very_many_records(record: Path, data: st.DataObject) -> None:
    damage_record(record, data)


@pytest.mark.slow
@MANY
@given(st.data())
def test_very_many_card_files(tmp_path: Path, data: st.DataObject) -> None:
    damage_cards(tmp_path, data)


@pytest.mark.slow
@MANY
@given(st.data())
def test_very_many_settings_and_seats(data: st.DataObject) -> None:
    say_anything(data)


@pytest.mark.slow
@MANY
@given(st.data())
def test_very_many_arguments(data: st.DataObject) -> None:
    ask_anything(data)
