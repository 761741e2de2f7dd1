"""Clients in a closed loop: each table has one act on its way; the next follows when it is answered (and, with pages,
seen by all).
"""

import asyncio
import random
import re
import time
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from doubloon.cli.load.http import Connection
from doubloon.engine.errors import DoubloonError

VIEWERS = 3
PAGE_LANGUAGES = ("en", "fr", "fr")
"""Two of the three read the same language, and share what is not personal."""
BUTTON = re.compile(rb'name=\\"action\\" value=\\"(\d+)\\"')
NUMBER = re.compile(rb'"at":(\d+)')
CSRF = re.compile(rb'name="csrf" value="(\w+)"')


@dataclass
class Tally:
    """What clients of a run have measured, while it counts."""

    counts: bool = False
    acts: int = 0
    answered_s: list[float] = field(default_factory=list)
    seen_s: list[float] = field(default_factory=list)
    """From the click until all viewers have the fragment."""

    def add(self, answered_s: float, seen_s: float | None = None) -> None:
        """Count an act."""
        if self.counts:
            self.acts += 1
            self.answered_s.append(answered_s)
            if seen_s is not None:
                self.seen_s.append(seen_s)


class Client(Protocol):
    """Plays at one table, for ever."""

    async def prepare(self) -> None:
        """Make people and a table."""
        ...

    async def play(self) -> None:
        """Act until cancelled."""
        ...


class ApiClient:
    """Three programs at a table, over JSON."""

    def __init__(self, port: int, game: str, number: int, tally: Tally) -> None:
        self._port = port
        self._game = game
        self._tally = tally
        self._dice = random.Random(number)
        self._tokens: list[str] = []

    async def prepare(self) -> None:
        """Make people and a table."""
        self._link = await Connection.open(self._port)
        for seat in range(VIEWERS):
            self._tokens.append((await self._call("POST", "/api/people", {"name": f"Seat {seat}"}))["token"])
        await self._new_table()

    async def _new_table(self) -> None:
        seats = ["human"] + ["open"] * (VIEWERS - 1)
        self._table = (await self._call("POST", "/api/tables", {"game": self._game, "seats": seats}, 0))["table"]
        for seat in range(1, VIEWERS):
            await self._call("POST", f"/api/tables/{self._table}/join", {"seat": seat}, seat)

    async def play(self) -> None:
        """Act until cancelled."""
        while True:
            turn = await self._call("GET", f"/api/tables/{self._table}/turn", None, 0)
            while turn["to_act"]:
                seat = turn["to_act"][0]
                if turn["seat"] != seat:
                    turn = await self._call("GET", f"/api/tables/{self._table}/turn", None, seat)
                    continue
                body = {"action": self._dice.choice(turn["legal"]), "at": turn["at"]}
                started = time.perf_counter()
                turn = await self._call("POST", f"/api/tables/{self._table}/act", body, seat)
                self._tally.add(time.perf_counter() - started)
            await self._new_table()

    async def _call(self, method: str, path: str, body: Any = None, seat: int | None = None) -> Any:
        token = "" if seat is None else f"Authorization: Bearer {self._tokens[seat]}\r\n"
        raw = b"" if body is None else msgspec.json.encode(body)
        status, answer = await self._link.ask(method, path, raw, token)
        if status >= 300:
            raise DoubloonError(f"{method} {path}: {status} {answer[:200]!r}")
        return msgspec.json.decode(answer)


class PageClient:
    """Three people at a table with their pages open, in the languages of PAGE_LANGUAGES."""

    def __init__(self, port: int, game: str, number: int, tally: Tally) -> None:
        self._port = port
        self._game = game
        self._tally = tally
        self._dice = random.Random(number)
        self._links: list[Connection] = []
        self._tokens: list[str] = []
        self._seen = [-1] * VIEWERS
        self._newest: list[bytes] = [b""] * VIEWERS
        self._news = asyncio.Event()
        self._readers: list[asyncio.Task[None]] = []

    async def prepare(self) -> None:
        """Make people and a table."""
        for language in PAGE_LANGUAGES:
            link = await Connection.open(self._port)
            link.cookies["language"] = language
            self._links.append(link)
            self._tokens.append(await self._csrf(link, "/sign-in"))
            await self._post(len(self._links) - 1, "/sign-in/guest", f"name=Seat+{language}")
            self._tokens[-1] = await self._csrf(link, "/rules")
        await self._new_table()

    async def _csrf(self, link: Connection, path: str) -> str:
        _, page = await link.ask("GET", path)
        found = CSRF.search(page)
        if found is None:
            raise DoubloonError(f"GET {path}: no form")
        return found[1].decode()

    async def _post(self, seat: int, path: str, form: str) -> bytes:
        headers = "Accept: application/json\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        status, answer = await self._links[seat].ask(
            "POST", path, f"csrf={self._tokens[seat]}&{form}".encode(), headers
        )
        if status >= 300:
            raise DoubloonError(f"POST {path}: {status} {answer[:200]!r}")
        return answer

    async def _new_table(self) -> None:
        answer = await self._post(0, "/tables", f"game={self._game}&kind=human" + "&kind=open" * (VIEWERS - 1))
        self._table = msgspec.json.decode(answer)["url"]
        for seat in range(1, VIEWERS):
            await self._post(seat, f"{self._table}/join", f"seat={seat}")
        self._seen = [-1] * VIEWERS
        self._readers = [asyncio.create_task(self._read(seat)) for seat in range(VIEWERS)]
        await self._all_have(0)

    async def _read(self, seat: int) -> None:
        stream = await Connection.open(self._port)
        stream.cookies.update(self._links[seat].cookies)
        try:
            async for event in stream.events(f"{self._table}/stream"):
                found = NUMBER.search(event)
                if found is not None:
                    self._newest[seat] = event
                    self._seen[seat] = int(found[1])
                    self._news.set()
        finally:
            stream.close()

    async def _all_have(self, at: int) -> None:
        while min(self._seen) < at:
            self._news.clear()
            await self._news.wait()

    async def play(self) -> None:
        """Act until cancelled."""
        while True:
            seat = next((seat for seat in range(VIEWERS) if b'"must_act":true' in self._newest[seat][:400]), None)
            if seat is None:
                if b'"status":"over"' not in self._newest[0][:400]:
                    raise DoubloonError(f"{self._table}: nobody must act")
                await self._leave()
                await self._new_table()
                continue
            actions = BUTTON.findall(self._newest[seat])
            at = self._seen[seat]
            started = time.perf_counter()
            await self._post(
                seat, f"{self._table}/act", f"at={at}&action={self._dice.choice(actions).decode()}&confirm=1"
            )
            answered = time.perf_counter() - started
            await self._all_have(at + 1)
            self._tally.add(answered, time.perf_counter() - started)

    async def _leave(self) -> None:
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)
