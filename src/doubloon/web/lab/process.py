"""The process that simulates: started, listened to, stopped."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import suppress

import msgspec

from doubloon.sim.work import Work

WORKER = (sys.executable, "-P", "-m", "doubloon.sim.worker")
STOP_S = 3.0
"""How long it may take to stop when it is asked to; what it has on disk by then is kept either way."""
LONGEST_LINE = 1 << 20


class Progress(msgspec.Struct):
    """What a worker tells in a line; see doubloon/sim/worker.py."""

    played: int | None = None
    reports: bool = False
    answers: tuple[tuple[str, str, str], ...] | None = None
    style: str = ""
    failed: str | None = None
    lacks: bool = False
    """Whether what failed may go better later: a full disk, too little memory."""


class Process:
    """A worker that runs."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._killing: asyncio.TimerHandle | None = None

    @classmethod
    async def start(cls, work: Work) -> "Process":
        """Start a worker and tell it what to do. Its errors go where those of the server go."""
        process = await asyncio.create_subprocess_exec(
            *WORKER, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST_LINE
        )
        started = cls(process)
        if process.stdin is not None:
            process.stdin.write(work.line())
        return started

    async def progress(self) -> AsyncIterator[Progress]:
        """Yield what it tells, until it ends."""
        if self._process.stdout is not None:
            async for line in self._process.stdout:
                yield msgspec.json.decode(line, type=Progress)

    def stop(self) -> None:
        """Ask it to stop by closing its input; where that is not enough, it is killed."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        if self._killing is None:
            self._killing = asyncio.get_running_loop().call_later(STOP_S, self._kill)

    def _kill(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()

    async def end(self) -> None:
        """Stop it, and wait until it is gone."""
        self.stop()
        await self._process.wait()
        if self._killing is not None:
            self._killing.cancel()
