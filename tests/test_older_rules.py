"""Records of finished games outlive a change of the rules: a game that names older versions still plays them.

Each such game has records in `tests/older`, written by the software of that time, that present rules would refuse.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from doubloon.engine.contract import Game
from doubloon.engine.errors import BadRecord, RulesChanged
from doubloon.engine.playthrough import build_rules, game_settings
from doubloon.engine.record import (
    RecordedGame,
    open_playthrough,
    read_record,
    read_record_file,
    replay_to_end,
    verify_chance,
)
from doubloon.engine.table import Table
from tests.conftest import GAMES
from tests.support import run_command

OLDER = [(game, path) for game in GAMES for path in sorted((game.folder / "tests" / "older").glob("*.record"))]
each_older_record = pytest.mark.parametrize(("owner", "path"), OLDER, ids=[path.stem for _, path in OLDER])


def as_version(record: RecordedGame, version: int) -> RecordedGame:
    """Return a record that says it was played under another version of the rules."""
    return replace(record, header=replace(record.header, rules_version=version))


def test_each_older_version_has_a_record(game: Game) -> None:
    versions = {read_record_file(path).header.rules_version for owner, path in OLDER if owner is game}
    assert versions == set(game.older_rules)
    assert all(version < game.rules_version for version in game.older_rules)


def test_a_table_is_played_by_the_present_rules_unless_an_older_version_is_asked_for(game: Game) -> None:
    settings = game_settings(game)
    for version in game.older_rules:
        assert build_rules(game, settings, game.seats[0]).version == game.rules_version
        assert build_rules(game, settings, game.seats[0], version).version == version


@each_older_record
def test_an_older_record_replays_to_its_end_and_its_chance_is_checked(owner: Game, path: Path) -> None:
    record = read_record_file(path)
    assert replay_to_end(record, owner).is_over
    assert verify_chance(record, owner) > 30


@each_older_record
def test_a_table_made_of_an_older_record_stays_under_its_rules(owner: Game, path: Path) -> None:
    record = read_record_file(path)
    table = Table.replayed(record, owner)
    assert table.rules_version == record.header.rules_version
    assert read_record(table.record()).header.rules_version == record.header.rules_version


@each_older_record
def test_present_rules_would_refuse_it(owner: Game, path: Path) -> None:
    with pytest.raises(BadRecord, match=r"illegal action|nothing to decide"):
        replay_to_end(as_version(read_record_file(path), owner.rules_version), owner)


@each_older_record
def test_versions_that_nobody_knows_are_refused(owner: Game, path: Path) -> None:
    for version in (0, owner.rules_version + 1):
        with pytest.raises(RulesChanged, match=f"played under rules {version} of {owner.slug}; this version has rules"):
            open_playthrough(as_version(read_record_file(path), version), owner)


@each_older_record
def test_commands_read_older_records(owner: Game, path: Path) -> None:
    told = run_command("replay", str(path), "--verify")
    assert told.returncode == 0, told.stderr
    judged = run_command("analyse", str(path), "--level", "mate+playouts=5", "--seat", "0", "--json")
    assert judged.returncode == 0, judged.stderr
