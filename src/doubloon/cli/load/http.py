"""HTTP as cheap as can be, so that the clients take little of the two cores that they share with the server."""

import asyncio
from collections.abc import AsyncIterator

from doubloon.engine.errors import DoubloonError

LONGEST_LINE = 1 << 20


class Connection:
    """One kept-alive connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.cookies: dict[str, str] = {}

    @classmethod
    async def open(cls, port: int) -> "Connection":
        """Connect to a server on this machine."""
        return cls(*await asyncio.open_connection("127.0.0.1", port, limit=LONGEST_LINE))

    async def ask(self, method: str, path: str, body: bytes = b"", headers: str = "") -> tuple[int, bytes]:
        """Send a request and return status and body."""
        self._send(method, path, body, headers)
        status, length = await self._head()
        return status, await (self._reader.readexactly(length) if length is not None else self._all_chunks())

    async def events(self, path: str) -> AsyncIterator[bytes]:
        """Yield what a stream of server-sent events sends, one event at a time."""
        self._send("GET", path, b"", "")
        status, _ = await self._head()
        if status != 200:
            raise DoubloonError(f"GET {path}: {status}")
        rest = b""
        while chunk := await self._chunk():
            *whole, rest = (rest + chunk).split(b"\n\n")
            for event in whole:
                yield event

    def close(self) -> None:
        """Hang up."""
        self._writer.close()

    def _send(self, method: str, path: str, body: bytes, headers: str) -> None:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}" + (
            f"Cookie: {cookies}\r\n" if cookies else ""
        )
        self._writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)

    async def _head(self) -> tuple[int, int | None]:
        """Read the head of an answer; return the status, and the length of the body unless it comes in chunks."""
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        length: int | None = 0
        for line in lines[1:]:
            name, _, value = line.partition(": ")
            if name == "content-length":
                length = int(value)
            elif name == "transfer-encoding":
                length = None
            elif name == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        return int(lines[0].split(" ")[1]), length

    async def _chunk(self) -> bytes:
        length = int(await self._reader.readline() or b"0", 16)
        chunk = await self._reader.readexactly(length + 2)
        return chunk[:-2]

    async def _all_chunks(self) -> bytes:
        parts = []
        while part := await self._chunk():
            parts.append(part)
        return b"".join(parts)
