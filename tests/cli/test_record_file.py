"""The file of a game in the terminal: one writer, nothing told that is not kept, and nothing goes on that is forged."""

import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from doubloon.cli.record_file import RecordFile
from doubloon.engine import fair
from doubloon.engine.contract import CHANCE
from doubloon.engine.errors import DoubloonError
from doubloon.engine.playthrough import Playthrough, build_rules, game_settings
from doubloon.engine.record import (
    Header,
    Seat,
    new_header,
    read_record_file,
    replay_to_end,
    reveal_seed,
    verify_chance,
)
from doubloon.games import load
from tests.support import ROOT, run_command, run_python

GAME = load("shipyard")
SEED = fair.seed_of_number(7)


def beginning() -> tuple[Header, Playthrough]:
    settings = game_settings(GAME)
    header = new_header(GAME, settings, [Seat("human", "Anna"), Seat("random")], "seed 7", SEED)
    return reveal_seed(header, SEED), Playthrough(GAME, build_rules(GAME, settings, 2))


def step(playthrough: Playthrough) -> None:
    if playthrough.to_act == CHANCE:
        playthrough.chance(fair.draw(SEED, "seed 7", len(playthrough.entries), playthrough.weights()))
    else:
        seat = playthrough.seats_to_act()[0]
        playthrough.act(seat, playthrough.legal_actions(seat)[0])


@contextmanager
def written(path: Path, entries: int) -> Iterator[tuple[RecordFile, Playthrough]]:
    """A record that has so many entries and is still open."""
    header, playthrough = beginning()
    file = RecordFile.begin(path, header)
    for _ in range(entries):
        step(playthrough)
        file.append(playthrough)
    yield file, playthrough
    file.close()


@pytest.fixture
def half(tmp_path: Path) -> Path:
    path = tmp_path / "half.record"
    with written(path, 6):
        pass
    return path


def test_every_entry_is_on_disk_at_once(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "a.record"
    with written(path, 9) as (_, playthrough):
        assert replay_to_end(read_record_file(path), GAME).entries == playthrough.entries
    assert [file.name for file in path.parent.iterdir()] == ["a.record"]


def test_one_process_alone_writes_a_game(half: Path) -> None:
    file = RecordFile.resume(half)
    before = half.read_bytes()
    second = run_command("play", "--resume", str(half), stdin="d\nq\n")
    assert second.returncode == 2
    assert second.stderr == f"doubloon: {half}: is being played in another process; one at a time can write it\n"
    assert half.read_bytes() == before
    file.close()
    assert run_command("play", "--resume", str(half), stdin="d\nq\n").returncode == 0


def test_the_lock_ends_with_the_process(tmp_path: Path) -> None:
    path = tmp_path / "new.record"
    command = [sys.executable, "-u", "-m", "doubloon", "play", "shipyard", "--seed", "3", "--record", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as playing:
        assert playing.stdout is not None
        while b"  q  " not in (line := playing.stdout.readline()):
            assert line
        with pytest.raises(DoubloonError, match="another process"):
            RecordFile.resume(path)
        playing.kill()
    RecordFile.resume(path).close()


def test_a_full_disk_is_one_line_and_the_game_goes_on_later(half: Path) -> None:
    with pytest.raises(DoubloonError, match=r"cannot be written: File too large; .* --resume .* goes on") as caught:
        with_limit(half)
    assert "\n" not in str(caught.value)
    record = read_record_file(half)
    assert verify_chance(record, GAME) > 0
    assert half.read_bytes().endswith(b"\n")


def with_limit(path: Path) -> None:
    """Go on with a game until its file may not grow any more."""
    file = RecordFile.resume(path)
    playthrough = replay_to_end(read_record_file(path), GAME)
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 60, most))
    try:
        while not playthrough.is_over:
            step(playthrough)
            file.append(playthrough)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        file.close()


