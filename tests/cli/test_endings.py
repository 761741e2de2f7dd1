"""Every command ends well: output closed, full or of any encoding, no input, Ctrl-C; one line, the right code, no
traceback.
"""

import io
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import typer

from doubloon.cli.commands import app, run
from doubloon.cli.main import BAD_INPUT, FAILED, ended
from doubloon.cli.streams import HANDLER, plain, repair_streams
from doubloon.texts import LANGUAGES
from tests.support import run_python


def leaves(command: Any, name: str = "") -> Iterator[str]:
    """Yield the names of all commands: `play`, `bench rules`."""
    for word, below in getattr(command, "commands", {}).items():
        inner = f"{name} {word}".strip()
        yield from leaves(below, inner) if hasattr(below, "commands") else [inner]


COMMANDS = tuple(leaves(typer.main.get_command(app)))
SHORT: Mapping[str, tuple[str, ...]] = {
    "play": ("play", "shipyard", "--auto", "--seats", "random:2", "--seed", "1"),
    "replay": ("replay", "RECORD"),
    "rules": ("rules", "shipyard"),
    "perft": ("perft", "shipyard", "--depth", "1"),
}
"""Commands that print something soon; the others print their help here, and slow tests let them work."""
LONG: Mapping[str, tuple[str, ...]] = {
    "analyse": ("analyse", "RECORD", "--level", "captain+playouts=8", "--seat", "0"),
    "check": ("check", "shipyard", "-n", "2", "--seats", "2"),
    "ladder": ("ladder", "shipyard", "--bots", "random,deckhand", "-n", "1", "--seats", "2", "--out", "FOLDER/l"),
    "simulate": ("simulate", "shipyard", "--seats", "random:2", "-n", "16", "--out", "FOLDER/s"),
}


def arguments_of(command: str, folder: Path, examples: Mapping[str, tuple[str, ...]] = SHORT) -> list[str]:
    """Return what lets a command print something."""
    record = folder / "a.record"
    if "RECORD" in (words := examples.get(command, (*command.split(), "--help"))) and not record.exists():
        assert run([*SHORT["play"], "--record", str(record)]) == 0
    return [word.replace("RECORD", str(record)).replace("FOLDER", str(folder)) for word in words]


class Output:
    """What a command printed, and how it ended."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.patch = monkeypatch
        self.errors = io.StringIO()

    def end(self, arguments: list[str], stdout: Any) -> int:
        self.errors = io.StringIO()
        with self.patch.context() as patch:
            patch.setattr(sys, "stdout", stdout)
            patch.setattr(sys, "stderr", self.errors)
            return ended(run, arguments, is_interruptible=False)


@pytest.fixture
def output(monkeypatch: pytest.MonkeyPatch) -> Output:
    repair_streams()
    return Output(monkeypatch)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_output_is_one_line(command: str, output: Output, tmp_path: Path) -> None:
    arguments = arguments_of(command, tmp_path)
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        assert output.end(arguments, full) == FAILED
    assert output.errors.getvalue() == "doubloon: the output: cannot be written: No space left on device\n"


@pytest.mark.slow
@pytest.mark.parametrize("command", LONG)
def test_a_full_output_is_one_line_after_work(command: str, output: Output, tmp_path: Path) -> None:
    arguments = arguments_of(command, tmp_path, {**SHORT, **LONG})
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        assert output.end(arguments, full) == FAILED
    assert output.errors.getvalue().count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_a_closed_pipe_is_no_error(command: str, output: Output, tmp_path: Path) -> None:
    arguments = arguments_of(command, tmp_path)
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", encoding="utf-8") as pipe:
        assert output.end(arguments, pipe) == 0
    assert output.errors.getvalue() == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_no_output_is_no_error(command: str, output: Output, tmp_path: Path) -> None:
    assert output.end(arguments_of(command, tmp_path), None) == 0
    assert output.errors.getvalue() == ""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "cp932", "utf-16"])
@pytest.mark.parametrize("command", COMMANDS)
def test_any_encoding_is_readable(command: str, encoding: str, output: Output, tmp_path: Path) -> None:
    printed = io.BytesIO()
    stream = io.TextIOWrapper(printed, encoding=encoding, errors=HANDLER)
    assert output.end(arguments_of(command, tmp_path), stream) == 0
    assert printed.getvalue().decode(encoding).strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_in_every_language_in_any_encoding(language: str, output: Output, tmp_path: Path) -> None:
    for encoding in ("ascii", "cp1252"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors=HANDLER)
        assert output.end([*arguments_of("play", tmp_path), "--lang", language], stream) == 0


def test_characters_become_plain() -> None:
    assert "".join(map(plain, "2–4 × „é” ő … ▶\u0301海\udcff")) == '2-4 x "e" o ... >?\\udcff'


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("words", [("--nonsense",), ("\udcff",), ("x", "y", "z", "9" * 5_000)])
def test_wrong_usage_is_one_line(command: str, words: tuple[str, ...], output: Output) -> None:
    printed = io.StringIO()
    assert output.end([*command.split(), *words], printed) == BAD_INPUT
    assert printed.getvalue() == ""
    assert output.errors.getvalue().count("\n") == 1
    assert len(output.errors.getvalue()) < 700


AT_IMPORT = """
import os, signal, sys
# Tests that run in the background hand on that Ctrl-C is ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
from doubloon.cli import main


