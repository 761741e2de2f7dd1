"""The server under test, in a process of its own: nothing is switched off but the limits, and no bot waits for eyes."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from doubloon.cli.serve import listen, server_config
from doubloon.tables.runtime import RuntimeOptions
from doubloon.web.app import ServerOptions, create_app

STOP_S = 20
USER_TIME, SYSTEM_TIME = 11, 12
"""Fields of /proc/PID/stat behind the name of the command."""
PAGE_KIB = resource.getpagesize() // 1024


@dataclass(frozen=True)
class Server:
    """A running server."""

    port: int
    pid: int

    def memory_kib(self) -> int:
        """Return the resident memory; 0 where the system does not tell."""
        try:
            return int(Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1]) * PAGE_KIB
        except OSError:
            return 0

    def cpu_s(self) -> float:
        """Return the processor time it has used; 0 where the system does not tell."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[USER_TIME]) + int(fields[SYSTEM_TIME])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running_server(folder: Path) -> Iterator[Server]:
    """Start a server on a data folder, and stop it at the end."""
    with subprocess.Popen(
        [sys.executable, "-m", "doubloon.cli.load.server", str(folder)], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            first = process.stdout.readline() if process.stdout is not None else ""
            yield Server(int(first), process.pid)
        finally:
            process.terminate()
            process.wait(STOP_S)


def allow_many_files() -> None:
    """Raise the limit of open connections as far as the system lets us."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main(folder: str) -> None:
    """Serve, after printing the port."""
    allow_many_files()
    app = create_app(ServerOptions(Path(folder), limited=False, runtime=RuntimeOptions(pace_s=0), settled=True))
    listener = listen("127.0.0.1", 0)
    print(listener.getsockname()[1], flush=True)
    uvicorn.Server(server_config(app)).run(sockets=[listener])


if __name__ == "__main__":
    main(sys.argv[1])
