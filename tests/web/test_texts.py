"""The words of the pages: in all four languages, each used somewhere, none missing."""

import re
from pathlib import Path
from string import Formatter

import pytest

import doubloon
from doubloon.bots import LEVELS
from doubloon.engine.contract import Game
from doubloon.tables.talk import PHRASES
from doubloon.texts import LANGUAGES, catalogue_ids
from doubloon.web.advice import reason_id
from doubloon.web.words import OWN_TEXTS
from tests.conftest import GAMES

PLURAL_FORMS = {"en": 2, "fr": 2, "ja": 1, "hu": 2}
PACKAGE = Path(doubloon.__file__).parent
SOURCES = [
    *(PACKAGE / "web").rglob("*.py"),
    *(PACKAGE / "web" / "templates").rglob("*.html"),
    *(PACKAGE / "tables").rglob("*.py"),
    *(PACKAGE / "web" / "static").rglob("*.js"),
    *PACKAGE.glob("games/*/templates/*.html"),
]
REFUSALS = re.compile(r"(?:Refused|Forbidden|NotFound|TooMany|TooLong)\(\s*\"([a-z_0-9]+)\"")


def placeholders(text: str) -> set[str]:
    """Return the names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_agree(language: str) -> None:
    english = catalogue_ids(OWN_TEXTS / "en" / "messages.po", "en")
    other = catalogue_ids(OWN_TEXTS / language / "messages.po", language)
    assert sorted(other) == sorted(english)
    for text_id, texts in other.items():
        assert all(texts), f"{text_id} has no words in {language}"
        assert len(texts) in (1, PLURAL_FORMS[language])
        for text in texts:
            assert placeholders(text) == placeholders(english[text_id][0]), f"{text_id} in {language}"


def used_ids() -> set[str]:
    """Return the ids that sources name, and those made of a beginning and a list."""
    sources = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    known = catalogue_ids(OWN_TEXTS / "en" / "messages.po", "en")
    used = {known_id for known_id in known if re.search(rf"[\"'`]{re.escape(known_id)}[\"'`]", sources)}
    used |= {f"refused.{why}" for why in REFUSALS.findall(sources)}
    used |= {f"phrase.{name}" for name in PHRASES} | {f"level.{level}" for level in LEVELS}
    return used | {reason_id(game.slug, action) for game in GAMES for action in game.actions}


def test_every_word_is_used_and_none_is_missing() -> None:
    assert sorted(used_ids() ^ set(catalogue_ids(OWN_TEXTS / "en" / "messages.po", "en"))) == []


def test_no_id_of_the_pages_is_one_of_a_game(game: Game) -> None:
    own = catalogue_ids(OWN_TEXTS / "en" / "messages.po", "en")
    assert sorted(set(own) & set(catalogue_ids(game.folder / "texts" / "en" / "messages.po", "en"))) == []
