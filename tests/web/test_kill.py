"""Killed in the middle of a hundred running tables: every acknowledged act is there, none twice, and all bots go on."""

import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Any

from doubloon.cli.load.command import until_ready
from doubloon.cli.load.http import Connection
from doubloon.cli.load.server import Server, running_server
from doubloon.engine.playthrough import Entry
from doubloon.tables.database import file_url, open_database
from doubloon.tables.store import Store
from tests.tables.support import entries_on_disk

TABLES = 100
ACTS_BEFORE = 600
GAMES = ("shipyard", "isles", "rubies")


class Player:
    """One person at one table with two bots, who remembers every act that was acknowledged."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.acknowledged: dict[int, int] = {}

    async def call(self, method: str, path: str, body: object = None) -> Any:
        """Ask the API."""
        token = f"Authorization: Bearer {self.token}\r\n" if hasattr(self, "token") else ""
        status, answer = await self.link.ask(
            method, f"/api{path}", b"" if body is None else json.dumps(body).encode(), token
        )
        assert status < 300, answer
        return json.loads(answer)

    async def sit(self, port: int) -> None:
        """Begin a game."""
        self.link = await Connection.open(port)
        self.token = (await self.call("POST", "/people", {"name": f"Player {self.number}"}))["token"]
        seats = ["human", "sailor", "sailor"]
        self.table = (await self.call("POST", "/tables", {"game": GAMES[self.number % 3], "seats": seats}))["table"]

    async def play(self, until: asyncio.Event, count: list[int]) -> None:
        """Act until the connection breaks."""
        try:
            while True:
                turn = await self.call("GET", f"/tables/{self.table}/turn")
                if turn["status"] == "over":
                    return
                if 0 in turn["to_act"]:
                    action = turn["legal"][turn["at"] % len(turn["legal"])]
                    await self.act(action, turn["at"])
                    count[0] += 1
                    if count[0] >= ACTS_BEFORE:
                        until.set()
        except (OSError, asyncio.IncompleteReadError):
            return

    async def act(self, action: int, at: int) -> None:
        """Act, and remember it once it is acknowledged. Another may have grasped at the same time, so the entry's
        number may be a later one.
        """
        answer = await self.call("POST", f"/tables/{self.table}/act", {"action": action, "at": at})
        assert answer["at"] > at
        self.acknowledged[at] = action

    async def wait_for_bots(self, port: int) -> None:
        """Ask until the game waits for this person alone, or is over: the bots have gone on."""
        self.link = await Connection.open(port)
        while True:
            turn = await self.call("GET", f"/tables/{self.table}/turn")
            if turn["status"] == "over" or turn["to_act"] == [0]:
                break
        self.link.close()


async def play_until_killed(server: Server, players: list[Player]) -> None:
    """Play at all tables at once, and kill the server in the middle."""
    for game in GAMES:
        await until_ready(server, game)
    for start in range(0, TABLES, 20):
        await asyncio.gather(*(player.sit(server.port) for player in players[start : start + 20]))
    enough = asyncio.Event()
    count = [0]
    tasks = [asyncio.create_task(player.play(enough, count)) for player in players]
    await enough.wait()
    os.kill(server.pid, signal.SIGKILL)
    await asyncio.gather(*tasks)
    for player in players:
        player.link.close()


async def go_on(server: Server, players: list[Player]) -> None:
    """See that the bots of all tables go on after a new start."""
    for game in GAMES:
        await until_ready(server, game)
    await asyncio.gather(*(player.wait_for_bots(server.port) for player in players))


def stored_entries(folder: Path, table: str) -> list[Entry]:
    """Return the log of a table as it is on disk."""
    store = Store(open_database(file_url(folder)))
    try:
        return store._read(lambda connection: entries_on_disk(connection, table))
    finally:
        store.close()


def test_a_killed_server_has_lost_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    players = [Player(number) for number in range(TABLES)]
    with running_server(tmp_path) as server:
        asyncio.run(play_until_killed(server, players))
    before = {player.table: stored_entries(tmp_path, player.table) for player in players}
    assert sum(len(player.acknowledged) for player in players) >= ACTS_BEFORE
    for player in players:
        own = [(at, entry.action) for at, entry in enumerate(before[player.table]) if entry.seat == 0]
        for at, action in player.acknowledged.items():
            assert any(stored >= at and found == action for stored, found in own), f"entry {at} of {player.table}"
        assert len(own) - len(player.acknowledged) in (0, 1), "at most one act was stored and not yet acknowledged"
    with running_server(tmp_path) as server:
        asyncio.run(go_on(server, players))
    for player in players:
        after = stored_entries(tmp_path, player.table)
        assert after[: len(before[player.table])] == before[player.table]
