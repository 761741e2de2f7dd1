"""Tuning: an interrupted search is one search, the chosen card file can be played, and goals are what they say."""

import threading
from pathlib import Path

import pytest

from doubloon.engine.errors import BadSetting, DoubloonError
from doubloon.engine.playthrough import game_settings
from doubloon.engine.settings import load_settings
from doubloon.games import load
from doubloon.sim.card_file import card_file
from doubloon.sim.gather import gather
from doubloon.sim.goals import KINDS, read_goals
from doubloon.sim.report import as_markdown
from doubloon.sim.tune_report import tune_report
from doubloon.sim.tuning import Search, Trial, best_trials, choose, proof_plans, prove, read_ranges, search
from tests.sim.batches import play, small_plan
from tests.support import run_command

GAME = load("shipyard")
SETTINGS = game_settings(GAME)


def small_search(trials: int) -> Search:
    ranges = read_ranges(["pirate.toll=0..4,colour=kept|released"], SETTINGS)
    return Search(small_plan("shipyard", ("sailor",) * 3, 100), ranges, read_goals("seats,turns=30"), trials)


def run_search(trials: int, out: Path, stop_at: int | None = None) -> list[Trial] | None:
    stop = threading.Event()

    def progress(done: int) -> None:
        if done == stop_at:
            stop.set()

    return search(GAME, small_search(trials), out, progress=progress, cancelled=stop)


def test_an_interrupted_search_is_one_search(tmp_path: Path) -> None:
    assert run_search(20, tmp_path / "two", stop_at=15) is None
    assert run_search(20, tmp_path / "two") == run_search(20, tmp_path / "one")
    assert (tmp_path / "one" / "trials.jsonl").read_bytes() == (tmp_path / "two" / "trials.jsonl").read_bytes()
    with pytest.raises(DoubloonError, match="holds another search"):
        search(
            GAME,
            Search(small_search(5).plan, small_search(5).ranges, read_goals("leads"), 5),
            tmp_path / "one",
            progress=print,
            cancelled=threading.Event(),
        )


def test_the_search_gets_nearer_to_its_goals_and_says_so(tmp_path: Path) -> None:
    what = small_search(16)
    trials = run_search(16, tmp_path)
    assert trials is not None
    assert trials[0].point == {"pirate.toll": 3, "options.colour": "kept"}
    chosen = choose(what, trials)
    assert chosen in best_trials(what, trials)
    stop = threading.Event()
    proofs = [
        prove(GAME, plan, tmp_path / name, 2, stop)
        for name, plan in zip("ab", proof_plans(what, trials[chosen].point), strict=True)
    ]
    assert proofs[0] is not None
    assert proofs[1] is not None
    assert proofs[0].games == 500
    words = as_markdown(tune_report(GAME, what, trials, chosen, (proofs[0], proofs[1])))
    assert "Chosen: " in words
    assert f"Of {len(trials)} trials" in words


def test_of_several_points_the_one_between_is_chosen() -> None:
    what = small_search(4)
    values = [(0.0, 130.0), (10.0, 30.0), (2.0, 40.0), (9.0, 90.0)]
    trials = [Trial({"pirate.toll": index}, value) for index, value in enumerate(values)] + [
        Trial({"pirate.toll": 4}, None)
    ]
    assert best_trials(what, trials) == [0, 1, 2]
    assert choose(what, trials) == 2
    assert choose(what, trials, pick=3) == 3
    for wrong in (4, 5):
        with pytest.raises(DoubloonError, match=f"--pick {wrong}: expected the number of a trial"):
            choose(what, trials, pick=wrong)
    with pytest.raises(DoubloonError, match="widen --over"):
        choose(what, [Trial({}, None)])


@pytest.mark.parametrize("slug", ["isles", "rubies", "shipyard"])
def test_a_card_file_says_the_same_settings(slug: str, tmp_path: Path) -> None:
    game = load(slug)
    settings = game_settings(game)
    path = tmp_path / "cards.toml"
    path.write_text(card_file(game, settings.values, {}, "a note"), encoding="utf-8")
    found = load_settings(game.schema, path)
    assert found.hash == settings.hash
    assert list(found.values) == list(settings.values)


def test_a_card_of_any_name_is_written_so_that_it_is_read_again(tmp_path: Path) -> None:
    game = load("rubies")
    added = {f"cards.{name}.copies": 1 for name in ("zebra", 'the old "parrot"', "fantôme")}
    settings = game_settings(game).changed([f"{key}={value}" for key, value in added.items()])
    path = tmp_path / "cards.toml"
    path.write_text(card_file(game, settings.values, {}, ""), encoding="utf-8")
    assert [key for key in load_settings(game.schema, path).values if key in added] == list(added)


def test_every_goal_is_a_number(tmp_path: Path) -> None:
    found = gather(play(small_plan("isles", ("sailor",) * 2, 200), tmp_path), load)
    for kind in KINDS.values():
        assert kind.measure(found) >= 0
    assert KINDS["turns"].measure(found) > 10
    assert read_goals("leads")[0].loss(3.0) < read_goals("leads")[0].loss(2.0)
    assert read_goals("turns=30")[0].loss(28.0) == 2.0


@pytest.mark.parametrize(
    "text", ["", "nonsense", "turns", "seats=3", "turns=x", "turns=-1", "turns=nan", "seats,seats"]
)
def test_goals_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(BadSetting, match="--goal"):
        read_goals(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "x=1..2",
        "pirate.toll",
        "pirate.toll=",
        "pirate.toll=1..99",
        "pirate.toll=2..2",
        "pirate.toll=a|b",
        "colour=kept",
        "toll=1..2",
    ],
)
def test_ranges_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(BadSetting):
        read_ranges([text], SETTINGS)
    with pytest.raises(BadSetting, match="named twice"):
        read_ranges(["pirate.toll=1..2,pirate.toll=1..3"], SETTINGS)


def test_the_command_writes_a_card_file_that_play_takes(tmp_path: Path) -> None:
    arguments = (
        "tune",
        "shipyard",
        "--seats",
        "sailor:2",
        "--goal",
        "turns=20",
        "--over",
        "pirate.toll=0..5",
        "--trials",
        "4",
        "-n",
        "50",
    )
    made = run_command(*arguments, "--out", str(tmp_path / "t"))
    assert made.returncode == 0, made.stderr
    assert "chosen.toml" in made.stdout
    assert (tmp_path / "t" / "report.html").exists()
    played = run_command("play", "shipyard", "--auto", "--seed", "1", "--cards", str(tmp_path / "t" / "chosen.toml"))
    assert played.returncode == 0, played.stderr
