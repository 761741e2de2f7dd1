"""One chunk of a batch: played, and written as two tables. Pure: a plan and a number in, the same bytes out, on any
thread or machine.
"""

import io
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from doubloon.bots import new_bot
from doubloon.engine.contract import Batch, Game, Record, copy_record, new_records
from doubloon.engine.errors import DoubloonError
from doubloon.engine.kernels.simulate import DONE, STUDY_ROW, StudySpace, new_space
from doubloon.engine.kernels.workspace import SEEN, TRUE
from doubloon.engine.playthrough import Bot, Sight
from doubloon.engine.rng import new_rng
from doubloon.sim.plan import Plan, plan_barred, plan_mistakes, plan_rules, plan_settings

SLICE = 512
"""Games between two looks at whether to stop."""
SINGLE = tuple(name for name in STUDY_ROW.names or () if name not in ("places", "scores"))
SEED_SHIFT = 2
"""Bits of a stream's word that a bot's seed leaves out, so that it is positive."""


class Stopped(Exception):
    """A chunk was given up because somebody asked to stop."""


class ChunkBytes(NamedTuple):
    """A chunk as two Parquet files."""

    games: bytes
    counts: bytes


def never() -> bool:
    """Return False: nobody asks to stop."""
    return False


def play_chunk(game: Game, plan: Plan, chunk: int, is_stopped: Callable[[], bool] = never) -> ChunkBytes:
    """Play the games of a chunk and return its tables. Raises Stopped."""
    numbers = plan.games_of(chunk)
    rules = plan_rules(plan, game)
    cards = game.notes.cards(plan_settings(plan, game))
    space = new_space(game, plan.num_seats, len(cards), len(numbers))
    space.mistakes[:] = plan_mistakes(plan, game)
    space.barred[:] = plan_barred(plan, game)
    space.progress.rotates = int(plan.rotates)
    rows = new_records(STUDY_ROW, len(numbers))
    asker = Asker(game, rules, plan, numbers.start)
    for end in range(SLICE, len(numbers) + SLICE, SLICE):
        while True:
            if is_stopped():
                raise Stopped
            if game.kernels.study_games(rules, space, plan.seed, numbers.start, rows[:end]) == DONE:
                break
            asker.answer(space, rows)
    if space.missed[0] > 0:
        raise DoubloonError(
            f"{game.slug}: {space.missed[0]} events beyond max_events = {game.max_events} in games "
            f"{numbers.start} .. {numbers.stop - 1}"
        )
    return ChunkBytes(
        as_parquet(games_table(plan, numbers, rows, space)), as_parquet(counts_table(game, plan, cards, space))
    )


class Asker:
    """Asks the bots that think outside of the kernel: one of its own for each player and game, so that a game does not
    depend on those before.
    """

    def __init__(self, game: Game, rules: Record, plan: Plan, first: int) -> None:
        self.game = game
        self.rules = rules
        self.plan = plan
        self.first = first
        self._bots: dict[int, Bot] = {}
        self._game = -1

    def answer(self, space: StudySpace, rows: Batch) -> None:
        """Let the bot of the seat that must decide choose."""
        now = space.progress[0]
        if now.index != self._game:
            self._bots.clear()
            self._game = int(now.index)
        seat = int(now.seat)
        player = (seat + int(rows[now.index].shift)) % self.plan.num_seats
        if player not in self._bots:
            seed = (
                int(new_rng(self.plan.seed, (self.first + self._game) * self.plan.num_seats + player)[0]) >> SEED_SHIFT
            )
            self._bots[player] = new_bot(self.plan.levels[player], self.game, seed)
        observation = copy_record(space.work.states[SEEN])
        mask = space.work.scratch[TRUE].mask.copy()
        action = self._bots[player].choose(Sight(self.game, self.rules, observation, seat, mask))
        if not mask[action]:
            raise DoubloonError(
                f"{self.plan.levels[player]} at seat {seat} of game {self.first + self._game} chose "
                f"{self.game.actions[action]}: not legal"
            )
        now.answer = action


def games_table(plan: Plan, numbers: range, rows: Batch, space: StudySpace) -> pa.Table:
    """Return a row of each game: places and scores in a column a seat, cards taken as one list, seat by seat."""
    columns: dict[str, pa.Array] = {"game": pa.array(np.arange(numbers.start, numbers.stop))}
    columns |= {name: pa.array(np.ascontiguousarray(rows[name])) for name in SINGLE}
    for group, name in (("places", "place"), ("scores", "score")):
        columns |= {
            f"{name}_{seat}": pa.array(np.ascontiguousarray(rows[group][:, seat])) for seat in range(plan.num_seats)
        }
    flat = pa.array(space.taken.reshape(-1))
    width = space.taken[0].size
    if width:
        columns["taken"] = pa.FixedSizeListArray.from_arrays(flat, width)
    return pa.table(columns)


def counts_table(game: Game, plan: Plan, cards: tuple[str, ...], space: StudySpace) -> pa.Table:
    """Return how often each action, event and card came up in the chunk, a row each."""
    rows: list[tuple[str, str, int, int, int, int, int]] = []
    legal, chosen = space.legal, space.chosen
    for player in range(plan.num_seats):
        actions = np.flatnonzero(legal[player])
        rows += [
            ("action", game.actions[action], player, int(chosen[player, action]), int(legal[player, action]), 0, 0)
            for action in actions
        ]
    rows += [
        ("event", kind, -1, int(space.happened[index]), int(space.met[index]), 0, 0)
        for index, kind in enumerate(game.event_kinds)
    ]
    taken = space.taken.sum(axis=(0, 1), dtype=np.int64)
    having = (space.taken.any(axis=1)).sum(axis=0)
    rows += [
        ("card", name, -1, int(taken[n]), int(having[n]), int(space.paid[n]), int(space.paid_squared[n]))
        for n, name in enumerate(cards)
        if name
    ]
    names = ("what", "name", "player", "times", "among", "paid", "paid_squared")
    return pa.table({name: pa.array([row[column] for row in rows]) for column, name in enumerate(names)})


def as_parquet(table: pa.Table) -> bytes:
    """Return a table as a Parquet file; nothing in it tells when or where it was made."""
    buffer = io.BytesIO()
    pq.write_table(table, buffer, compression="zstd", row_group_size=max(1, table.num_rows))
    return buffer.getvalue()
