"""What goes on in the background, in one place: a task that fails says so in the log, rests, and goes on."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from doubloon.engine.errors import DoubloonError
from doubloon.tables.errors import Unavailable

LOG = logging.getLogger(__name__)

FIRST_REST_S = 0.5
LONGEST_REST_S = 30.0
"""How long a task rests after a failure: twice as long after each one that follows soon."""
QUIET_S = 60.0
"""How often the log may say the same."""
MOST_SAID = 1000


class Supervisor:
    """Keeps tasks going, whatever they raise. Lives in one event loop."""

    def __init__(
        self,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pause = pause
        self._monotonic = monotonic
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_closed = False
        self._said: dict[tuple[str, str], float] = {}

    def run(self, kind: str, work: Coroutine[Any, Any, None], about: str = "") -> asyncio.Task[None]:
        """Begin something that is done once; what it raises is logged. `kind` names it in the log, `about` whom it
        concerns.
        """
        return self._begin(self._once(kind, work, about), f"{kind} {about}".strip())

    def keep(
        self,
        kind: str,
        work: Callable[[], Coroutine[Any, Any, None]],
        about: str = "",
        resting: Callable[[bool], None] | None = None,
    ) -> asyncio.Task[None]:
        """Begin something that goes on until it returns. After a failure it rests and begins anew; `resting` hears when
        a rest begins, and when it is over.
        """
        return self._begin(self._keep(kind, work, about, resting), f"{kind} {about}".strip())

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _once(self, kind: str, work: Coroutine[Any, Any, None], about: str) -> None:
        try:
            await work
        except Exception as error:  # whatever it is: the one place that sees to it
            self.note(kind, error, about)

    async def _keep(
        self,
        kind: str,
        work: Callable[[], Coroutine[Any, Any, None]],
        about: str,
        resting: Callable[[bool], None] | None,
    ) -> None:
        rest = FIRST_REST_S
        while True:
            began = self._monotonic()
            try:
                await work()
            except Exception as error:  # whatever it is, the work goes on
                self.note(kind, error, about)
            else:
                return
            if self._monotonic() - began > LONGEST_REST_S:
                rest = FIRST_REST_S
            if resting is not None:
                resting(True)
            await self._pause(rest)
            if resting is not None:
                resting(False)
            rest = min(2 * rest, LONGEST_REST_S)

    def note(self, kind: str, error: Exception, about: str = "") -> None:
        """Log a failure in one line, the same one at most once a minute. Where it is none of ours, the first comes with
        all that is known. That the database cannot be used is said by `Health`, once for all.
        """
        if isinstance(error, Unavailable):
            return
        key = (kind, f"{type(error).__name__}: {error}")
        now, before = self._monotonic(), self._said.get(key)
        if before is not None and now - before < QUIET_S:
            return
        if len(self._said) >= MOST_SAID:
            self._said.clear()
        self._said[key] = now
        is_new = before is None and not isinstance(error, DoubloonError)
        LOG.error(
            "%s: %s; it goes on after a rest", f"{kind} {about}".strip(), key[1], exc_info=error if is_new else None
        )

    async def close(self) -> None:
        """End everything."""
        self.is_closed = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
