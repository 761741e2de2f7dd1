"""A server for browsers under test: bots do not wait, nobody is kept from acting often, and chance follows from a
number.

`python -m tests.browser.server FOLDER [PORT]` prints its address when all games are compiled, and serves until it is
stopped.
"""

import itertools
import secrets
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import uvicorn

from doubloon.cli.serve import listen, server_config
from doubloon.engine import fair
from doubloon.games import load, slugs
from doubloon.tables import lobby
from doubloon.tables.games import load_prepared
from doubloon.tables.runtime import RuntimeOptions
from doubloon.web.app import ServerOptions, create_app
from doubloon.web.lab import queue

HOST = "127.0.0.1"


def fix_chance() -> None:
    """Have every table draw from a seed and a name that follow from its number, so that the same clicks play the same
    game.
    """
    numbers = itertools.count(1)
    seeds = itertools.count(1)
    names = SimpleNamespace(**{**vars(secrets), "token_hex": lambda size: f"{next(numbers):0{2 * size}x}"})
    module: Any = lobby
    module.secrets = names
    fair.new_seed = lambda: fair.seed_of_number(next(seeds))


def main(folder: Path, port: int = 0) -> None:
    """Serve until the process is stopped."""
    fix_chance()
    queue.NICENESS = 0
    for slug in slugs():
        load_prepared(load, slug)
    listener = listen(HOST, port)
    app = create_app(ServerOptions(folder, limited=False, runtime=RuntimeOptions(pace_s=0)))
    print(f"http://{HOST}:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(server_config(app)).run(sockets=[listener])


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
