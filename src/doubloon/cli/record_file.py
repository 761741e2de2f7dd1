"""The file of a game in the terminal: every entry is on disk before it is told, and one process alone writes it."""

import os
import shlex
from contextlib import suppress
from pathlib import Path
from typing import Self

from doubloon.engine.errors import DoubloonError
from doubloon.engine.locks import lock
from doubloon.engine.playthrough import Playthrough
from doubloon.engine.reading import open_ordinary, reason_of, shown_path
from doubloon.engine.record import Header, write_entry, write_header

BINARY: int = getattr(os, "O_BINARY", 0)
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | BINARY
THERE = os.O_RDWR | os.O_APPEND | BINARY


class RecordFile:
    """A record that grows. The file stays the one it is, with its rights and the links to it."""

    def __init__(self, path: Path, handle: int) -> None:
        """`handle` is the open file; the lock is held until it is closed. Raises DoubloonError where another process
        writes the game.
        """
        self.path = path
        self._handle = handle
        if not lock(handle, alone=True):
            self.close()
            raise DoubloonError(f"{shown_path(path)}: is being played in another process; one at a time can write it")

    @classmethod
    def begin(cls, path: Path, header: Header) -> Self:
        """Make the file of a new game. Raises DoubloonError where there is one already, or it cannot be written."""
        place = f"--record: {shown_path(path)}"
        try:
            if os.path.lexists(path):
                raise DoubloonError(f"{place}: is there already; name a new file, or go on with --resume")
            path.parent.mkdir(parents=True, exist_ok=True)
            file = cls(path, os.open(path, NEW, 0o666))
        except (OSError, ValueError) as error:
            raise DoubloonError(f"{place}: cannot be written: {reason_of(error)}") from error
        try:
            file.write(write_header(header).encode())
        except OSError as error:
            file.close()
            with suppress(OSError):
                path.unlink()
            raise DoubloonError(f"{place}: cannot be written: {reason_of(error)}") from error
        return file

    @classmethod
    def resume(cls, path: Path) -> Self:
        """Open the file of a game that was left. Raises DoubloonError where it cannot be read and written, BadInput
        where it is no ordinary file.
        """
        try:
            return cls(path, open_ordinary(str(path), THERE))
        except (OSError, ValueError) as error:
            raise DoubloonError(f"{shown_path(path)}: cannot be read and written: {reason_of(error)}") from error

    def go_on(self) -> None:
        """Cut off a last line that was never acknowledged, so that the next entry begins a line. Raises DoubloonError
        where it cannot be written.
        """
        try:
            data = self.path.read_bytes()
            whole = data[: data.rfind(b"\n") + 1]
            if len(whole) < len(data):
                os.ftruncate(self._handle, len(whole))
            if b"\n\n" not in whole.replace(b"\r\n", b"\n"):
                self.write(b"\n")  # of the header not even the end was written
        except OSError as error:
            raise self.stopped(error) from error

    def append(self, playthrough: Playthrough) -> None:
        """Write the newest entry. Raises DoubloonError where it cannot be written; then the file is as it was."""
        number = len(playthrough.entries) - 1
        try:
            self.write(write_entry(playthrough.game, number, playthrough.entries[-1]).encode())
        except OSError as error:
            raise self.stopped(error) from error

    def write(self, data: bytes) -> None:
        """Append all of some bytes, or none of them. Raises OSError."""
        before = os.fstat(self._handle).st_size
        try:
            left = data
            while left:
                left = left[os.write(self._handle, left) :]
            os.fsync(self._handle)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._handle, before)
            raise

    def stopped(self, error: OSError) -> DoubloonError:
        """Return what is said where the file can no longer be written."""
        how = f"doubloon play --resume {shlex.quote(str(self.path))}"
        return DoubloonError(
            f"{shown_path(self.path)}: cannot be written: {reason_of(error)}; all that was told is kept, and "
            f"`{how}` goes on when it can be written again"
        )

    def close(self) -> None:
        """Close the file, and let others have it."""
        os.close(self._handle)
