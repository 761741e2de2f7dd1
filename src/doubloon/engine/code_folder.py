"""The folder in which compiled code is kept, and the files in it. Nothing but what carries our mark is ever removed;
what is damaged is compiled anew; where nothing can be kept, the games run all the same.
"""

import hashlib
import logging
import os
import pickle
import re
import shutil
import uuid
from contextlib import suppress
from functools import cache
from pathlib import Path

from doubloon.engine.locks import lock

LOG = logging.getLogger("doubloon")
"""Without handlers its warnings go to standard error as they are."""
OURS = "doubloon-code"
"""All versions of the compiled code are in a folder of that name, so that a user may name any folder for it."""
KEY = re.compile(r"[0-9a-f]{16}")
MARK_NAME = "doubloon-code.txt"
MARK = b"Compiled code of Doubloon, which makes it anew where it is missing. This folder may be removed.\n"
KEPT_FOLDERS = 4
"""How many versions of the compiled code stay on disk: normal and bounds-checked, of this version and of the one
before.
"""
DIGEST_BYTES = 32
NOT_HELD = -1


def cache_root() -> Path | None:
    """Return the folder for what can be made anew: `$DOUBLOON_CACHE`, else the user's cache folder; None where the user
    has no home.
    """
    named = os.environ.get("DOUBLOON_CACHE")
    if named:
        return Path(named).absolute()
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "doubloon"
    except RuntimeError:
        return None


class CodeFolder:
    """The folder of one version of the compiled code. Nothing is made on disk before there is something to keep."""

    def __init__(self, root: Path | None, key: str) -> None:
        self.path = None if root is None else root / OURS / key
        self._mark = NOT_HELD

    def load(self, name: str, key: object) -> object:
        """Return what was kept under a name for a key; None where there is nothing, or something damaged."""
        if self.path is None:
            return None
        try:
            data = (self.path / name).read_bytes()
            self._hold(self.path)
        except OSError:
            return None
        body = data[DIGEST_BYTES:]
        if hashlib.sha256(body).digest() != data[:DIGEST_BYTES]:
            return None
        kept_key, kept = pickle.loads(body)
        return kept if kept_key == key else None

    def save(self, name: str, body: bytes) -> None:
        """Keep a pickled key and value under a name, as far as the disk allows; a reader sees all of it or nothing."""
        if self.path is None:
            tell("the user has no home folder")
            return
        draft = self.path / f"{name}.{uuid.uuid4().hex[:8]}"
        try:
            self._prepare(self.path)
            try:
                draft.write_bytes(hashlib.sha256(body).digest() + body)
                draft.replace(self.path / name)
            except OSError:
                with suppress(OSError):
                    draft.unlink()
                raise
        except OSError as error:
            tell(f"{self.path}: {error.strerror}")

    def _prepare(self, path: Path) -> None:
        """Make the folder and its mark where there are none, and remove old ones of its kind. Raises OSError."""
        if self._mark != NOT_HELD and path.is_dir():
            return
        path.mkdir(parents=True, exist_ok=True)
        mark = path / MARK_NAME
        if not any(path.iterdir()):
            draft = path / f"{MARK_NAME}.{uuid.uuid4().hex[:8]}"
            draft.write_bytes(MARK)
            draft.replace(mark)
        self._hold(path)
        drop_old_folders(path.parent)

    def _hold(self, path: Path) -> None:
        """Tell other processes that this version is in use, until `release` or the end of this one."""
        if self._mark != NOT_HELD:
            return
        with suppress(OSError):
            os.utime(path)
        with suppress(OSError):
            self._mark = os.open(path / MARK_NAME, os.O_RDONLY)
            lock(self._mark, alone=False)

    def release(self) -> None:
        """Let other processes remove this version."""
        if self._mark != NOT_HELD:
            os.close(self._mark)
            self._mark = NOT_HELD


@cache
def tell(why: str) -> None:
    """Say once that compiled code cannot be kept, and what helps."""
    LOG.warning(
        "compiled code cannot be kept (%s), so it is made anew at each start; $DOUBLOON_CACHE may name a folder", why
    )


def drop_old_folders(parent: Path) -> None:
    """Remove all but the newest versions of the compiled code, so that updates do not fill the disk: marked folders
    alone, and none that a process uses.
    """
    ages: list[tuple[float, Path]] = []
    for entry in parent.iterdir():
        with suppress(OSError):  # another process may be doing the same
            if is_marked(entry):
                ages.append((entry.stat().st_mtime, entry))
    for _, folder in sorted(ages)[:-KEPT_FOLDERS]:
        with suppress(OSError), (folder / MARK_NAME).open("rb") as mark:
            if lock(mark.fileno(), alone=True):
                shutil.rmtree(folder, ignore_errors=True)


def is_marked(folder: Path) -> bool:
    """Tell whether a folder is one of ours, by its name and by the mark in it. Raises OSError."""
    return (
        KEY.fullmatch(folder.name) is not None
        and not folder.is_symlink()
        and folder.is_dir()
        and (folder / MARK_NAME).is_file()
        and (folder / MARK_NAME).read_bytes() == MARK
    )
