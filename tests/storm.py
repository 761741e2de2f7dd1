"""A storm: people play while the server is killed, its disk fills, its database is locked and its clock jumps.

`python -m tests.storm --faults 200` prints what happened as a table, and ends with code 1 where an act that was
acknowledged is missing, or a table stands still at the end.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from doubloon.cli.load.http import Connection
from doubloon.tables.folder import DATABASE_NAME

FAULTS = ("kill", "full", "locked", "clock")
GAMES = ("shipyard", "isles", "rubies")
CLOCK_S = 20
HELD_S = 0.6
"""How long the disk is full, or the database locked."""
TINY_DISK = 4096
JUMPS_S = (-7200, -90, 90, 7200)
PATIENCE_S = 600
AGAIN_S = 0.05
LOST = (OSError, EOFError, asyncio.IncompleteReadError, ValueError, IndexError)


class Weather:
    """The server, and what befalls it."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "data"
        self._offset = root / "offset"
        self._offset.write_text("0", encoding="ascii")
        self._log = (root / "log").open("ab")
        self.log_path = root / "log"
        self._seconds = 0.0
        self.port = 0

    def start(self) -> None:
        """Start the server, and wait until it says its port."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.storm_server", str(self.folder), str(self._offset)],
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    async def strike(self, fault: str, rng: random.Random) -> None:
        """Let something happen, and pass."""
        if fault == "kill":
            self.stop(signal.SIGKILL)
            await asyncio.to_thread(self.start)
        elif fault == "full":
            _, most = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (TINY_DISK, most))
            await asyncio.sleep(HELD_S)
            resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (most, most))
        elif fault == "locked":
            with closing(sqlite3.connect(self.folder / DATABASE_NAME, isolation_level=None, timeout=10)) as other:
                other.execute("BEGIN IMMEDIATE")
                await asyncio.sleep(HELD_S)
                other.execute("ROLLBACK")
        else:
            self._seconds += rng.choice(JUMPS_S)
            self._offset.write_text(str(self._seconds), encoding="ascii")

    def close(self) -> None:
        """Write no more log."""
        self._log.close()

    def stop(self, how: signal.Signals) -> None:
        """End the server."""
        os.kill(self.process.pid, how)
        self.process.wait(60)
        if self.process.stdout is not None:
            self.process.stdout.close()


class Player:
    """One person at one table after another, who remembers what was acknowledged."""

    def __init__(self, number: int, weather: Weather, count: Counter[str]) -> None:
        self.number = number
        self.weather = weather
        self.count = count
        self.tables: dict[str, dict[int, int]] = {}
        """By table, the acknowledged acts by the number that they were meant for."""
        self.token = ""
        self.table = ""

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Ask the API on a connection of its own; status 0 where the server is not there."""
        try:
            link = await Connection.open(self.weather.port)
        except OSError:
            return 0, None
        try:
            token = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
            raw = b"" if body is None else json.dumps(body).encode()
            status, answer = await link.ask(method, f"/api{path}", raw, token)
            self.count[str(status)] += 1
            return status, json.loads(answer)
        except LOST:
            return 0, None
        finally:
            link.close()

    async def insist(self, method: str, path: str, body: object = None) -> Any:
        """Ask until it is done."""
        while True:
            status, answer = await self.ask(method, path, body)
            if 200 <= status < 300:
                return answer
            await asyncio.sleep(AGAIN_S)

    async def sit(self) -> None:
        """Begin a game with a clock against two bots."""
        if not self.token:
            self.token = (await self.insist("POST", "/people", {"name": f"Player {self.number}"}))["token"]
        game = GAMES[(self.number + len(self.tables)) % len(GAMES)]
        made = await self.insist(
            "POST", "/tables", {"game": game, "seats": ["human", "sailor", "sailor"], "clock": CLOCK_S}
        )
        self.table = made["table"]
        self.tables[self.table] = {}

    async def play(self, until: asyncio.Event) -> None:
        """Act, and begin anew where a game is over."""
        while not until.is_set():
            if not self.table:
                await self.sit()
            status, turn = await self.ask("GET", f"/tables/{self.table}/turn")
            if status != 200:
                await asyncio.sleep(AGAIN_S)
            elif turn["status"] == "over":
                self.table = ""
            elif 0 in turn["to_act"] and turn["legal"]:
                await self._act(turn)
            else:
                if not turn["legal"] and 0 in turn["to_act"]:
                    await self.ask("POST", f"/tables/{self.table}/return")
                await asyncio.sleep(AGAIN_S)

    async def _act(self, turn: Any) -> None:
        action = turn["legal"][turn["at"] % len(turn["legal"])]
        status, _ = await self.ask("POST", f"/tables/{self.table}/act", {"action": action, "at": turn["at"]})
        if status == 200:
            self.tables[self.table][turn["at"]] = action

    async def see_it_end(self) -> bool:
        """Act no more: the clock hands the seat to a bot, and bots play to the end. Returns whether they do."""
        give_up = time.monotonic() + PATIENCE_S
        while self.table and time.monotonic() < give_up:
            status, turn = await self.ask("GET", f"/tables/{self.table}/turn")
            if status == 200 and turn["status"] == "over":
                return True
            await asyncio.sleep(1)
        return not self.table


