"""The data folder: one server at a time, and nobody else reads it."""

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from doubloon.engine.errors import DoubloonError
from doubloon.tables import folder as module
from doubloon.tables.database import file_url, lock_database, open_database
from doubloon.tables.folder import FolderLock, InUse, prepare_folder

HOLD = """
import sys
from pathlib import Path
from doubloon.tables.folder import FolderLock
lock = FolderLock(Path(sys.argv[1]))
lock.tell("http://localhost:1/")
print("held", flush=True)
sys.stdin.read()
"""


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def hold(folder: Path) -> subprocess.Popen[str]:
    """Hold the lock of a folder in another process."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_a_second_server_hears_where_the_first_one_is(tmp_path: Path) -> None:
    with hold(tmp_path) as process:
        with pytest.raises(InUse, match=f"already runs at http://localhost:1/ with the data folder {tmp_path}") as told:
            FolderLock(tmp_path)
        assert told.value.holder == (process.pid, "http://localhost:1/")
        process.kill()


def test_a_killed_server_leaves_no_lock_behind(tmp_path: Path) -> None:
    with hold(tmp_path) as process:
        process.kill()
    FolderLock(tmp_path).release()
    FolderLock(tmp_path).release()


def test_words_of_a_dead_process_are_not_taken_for_those_of_the_holder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hold(tmp_path) as process:
        process.kill()
    words = (tmp_path / module.LOCK_NAME).read_text(encoding="utf-8")
    assert words == f"{process.pid} http://localhost:1/\n"
    lock = FolderLock(tmp_path)
    assert (tmp_path / module.LOCK_NAME).read_text(encoding="utf-8") == f"{os.getpid()} \n"
    monkeypatch.setattr(module, "ANSWER_S", 0.1)
    with pytest.raises(InUse, match=f"as process {os.getpid()}"):
        FolderLock(tmp_path)
    lock.release()


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS])
def test_a_folder_without_locks_is_used_with_a_warning(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(file: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(module, "lock_file", refuse)
    lock = FolderLock(tmp_path)
    assert "cannot be locked" in lock.warning
    lock.release()


@pytest.mark.parametrize("other", ["{0}", "file:{0}?uri=true", "file://{0}?mode=rwc&uri=true", "{0}.link"])
def test_one_database_has_one_server_by_whatever_name_it_is_called(
    other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept"
    (tmp_path / "kept.link").symlink_to(file)
    lock = lock_database(f"sqlite:///{file}")
    assert lock is not None
    lock.tell("http://localhost:1/")
    with pytest.raises(InUse, match="already runs at http://localhost:1/ with the database"):
        lock_database(f"sqlite:///{other.format(file)}")
    lock.release()
    monkeypatch.chdir(tmp_path)
    again = lock_database(f"sqlite:///{other.format('kept')}" if "//" not in other else f"sqlite:///{file}")
    assert again is not None
    again.release()
    assert {path.name for path in tmp_path.iterdir()} == {"kept.link", "kept.lock"}


@pytest.mark.parametrize(
    "url",
    [
        "sqlite://",
        "sqlite:///:memory:",
        "postgresql://x/y",
        "nonsense",
        "sqlite:////no/such/folder/x",
        "sqlite:///file:x?mode=memory&uri=true",
    ],
)
def test_what_is_no_file_is_not_locked(url: str) -> None:
    assert lock_database(url) is None


def test_a_full_disk_does_not_stop_the_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(os, "write", full)
    lock = FolderLock(tmp_path)
    with pytest.raises(InUse):
        FolderLock(tmp_path)
    lock.release()
    FolderLock(tmp_path).release()


@pytest.fixture(autouse=True)
def _usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_what_is_made_is_its_owners_alone(tmp_path: Path) -> None:
    data = tmp_path / "a" / "data"
    prepare_folder(data)
    FolderLock(data).release()
    engine = open_database(file_url(data))
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE t (x)")
        connection.exec_driver_sql("INSERT INTO t VALUES (1)")
        files = sorted(path.name for path in data.iterdir())
        assert files == ["doubloon.sqlite3", "doubloon.sqlite3-shm", "doubloon.sqlite3-wal", "server.lock"]
        assert {mode(path) for path in data.iterdir()} == {0o600}
    engine.dispose()
    assert mode(data) == 0o700


def test_what_was_wider_is_mended(tmp_path: Path) -> None:
    open_database(file_url(tmp_path)).dispose()
    (tmp_path / "simulations").mkdir()
    tmp_path.chmod(0o755)
    for name in ("doubloon.sqlite3", "doubloon.sqlite3-wal"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    prepare_folder(tmp_path)
    open_database(file_url(tmp_path)).dispose()
    assert (mode(tmp_path), mode(tmp_path / "doubloon.sqlite3")) == (0o700, 0o600)


def test_a_folder_that_holds_other_things_keeps_its_rights(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("mine", encoding="utf-8")
    tmp_path.chmod(0o755)
    prepare_folder(tmp_path)
    open_database(file_url(tmp_path)).dispose()
    assert (mode(tmp_path), mode(tmp_path / "diary.txt")) == (0o755, 0o644)
    assert mode(tmp_path / "doubloon.sqlite3") == 0o600


def test_a_folder_that_cannot_be_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DoubloonError, match="data folder"):
        prepare_folder(tmp_path / "file" / "data")


def test_a_database_elsewhere_is_closed_to_others_too(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    open_database(f"sqlite:///{path}").dispose()
    assert mode(path) == 0o600
    open_database("sqlite://").dispose()


def test_exceptions_of_the_database_name_no_values(tmp_path: Path) -> None:
    engine = open_database(file_url(tmp_path))
    with engine.connect() as connection, pytest.raises(Exception, match="hide_parameters") as raised:
        connection.exec_driver_sql("INSERT INTO nowhere VALUES (?)", ("a secret",))
    assert "a secret" not in str(raised.value)
    engine.dispose()
