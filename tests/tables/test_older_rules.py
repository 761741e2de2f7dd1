"""Tables that were stored under older rules: finished ones replay, and those in the middle are played on as they
began.
"""

from dataclasses import replace
from pathlib import Path

from sqlalchemy import Connection, delete, insert

from doubloon.engine.record import RecordedGame, read_record_file, replay_to_end
from doubloon.games import load
from doubloon.tables.live import LiveTable
from doubloon.tables.rows import OVER
from doubloon.tables.runtime import Runtime
from doubloon.tables.schema import entries
from doubloon.tables.store import update_table
from tests.tables.support import act_first, in_loop, open_runtime, seat_people

GAME = load("rubies")
RECORD = read_record_file(sorted((GAME.folder / "tests" / "older").glob("*.record"))[0])


async def store_older(runtime: Runtime, record: RecordedGame, finished: bool) -> LiveTable:
    """Return a table as the older software would have stored it, made again from the database."""
    live, _ = await seat_people(runtime, GAME.slug, len(record.header.seats))
    played = replay_to_end(record, GAME)
    rows = [
        {"table": live.id, "seq": number, "seat": entry.seat, "action": entry.action, "due": 0, "time": 0.0}
        for number, entry in enumerate(played.entries)
    ]
    values = {"rules_version": record.header.rules_version} | ({"status": OVER, "finished": 1.0} if finished else {})

    def store(connection: Connection) -> None:
        connection.execute(delete(entries).where(entries.c.table == live.id))
        connection.execute(insert(entries), rows)
        update_table(connection, live.id, **values)

    await runtime.store.write(store)
    runtime.service.drop(live)
    return await runtime.service.get(live.id)


@in_loop
async def test_a_finished_table_of_older_rules_is_shown(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=(GAME.slug,)) as runtime:
        live = await store_older(runtime, RECORD, finished=True)
        assert live.playthrough.is_over
        assert live.playthrough.state.tobytes() == replay_to_end(RECORD, GAME).state.tobytes()


@in_loop
async def test_a_table_in_the_middle_is_played_on_under_its_own_rules(tmp_path: Path) -> None:
    half = replace(RECORD, lines=RECORD.lines[: len(RECORD.lines) // 2])
    async with open_runtime(tmp_path, games=(GAME.slug,)) as runtime:
        live = await store_older(runtime, half, finished=False)
        before = live.at
        people = [await runtime.people.get(seat.person) for seat in live.seats if seat.person]
        await act_first(runtime, live, people)
        assert live.at > before
        assert live.playthrough.rules.version == RECORD.header.rules_version
