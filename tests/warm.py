"""`python -m tests.warm`: have all games compiled before the tests, each by one process; else every worker of pytest
compiles the same functions at the same time.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from tests import examples

WORKERS = 2
"""As many as `make test` has."""
CALLS = """
import sys
from doubloon.bots.prepare import prepare
from doubloon.cli.commands import app
from doubloon.engine.playthrough import game_settings, new_rules
from doubloon.games import load
from doubloon.sim.plan import new_plan
from doubloon.sim.worker import warm_up

game = load(sys.argv[1])
prepare(game, new_rules(game, game.usual_seats))
warm_up(game, new_plan(game, game_settings(game), ("sailor",) * game.usual_seats, 1, 1))
for command in (("check", "-n", "1"), ("perft", "--depth", "2")):
    app([command[0], game.slug, *command[1:]], standalone_mode=False)
"""
CHECKED = "from doubloon.cli.commands import app; import sys; app(['check', sys.argv[1], '-n', '1'])"


def jobs() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield the program, the game and the environment of each process, the longest first."""
    from doubloon.games import slugs  # noqa: PLC0415 - the examples have to be installed before

    for slug in reversed(slugs()):
        yield CHECKED, slug, {"NUMBA_BOUNDSCHECK": "1"}
        yield CALLS, slug, {}


def run(job: tuple[str, str, dict[str, str]]) -> int:
    """Compile in a process of its own and return how it ended."""
    program, slug, env = job
    whole = {**os.environ, **env}
    return subprocess.run(
        [sys.executable, "-c", program, slug], env=whole, stdout=subprocess.DEVNULL, check=False
    ).returncode


def main() -> None:
    """Compile all games. Ends the process with 1 where one cannot be; the tests then say why."""
    examples.ensure()
    with ThreadPoolExecutor(WORKERS) as pool:
        sys.exit(max(pool.map(run, list(jobs()))))


if __name__ == "__main__":
    main()
