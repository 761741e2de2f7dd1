"""What is agreed about time, and how much of it is left, in the words of a language."""

from datetime import date
from functools import cache

from babel.dates import format_skeleton
from babel.units import format_unit

from doubloon.tables.clock_rules import DAY_S, TimeControl
from doubloon.web.languages import page_translator

MINUTE_S = 60
HOUR_S = 3_600
LONG_S = 2 * DAY_S
"""From here on days and hours are told, and no seconds."""
UNITS = ((DAY_S, "duration-day"), (HOUR_S, "duration-hour"), (MINUTE_S, "duration-minute"), (1, "duration-second"))
UNSPACED = ("ja",)
"""Languages that write no blank between a number and what it counts."""


def unit_words(number: int, unit: str, language: str, length: str) -> str:
    """Return a number of units, such as `5 min`."""
    words = str(format_unit(number, unit, length=length, locale=language))  # type: ignore[arg-type]
    return words.replace(" ", "") if language in UNSPACED else words


@cache
def duration_words(seconds: int, language: str, length: str = "short") -> str:
    """Return a time in the largest unit that it is a multiple of, such as `5 min` or `90 s`."""
    size, unit = next(found for found in UNITS if seconds % found[0] == 0)
    return unit_words(seconds // size, unit, language, length)


@cache
def agreed_time(clock: TimeControl, language: str) -> str:
    """Return what is agreed at a table, such as `30 seconds a move` or `5 min + 10 s`."""
    text = page_translator(language).text
    parts = []
    if clock.move:
        parts.append(text("page.clock.move", time=duration_words(clock.move, language, "long")))
    if clock.bank:
        bank = duration_words(clock.bank, language)
        more = duration_words(clock.increment, language) if clock.increment else ""
        parts.append(f"{bank} + {more}" if more else text("page.clock.bank", time=bank))
    return ", ".join(parts) or text("page.clock.none")


def left_words(seconds: float, language: str) -> str:
    """Return how much time is left, as a clock shows it: `1:05`, `2:03:04`, `3 days 4 hr`."""
    left = max(0, int(seconds))
    if left >= LONG_S:
        days = unit_words(left // DAY_S, "duration-day", language, "short")
        hours = unit_words(left % DAY_S // HOUR_S, "duration-hour", language, "short")
        return f"{days} {hours}"
    minutes, rest = left // MINUTE_S, left % MINUTE_S
    return f"{left // HOUR_S}:{minutes % 60:02d}:{rest:02d}" if left >= HOUR_S else f"{minutes}:{rest:02d}"


@cache
def day_words(day: date, language: str) -> str:
    """Return a day with its weekday, such as `Mon, Dec 7`."""
    return str(format_skeleton("MMMEd", day, locale=language))
