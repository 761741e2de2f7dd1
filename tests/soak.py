"""A soak: people play for long, and what the server holds is written down.

`python -m tests.soak --minutes 10` prints a table of memory, open files, log and database, and the growth an hour after
the first third, in which caches fill.
"""

import argparse
import asyncio
import tempfile
import time
from collections import Counter
from pathlib import Path
from signal import SIGTERM
from typing import NamedTuple

from doubloon.cli.load.server import Server
from tests.storm import Player, Weather, until_acts

ROWS = 10
HEADERS = ("minutes", "tables", "acts", "memory, MiB", "open files", "log, bytes", "database, MiB")
MIB = 1 << 20


class Sample(NamedTuple):
    """What a server holds at a moment."""

    minutes: float
    tables: int
    acts: int
    memory_mib: float
    files: int
    log: int
    database_mib: float

    def row(self) -> str:
        """Return it as a row of a table."""
        return (
            f"| {self.minutes:.1f} | {self.tables} | {self.acts} | {self.memory_mib:.0f} | {self.files} | {self.log} | "
            f"{self.database_mib:.1f} |"
        )


def take(weather: Weather, players: list[Player], began: float) -> Sample:
    """Measure."""
    files = sum(path.stat().st_size for path in weather.folder.glob("doubloon.sqlite3*"))
    return Sample(
        (time.monotonic() - began) / 60,
        sum(len(player.tables) for player in players),
        sum(map(len, (acts for player in players for acts in player.tables.values()))),
        Server(weather.port, weather.process.pid).memory_kib() / 1024,
        len(list(Path(f"/proc/{weather.process.pid}/fd").iterdir())),
        weather.log_path.stat().st_size,
        files / MIB,
    )


async def soak(root: Path, minutes: float, people: int) -> list[Sample]:
    """Play for so long, and return what was measured on the way."""
    weather = Weather(root)
    weather.start()
    players = [Player(number, weather, Counter()) for number in range(people)]
    over = asyncio.Event()
    tasks = [asyncio.create_task(player.play(over)) for player in players]
    try:
        await asyncio.gather(*(until_acts(player, 1) for player in players))
        began = time.monotonic()
        samples = [take(weather, players, began)]
        for number in range(1, ROWS + 1):
            await asyncio.sleep(max(0.0, began + 60 * minutes * number / ROWS - time.monotonic()))
            samples.append(take(weather, players, began))
            print(samples[-1].row(), flush=True)
        over.set()
        await asyncio.gather(*tasks)
        return samples
    finally:
        for task in tasks:
            task.cancel()
        weather.stop(SIGTERM)
        weather.close()


def growth(samples: list[Sample]) -> str:
    """Return what grew an hour, after the first third."""
    first, last = samples[len(samples) // 3], samples[-1]
    hours = (last.minutes - first.minutes) / 60
    per_hour = [(after - before) / hours for before, after in zip(first, last, strict=True)]
    acts = last.acts - first.acts
    database = (last.database_mib - first.database_mib) * MIB / max(1, acts)
    return (
        f"an hour: {per_hour[3]:.0f} MiB of memory, {per_hour[4]:.0f} open files, {per_hour[5]:.0f} bytes of log, "
        f"{per_hour[6]:.1f} MiB of database ({database:.0f} bytes an act)"
    )


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=180)
    parser.add_argument("--people", type=int, default=8)
    options = parser.parse_args()
    print(f"| {' | '.join(HEADERS)} |\n|{'---:|' * len(HEADERS)}")
    with tempfile.TemporaryDirectory() as root:
        print(growth(asyncio.run(soak(Path(root), options.minutes, options.people))))


if __name__ == "__main__":
    main()
