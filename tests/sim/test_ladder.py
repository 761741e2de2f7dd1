"""The ladder: balanced plans, honest intervals, games that are kept and gone on with."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from doubloon.engine.errors import DoubloonError
from doubloon.games import load
from doubloon.sim.ladder import read_results, run_plan
from doubloon.sim.matches import MatchResult, RoundRobin, play_match
from doubloon.sim.ratings import ELO, strengths
from tests.support import run_command

PLAN = RoundRobin("shipyard", ("random", "deckhand", "sailor"), (2, 3), 6, 5)


def test_a_plan_is_balanced() -> None:
    matches = [PLAN.match(index) for index in range(PLAN.num_games)]
    assert set(Counter((match.num_seats, match.lone, match.rest) for match in matches).values()) == {PLAN.rounds}
    assert set(Counter((match.num_seats, match.seat) for match in matches if match.num_seats == 3).values()) == {12}
    first = Counter((match.num_seats, match.lone, match.rest) for match in matches[:12])
    assert set(first.values()) == {1}


def test_ratings_find_known_strengths_and_their_intervals_hold_them() -> None:
    """Levels whose odds to beat each other are 3 : 1 lie 400 log10(3) = 191 points apart."""
    plan = RoundRobin("shipyard", ("a", "b", "c"), (2,), 200, 3)
    dice = np.random.default_rng(4)
    results = []
    for index in range(plan.num_games):
        match = plan.match(index)
        odds = 3.0 ** (plan.levels.index(match.lone) - plan.levels.index(match.rest))
        won = dice.random() < odds / (1 + odds)
        places = [0, 0]
        places[match.seat if not won else 1 - match.seat] = 1
        results.append(MatchResult(index, places, [1, 1], [0.0, 0.0]))
    field = strengths(plan, results)
    found = field.ratings(anchor=1)
    assert found[1].value == 1000
    assert 0 < found[1].high - found[1].low < 120  # against the mean of all three
    mean = np.mean([rating.value for rating in found])
    for level, truth in ((0, mean - ELO * np.log(3)), (1, mean), (2, mean + ELO * np.log(3))):
        assert found[level].low < truth < found[level].high
        assert found[level].high - found[level].low < 120
    assert field.lead(2, 1).low < ELO * np.log(3) < field.lead(2, 1).high
    assert field.lead(1, 2).value == -field.lead(2, 1).value


@pytest.mark.compiled
def test_a_match_is_the_same_whoever_plays_it() -> None:
    game = load("isles")
    plan = RoundRobin("isles", ("sailor", "mate+playouts=20"), (2,), 2, 1)
    first, second = play_match(game, plan, 3), play_match(game, plan, 3)
    assert first._replace(seconds=[]) == second._replace(seconds=[])
    assert play_match(game, plan, 2).decisions != first.decisions


@pytest.mark.compiled
def test_an_interrupted_ladder_goes_on_and_ends_as_one_run(tmp_path: Path) -> None:
    plan = RoundRobin("shipyard", ("random", "sailor"), (2,), 4, 1)
    whole = [result._replace(seconds=[]) for result in sorted(run_plan(load, plan, tmp_path / "whole", 1))]
    broken = run_plan(load, plan, tmp_path / "part", 1)
    kept = [next(broken) for _ in range(3)]
    broken.close()
    with (tmp_path / "part").open("a", encoding="utf-8") as file:
        file.write('{"number": 7, "pla')
    rest = list(run_plan(load, plan, tmp_path / "part", 2))
    assert len(rest) == plan.num_games - len(kept)
    assert [result._replace(seconds=[]) for result in read_results(tmp_path / "part", plan)] == whole


def test_a_file_of_another_ladder_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_text(json.dumps({"game": "isles"}) + "\n", encoding="utf-8")
    with pytest.raises(DoubloonError, match="holds the games of another ladder"):
        read_results(path, PLAN)


def test_the_command_prints_and_writes_tables(tmp_path: Path) -> None:
    command = (
        "ladder",
        "shipyard",
        "--bots",
        "random,sailor",
        "-n",
        "4",
        "--seats",
        "2",
        "--jobs",
        "1",
        "--out",
        str(tmp_path / "games"),
    )
    run = run_command(*command, "--write", str(tmp_path / "ladder.md"))
    assert run.returncode == 0, run.stderr
    table = (tmp_path / "ladder.md").read_text(encoding="utf-8")
    assert table.strip() == run.stdout.strip()
    assert "`doubloon ladder shipyard --bots random,sailor -n 4 --seats 2 --seed 1`" in table
    assert table.index("| sailor |") < table.index("| random |")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--bots", "sailor"), "--bots: 'sailor': expected two or more different levels"),
        (("--bots", "sailor,wizard"), "unknown player 'wizard'"),
        (("--seats", "9"), "--seats: '9': expected numbers of seats 2 .. 4"),
    ],
)
def test_nonsense_gets_one_line(arguments: tuple[str, ...], message: str) -> None:
    run = run_command("ladder", "shipyard", *arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert message in run.stderr
    assert len(run.stderr.splitlines()) == 1
