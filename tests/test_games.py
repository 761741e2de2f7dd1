"""Games are found through entry points of installed packages; one that is broken says so in a sentence and stops no
other.
"""

import zipfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from doubloon import games
from doubloon.bots.levels import read_level, search_file
from doubloon.engine.check_game import check_game, faults
from doubloon.engine.contract import Game, new_records
from doubloon.engine.errors import BadGame, DoubloonError, UnknownGame
from doubloon.games import load
from doubloon.web.lab.pace import known_paces
from tests.support import ROOT, run_command, run_python

GAME = load("shipyard")
PLAIN = {"NUMBA_DISABLE_JIT": "1"}


def install(folder: Path, package: str, points: str, code: str = "") -> None:
    """Put a package with one module `game` and its metadata into a folder."""
    (folder / package).mkdir()
    (folder / package / "__init__.py").write_text("")
    (folder / package / "game.py").write_text(code)
    info = folder / f"{package}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[doubloon.games]\n{points}\n")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder whose packages are installed for this test."""
    monkeypatch.syspath_prepend(str(tmp_path))
    for found in (games.places, games.folder_of, games.load):
        found.cache_clear()
        monkeypatch.setattr(games, found.__name__, cache(found.__wrapped__))
    return tmp_path


BROKEN = [
    ("import nowhere_to_be_found", "game.py:GAME", "cannot be imported: ModuleNotFoundError"),
    ("1 / 0", "", "cannot be imported: ZeroDivisionError: division by zero"),
    ("raise SystemExit(3)", "", "cannot be imported: SystemExit: 3"),
    ("def f(:", "", "cannot be imported: SyntaxError"),
    ("GAME = 3", "", "expected a doubloon.engine.contract.Game, found int"),
    ("OTHER = 3", "", "cannot be imported: AttributeError"),
    ("from doubloon.games.isles.game import GAME", "", "slug is 'isles' and folder"),
]


@pytest.mark.parametrize(("code", "_point", "message"), BROKEN, ids=[message for _, _, message in BROKEN])
def test_a_broken_game_says_so_and_stops_no_other(site: Path, code: str, _point: str, message: str) -> None:
    name = f"broken{abs(hash(code)) % 10**9}"
    install(site, name, f"{name} = {name}.game:GAME", code)
    with pytest.raises(BadGame, match=f"game '{name}': {name}.game:GAME of the package {name}: ") as caught:
        games.load(name)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert games.load("shipyard").slug == "shipyard"
    found = list(games.all_games())
    assert {game.slug for game in found if isinstance(game, Game)} >= {"isles", "rubies", "shipyard"}
    assert [str(error) for error in found if isinstance(error, DoubloonError)] == [str(caught.value)]


def test_a_package_that_is_not_there_says_so(site: Path) -> None:
    install(site, "hollow", "hollow = nowhere_at_all.game:GAME\nempty = hollow.missing:GAME")
    with pytest.raises(BadGame, match="cannot be found: ModuleNotFoundError: No module named 'nowhere_at_all'"):
        games.load("hollow")
    with pytest.raises(BadGame, match="cannot be found: there is no such module"):
        games.folder_of("empty")


def test_two_packages_with_one_name_clash_in_a_sentence(site: Path) -> None:
    install(site, "copycat", "isles = copycat.game:GAME")
    with pytest.raises(
        BadGame, match=r"game 'isles' is there 2 times: copycat\.game:GAME of the package copycat and .*; uninstall"
    ):
        games.load("isles")
    assert games.load("rubies").slug == "rubies"


def test_a_package_that_is_found_twice_is_one(site: Path) -> None:
    install(site, "Doubloon_", "isles = doubloon.games.isles.game:GAME")
    (site / "Doubloon_-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: Doubloon\nVersion: 1\n")
    assert games.load("isles").slug == "isles"


def test_a_name_that_cannot_stand_in_an_address_is_refused(site: Path) -> None:
    install(site, "shouting", "My-Game = shouting.game:GAME")
    with pytest.raises(BadGame, match="its name is not allowed"):
        games.load("My-Game")


def test_an_unknown_game_is_told_which_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"unknown game 'chess'; there are: isles, rubies, shipyard"):
        load("chess")


def test_without_any_game_it_says_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "places", dict)
    with pytest.raises(UnknownGame, match="no game is installed"):
        games.place_of("isles")


def test_commands_go_on_without_a_broken_game(tmp_path: Path) -> None:
    install(tmp_path, "brokengame", "aaa = brokengame.game:GAME", "1 / 0")
    env = {**PLAIN, "PYTHONPATH": str(tmp_path)}
    played = run_command("play", "--auto", "--seed", "1", "--set", "starter=0", env=env)
    assert "doubloon: game 'aaa': brokengame.game:GAME of the package brokengame: cannot be imported" in played.stderr
    assert "Traceback" not in played.stderr
    refused = run_command("rules", "aaa", env=env)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)


NOTHING: Any = None
START: Any = GAME.functions.start
STATE_NAMES: Any = GAME.state.descr


def with_fields(*more: tuple[str, Any], align: bool = False) -> Game:
    """Return the game with more fields in its state."""
    return replace(GAME, state=np.dtype([*STATE_NAMES, *more], align=align))


def rules_without(name: str) -> Callable[..., Any]:
    """Return a `build_rules` whose record lacks a field."""

    def build(settings: Any, num_seats: int) -> Any:
        rules = GAME.build_rules(settings, num_seats)
        kept = [field for field in rules.dtype.descr if field[0] != name]
        return new_records(np.dtype(kept), 1)[0]

    return build


WRONG: list[tuple[Game, str]] = [
    (with_fields(("round", np.int16)), "state has a field 'round', which every NumPy record has already"),
    (with_fields(("share", np.float32)), "state field 'share' is of float32; expected an integer"),
    (with_fields(("small", np.int8), align=True), "bytes of padding; expected none"),
    (replace(GAME, slug="My Game"), "slug is 'My Game'; expected lower-case letters and digits"),
    (replace(GAME, rules_version=0), "rules_version is 0; expected 1 or more"),
    (replace(GAME, seats=range(2, 10)), "seats is range(2, 10); expected a range of numbers from 2 to 8"),
    (replace(GAME, seats=range(1, 3), usual_seats=2), "seats is range(1, 3); expected"),
    (replace(GAME, usual_seats=5), "usual_seats is 5; expected 2 to 4"),
    (replace(GAME, max_events=0), "max_events is 0"),
    (replace(GAME, actions=("two words", *GAME.actions[1:])), "actions has 'two words'; expected one word"),
    (replace(GAME, actions=("draw", "draw", *GAME.actions[2:])), "actions has 'draw' twice"),
    (replace(GAME, outcomes=()), "outcomes has 0 names"),
    (replace(GAME, event_kinds=(*GAME.event_kinds, "late")), "notes.clauses has 13 texts for 14 event_kinds"),
    (replace(GAME, violations=("a card is lost",)), "violations begins with ('a card is lost',); expected 'none'"),
    (replace(GAME, violations=("none", "lost", "lost")), "violations has 'lost' twice"),
    (replace(GAME, notes=NOTHING), "notes is of NoneType"),
    (
        replace(GAME, functions=GAME.functions._replace(observe=NOTHING)),
        "functions.observe is None; expected a function",
    ),
    (replace(GAME, functions=GAME.functions._replace(observe=START)), "expected 3 arguments"),
    (replace(GAME, functions=NOTHING), "functions is of NoneType; expected Functions"),
    (replace(GAME, view=GAME.view._replace(keys={0: "q"})), "view.keys has 'q'; expected one word in small letters"),
    (replace(GAME, view=GAME.view._replace(keys={0: "d", 1: "d"})), "view.keys has 'd' twice"),
    (replace(GAME, view=GAME.view._replace(keys={99: "x"})), "view.keys has a key 'x' for action 99"),
    (replace(GAME, folder=Path("nowhere")), "cards.toml is missing"),
    (replace(GAME, build_rules=rules_without("max_decisions")), "the rules record has no field max_decisions"),
    (replace(GAME, build_rules=lambda settings, seats: GAME.build_rules(settings, 2)), "has num_seats 2"),
]


@pytest.mark.parametrize(("wrong", "fault"), WRONG, ids=[fault for _, fault in WRONG])
def test_what_is_wrong_with_a_game_is_said(wrong: Game, fault: str) -> None:
    assert any(fault in sentence for sentence in faults(wrong)), faults(wrong)
    with pytest.raises(BadGame, match="cannot be played: "):
        check_game(wrong)


def test_many_faults_are_told_shortly() -> None:
    with pytest.raises(BadGame, match="and 42 more"):
        check_game(replace(GAME, view=GAME.view._replace(keys={0: "d"}), actions=tuple(f"a {n}" for n in range(50))))


def test_a_game_says_how_many_usually_play() -> None:
    assert replace(GAME, usual_seats=0).usual_seats == 3
    assert replace(GAME, usual_seats=0, seats=range(2, 3)).usual_seats == 2
    assert replace(GAME, usual_seats=0, seats=range(4, 7)).usual_seats == 4
    assert replace(GAME, usual_seats=4).usual_seats == 4


SEARCHES = [
    ("[style]\nslope = 200", "style.slope = 200; expected a number 0 .. 100"),
    ("[style]\nplayouts = 30", "style: unknown number 'playouts'"),
    ("[admiral]\nhorizon = 1.5", "admiral.horizon = 1.5; expected a number -1 .. 100000"),
    ("[admiral]\nhorizon = true", "admiral.horizon = True"),
    ("[sailor]\nmistakes = 0.5", "unknown table 'sailor'; there are: style, mate, captain, admiral"),
    ("style = 3", "unknown table 'style'"),
    ("[style", "search.toml"),
]


@pytest.mark.parametrize(("text", "message"), SEARCHES)
def test_a_search_file_is_checked(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "search.toml").write_text(text)
    with pytest.raises(DoubloonError) as caught:
        search_file(tmp_path)
    assert message in str(caught.value)
    assert str(tmp_path / "search.toml") in str(caught.value)


def test_a_game_without_files_for_bots_plays_as_any_other(tmp_path: Path) -> None:
    plain = replace(GAME, folder=tmp_path)
    assert read_level("admiral", plain).budget.playouts == 4000
    assert read_level("admiral", plain).style.slope != read_level("admiral", GAME).style.slope
    assert known_paces(tmp_path) == {}
    (tmp_path / "pace.toml").write_text("not toml")
    known_paces.cache_clear()
    assert known_paces(tmp_path) == {}


def test_the_wheel_has_every_file_of_every_game(tmp_path: Path) -> None:
    run = run_python(
        "-c", "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])", str(tmp_path)
    )
    assert run.returncode == 0, run.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    source = ROOT / "src"
    files = {path.relative_to(source).as_posix() for path in (source / "doubloon").rglob("*") if path.is_file()}
    assert sorted(name for name in files - inside if not {"tests", "__pycache__"} & {*name.split("/")}) == []
    assert any(name.endswith(".dist-info/entry_points.txt") for name in inside)
