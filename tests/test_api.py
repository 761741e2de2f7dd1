"""The front door: one list of names, each with an example that runs, and a reference that says what docstrings say."""

import ast
import doctest
import inspect
import sys
from pathlib import Path

import pytest

import doubloon
from doubloon.engine.names import MOST_NAMED
from tests.reference import MARKED_PAGES, REFERENCE, documented, kind_of, marked_text, reference_text
from tests.support import run_python

DOCUMENTED = dict(documented())
NO_EXAMPLE = {"Bot", "Bot.choose", "Sight", "Entry", "Event", "Game"}
"""What is only described: records, which the examples of others show, and the protocol of a bot."""


def new_table(*changes: str, seats: int = 3, seed: int | None = None) -> doubloon.Table:
    return doubloon.new(doubloon.load("shipyard"), seats=seats, set=["starter=0", *changes], seed=seed)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_everything_public_has_an_example_that_runs(name: str) -> None:
    example = doctest.DocTestParser().get_doctest(
        inspect.getdoc(DOCUMENTED[name]) or "",
        {"doubloon": doubloon, "game": doubloon.load("shipyard"), "table": new_table()},
        *(name, None, 0),
    )
    assert bool(example.examples) != (name in NO_EXAMPLE)
    said: list[str] = []
    assert doctest.DocTestRunner().run(example, out=said.append).failed == 0, "".join(said)


def test_a_type_checker_sees_the_same_list() -> None:
    tree = ast.parse(Path(inspect.getsourcefile(doubloon) or "").read_text(encoding="utf-8"))
    seen = {
        name.asname: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
        if name.asname
    }
    assert seen == doubloon.PUBLIC
    assert set(doubloon.PUBLIC) <= set(dir(doubloon))


def test_the_import_alone_costs_nothing() -> None:
    code = "import sys, doubloon; print(sorted({'numpy', 'numba', 'doubloon.engine'} & set(sys.modules)))"
    assert run_python("-c", code).stdout == "[]\n"


def test_an_unknown_name_is_an_error_as_everywhere() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Tabel'"):
        doubloon.Tabel  # type: ignore[attr-defined]  # noqa: B018
    assert kind_of(doubloon.load) == "function"


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="Python writes signatures otherwise from 3.13 on")
def test_the_reference_is_what_the_docstrings_say() -> None:
    assert REFERENCE.read_text(encoding="utf-8") == reference_text(), "stale: run `make reference`"
    for page in MARKED_PAGES:
        text = page.read_text(encoding="utf-8")
        assert text == marked_text(text), f"{page.name} is stale: run `make reference`"


def test_names_are_checked_and_what_looks_alike_comes_first() -> None:
    table = new_table()
    with pytest.raises(doubloon.UnknownName, match=r"shipyard has no action 'hold'; there are: hold-fire, draw, "):
        table.play("hold")
    table.play("draw")
    with pytest.raises(doubloon.UnknownName, match=r"shipyard has no outcome 'draw'; there are: coin, cannon"):
        table.play("draw")
    rubies = doubloon.load("rubies")
    with pytest.raises(ValueError, match=rf"there are: grasp:1, .* and {rubies.num_actions - MOST_NAMED} more"):
        doubloon.new(rubies, seats=3).play("0 grasp;1")


def test_a_step_says_whose_it_is_where_it_must() -> None:
    rubies = doubloon.new(doubloon.load("rubies"), seats=3, seed=1)
    rubies.draw_chance()
    while len(rubies.seats_to_act()) == 1:
        rubies.play(rubies.legal()[-1])
        rubies.draw_chance()
    with pytest.raises(doubloon.AmbiguousSeat, match=r"seats 0, 1, 2 must decide at entry \d+; say which"):
        rubies.play("grasp:1")
    assert rubies.entry_of("2 grasp:1").seat == 2
    with pytest.raises(doubloon.NotYourTurn, match="no chance event is due"):
        rubies.play("chance spyglass")


def test_errors_while_nobody_must_decide() -> None:
    table = new_table(seed=3)
    table.play("draw")
    with pytest.raises(doubloon.NotYourTurn, match="chance is due at entry 1"):
        table.legal()
    table.play_out([doubloon.bot("random", table.game)] * 3)
    with pytest.raises(doubloon.GameOver, match=f"ended at entry {len(table.entries)}"):
        table.play("draw")
    assert "the game is over" in repr(table)
    with pytest.raises(doubloon.BadSeats, match="2 bots for 3 seats"):
        table.play_out([doubloon.bot("random", table.game)] * 2)


def test_the_same_seed_is_the_same_game(game: doubloon.Game) -> None:
    texts = set()
    for _ in range(2):
        table = doubloon.new(game, seats=game.seats[0], seed=5)
        table.play_out([doubloon.bot("sailor", game, seed) for seed in range(game.seats[0])])
        texts.add(table.record())
    assert len(texts) == 1
    assert doubloon.verify(*texts) > 0


def test_a_record_comes_back_as_the_same_table_which_goes_on_alike() -> None:
    table = new_table("pirate.toll=2", seed=11)
    table.play("draw")
    table.draw_chance()
    again = doubloon.replay(table.record())
    assert again.record() == table.record()
    for one in (table, again):
        one.play("draw" if "draw" in one.legal() else one.legal()[0])
        one.draw_chance()
    assert again.record() == table.record()
    assert "seed: " in table.record()


def test_a_record_with_chance_from_elsewhere_promises_nothing() -> None:
    table = new_table()
    table.play("draw", "red")
    assert "seed: " not in table.record()
    assert "commitment: " not in table.record()
    assert doubloon.replay(table.record()).state.tobytes() == table.state.tobytes()
    with pytest.raises(doubloon.BadRecord, match="has no seed yet"):
        doubloon.verify(table.record())
    with pytest.raises(doubloon.UnknownGame, match="unknown game 'chess'"):
        doubloon.replay(table.record().replace("game: shipyard", "game: chess"))


def test_a_copy_goes_its_own_way(game: doubloon.Game) -> None:
    table = doubloon.new(game, seats=game.seats[-1], seed=2)
    table.draw_chance()
    before, entries = table.state.tobytes(), list(table.entries)
    twin = table.copy()
    twin.play_out([doubloon.bot("random", game)] * twin.num_seats)
    assert twin.is_over
    assert (table.state.tobytes(), table.entries) == (before, entries)
    table.play_out([doubloon.bot("random", game)] * table.num_seats)
    assert table.is_over


def test_a_card_file_may_be_given(tmp_path: Path) -> None:
    game = doubloon.load("shipyard")
    text = (game.folder / "cards.toml").read_text(encoding="utf-8")
    cards = tmp_path / "cards.toml"
    cards.write_text(text, encoding="utf-8")
    own = doubloon.new(game, seats=2)
    assert doubloon.new(game, seats=2, cards=str(cards)).rules.tobytes() == own.rules.tobytes()
    with pytest.raises(doubloon.BadInput, match="cannot be read"):
        doubloon.new(game, seats=2, cards=tmp_path / "none.toml")


class Careful:
    """A bot of somebody's own: passes whenever it may."""

    def choose(self, sight: doubloon.Sight) -> int:
        passing = sight.game.actions.index("pass")
        return passing if sight.mask[passing] else int(sight.mask.argmax())


def test_anything_that_chooses_is_a_bot() -> None:
    table = new_table("turn_limit=4", seed=1)
    bots: list[doubloon.Bot] = [Careful(), doubloon.bot("deckhand", table.game), Careful()]
    table.play_out(bots)
    assert table.is_over
    assert table.returns().sum() == pytest.approx(0)
