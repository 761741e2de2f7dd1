"""What a person wants to be told, and when. Pure: no clock is read here."""

import json
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cache

from doubloon.engine.message import LANGUAGES
from doubloon.tables.errors import Refused
from doubloon.tables.rest import Rest, zone_of

KINDS = ("turn", "begins", "over", "invited", "spoken")
USUAL = ("turn", "begins", "over", "invited")
DELAYS_MIN = (0, 2, 10, 30, 60, 240)
"""Minutes for which the own turn may have lasted before it is told."""
USUAL_DELAY_MIN = 2
MINUTE_S = 60
HALF = 0.5
"""A turn is told before this part of its time is gone."""
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Wishes:
    """What a person wants to be told, and when."""

    kinds: tuple[str, ...] = USUAL
    delay_min: int = USUAL_DELAY_MIN
    """How long the own turn may last before it is told."""
    quiet: tuple[int, int] | None = None
    """Hours of the person's day between which nothing is told, such as 22 and 8."""
    language: str = LANGUAGES[0]


@cache
def wishes_of(text: str) -> Wishes:
    """Return what `text_of_wishes` has written; empty is the usual."""
    if not text:
        return Wishes()
    told = json.loads(text)
    quiet = told["quiet"]
    return Wishes(tuple(told["kinds"]), told["delay_min"], (quiet[0], quiet[1]) if quiet else None, told["language"])


def text_of_wishes(wishes: Wishes) -> str:
    """Return wishes as the database keeps them."""
    return json.dumps(vars(wishes))


def check_wishes(wishes: Wishes) -> Wishes:
    """Return wishes that can be followed. Raises Refused."""
    hours = wishes.quiet or ()
    if (
        not set(wishes.kinds) <= set(KINDS)
        or wishes.delay_min not in DELAYS_MIN
        or not all(0 <= hour < 24 for hour in hours)
        or wishes.language not in LANGUAGES
    ):
        raise Refused("wishes", f"{wishes}; expected kinds of {KINDS}, a delay of {DELAYS_MIN}, hours of a day")
    return wishes


def first_look(wishes: Wishes, kind: str, now: float, deadline: float | None) -> float:
    """Return when something that happens now is to be told: a turn after a while, but before half of its time is
    gone.
    """
    if kind != "turn":
        return now
    delay = float(wishes.delay_min * MINUTE_S)
    return now + (delay if deadline is None else max(0.0, min(delay, HALF * (deadline - now))))


def after_quiet(wishes: Wishes, rest: Rest, now: float) -> float:
    """Return now, or the end of the quiet hours in which it lies."""
    if wishes.quiet is None or wishes.quiet[0] == wishes.quiet[1]:
        return now
    begin, end = wishes.quiet
    here = datetime.fromtimestamp(now, zone_of(rest.zone))
    is_quiet = begin <= here.hour < end if begin < end else here.hour >= begin or here.hour < end
    if not is_quiet:
        return now
    day = here.date() if here.hour < end else here.date() + DAY
    return datetime.combine(day, time(end), zone_of(rest.zone)).timestamp()
