"""The process that sends: started when there is something to send, listened to, and ended when it has been idle or
hangs on a receiver.
"""

import asyncio
import itertools
import json
import sys
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

WORKER = (sys.executable, "-P", "-m", "doubloon.notify.sender")
PATIENCE_S = 40.0
"""How long a message may take."""
IDLE_S = 60.0
LONGEST_LINE = 1 << 16


def can_send() -> bool:
    """Tell whether the libraries are here (`pip install doubloon[notify]`)."""
    return all(find_spec(name) is not None for name in ("apprise", "pywebpush"))


class Sender:
    """Hands tasks to the process. Lives in one event loop."""

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._numbers = itertools.count()
        self._starting = asyncio.Lock()
        self._idle: asyncio.TimerHandle | None = None

    async def do(self, **task: Any) -> dict[str, Any]:
        """Have a task done, and return the answer; its `error` is a word, empty where it went well."""
        number = next(self._numbers)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            async with asyncio.timeout(self._patience_s):
                process = await self._started()
                if process.stdin is None:
                    raise ConnectionError("the sender has no input")
                process.stdin.write(json.dumps({**task, "id": number}).encode() + b"\n")
                await process.stdin.drain()
                return await answer
        except TimeoutError:
            self._end()  # it hangs; what others wait for is tried again
            return {"error": "slow"}
        except OSError:
            return {"error": "broken"}
        finally:
            self._waiting.pop(number, None)
            self._rest()

    async def _started(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                self._process = await asyncio.create_subprocess_exec(
                    *WORKER, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST_LINE
                )
                self._reader = asyncio.get_running_loop().create_task(self._listen(self._process))
            return self._process

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        if process.stdout is not None:
            async for line in process.stdout:
                told: dict[str, Any] = json.loads(line)
                waiting = self._waiting.get(told["id"])
                if waiting is not None and not waiting.done():
                    waiting.set_result(told)
        await process.wait()
        if process is self._process:
            self._fail_all()

    def _fail_all(self) -> None:
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_result({"error": "broken"})

    def _rest(self) -> None:
        """End the process when it has had nothing to do for a while."""
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE_S, self._end_idle)

    def _end_idle(self) -> None:
        if not self._waiting:
            self._end()

    def _end(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            self._process = None
            self._fail_all()

    async def close(self) -> None:
        """End the process."""
        process = self._process
        self._end()
        if self._idle is not None:
            self._idle.cancel()
        if process is not None:
            await process.wait()
        if self._reader is not None:
            await self._reader
