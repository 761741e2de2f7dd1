"""The folder in which games, accounts and results are kept: whose it is, who may read it, and which server uses it."""

import os
import secrets
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from doubloon.engine.errors import DoubloonError

OWN_FOLDER = 0o700
OWN_FILE = 0o600
OTHERS = 0o077
"""What others may do with a file."""
ANSWER_S = 5.0
"""How long a second start waits until the first one has said where it listens."""
LOOK_S = 0.05
LONGEST_HOLDER = 1000
LOCK_NAME = "server.lock"
LOCK_SUFFIX = ".lock"
"""Of the name of a database file."""
OWN_NAMES = frozenset({"secret.key", "vapid.pem", "simulations", LOCK_NAME})
DATABASE_NAME = "doubloon.sqlite3"
SIDE_FILES = ("", "-wal", "-shm", "-journal")
"""What SQLite keeps beside a database, and the database itself."""


def data_folder() -> Path:
    """Return the data folder: `$DOUBLOON_DATA`, else the user's. Raises DoubloonError where the user has no home."""
    named = os.environ.get("DOUBLOON_DATA")
    if named:
        return Path(named)
    try:
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "doubloon"
    except RuntimeError:
        raise DoubloonError(
            "there is no home folder to keep games in; name a folder with --data or $DOUBLOON_DATA"
        ) from None


def prepare_folder(folder: Path) -> None:
    """See to it that the data folder is there, and that its owner alone reads it. Raises DoubloonError.

    One that holds anything besides our files is somebody's own folder, and keeps its rights; our files in it are
    closed all the same.
    """
    try:
        folder.mkdir(mode=OWN_FOLDER, parents=True, exist_ok=True)
        if all(is_own_name(path.name) for path in folder.iterdir()):
            close_to_others(folder)
    except OSError as error:
        raise DoubloonError(f"data folder {folder}: nothing can be kept there: {error.strerror}") from error


def is_own_name(name: str) -> bool:
    """Tell whether a file of the data folder is one that a server keeps there."""
    return name.removeprefix(".").startswith((DATABASE_NAME, *OWN_NAMES))


def close_to_others(path: Path) -> None:
    """Take from others what they may do with a file or folder of this user; what is another's stays as it is."""
    found = path.stat()
    if hasattr(os, "getuid") and found.st_uid == os.getuid() and found.st_mode & OTHERS:
        path.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)


def keep_secret(folder: Path, name: str, make: Callable[[], bytes]) -> bytes:
    """Return a secret of the data folder, made where there is none yet, and readable by its owner alone. Raises
    DoubloonError where it cannot be kept.
    """
    path = folder / name
    prepare_folder(folder)
    try:
        if not path.exists():
            draft = path.with_name(f"{name}.{secrets.token_hex(4)}")
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN_FILE), "wb") as file:
                file.write(make())
            draft.rename(path)
        close_to_others(path)
        return path.read_bytes()
    except OSError as error:
        raise DoubloonError(f"data folder {folder}: {name} cannot be kept: {error.strerror}") from error


def prepare_database_file(path: Path) -> None:
    """Make an empty database file that its owner alone reads, or close an older one to others. SQLite gives the files
    beside it the same rights. What cannot be made is left to SQLite, which says why.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWN_FILE))
    for suffix in SIDE_FILES:
        with suppress(OSError):
            close_to_others(path.with_name(path.name + suffix))


class Holder(NamedTuple):
    """The server that uses a folder; `address` is empty until it listens."""

    pid: int
    address: str


class InUse(DoubloonError):
    """Another server uses the folder, or the database."""

    def __init__(self, what: str, holder: Holder) -> None:
        who = f"at {holder.address} " if holder.address else f"as process {holder.pid} " if holder.pid else ""
        super().__init__(f"Doubloon already runs {who}with the {what}")
        self.holder = holder


class ServerLock:
    """Keeps a second server from something, as long as this process lives: the system frees the lock with its end,
    however that comes, so none is ever left behind.
    """

    def __init__(self, path: Path, what: str) -> None:
        """Take the lock. Raises InUse; DoubloonError where its file, `path`, cannot be written.

        Where the file system knows no locks, `warning` says so, and the thing is used without.
        """
        self.warning = ""
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, OWN_FILE)
        except OSError as error:
            raise DoubloonError(f"{what}: {path.name} cannot be kept: {error.strerror}") from error
        try:
            lock_file(self._file)
        except BlockingIOError as error:
            holder = wait_for_holder(self._file)
            os.close(self._file)
            raise InUse(what, holder) from error
        except OSError as error:
            self.warning = f"{what}: cannot be locked ({error.strerror}); start one server on it alone"
        self.tell("")

    def tell(self, address: str) -> None:
        """Write down where this server is, for a second one that is started. A full disk is no reason to stop."""
        with suppress(OSError):
            os.ftruncate(self._file, 0)
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, f"{os.getpid()} {address}\n".encode())

    def release(self) -> None:
        """Let others use the folder. The file stays: one who waits for a removed one would lock what nobody sees."""
        with suppress(OSError):
            os.ftruncate(self._file, 0)
        os.close(self._file)


class FolderLock(ServerLock):
    """Keeps a second server from a data folder."""

    def __init__(self, folder: Path) -> None:
        """Take the lock. Raises as `ServerLock` does."""
        super().__init__(folder / LOCK_NAME, f"data folder {folder}")


class DatabaseLock(ServerLock):
    """Keeps a server with another data folder from a database file. Beside the file, for SQLite locks that itself."""

    def __init__(self, file: Path) -> None:
        """Take the lock, by whatever name the file is called. Raises as `ServerLock` does."""
        found = file.resolve()
        super().__init__(found.with_name(found.name + LOCK_SUFFIX), f"database {file}")


def lock_file(file: int) -> None:
    """Lock an open file for this process. Raises BlockingIOError where another has it, OSError where there are no
    locks.
    """
    if sys.platform == "win32":
        raise OSError(0, "this system has no flock")
    import fcntl  # noqa: PLC0415 - not everywhere

    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def wait_for_holder(file: int) -> Holder:
    """Return who holds a lock, with the address as soon as there is one. A server that was killed leaves its own words
    behind, until the next one writes over them.
    """
    give_up = time.monotonic() + ANSWER_S
    holder = read_holder(file)
    while not (holder.address and is_alive(holder.pid)) and time.monotonic() < give_up:
        time.sleep(LOOK_S)
        holder = read_holder(file)
    return holder


def is_alive(pid: int) -> bool:
    """Tell whether a process of this machine lives."""
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except OSError:
        return False
    return True


def read_holder(file: int) -> Holder:
    """Return who has written a lock's file; zero and nothing where that cannot be read (yet)."""
    try:
        os.lseek(file, 0, os.SEEK_SET)
        pid, _, address = os.read(file, LONGEST_HOLDER).decode().strip().partition(" ")
        return Holder(int(pid), address)
    except (OSError, ValueError):
        return Holder(0, "")
