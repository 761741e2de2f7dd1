"""Bots at tables: they wake when a table changes, get an observation, think in a thread, and come through the one
door.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from doubloon.bots import LEVELS, SEARCHING, new_bot
from doubloon.bots.search import SearchBot
from doubloon.engine import fair
from doubloon.engine.contract import copy_record
from doubloon.engine.errors import ActionRefused, IllegalAction, RulesChanged
from doubloon.engine.playthrough import Sight
from doubloon.tables.errors import NotFound, Refused
from doubloon.tables.live import LiveTable, SeatedBot
from doubloon.tables.service import Service
from doubloon.tables.supervisor import Supervisor
from doubloon.tables.turns import Thinkers

LOG = logging.getLogger(__name__)

LOOK_S = 0.05
PACE_S = 0.7
"""How long a bot waits where somebody watches, so that eyes can follow."""
FLIGHT_S = 0.4
MOMENT_S = 0.3
"""How much longer for each card that the page shows to give something, one after the other (`Page.moment`), until the
last of it has arrived (`moments.js`).
"""
MOST_MOMENTS_S = 1.8
STAND_INS = ("sailor", "random")
"""Who moves for a bot that breaks down, and for that one."""
QUICK_LEVELS = frozenset(LEVELS) - frozenset(SEARCHING)
"""Levels that do not search choose within 0.1 ms: a thread would cost more than they do."""


class BotSeats:
    """Plays the seats of bots, one task a table."""

    def __init__(
        self,
        service: Service,
        supervisor: Supervisor,
        thinkers: Thinkers,
        pace_s: float = PACE_S,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._service = service
        self._supervisor = supervisor
        self._pace_s = pace_s
        self._pause = pause
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._resting: set[str] = set()
        self._thinkers = thinkers
        service.listeners.append(self.wake)

    def wake(self, live: LiveTable) -> None:
        """See to it that the bots of a table act, if they must."""
        if self._supervisor.is_closed:
            return
        if live.id not in self._tasks and not live.is_dropped and live.due_bots():
            table = live.id
            task = self._supervisor.keep("bots of table", lambda: self._play(table), table, partial(self._rest, table))
            self._tasks[table] = task
            task.add_done_callback(lambda _: self._forget(table))

    async def settle(self) -> None:
        """Wait until no bot has anything to do; those that rest after a failure are not waited for."""
        while busy := [task for table, task in self._tasks.items() if table not in self._resting]:
            await asyncio.wait(busy, timeout=LOOK_S)
            await asyncio.sleep(0)

    def _rest(self, table: str, rests: bool) -> None:
        (self._resting.add if rests else self._resting.discard)(table)

    def _forget(self, table: str) -> None:
        del self._tasks[table]
        self._resting.discard(table)
        # While these bots ended, the table may have come to need them again.
        current = self._service.peek(table)
        if current is not None:
            self.wake(current)

    async def _play(self, table: str) -> None:
        try:
            live = await self._service.get(table)
            while due := live.due_bots():
                if self._pace_s and self._service.hub.is_watched(table):
                    await self._pause(self._pace_s + showing_s(live))
                await self._act(live, due[0])
                if live.is_dropped:  # and made again from its log
                    live = await self._service.get(table)
        except (NotFound, RulesChanged) as error:
            LOG.warning("bots of table %s stop: %s", table, error)

    async def _act(self, live: LiveTable, seat: int) -> None:
        async with live.lock:
            if seat not in live.due_bots():
                return
            at, sight = live.at, live.playthrough.sight(seat)
        action, instead = await self._decide(live, sight)
        try:
            await self._service.act_for_bot(live, seat, action, at, instead)
        except (ActionRefused, Refused) as refusal:
            # Another was quicker, or the person took the seat back: look again. A bot that chooses what is illegal
            # would loop, so that is an error.
            if live.at == at and not live.is_dropped and seat in live.due_bots():
                raise
            LOG.debug("bot of seat %d at table %s: %s", seat, live.id, refusal)

    async def _decide(self, live: LiveTable, sight: Sight) -> tuple[int, str]:
        """Return the action of a seat's bot. One that breaks down is made anew from its seed, and breaking down again
        is stood in for this once.

        The second value is then the level of the stand-in. Raises what the last of them raised.
        """
        seat, level = sight.seat, live.seats[sight.seat].level
        seated = live.bots.get(seat)
        seed = (
            seated.seed if seated is not None and seated.level == level else fair.bot_seed(live.row.seed, seat, live.at)
        )
        attempts = (level, level, *(name for name in STAND_INS if name != level))
        for number, name in enumerate(attempts, start=1):
            try:
                action = await self._choose(live, name, seed, sight)
            except Exception as error:  # whatever it is: a table must not stand still because of a bot
                self._note(live, seat, name, error)
                live.bots.pop(seat, None)
                if number == len(attempts):
                    raise
            else:
                break
        if name != level:
            del live.bots[seat]
        return action, "" if name == level else name

    def _note(self, live: LiveTable, seat: int, level: str, error: Exception) -> None:
        """Log that a bot broke down, the first time of a seat with all that is known."""
        is_first = seat not in live.faltered
        live.faltered.add(seat)
        LOG.log(
            logging.ERROR if is_first else logging.WARNING,
            "bot %s of seat %d at table %s broke down at entry %d: %r",
            *(level, seat, live.id, live.at, error),
            exc_info=error if is_first else None,
        )

    async def _choose(self, live: LiveTable, level: str, seed: int, sight: Sight) -> int:
        """Return what a bot chooses, which keeps its seat in memory. Raises what it raises, and IllegalAction for what
        is not legal.
        """
        if sight.seat not in live.bots or live.bots[sight.seat].level != level:
            live.bots[sight.seat] = SeatedBot(level, seed, new_bot(level, live.game, seed))
        bot, own = live.bots[sight.seat].bot, copy_of(sight)
        if level in QUICK_LEVELS:
            action = bot.choose(own)
        else:
            action = await self._thinkers.think(
                live.row.host,
                lambda give_way: bot.choose(own, give_way) if isinstance(bot, SearchBot) else bot.choose(own),
                urgent=bool(live.people()),
            )
        if not (0 <= action < len(sight.mask) and sight.mask[action]):
            raise IllegalAction(f"bot {level} chose {action}, which is not legal for seat {sight.seat}")
        return int(action)


def copy_of(sight: Sight) -> Sight:
    """Return a sight of a bot's own: it may write into what it gets, and another may have to look after it."""
    return Sight(sight.game, sight.rules, copy_record(sight.observation), sight.seat, sight.mask.copy())


def showing_s(live: LiveTable) -> float:
    """Return how many seconds the page needs to show what the last entry did."""
    events = live.happenings[-1].events if live.happenings else ()
    moments = sum(live.game.page.moment(live.playthrough.rules, event) is not None for event in events)
    return min(FLIGHT_S + moments * MOMENT_S, MOST_MOMENTS_S) if moments else 0.0
