"""The folder of compiled code: it touches nothing but its own, heals itself, and is no obstacle where it cannot be."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from doubloon.engine.code_folder import KEPT_FOLDERS, MARK, MARK_NAME, OURS, CodeFolder, cache_root, drop_old_folders
from tests.support import run_command, run_python

PROBE = """
from doubloon.engine.jit import rule


@rule
def double(number):
    return 2 * number


def main():
    print(double(21), sum(double.stats.cache_hits.values()), sum(double.stats.cache_misses.values()))


main()
"""
COMPILED, FOUND = "42 0 1", "42 1 0"


@pytest.fixture
def probe(tmp_path: Path) -> Path:
    """A file with one compiled function, which says whether it was found on disk."""
    path = tmp_path / "probe.py"
    path.write_text(PROBE, encoding="utf-8")
    return path


def run_probe(probe: Path, cache: Path, **env: str) -> subprocess.CompletedProcess[str]:
    run = run_python(str(probe), env={"DOUBLOON_CACHE": str(cache), **env})
    assert run.returncode == 0, run.stderr
    return run


def folder_of(root: Path, number: int) -> Path:
    """Return a folder of a version, as another version left it."""
    folder = CodeFolder(root, f"{number:016x}")
    folder.save("one.code", pickle.dumps(("key", number)))
    folder.release()
    assert folder.path is not None
    os.utime(folder.path, (number, number))
    return folder.path


def test_a_second_start_finds_what_the_first_one_compiled(probe: Path, tmp_path: Path) -> None:
    assert run_probe(probe, tmp_path / "c").stdout.strip() == COMPILED
    assert run_probe(probe, tmp_path / "c").stdout.strip() == FOUND


def test_nothing_of_anybody_else_is_ever_removed(tmp_path: Path) -> None:
    root = tmp_path / "mine"
    foreign = [root / f"photos{n}" for n in range(9)] + [root / OURS / f"letters{n}" for n in range(9)]
    foreign += [root / OURS / f"{n:016x}" for n in range(20, 29)]  # names like ours, without the mark
    foreign += [root / f"{n:016x}" for n in range(20, 29)]
    for folder in foreign:
        folder.mkdir(parents=True)
        (folder / "precious").write_text("x")
        os.utime(folder, (1, 1))
    (root / OURS / f"{99:016x}").symlink_to(foreign[0])
    (foreign[0] / MARK_NAME).write_bytes(MARK)
    (foreign[0] / "precious").touch()
    ours = [folder_of(root, number) for number in range(100, 110)]
    folder_of(root, 200)
    assert all((folder / "precious").exists() for folder in foreign)
    assert not ours[0].exists()


def test_a_command_that_compiles_nothing_leaves_the_folder_alone(tmp_path: Path) -> None:
    assert run_command("--version", env={"DOUBLOON_CACHE": str(tmp_path / "c")}).returncode == 0
    assert not (tmp_path / "c").exists()


def test_the_newest_versions_stay_and_those_in_use(tmp_path: Path) -> None:
    used = CodeFolder(tmp_path, f"{1:016x}")
    used.save("one.code", pickle.dumps(("key", 1)))
    assert used.path is not None
    os.utime(used.path, (1, 1))
    script = (
        "import sys; from pathlib import Path; from doubloon.engine.code_folder import *\n"
        f"folder = CodeFolder(Path({str(tmp_path)!r}), '{2:016x}'); folder.save('a', b'')\n"
        f"import os; os.utime(folder.path, (2, 2)); print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        folders = [make_unheld(tmp_path, number) for number in range(3, 12)]
        drop_old_folders(tmp_path / OURS)
        assert used.path.exists()
        assert (tmp_path / OURS / f"{2:016x}").exists()
        assert [folder.exists() for folder in folders] == [False] * (9 - KEPT_FOLDERS) + [True] * KEPT_FOLDERS
        other.communicate()
    used.release()
    drop_old_folders(tmp_path / OURS)
    assert not used.path.exists()
    assert not (tmp_path / OURS / f"{2:016x}").exists()


def make_unheld(root: Path, number: int) -> Path:
    """Return a folder of ours that no process uses."""
    path = root / OURS / f"{number:016x}"
    path.mkdir(parents=True)
    (path / MARK_NAME).write_bytes(MARK)
    os.utime(path, (number, number))
    return path


@pytest.mark.parametrize("damage", [b"", b"x", b"x" * 500, None, "half", "bit"])
def test_what_is_damaged_is_not_read(tmp_path: Path, damage: bytes | str | None) -> None:
    folder = CodeFolder(tmp_path, "0" * 16)
    body = pickle.dumps(("key", [1, 2, 3]))
    folder.save("one.code", body)
    assert folder.load("one.code", "key") == [1, 2, 3]
    assert folder.load("one.code", "other") is None
    assert folder.path is not None
    path = folder.path / "one.code"
    data = path.read_bytes()
    if damage is None:
        path.unlink()
    elif damage == "half":
        path.write_bytes(data[: len(data) // 2])
    elif damage == "bit":
        path.write_bytes(data[:-3] + bytes([data[-3] ^ 1]) + data[-2:])
    elif isinstance(damage, bytes):
        path.write_bytes(damage)
    assert folder.load("one.code", "key") is None
    folder.save("one.code", body)
    assert folder.load("one.code", "key") == [1, 2, 3]


def test_a_damaged_cache_heals(probe: Path, tmp_path: Path) -> None:
    run_probe(probe, tmp_path / "c")
    for path in (tmp_path / "c").rglob("*.code"):
        path.write_bytes(path.read_bytes()[:100])
    healed = run_probe(probe, tmp_path / "c")
    assert (healed.stdout.strip(), healed.stderr) == (COMPILED, "")
    assert run_probe(probe, tmp_path / "c").stdout.strip() == FOUND


def test_a_full_disk_is_said_once_and_no_obstacle(probe: Path, tmp_path: Path) -> None:
    limited = (
        f"import resource, runpy; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); runpy.run_path({str(probe)!r})"
    )
    run = run_python("-c", limited, env={"DOUBLOON_CACHE": str(tmp_path / "c")})
    assert (run.returncode, run.stdout.strip()) == (0, COMPILED)
    assert run.stderr.count("\n") == 1
    assert "compiled code cannot be kept" in run.stderr
    assert "File too large" in run.stderr
    assert run_probe(probe, tmp_path / "c").stdout.strip() == COMPILED
    assert run_probe(probe, tmp_path / "c").stdout.strip() == FOUND


@pytest.mark.parametrize("where", ["file", "/proc/none", "/dev/null/x"])
def test_a_folder_that_cannot_be_is_no_obstacle(probe: Path, tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "tmp").mkdir()
    run = run_probe(probe, tmp_path / where, TMPDIR=str(tmp_path / "tmp"))
    assert run.stdout.strip() == COMPILED
    assert run.stderr.count("\n") == 1
    assert "$DOUBLOON_CACHE may name a folder" in run.stderr
    assert not list((tmp_path / "tmp").iterdir())


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may become somebody unknown")
def test_somebody_without_home_and_name_is_told() -> None:
    script = (
        "import os, pathlib, pwd; from doubloon.engine.code_folder import *\n"
        "os.setgid(54321); os.setuid(54321)\n"
        "for name in ('HOME', 'DOUBLOON_CACHE', 'XDG_CACHE_HOME'): os.environ.pop(name, None)\n"
        "print(cache_root()); CodeFolder(cache_root(), '0' * 16).save('a', b'')\n"
    )
    run = run_python("-c", script)
    assert (run.returncode, run.stdout) == (0, "None\n"), run.stderr
    assert "the user has no home folder" in run.stderr


def test_the_root_is_where_the_user_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DOUBLOON_CACHE", "c")
    assert cache_root() == tmp_path / "c"
    monkeypatch.setenv("DOUBLOON_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_root() == tmp_path / "doubloon"
