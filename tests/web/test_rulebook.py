"""Rule pages show what players need: no marks of editors, every clause with its anchor, every mention a link that leads
somewhere.
"""

import re

import pytest
from starlette.testclient import TestClient

from doubloon.engine.contract import Game
from doubloon.texts import LANGUAGES
from doubloon.texts.rulebook import EDITORS, for_players, rulebook_for_players
from doubloon.web.rulebook import rulebook
from tests.test_clauses import clauses
from tests.web.support import Browser


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_mark_of_editors_and_every_clause(site: TestClient, game: Game, language: str) -> None:
    page = Browser(site, language).get(f"/rules/{game.slug}").text
    assert re.findall(r"\[(?:seed|pub|house)|editors|, seed\)", page) == []
    book = (game.folder / "rulebook.md").read_text(encoding="utf-8")
    for clause in clauses(book):
        assert page.count(f'<li id="{clause}">') == 1, clause
    anchors = set(re.findall(r'id="([A-Z][\d.]+)"', page))
    assert set(re.findall(r'href="#([A-Z][\d.]+)"', page)) <= anchors
    assert ('<a href="#' in page) == bool(re.search(r"\([A-Z]\d", book))


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_else_is_lost(game: Game, language: str) -> None:
    path = game.folder / "rulebook.md" if language == "en" else game.folder / "texts" / language / "rulebook.md"
    text = path.read_text(encoding="utf-8")
    shown = for_players(text)
    assert shown.count("`option:") == EDITORS.sub("", text).count("`option:")
    assert len(shown.split("\n")) >= len(text.split("\n")) - 1 or language == "ja"
    assert clauses(shown) == clauses(text)
    assert game.slug not in shown.split("\n")[0]


def test_a_column_of_marks_goes_and_a_mark_in_one_cell_does_not() -> None:
    text = (
        "| a | mark |\n|---|---|\n| 1 | [pub] |\n| [house] 2 | x [seed] |\n\n| b | c |\n|---|---|\n| [pub] 1 "
        "| 2 |\n| 3 | 4 |"
    )
    assert for_players(text) == "| a |\n|---|\n| 1 |\n| 2 |\n\n| b | c |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |"


def test_the_page_is_made_once(game: Game) -> None:
    assert rulebook(game.folder, "en") is rulebook(game.folder, "en")


def test_every_language_has_the_same_links(game: Game) -> None:
    links = {language: re.findall(r'href="#([A-Z][\d.]+)"', rulebook(game.folder, language)) for language in LANGUAGES}
    for language in LANGUAGES:
        assert sorted(links[language]) == sorted(links["en"]), language


def test_no_blank_stands_within_a_japanese_sentence(game: Game) -> None:
    text = for_players((game.folder / "texts" / "ja" / "rulebook.md").read_text(encoding="utf-8"))
    assert re.findall(r"^[^#|\n]*[\u3040-\u30ff\u4e00-\u9fff、。]\n[ ]*[\u3040-\u30ff\u4e00-\u9fff]", text, re.M) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_and_effects_of_cards_are_in_words(game: Game, language: str) -> None:
    text = rulebook_for_players(game.folder, language)
    assert "`option:" not in text
    if language != "en":
        rows = [line for line in text.split("\n") if line.startswith("|")]
        assert [row for row in rows if re.search(r"(?<![a-z])(?:gain|lose|feed_all|infamy) \d", row)] == []
