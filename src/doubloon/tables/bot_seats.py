"""Bots at tables: they wake when a table changes, get an observation, think in a thread, and come through the one door."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from doubloon.bots import LEVELS, SEARCHING, new_bot
from doubloon.bots.protocol import Bot, Sight
from doubloon.engine import fair
from doubloon.engine.errors import ActionRefused
from doubloon.tables.errors import Refused
from doubloon.tables.live import LiveTable
from doubloon.tables.service import Service

LOG = logging.getLogger(__name__)

SEED_BYTES = 8
THINKERS = 2
PACE_S = 0.7
"""How long a bot waits where somebody watches, so that eyes can follow."""
MOMENT_S = 0.3
"""How much longer for each card that the page shows to give something, one after the other (`Page.moment`)."""
MOST_MOMENTS_S = 1.8
QUICK_LEVELS = frozenset(LEVELS) - frozenset(SEARCHING)
"""Levels that do not search choose within 0.1 ms: a thread would cost more than they do."""


class BotSeats:
    """Plays the seats of bots, one task a table."""

    def __init__(self, service: Service, pace_s: float = PACE_S, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._service = service
        self._pace_s = pace_s
        self._pause = pause
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._thinkers = ThreadPoolExecutor(THINKERS, "bot")
        service.listeners.append(self.wake)

    def wake(self, live: LiveTable) -> None:
        """See to it that the bots of a table act, if they must."""
        if live.id not in self._tasks and not live.is_dropped and live.due_bots():
            task = asyncio.get_running_loop().create_task(self._play(live), name=f"bots of {live.id}")
            self._tasks[live.id] = task
            task.add_done_callback(lambda done: self._forget(live, done))

    async def settle(self) -> None:
        """Wait until no bot has anything to do."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop all bots; what they have not done yet they do after the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinkers.shutdown(wait=False, cancel_futures=True)

    def _forget(self, live: LiveTable, task: asyncio.Task[None]) -> None:
        del self._tasks[live.id]
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("bots of table %s stopped at entry %d", live.id, live.at, exc_info=error)
            return
        # While these bots thought, the table may have been made again from its log.
        current = self._service.peek(live.id)
        if current is not None and current is not live:
            self.wake(current)

    async def _play(self, live: LiveTable) -> None:
        while not live.is_dropped and (due := live.due_bots()):
            if self._pace_s and self._service.hub.is_watched(live.id):
                await self._pause(self._pace_s + showing_s(live))
            await self._act(live, due[0])

    async def _act(self, live: LiveTable, seat: int) -> None:
        async with live.lock:
            if seat not in live.due_bots():
                return
            at = live.at
            level = live.seats[seat].level
            playthrough = live.playthrough
            sight = Sight(live.game, playthrough.rules, playthrough.observation(seat), seat, playthrough.legal_mask(seat))
            bot = self._bot(live, seat, level)
        action = await self._choose(bot, sight, is_quick=level in QUICK_LEVELS)
        try:
            await self._service.act_for_bot(live, seat, action, at)
        except (ActionRefused, Refused) as refusal:
            # Another was quicker, or the person took the seat back: look again. A bot that chooses what is illegal would loop, so that is an error.
            if live.at == at and not live.is_dropped and seat in live.due_bots():
                raise
            LOG.debug("bot of seat %d at table %s: %s", seat, live.id, refusal)

    async def _choose(self, bot: Bot, sight: Sight, *, is_quick: bool) -> int:
        if is_quick:
            return bot.choose(sight)
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, bot.choose, sight)

    def _bot(self, live: LiveTable, seat: int, level: str) -> Bot:
        if seat not in live.bots or live.bots[seat][0] != level:
            live.bots[seat] = (level, new_bot(level, live.game, bot_seed(live, seat)))
        return live.bots[seat][1]


def showing_s(live: LiveTable) -> float:
    """Return how many seconds the page needs to show what the last entry did."""
    events = live.happenings[-1].events if live.happenings else ()
    moments = sum(live.game.page.moment(live.playthrough.rules, event) is not None for event in events)
    return min(moments * MOMENT_S, MOST_MOMENTS_S)


def bot_seed(live: LiveTable, seat: int) -> int:
    """Return the seed of a bot's own dice: fixed by the table's seed, and by the entry from which the bot plays on."""
    return int.from_bytes(fair.bytes_for(live.row.seed, f"bot {seat} {live.at}")[:SEED_BYTES], "big") >> 1
