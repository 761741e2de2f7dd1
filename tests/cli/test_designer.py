"""A designer adds a card in a text file and plays it: no code, in every language."""

from pathlib import Path

from doubloon.engine.kernels.laws import LAW_STATES
from doubloon.engine.kernels.workspace import new_rows, new_workspace
from doubloon.engine.playthrough import build_rules
from doubloon.engine.settings import load_settings
from doubloon.games import load
from tests.support import run_command

NEW_CARD = """
[cards.stowaway]
kind = "pirate"
copies = 12
infamy = 2
boarding = "gain 1, feed_all 1"
skill = "1: steal 2, infamy 1"
leaving = "others_lose 1"
name_fr = "passager clandestin"
"""
ONE_EACH = NEW_CARD.replace("copies = 12", "copies = 1")


def card_file(folder: Path, text: str) -> Path:
    own = load("rubies").folder / "cards.toml"
    path = folder / "mine.toml"
    path.write_text(own.read_text(encoding="utf-8") + text, encoding="utf-8")
    return path


def test_a_forty_fifth_card_is_played_and_keeps_the_laws(tmp_path: Path) -> None:
    game = load("rubies")
    rules = build_rules(game, load_settings(game.schema, card_file(tmp_path, ONE_EACH)), 4)
    rows = new_rows(30)
    game.kernels.check_games(rules, new_workspace(game, LAW_STATES), 1, 0, rows)
    assert not rows.law.any()
    assert not rows.violation.any()


def test_the_new_card_reads_right_in_the_terminal(tmp_path: Path) -> None:
    path = card_file(tmp_path, NEW_CARD.replace("others_lose 1", "gain 1"))
    words = {
        "en": "stowaway (infamy 2) – on boarding: gain 1 ruby, then 1 ruby on each other pirate of yours; skill"
        " for 1 ruby",
        "fr": "passager clandestin (infamie 2) – à l’embarquement\u00a0: gagnez 1 rubis, puis 1 rubis sur chacun de",
        "ja": "stowaway（悪名2） ― 乗船アクション：紅玉1個を得る。その後、自分の他の海賊それぞれに紅玉1個",
        "hu": "stowaway (hírhedtség 2) – beszálláskor: 1 rubin kerül a szigetedre, majd 1 rubint teszel",
    }
    for language, expected in words.items():
        run = run_command(
            "play", "rubies", "--auto", "--seats", "sailor:3", "--seed", "1", "--cards", str(path), "--lang", language
        )
        assert run.returncode == 0, run.stderr
        assert "".join(expected.split()) in "".join(run.stdout.split())
    assert "passager clandestin" not in run.stdout


def test_an_unknown_effect_is_refused_in_one_line(tmp_path: Path) -> None:
    run = run_command(
        "play", "rubies", "--auto", "--cards", str(card_file(tmp_path, NEW_CARD.replace("steal 2", "juggle 2")))
    )
    assert run.returncode == 2
    assert len(run.stderr.splitlines()) == 1
    for part in ("mine.toml", "cards.stowaway.skill", "juggle 2", "others_lose n"):
        assert part in run.stderr
