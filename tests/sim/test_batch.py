"""The same plan gives the same bytes: over any number of threads, in one go or interrupted, here or elsewhere."""

import threading
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from doubloon.engine.contract import Game
from doubloon.engine.errors import BadSeats, BadSetting, DoubloonError
from doubloon.engine.playthrough import game_settings
from doubloon.games import load
from doubloon.sim import chunk as chunk_module
from doubloon.sim.batch import OtherSimulation, is_done, read_plan, run
from doubloon.sim.chunk import Stopped, play_chunk
from doubloon.sim.gather import gather
from doubloon.sim.plan import Bar, command_of, families, new_plan, read_bar, seats_text
from tests.sim.batches import bytes_of, play, small_plan, stop_after

LEVELS = ("sailor", "sailor", "random")


def test_two_jobs_are_one_job(tmp_path: Path) -> None:
    plan = small_plan("shipyard", LEVELS, 500)
    one, two = play(plan, tmp_path / "1", jobs=1), play(plan, tmp_path / "2", jobs=2)
    assert bytes_of(one) == bytes_of(two)
    assert len(bytes_of(one)) == 2 * plan.num_chunks + 1
    assert read_plan(one) == plan


def test_interrupted_and_resumed_is_one_run(tmp_path: Path) -> None:
    plan = small_plan("shipyard", LEVELS, 500)
    stop = threading.Event()
    told: list[int] = []

    def progress(games: int) -> None:
        told.append(games)
        if games >= 100:
            stop.set()

    assert not run(load("shipyard"), plan, tmp_path / "2", jobs=2, progress=progress, cancelled=stop)
    kept = sum(is_done(tmp_path / "2", chunk) for chunk in range(plan.num_chunks))
    assert 0 < kept < plan.num_chunks
    again: list[int] = []
    assert run(load("shipyard"), plan, tmp_path / "2", jobs=1, progress=again.append)
    assert again[0] >= 100
    assert again[-1] == 500
    assert bytes_of(tmp_path / "2") == bytes_of(play(plan, tmp_path / "1"))


def test_a_chunk_stops_where_it_is_told_to() -> None:
    plan = replace(small_plan("shipyard", LEVELS, 16_384 * 64), games=16_384 * 64)
    with pytest.raises(Stopped):
        play_chunk(load("shipyard"), plan, 0, stop_after(2))


def test_a_game_is_the_same_in_every_batch(tmp_path: Path) -> None:
    """Game 150 of a seed does not depend on how many games there are, nor on the chunk it is in."""
    rows = []
    for games in (200, 10_000):
        plan = small_plan("shipyard", LEVELS, games)
        number = 150 // plan.chunk
        play_one = play_chunk(load("shipyard"), plan, number)
        path = tmp_path / f"{games}.parquet"
        path.write_bytes(play_one.games)
        rows.append(next(row for row in pq.ParquetFile(path).read().to_pylist() if row["game"] == 150))
    assert rows[0] == rows[1]


def test_bots_that_search_are_asked_outside_of_the_kernel(tmp_path: Path) -> None:
    """They go through `Bot.choose`, and the games are the same for any number of jobs."""
    plan = small_plan("shipyard", ("mate+playouts=20", "mate+playouts=20", "random"), 64)
    found = gather(play(plan, tmp_path / "outside"), load)
    assert (
        play_chunk(load("shipyard"), plan, 2).games == (tmp_path / "outside" / "games" / "000002.parquet").read_bytes()
    )
    assert found.by_player[2] < 64 / 5


def test_a_bot_that_thinks_by_the_clock_is_refused() -> None:
    """It would play other games each time, and the same command makes the same bytes."""
    with pytest.raises(BadSeats, match="seconds give other games each time"):
        new_plan(load("shipyard"), game_settings(load("shipyard")), ("mate+seconds=0.1", "sailor"), 10)


def test_a_bot_that_chooses_what_is_not_legal_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong:
        def choose(self, sight: object) -> int:
            return 9

    monkeypatch.setattr(chunk_module, "new_bot", lambda level, game, seed: Wrong())
    with pytest.raises(DoubloonError, match=r"mate at seat \d of game 0 chose give:cannon: not legal"):
        play_chunk(load("shipyard"), small_plan("shipyard", ("mate",) * 3, 10), 0)


def test_another_simulation_is_not_mixed_in(tmp_path: Path) -> None:
    play(small_plan("shipyard", LEVELS, 20), tmp_path)
    with pytest.raises(OtherSimulation, match=r"holds another simulation \(command is .*--seed 1.*, not .*--seed 2"):
        run(load("shipyard"), small_plan("shipyard", LEVELS, 20, seed=2), tmp_path)


def test_a_folder_without_a_simulation_is_refused(tmp_path: Path) -> None:
    for text in (None, "no json", "{}", '{"format": 2}'):
        if text is not None:
            (tmp_path / "manifest.json").write_text(text)
        with pytest.raises(DoubloonError, match=r"no simulation that can be read|written in format 2"):
            gather(tmp_path, load)


def test_a_broken_table_is_named(tmp_path: Path) -> None:
    play(small_plan("shipyard", LEVELS, 20), tmp_path)
    (tmp_path / "games" / "000001.parquet").write_bytes(b"nothing")
    with pytest.raises(DoubloonError, match=r"000001\.parquet: cannot be read: .*; remove it and simulate again"):
        gather(tmp_path, load)


def test_bars_are_read_and_refused(game: Game) -> None:
    levels = ("sailor",) * game.seats[0]
    family = families(game)[-1]
    assert read_bar(f"1:{family}", game, levels) == Bar(1, family)
    for wrong in ("", "x", "9:*", "-1:*", "1", "0:nonsense"):
        with pytest.raises(BadSetting, match="--bar"):
            read_bar(wrong, game, levels)


def test_plans_that_make_no_sense_are_refused() -> None:
    game = load("isles")
    with pytest.raises(BadSeats, match="unknown player 'parrot'"):
        new_plan(game, game_settings(game), ("parrot",) * 2, 10)
    with pytest.raises(BadSeats, match="6 seats"):
        new_plan(game, game_settings(game), ("sailor",) * 6, 10)
    with pytest.raises(BadSetting, match="0 games"):
        new_plan(game, game_settings(game), ("sailor",) * 2, 0)
    assert seats_text(("sailor", "sailor", "random")) == "sailor:2,random"


def test_a_command_names_a_card_file_where_settings_leave_something_out() -> None:
    game = load("rubies")
    settings = game_settings(game).changed(["cards.ape.copies=1"])
    assert command_of(
        new_plan(game, game_settings(game).changed(["start.turns=8"]), ("sailor",) * 3, 10), game
    ).endswith("--set start.turns=8")
    left_out = new_plan(
        game,
        settings.without(key for key in settings.values if key.startswith(("cards.cook.", "cards.ape."))),
        ("sailor",) * 3,
        10,
    )
    assert command_of(left_out, game).endswith("--seed 0 --cards cards.toml")


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is the extra `ray`")
def test_local_ray_writes_the_same_bytes(tmp_path: Path) -> None:
    from functools import partial  # noqa: PLC0415

    from doubloon.sim.spread import run_on_ray  # noqa: PLC0415 - an extra

    plan = small_plan("shipyard", LEVELS, 500)
    told: list[int] = []
    assert run_on_ray(partial(load, "shipyard"), plan, tmp_path / "ray", "local", told.append, threading.Event())
    assert told[-1] == 500
    assert bytes_of(tmp_path / "ray") == bytes_of(play(plan, tmp_path / "here"))