def test_a_disk_that_fills_in_the_middle_of_a_game_ends_it_in_one_line(tmp_path: Path) -> None:
    script = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048)); sys.argv[1:] = "
        f"'play shipyard --auto --seats random:4 --seed 13 --record {tmp_path}/u.record'.split()\n"
        "from doubloon.cli.main import main; main()"
    )
    run = run_python("-c", script)
    assert run.returncode == 2
    lines = [line for line in run.stderr.splitlines() if "compiled code cannot be kept" not in line]
    assert len(lines) == 1, run.stderr
    assert "File too large" in lines[0]
    resumed = run_command("play", "--resume", f"{tmp_path}/u.record")
    assert resumed.returncode == 0, resumed.stderr
    assert run_command("replay", f"{tmp_path}/u.record", "--verify").returncode == 0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (f"seed: {SEED.hex()}", "seed: 00", "the seed does not fit the commitment"),
        (f"seed: {SEED.hex()}", "seed: zz", "seed: expected hexadecimal digits, found 'zz'"),
        (f"seed: {SEED.hex()}", "seed: 0", "seed: expected hexadecimal digits"),
        (f"seed: {SEED.hex()}\n", "", "has no seed"),
        ("commitment: ", "commitment: 00", "does not fit the commitment"),
        (f"commitment: {fair.commitment(SEED)}\n", "", "does not fit the commitment"),
        ('table: "seed 7"', 'table: "seed 8"', "entry 0: the seed gives"),
        ("seat: random", "seat: wizard", "half.record: unknown player 'wizard'"),
        ("seat: random", "seat: random+" + "9" * 5_000, "half.record: player 'random"),
        ("rules: ", "rules: " + "9" * 5_000, "rules: expected a number"),
        ("seat: human", "set: pirate.toll=" + "9" * 5_000 + "\nseat: human", "pirate.toll = '999"),
        ('seat: human "Anna"', "seat: human " + "[" * 9_000, "expected a name in double quotes"),
        ("game: shipyard", "game: chess", "unknown game 'chess'"),
        ("seat: human", "drop: options.cannon\nseat: human", "half.record: played with card set"),
    ],
)
def test_nothing_goes_on_that_could_not_be_checked(half: Path, old: str, new: str, message: str) -> None:
    text = half.read_text(encoding="utf-8")
    assert old in text
    half.write_text(text.replace(old, new, 1), encoding="utf-8")
    before = half.read_bytes()
    run = run_command("play", "--resume", str(half), stdin="d\nq\n")
    assert (run.returncode, run.stderr.count("\n")) == (2, 1), run.stderr
    assert message in run.stderr
    assert len(run.stderr) < 1_000
    assert half.read_bytes() == before


def test_rights_and_links_stay(half: Path) -> None:
    half.chmod(0o600)
    link = half.with_name("link.record")
    link.symlink_to(half)
    size = half.stat().st_size
    run = run_command("play", "--resume", str(link), stdin="d\nq\n")
    assert run.returncode == 0, run.stderr
    assert link.is_symlink()
    assert half.stat().st_mode & 0o777 == 0o600
    assert half.stat().st_size > size


@pytest.mark.parametrize("cut", [1, 3])
def test_an_entry_that_was_cut_off_is_cut_away(half: Path, cut: int) -> None:
    half.write_bytes(half.read_bytes()[:-cut])
    file = RecordFile.resume(half)
    playthrough = replay_to_end(read_record_file(half), GAME)
    file.go_on()
    while len(playthrough.entries) < 20:
        step(playthrough)
        file.append(playthrough)
    file.close()
    assert replay_to_end(read_record_file(half), GAME).entries == playthrough.entries


def test_a_header_alone_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    with written(path, 0):
        pass
    path.write_bytes(path.read_bytes()[:-1])
    file = RecordFile.resume(path)
    file.go_on()
    _, playthrough = beginning()
    step(playthrough)
    file.append(playthrough)
    file.close()
    assert len(read_record_file(path).lines) == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("x" * 300, "cannot be written: File name too long"),
        ("half.record", "is there already"),
        ("half.record/x", "cannot be written: "),
        (".", "is there already"),
        ("a\0b", "cannot be written: embedded null"),
    ],
)
def test_a_new_file_that_cannot_be_is_refused(half: Path, name: str, message: str) -> None:
    with pytest.raises(DoubloonError, match=message):
        RecordFile.begin(half.parent / name, beginning()[0])
    assert [file.name for file in half.parent.iterdir()] == ["half.record"]