def missing(folder: Path, players: list[Player]) -> int:
    """Return how many acknowledged acts are not in the database."""
    lost = 0
    with closing(sqlite3.connect(folder / DATABASE_NAME)) as connection:
        query = 'SELECT seq, action FROM entries WHERE "table" = ? AND seat = 0'
        for player in players:
            for table, acts in player.tables.items():
                stored = connection.execute(query, (table,)).fetchall()
                # Another may have acted at the same time, so the number may be a later one.
                lost += sum(
                    not any(seq >= at and found == action for seq, found in stored) for at, action in acts.items()
                )
    return lost


async def storm(root: Path, faults: int, people: int, seed: int = 1) -> dict[str, Any]:
    """Run a storm, and return its figures."""
    weather, count, rng = Weather(root), Counter[str](), random.Random(seed)
    weather.start()
    players = [Player(number, weather, count) for number in range(people)]
    over = asyncio.Event()
    tasks = [asyncio.create_task(player.play(over)) for player in players]
    struck: Counter[str] = Counter()
    began = time.monotonic()
    try:
        await asyncio.gather(*(until_acts(player, 1) for player in players))
        for number in range(faults):
            fault = FAULTS[number % len(FAULTS)]
            await weather.strike(fault, rng)
            struck[fault] += 1
            await asyncio.sleep(rng.random())
        over.set()
        await asyncio.gather(*tasks)
        ended = await asyncio.gather(*(player.see_it_end() for player in players))
    finally:
        for task in tasks:
            task.cancel()
        with suppress(ProcessLookupError):
            weather.stop(signal.SIGTERM)
        weather.close()
    log = weather.log_path.read_text(encoding="utf-8", errors="replace")
    return {
        "faults": dict(struck),
        "seconds": round(time.monotonic() - began),
        "tables": sum(len(player.tables) for player in players),
        "acknowledged": sum(len(acts) for player in players for acts in player.tables.values()),
        "missing": missing(weather.folder, players),
        "standing still": ended.count(False),
        "answers": dict(sorted(count.items())),
        "log lines": log.count("\n"),
        "tracebacks": log.count("Traceback"),
    }


async def until_acts(player: Player, acts: int) -> None:
    """Wait until a player has had so many acts acknowledged."""
    while sum(map(len, player.tables.values())) < acts:
        await asyncio.sleep(AGAIN_S)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.storm", description=__doc__)
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--people", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as root:
        figures = asyncio.run(storm(Path(root), options.faults, options.people, options.seed))
        print("| storm | |\n|---|---|")
        for name, value in figures.items():
            print(f"| {name} | {value} |")
        if figures["tracebacks"]:
            print((Path(root) / "log").read_text(encoding="utf-8", errors="replace")[-4000:])
    sys.exit(bool(figures["missing"] or figures["standing still"]))


if __name__ == "__main__":
    main()
