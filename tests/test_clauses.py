"""Every clause of every rulebook is cited by a test, every cited clause exists, and the rules code cites them too."""

import ast
import re
from pathlib import Path

import pytest

from doubloon.engine.contract import Game
from doubloon.texts import LANGUAGES
from tests.conftest import own_tests
from tests.support import ROOT

CLAUSE = re.compile(r"^\s*- ([A-Z]\d+\.\d+) ", re.MULTILINE)
MARK = re.compile(r"\[(seed|pub|house)")
CODE = re.compile(r"`[^`]*`")


def clauses(text: str) -> list[str]:
    """Return the ids of the clauses of a rulebook, in order."""
    return CLAUSE.findall(text)


def cited_clauses(folder: Path) -> set[str]:
    """Return the clauses that tests cite by `@pytest.mark.rule`."""
    found = set()
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                found |= {
                    argument.value
                    for argument in node.args
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                }
    return found


def test_every_clause_has_a_test(game: Game) -> None:
    book = set(clauses((game.folder / "rulebook.md").read_text(encoding="utf-8")))
    if own_tests(game, "__init__") is None:
        return  # installed without its tests
    cited = cited_clauses(game.folder / "tests")
    assert book
    assert sorted(book - cited) == []
    assert sorted(cited - book) == []


def test_the_rules_code_cites_existing_clauses(game: Game) -> None:
    book = set(clauses((game.folder / "rulebook.md").read_text(encoding="utf-8")))
    letter = min(book)[0]
    cited = set()
    for path in game.folder.glob("*.py"):
        cited |= set(re.findall(rf"\b{letter}\d+\.\d+\b", path.read_text(encoding="utf-8")))
    assert sorted(cited - book) == []
    assert len(cited) > len(book) / 2


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_rule_pages_have_the_same_clauses_marks_and_settings(game: Game, language: str) -> None:
    english = (game.folder / "rulebook.md").read_text(encoding="utf-8")
    translated = (game.folder / "texts" / language / "rulebook.md").read_text(encoding="utf-8")
    assert clauses(translated) == clauses(english)
    assert MARK.findall(translated) == MARK.findall(english)
    assert sorted(CODE.findall(translated)) == sorted(CODE.findall(english))
    assert translated.count("|") == english.count("|")


def test_the_docs_show_the_same_rulebook(own_game: Game) -> None:
    shown = ROOT / "docs" / "rules" / f"{own_game.slug}.md"
    assert shown.resolve() == (own_game.folder / "rulebook.md").resolve()
