"""The words of the pages: each used somewhere, none missing. That the four languages agree is in
tests/texts.
"""

import re
from pathlib import Path

import doubloon
from doubloon.bots import LEVELS
from doubloon.engine.contract import Game
from doubloon.notify.channels import ERRORS, MAIL, PUSH, URL
from doubloon.notify.wishes import KINDS
from doubloon.tables.chat import PHRASES
from doubloon.tables.live import UNRATED
from doubloon.texts import catalogue_ids
from doubloon.web.clock_form import UNITS
from doubloon.web.languages import OWN_TEXTS

PACKAGE = Path(doubloon.__file__).parent
SOURCES = [
    *(PACKAGE / "web").rglob("*.py"),
    *(PACKAGE / "web" / "templates").rglob("*.html"),
    *(PACKAGE / "tables").rglob("*.py"),
    *(PACKAGE / "notify").rglob("*.py"),
    *(PACKAGE / "web" / "static").rglob("*.js"),
    *PACKAGE.glob("games/*/templates/*.html"),
    *PACKAGE.glob("games/*/*.py"),
    *(PACKAGE / "engine").glob("*.py"),
]
REFUSALS = re.compile(r"(?:Refused|Forbidden|NotFound|TooLong|Unconfirmed|Misdirected|NoMethod)\(\s*\"([a-z_0-9]+)\"")


def used_ids() -> set[str]:
    """Return the ids that sources name, and those made of a beginning and a list."""
    sources = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    known = catalogue_ids(OWN_TEXTS / "en" / "messages.po", "en")
    used = {known_id for known_id in known if re.search(rf"[\"'`]{re.escape(known_id)}[\"'`]", sources)}
    used |= {f"refused.{why}" for why in REFUSALS.findall(sources)}
    used |= {f"phrase.{name}" for name in PHRASES} | {f"level.{level}" for level in LEVELS}
    used |= {f"page.news.tell.{kind}" for kind in KINDS} | {f"page.news.kind.{kind}" for kind in (PUSH, MAIL, URL)}
    used |= {f"page.news.error.{error}" for error in ERRORS}
    used |= {f"table.unrated.{why}" for why in UNRATED} | {f"page.unit.{unit}" for unit in UNITS.values()}
    return used


def test_every_word_is_used_and_none_is_missing() -> None:
    assert sorted(used_ids() ^ set(catalogue_ids(OWN_TEXTS / "en" / "messages.po", "en"))) == []


def test_no_id_of_the_pages_is_one_of_a_game(game: Game) -> None:
    own = catalogue_ids(OWN_TEXTS / "en" / "messages.po", "en")
    assert sorted(set(own) & set(catalogue_ids(game.folder / "texts" / "en" / "messages.po", "en"))) == []