class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)


os.chdir({folder!r})
sys.meta_path.insert(0, Interrupting())
sys.argv[1:] = {arguments!r}
main.main()
"""


@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("doubloon.cli.commands", ["--version"]),
        ("numba", ["perft", "shipyard"]),
        ("doubloon.games.shipyard.game", ["rules", "shipyard"]),
        pytest.param("rich", ["rules"], marks=pytest.mark.slow),
        pytest.param("pyarrow", ["simulate", "shipyard", "--out", "x"], marks=pytest.mark.slow),
        pytest.param("uvicorn", ["serve", "--no-open"], marks=pytest.mark.slow),
    ],
)
def test_ctrl_c_while_it_is_loaded_is_one_line(module: str, arguments: list[str], tmp_path: Path) -> None:
    ran = run_python("-c", AT_IMPORT.format(module=module, arguments=arguments, folder=str(tmp_path)))
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "doubloon: interrupted\n")


def test_closed_streams_are_no_error(tmp_path: Path) -> None:
    script = (
        "import os, sys\nfor number in {closed}: os.close(number)\n"
        "os.execv(sys.executable, [sys.executable, '-m', 'doubloon', *{arguments!r}])"
    )
    record = tmp_path / "a.record"
    play = ["play", "shipyard", "--seats", "human,random", "--record", str(record)]
    for closed in ("(0,)", "(0, 1)", "(0, 1, 2)"):
        ran = run_python("-c", script.format(closed=closed, arguments=play))
        assert (ran.returncode, ran.stderr) == (0, "")
        assert record.read_bytes().startswith(b"doubloon record 1\n")
        record.unlink()


@pytest.mark.parametrize(
    "arguments",
    [
        ("--out", "."),
        ("--out", "/proc/x"),
        ("--out", "FILE"),
        ("--out", "FILE/x"),
        ("--write", "/proc/x"),
        ("--write", "."),
        ("--write", "FILE/x"),
        ("--write", "\0"),
        (),
    ],
)
def test_places_that_cannot_be_written(
    arguments: tuple[str, ...], output: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder, a file in the way, one that is not text: said before the games are played."""
    file = tmp_path / "file"
    file.write_bytes(b"\xff")
    monkeypatch.setenv("DOUBLOON_DATA", str(file))
    ladder = ["ladder", "shipyard", "--bots", "random,deckhand", "-n", "1", "--seats", "2", "--jobs", "1"]
    assert output.end([*ladder, *(word.replace("FILE", str(file)) for word in arguments)], io.StringIO()) == BAD_INPUT
    assert output.errors.getvalue().count("\n") == 1
    assert file.read_bytes() == b"\xff"
