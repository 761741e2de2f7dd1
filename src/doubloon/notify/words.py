"""What a message says, in the language of its reader."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from doubloon.tables.live import LiveTable
from doubloon.texts import Translator

OWN_TEXTS = Path(__file__).parent / "texts"
MOST_TRANSLATORS = 200


@lru_cache(MOST_TRANSLATORS)
def translator_of(language: str, folder: Path | None) -> Translator:
    """Return a translator of messages, with the words of a game."""
    return Translator(language, (OWN_TEXTS,) if folder is None else (folder / "texts", OWN_TEXTS))


def message_of(
    kind: str, live: LiveTable, person: str, language: str, folder_of: Callable[[str], Path]
) -> tuple[str, str]:
    """Return title and body of a message about a table."""
    texts = translator_of(language, folder_of(live.game.slug))
    game = texts.text("game.title")
    others = ", ".join(seat.name for seat in live.seats if seat.person != person and seat.name)
    body = texts.text("news.with", names=others) if others else ""
    seat = live.seat_of(person)
    if kind == "begins" and seat in live.asked():
        kind = "begins.turn"
    if kind == "over" and seat is not None and (place := live.seats[seat].place) is not None:
        body = " ".join(filter(None, [texts.text("news.place", place=place + 1), body]))
    return texts.text(f"news.{kind}", game=game), body


def plain_message(id: str, language: str) -> tuple[str, str]:
    """Return title and body of a message that is about no table."""
    texts = translator_of(language, None)
    return texts.text(f"news.{id}"), texts.text(f"news.{id}.body")
