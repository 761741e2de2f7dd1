"""What the kernel of the lab writes is what happened: the same games as the other kernels play, counted as the checked
functions count.
"""

from collections.abc import Iterator
from importlib import import_module

import numpy as np
import pytest

from doubloon.engine.contract import CHANCE, Game, Study, new_records
from doubloon.engine.kernels.choose import sample_outcome
from doubloon.engine.kernels.simulate import DONE, OUTSIDE, STUDY_ROW, StudySpace, new_space
from doubloon.engine.kernels.workspace import new_rows, new_workspace
from doubloon.engine.playthrough import Entry, Playthrough, game_settings, new_rules
from doubloon.engine.rng import Rng, new_rng, seed_stream
from doubloon.games import load, place_of
from doubloon.sim.plan import plan_rules
from tests.sim.batches import small_plan
from tests.support import run_python

GAMES = 60


def space_for(game: Game, num_seats: int, rows: int) -> StudySpace:
    return new_space(game, num_seats, len(game.notes.cards(game_settings(game))), rows)


def test_the_games_are_those_of_the_greedy_kernel(game: Game) -> None:
    num_seats = game.seats[-1]
    rules = new_rules(game, num_seats)
    rows, space = new_records(STUDY_ROW, GAMES), space_for(game, num_seats, GAMES)
    assert game.kernels.study_games(rules, space, 5, 100, rows) == DONE
    wanted = new_rows(GAMES)
    game.kernels.greedy_games(rules, new_workspace(game, 2), 5, 100, wanted)
    for column in ("decisions", "chances", "places"):
        assert np.array_equal(rows[column], wanted[column])
    assert space.missed[0] == 0
    assert space.chosen.sum() == rows.decisions.sum()
    assert space.legal.sum() == rows.options.sum()


def test_rows_and_tallies_are_those_of_checked_playthroughs(game: Game) -> None:
    """Games decided from outside, each action and outcome also played through the checked functions, which count on
    their own.
    """
    num_seats = game.seats[0]
    rules = new_rules(game, num_seats)
    names = game.notes.cards(game_settings(game))
    space, rows = space_for(game, num_seats, 1), new_records(STUDY_ROW, 1)
    space.mistakes[:] = OUTSIDE
    table = Playthrough(game, rules)
    decided: list[Entry] = []
    while (seat := game.kernels.study_games(rules, space, 3, 0, rows)) != DONE:
        action = int(np.flatnonzero(space.work.scratch[0].mask)[len(decided) % int(space.work.scratch[0].mask.sum())])
        decided.append(Entry(seat, action))
        space.progress[0].answer = action
    happened, taken, options = np.zeros(len(game.event_kinds), int), np.zeros((num_seats, len(names)), int), 0
    for entry in replayed(table, decided, new_rng(0)):
        options += len(table.legal_actions(entry.seat))
        for event in table.apply(entry):
            happened[event.kind] += 1
            card = study_of(game).card(rules, event)
            if card >= 0:
                taken[event.seat, card] += 1
    assert table.is_over
    assert rows[0].options == options
    assert rows[0].decisions == len(decided)
    assert np.array_equal(space.happened, happened)
    assert np.array_equal(space.taken[0], taken)
    assert np.array_equal(rows[0].places[:num_seats], table.ranking())


def replayed(table: Playthrough, decided: list[Entry], rng: Rng) -> Iterator[Entry]:
    """Yield the entries of a game whose chance comes from the stream of seed 3, game 0, as in the kernel."""
    seed_stream(rng, 3, 0)
    left = list(decided)
    while not table.is_over:
        yield Entry(CHANCE, sample_outcome(table.weights(), rng)) if table.to_act == CHANCE else left.pop(0)
    assert not left


def study_of(game: Game) -> Study:
    study: Study = import_module(f"{place_of(game.slug).module.rpartition('.')[0]}.study").STUDY
    return study


def test_a_barred_player_only_does_it_when_it_must() -> None:
    plan = small_plan("shipyard", ("sailor",) * 3, 300)
    game = load("shipyard")
    space, rows = space_for(game, 3, 300), new_records(STUDY_ROW, 300)
    passes = game.actions.index("pass")
    space.barred[0, passes] = 1
    game.kernels.study_games(plan_rules(plan, game), space, 1, 0, rows)
    assert space.legal[0, passes] > 100
    assert space.chosen[0, passes] == 0
    assert space.chosen[1, passes] > 100


TRACE = """
import hashlib
from dataclasses import replace
from doubloon.games import load
from doubloon.sim.chunk import play_chunk
from tests.sim.batches import every_game, small_plan
for game in every_game():
    plan = small_plan(game.slug, ("sailor", *("random",) * (game.seats[0] - 1)), 2, seed=4)
    print(game.slug, hashlib.sha256(b"".join(play_chunk(game, replace(plan, games=2), 0))).hexdigest())
"""


def test_compiled_and_plain_write_the_same_bytes() -> None:
    compiled = run_python("-c", TRACE)
    plain = run_python(
        "-W",
        "error",
        "-W",
        "ignore:overflow encountered:RuntimeWarning:doubloon.engine.rng",
        "-c",
        TRACE,
        env={"NUMBA_DISABLE_JIT": "1"},
    )
    assert (compiled.returncode, plain.returncode) == (0, 0), compiled.stderr + plain.stderr
    assert len(compiled.stdout.splitlines()) == 3
    assert plain.stdout == compiled.stdout


def test_players_change_seats_from_game_to_game() -> None:
    game = load("shipyard")
    space, rows = space_for(game, 3, 6), new_records(STUDY_ROW, 6)
    space.progress.rotates = 1
    game.kernels.study_games(new_rules(game, 3), space, 1, 10, rows)
    assert rows["shift"].tolist() == [1, 2, 0, 1, 2, 0]


@pytest.mark.parametrize("slug", ["shipyard", "isles"])
def test_a_limit_is_seen(slug: str) -> None:
    game = load(slug)
    changes = {"shipyard": ("turn_limit=4",), "isles": ("ship.count=0",)}[slug]
    rules = new_rules(game, 2, changes)
    space, rows = space_for(game, 2, 20), new_records(STUDY_ROW, 20)
    game.kernels.study_games(rules, space, 1, 0, rows)
    assert rows.at_limit.sum() > 10
