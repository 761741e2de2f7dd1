"""The database: made by migrations, safe on disk, one faulty job harms no other."""

import asyncio
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine, inspect, text

from doubloon.engine.errors import DoubloonError
from doubloon.engine.record import HUMAN
from doubloon.tables.database import MIGRATIONS, file_url, newest_revision, open_database, revision, upgrade
from doubloon.tables.folder import data_folder
from doubloon.tables.rows import PLAYING, Person, SeatRow, TableRow
from doubloon.tables.schema import METADATA
from doubloon.tables.store import Listed, Store, load_table
from tests.tables.support import in_loop, open_runtime


def test_migrations_make_the_schema_from_nothing(tmp_path: Path) -> None:
    engine = open_database(file_url(tmp_path))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    assert revision(engine) == newest_revision() == "0006"
    upgrade(engine)
    assert revision(engine) == "0006"
    engine.dispose()


def test_a_database_of_the_first_tables_keeps_its_games(tmp_path: Path) -> None:
    engine = create_engine(file_url(tmp_path))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(text("INSERT INTO people (id, name, epoch, created) VALUES ('1', 'Ann', 0, 0)"))
        columns = (
            "id, game, rules_version, changes, dropped, cards, host, status, private, invite, clock, "
            "guide, seed, stream, commitment, created"
        )
        connection.execute(
            text(
                f"INSERT INTO tables ({columns}) VALUES ('t', 'isles', 1, '[]', '[]', '', '1', 'playing', 0, '', "
                "0, 0, x'00', 't', '', 0)"
            )
        )
        connection.execute(
            text(
                'INSERT INTO seats ("table", seat, kind, name, person, stand_in)'
                " VALUES ('t', 0, 'human', 'Ann', '1', '')"
            )
        )
        connection.execute(
            text("INSERT INTO entries (\"table\", seq, seat, action, due, time) VALUES ('t', 0, -1, 3, 1, 0.5)")
        )
    upgrade(engine)
    with engine.connect() as connection:
        stored = load_table(connection, "t")
    engine.dispose()
    assert stored is not None
    assert [(entry.action, entry.instead) for entry in stored.entries] == [(3, "")]
    assert [(seat.person, seat.hints) for seat in stored.seats] == [("1", 0)]


def test_what_is_acknowledged_is_on_disk(tmp_path: Path) -> None:
    engine = open_database(file_url(tmp_path))
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar_one() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar_one() == 2
        assert connection.execute(text("PRAGMA foreign_keys")).scalar_one() == 1
    engine.dispose()


def test_a_database_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(DoubloonError, match=r"nowhere/.*cannot be opened"):
        open_database(file_url(tmp_path / "nowhere"))


def test_the_data_folder_is_named_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOUBLOON_DATA", "/somewhere")
    assert data_folder() == Path("/somewhere")
    monkeypatch.delenv("DOUBLOON_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", "/share")
    assert data_folder() == Path("/share/doubloon")


@in_loop
async def test_a_faulty_job_takes_no_other_with_it(tmp_path: Path) -> None:
    store = Store(open_database(file_url(tmp_path)))

    def add(name: str) -> str:
        return f"INSERT INTO ratings VALUES ('{name}', 'shipyard', 25, 8, 0, 0)"

    def good(connection: Connection, name: str) -> str:
        connection.execute(text(add(name)))
        return name

    def bad(connection: Connection) -> str:
        connection.execute(text(add("lost")))
        raise LookupError("faulty")

    jobs = [store.write(lambda connection, name=f"p{number}": good(connection, name)) for number in range(5)]  # type: ignore[misc]
    results = await asyncio.gather(*jobs[:2], store.write(bad), *jobs[2:], return_exceptions=True)
    assert [result for result in results if isinstance(result, str)] == [f"p{number}" for number in range(5)]
    assert sum(isinstance(result, LookupError) for result in results) == 1
    stored = await store.read(
        lambda connection: [row[0] for row in connection.execute(text("SELECT player FROM ratings ORDER BY player"))]
    )
    assert stored == [f"p{number}" for number in range(5)]
    store.close()
    with pytest.raises(DoubloonError, match="stopping"):
        await store.write(bad)


@in_loop
async def test_a_second_start_finds_what_the_first_stored(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        person = await runtime.people.new_guest("Ann")
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        assert (await runtime.people.get(person.id)).name == "Ann"


def test_the_database_of_a_house_has_no_other_tables(tmp_path: Path) -> None:
    engine = open_database(file_url(tmp_path))
    engine.dispose()
    plain = create_engine(file_url(tmp_path))
    assert set(inspect(plain).get_table_names()) == {*METADATA.tables, "alembic_version"}
    plain.dispose()


def test_a_game_waits_for_a_person_but_not_while_a_bot_stands_in() -> None:
    ann = Person("1", "Ann")
    table = TableRow("t", "shipyard", 1, (), (), "", "1", False, "", 0, False, b"", "t", "", 0.0, PLAYING)
    seats = [SeatRow(0, HUMAN, "Ann", "1"), SeatRow(1, "sailor", "Botond")]
    assert Listed(table, seats, 0b01, 0.0).waits_for(ann)
    assert not Listed(table, seats, 0b10, 0.0).waits_for(ann)
    assert not Listed(table, seats, 0b01, 0.0).waits_for(None)
    assert not Listed(table, seats, -1, 0.0).waits_for(ann)
    seats[0].stand_in = "sailor"
    assert not Listed(table, seats, 0b01, 0.0).waits_for(ann)
