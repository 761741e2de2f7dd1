"""Languages of a server: which one a visitor reads, and translators for pages and tables."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request

from doubloon.engine.contract import Game
from doubloon.engine.errors import DoubloonError, Explained
from doubloon.tables.errors import is_fault, reason
from doubloon.texts import DEFAULT_LANGUAGE, LANGUAGES, Translator

OWN_TEXTS = Path(__file__).parent / "texts"
COOKIE = "language"
MOST_TRANSLATORS = 2000


def language_of(request: Request) -> str:
    """Return the language that the visitor chose, else the best of what the browser asks for, else English."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    return next(
        (name for name in asked_for(request.headers.get("accept-language", "")) if name in LANGUAGES), DEFAULT_LANGUAGE
    )


def asked_for(header: str) -> list[str]:
    """Return the languages of an `Accept-Language` header, dearest first."""
    found: list[tuple[float, str]] = []
    for part in header[:500].split(","):
        name, _, quality = part.strip().partition(";q=")
        try:
            found.append((-float(quality or 1), name[:2].lower()))
        except ValueError:
            continue
    return [name for _, name in sorted(found, key=lambda item: item[0])]


@lru_cache(MOST_TRANSLATORS)
def table_translator(language: str, folder: Path, names: tuple[str, ...]) -> Translator:
    """Return a translator for the pages of a table: the game's words and ours, with the names of the seats."""
    return Translator(language, (folder / "texts", OWN_TEXTS), names)


@lru_cache(MOST_TRANSLATORS)
def page_translator(language: str) -> Translator:
    """Return a translator for pages that belong to no game."""
    return Translator(language, (OWN_TEXTS,))


def refusal_words(error: DoubloonError, language: str) -> str:
    """Return why something was refused, in a language; what a game refuses is said in the game's words. A fault of ours
    has a number instead of words, so such an error is raised again.
    """
    if is_fault(error):
        raise error
    texts = error.texts if isinstance(error, Explained) else None
    folders = (OWN_TEXTS,) if texts is None else (texts, OWN_TEXTS)
    return Translator(language, folders).render(reason(error))


def translator_for(game: Game, language: str, names: Sequence[str]) -> Translator:
    """Return the translator of a table."""
    return table_translator(language, game.folder, tuple(names))
