"""A server for the storm: its wall clock is off by what a file says, and it waits for a lock only briefly.

`python -m tests.storm_server FOLDER OFFSET_FILE` prints its port, and serves until it is stopped.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import uvicorn

from doubloon.cli.serve import listen, server_config
from doubloon.tables import database
from doubloon.tables.folder import FolderLock, prepare_folder
from doubloon.tables.runtime import RuntimeOptions
from doubloon.web.app import ServerOptions, create_app

BUSY_S = 0.2


def clock_of(offset: Path) -> Callable[[], float]:
    """Return a wall clock that somebody else sets."""

    def now() -> float:
        try:
            return time.time() + float(offset.read_text(encoding="ascii"))
        except (OSError, ValueError):  # being written
            return time.time()

    return now


def main(folder: Path, offset: Path) -> None:
    """Serve, after printing the port."""
    database.BUSY_S = BUSY_S  # type: ignore[assignment]
    prepare_folder(folder)
    lock = FolderLock(folder)
    runtime = RuntimeOptions(now=clock_of(offset), pace_s=0)
    app = create_app(ServerOptions(folder, limited=False, runtime=runtime, settled=True))
    listener = listen("127.0.0.1", 0)
    lock.tell("http://127.0.0.1/")
    print(listener.getsockname()[1], flush=True)
    uvicorn.Server(server_config(app)).run(sockets=[listener])


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
