"""Thirty tables of admirals beside: a captain elsewhere answers soon."""

import asyncio
import time
from pathlib import Path

import pytest

from doubloon.tables.lobby import NewTable
from tests.tables.support import in_loop, open_runtime

TABLES = 30
SOON_S = 1.0
BUSY = 4
"""So much more where other programs want the processor."""


async def answer_times(folder: Path, tables: int, answers: int) -> list[float]:
    """Return how long a captain takes for each answer beside tables of admirals alone."""
    folder.mkdir()
    async with open_runtime(folder, games=("rubies",)) as runtime:
        crowd = await runtime.people.new_guest("Crowd")
        for _ in range(tables):
            await runtime.lobby.create(crowd, NewTable("rubies", ("admiral",) * 4))
        person = await runtime.people.new_guest("Ann")
        live = await runtime.lobby.create(person, NewTable("rubies", ("human", "captain", "captain")))
        found: list[float] = []
        while len(found) < answers:
            while not live.due_people():
                await asyncio.sleep(0.005)
            if not live.is_playing:
                break
            legal = live.playthrough.legal_actions(0)
            await runtime.service.act(live.id, person.id, legal[0], live.at)
            began, at = time.monotonic(), live.at
            while live.is_playing and live.due_bots() and live.at == at:
                await asyncio.sleep(0.005)
            if live.at > at:
                found.append(time.monotonic() - began)
        return found


@pytest.mark.compiled
@in_loop
async def test_a_captain_answers_soon_beside_thirty_tables_of_admirals(tmp_path: Path) -> None:
    alone = sorted(await answer_times(tmp_path / "alone", 0, 5))
    beside = sorted(await answer_times(tmp_path / "beside", TABLES, 5))
    assert beside[len(beside) // 2] < max(SOON_S, BUSY * alone[len(alone) // 2])
