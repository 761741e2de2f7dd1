"""Playing in the terminal: whole games, leaving and going on, and clear words for bad input."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import pytest

from doubloon.cli.console import new_translator
from doubloon.engine.contract import Game
from doubloon.engine.record import read_record_file, replay_to_end
from doubloon.games import load, slugs
from doubloon.texts import LANGUAGES
from tests.support import PATIENCE_S, ROOT, run_command


def test_bots_play_a_whole_game_and_the_same_seed_tells_it_again(game: Game) -> None:
    first = run_command("play", game.slug, "--auto", "--seed", "4")
    assert first.returncode == 0, first.stderr
    assert first.stdout == run_command("play", game.slug, "--auto", "--seed", "4").stdout
    assert first.stdout != run_command("play", game.slug, "--auto", "--seed", "5").stdout
    assert re.search(r"wins\.|share the victory\.", first.stdout)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_in_every_language(game: Game, language: str) -> None:
    told = run_command("play", game.slug, "--auto", "--seed", "4", "--lang", language)
    assert told.returncode == 0, told.stderr
    assert not re.search(r"\b(event|action|prompt|result|panel|line|kind|cli)\.[a-z]", told.stdout)
    assert (max(told.stdout) > "\u3000") == (language == "ja")


def test_the_language_of_the_terminal_is_the_default() -> None:
    command = ("play", "--auto", "--seed", "1")
    for locale, language in (("hu_HU.UTF-8", "hu"), ("pt_PT.UTF-8", "en")):
        assert run_command(*command, env={"LC_ALL": locale}).stdout == run_command(*command, "--lang", language).stdout


def test_output_fits_eighty_columns(game: Game) -> None:
    told = run_command("play", game.slug, "--auto", "--seed", "4", env={"COLUMNS": "80"})
    assert max(len(line) for line in told.stdout.splitlines()) <= 100


def person_at(tmp_path: Path, *arguments: str, stdin: str) -> subprocess.CompletedProcess[str]:
    return run_command("play", "shipyard", "--seed", "3", *arguments, stdin=stdin, env={"DOUBLOON_DATA": str(tmp_path)})


def test_a_person_plays_to_the_end_with_keys(tmp_path: Path) -> None:
    # Every answer is first the letter to draw, then, where it is not asked, the first number: one of them always fits.
    played = person_at(tmp_path, "--seats", "human,random", stdin="d\n1\n" * 3000)
    assert played.returncode == 0, played.stderr
    assert "wins." in played.stdout
    (record,) = tmp_path.rglob("*.record")
    assert f"doubloon replay {record}" in played.stdout
    assert replay_to_end(read_record_file(record), load("shipyard")).is_over
    assert run_command("replay", str(record), "--verify").returncode == 0


def test_a_person_leaves_and_goes_on(tmp_path: Path) -> None:
    left = person_at(tmp_path, stdin="d\nq\n")
    assert left.returncode == 0
    (record,) = tmp_path.rglob("*.record")
    assert f"doubloon play --resume {record}" in left.stdout
    entries = len(read_record_file(record).lines)
    again = run_command("play", "--resume", str(record), stdin="d\nq\n")
    assert again.returncode == 0, again.stderr
    assert len(read_record_file(record).lines) > entries
    whole = run_command("replay", str(record), "--verify")
    assert whole.returncode == 0, whole.stderr
    assert "not over" in whole.stdout


def test_input_that_ends_is_a_person_who_leaves(tmp_path: Path) -> None:
    left = person_at(tmp_path, stdin="")
    assert left.returncode == 0
    assert "--resume" in left.stdout


def test_nonsense_is_answered_with_the_keys_that_work(tmp_path: Path) -> None:
    asked = person_at(tmp_path, stdin="dance\n\n99\n\x07\nq\n")
    assert "dance does nothing here; keys: d, q" in asked.stdout
    assert "Traceback" not in asked.stderr


def test_names_with_brackets_are_names(tmp_path: Path) -> None:
    asked = person_at(tmp_path, "--name", "[bold]Anna[/bold] {x}", stdin="q\n")
    assert "[bold]Anna[/bold] {x}" in asked.stdout


class PlayedInTerminal:
    """A command in a pseudo terminal of its own, as a person sees it."""

    def __init__(self, *arguments: str, data: Path) -> None:
        self.master, slave = pty.openpty()
        env = {**os.environ, "DOUBLOON_DATA": str(data), "TERM": "xterm", "LC_ALL": "C.UTF-8"}
        command = [sys.executable, "-m", "doubloon", *arguments]
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=env, cwd=ROOT, start_new_session=True
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def type_until(self, keys: bytes, mark: bytes) -> bytes:
        """Press keys again and again until the terminal shows the mark: what is typed before it listens is lost, as in
        real life.
        """
        seen = b""
        deadline = time.monotonic() + PATIENCE_S
        while mark not in seen:
            assert time.monotonic() < deadline, seen
            if select.select([self.master], [], [], 0.5)[0]:
                seen += os.read(self.master, 4096)
            else:
                os.write(self.master, keys)
        return seen


def test_single_key_presses_and_ctrl_c_in_a_terminal(tmp_path: Path) -> None:
    with PlayedInTerminal("play", "shipyard", "--seed", "3", "--seats", "human,sailor", data=tmp_path) as terminal:
        seen = terminal.type_until(b"d", b"draw on")
        seen += terminal.type_until(b"\x03", b"--resume")
        assert terminal.process.wait(timeout=PATIENCE_S) == 130
    assert b"Traceback" not in seen


BAD_INPUT = [
    (("play", "chess"), "unknown game 'chess'; there are:"),
    (("play", "shipyard", "--seats", "sailor"), "1 seats; shipyard is for 2 to 4"),
    (("play", "shipyard", "--seats", "sailor:9"), "expected a count 1 .. 4"),
    (
        ("play", "shipyard", "--seats", "sailor,wizard"),
        "unknown player 'wizard'; there are: human, random, deckhand, sailor, mate, captain, admiral",
    ),
    (("play", "shipyard", "--auto", "--seats", "human,sailor"), "--auto: a human has a seat"),
    (
        ("play", "shipyard", "--set", "cannon=sometimes"),
        "options.cannon = 'sometimes' is not allowed; expected automatic | optional",
    ),
    (("play", "shipyard", "--set", "wind=3"), "unknown key 'wind'; allowed: cards.ships"),
    (("play", "shipyard", "--set", "cards.coins=-1"), "cards.coins = '-1' is not allowed; expected 0 .. 200"),
    (("play", "shipyard", "--set", "cards.ships=3"), "ship.size = 6 needs more than the cards.ships = 3"),
    (
        ("play", "shipyard", "--seats", "sailor,sailor", "--set", "starter=3", "--auto"),
        "options.starter = '3' names no seat; expected random | 0 .. 1",
    ),
    (("play", "shipyard", "--cards", "nowhere.toml"), "nowhere.toml: cannot be read"),
    (("play", "shipyard", "--lang", "de"), "unknown language 'de'; there are: en, fr, ja, hu"),
    (("play", "shipyard", "--auto", "--record", "README.md/game.record"), "cannot be written"),
    (("play", "shipyard", "--auto", "--record", "README.md"), "README.md: is there already"),
    (("play", "--resume", "nowhere.record"), "nowhere.record: cannot be read"),
    (("replay", "nowhere.record"), "nowhere.record: cannot be read"),
    (("replay", "README.md"), "README.md: line 1: expected 'doubloon record 1'"),
    (("perft", "shipyard", "--seats", "9"), "9 seats: shipyard is for 2 to 4"),
    (("check", "shipyard", "--seats", "1"), "1 seats: shipyard is for 2 to 4"),
    (("bench", "rules", "--game", "go"), "unknown game 'go'"),
    (("rules", "go"), "unknown game 'go'"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD_INPUT, ids=[" ".join(arguments) for arguments, _ in BAD_INPUT])
def test_bad_input_gets_one_clear_line_and_exit_code_2(arguments: tuple[str, ...], message: str) -> None:
    run = run_command(*arguments)
    assert run.returncode == 2
    assert message in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1
    assert run.stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [("--bogus",), ("play", "--seed", "x"), ("play", "--seed", "-1"), ("perft", "shipyard", "--depth", "0"), ("sail",)],
)
def test_bad_usage_gets_exit_code_2_and_no_traceback(arguments: tuple[str, ...]) -> None:
    run = run_command(*arguments)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr


def test_a_closed_pipe_is_no_error() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "doubloon", "rules", "shipyard"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdout is not None
    process.stdout.close()
    _, errors = process.communicate(timeout=PATIENCE_S)
    assert b"Traceback" not in errors


def test_without_a_game_one_is_asked_which(tmp_path: Path) -> None:
    asked = run_command("play", "--seed", "3", stdin="chess\n3\nq\n", env={"DOUBLOON_DATA": str(tmp_path)})
    assert asked.returncode == 0, asked.stderr
    for slug in slugs():
        assert new_translator(load(slug), "en").text("game.title") in asked.stdout
    numbers = ", ".join(str(number) for number, _ in enumerate(slugs(), start=1))
    assert f"chess does nothing here; keys: {numbers}, q" in asked.stdout
    (record,) = tmp_path.rglob("*.record")
    assert read_record_file(record).header.game == slugs()[2]


@pytest.mark.parametrize("stdin", ["", "q\n"])
def test_who_chooses_no_game_leaves_quietly(stdin: str) -> None:
    left = run_command("play", stdin=stdin)
    assert (left.returncode, left.stderr) == (0, "")


def test_what_is_chosen_in_secret_stays_off_a_shared_screen(tmp_path: Path) -> None:
    """Two people at one keyboard grasp rubies: what they type does not appear (R4.2)."""
    with PlayedInTerminal("play", "rubies", "--seed", "3", "--seats", "human:2,sailor", data=tmp_path) as terminal:
        terminal.type_until(b"d", b"grasp 14 rubies")
        shown = terminal.type_until(b"7\r", b"shows 7 rubies")
    assert b"> \r\n" in shown
    assert b"> 7" not in shown
