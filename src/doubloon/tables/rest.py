"""When a person's clocks of days stand: weekends, and holidays of a bounded number of days a year. Pure: no clock is
read here, and no table is known.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from doubloon.tables.errors import Refused

HOLIDAYS_A_YEAR = 30
"""Days; each of them counts for the year in which it lies."""
FARTHEST_DAYS = 366
"""How far ahead a holiday may end."""
UTC_ZONE = "UTC"
LONGEST_ZONE = 64
SATURDAY = 5
DAY = timedelta(days=1)

Holiday = tuple[date, date]
"""First and last day."""


@dataclass(frozen=True)
class Rest:
    """The days on which a person's clocks of days stand, by the calendar of where the person lives."""

    zone: str = UTC_ZONE
    """Name in the database of time zones, such as `Europe/Budapest`."""
    weekends: bool = False
    holidays: tuple[Holiday, ...] = ()
    """In order, apart from each other; past ones stay as long as they count."""

    def is_free(self, day: date) -> bool:
        """Tell whether clocks stand on a day."""
        return (self.weekends and day.weekday() >= SATURDAY) or any(
            first <= day <= last for first, last in self.holidays
        )

    def day_of(self, moment: float) -> date:
        """Return the day of a Unix time."""
        return datetime.fromtimestamp(moment, zone_of(self.zone)).date()


NO_REST = Rest()


@cache
def zone_of(name: str) -> ZoneInfo:
    """Return a time zone; UTC where this machine does not know it (any more)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo(UTC_ZONE)


def check_zone(name: str) -> str:
    """Return the name of a time zone that is known here. Raises Refused."""
    if len(name) > LONGEST_ZONE or not name.isascii() or (name != UTC_ZONE and zone_of(name).key != name):
        raise Refused("zone", f"unknown time zone {name[:LONGEST_ZONE]!r}; expected one like Europe/Budapest")
    return name


@cache
def rest_of(text: str) -> Rest:
    """Return what `text_of_rest` has written; empty is none."""
    if not text:
        return NO_REST
    told = json.loads(text)
    days = tuple([(date.fromisoformat(first), date.fromisoformat(last)) for first, last in told["holidays"]])
    return Rest(told["zone"], told["weekends"], days)


def text_of_rest(rest: Rest) -> str:
    """Return a rest as the database keeps it."""
    days = [[first.isoformat(), last.isoformat()] for first, last in rest.holidays]
    return json.dumps({"zone": rest.zone, "weekends": rest.weekends, "holidays": days})


def midnight(rest: Rest, day: date) -> float:
    """Return the Unix time at which a day begins."""
    return datetime.combine(day, time.min, zone_of(rest.zone)).timestamp()


def spans(rest: Rest, start: float) -> Iterator[tuple[float, float]]:
    """Yield from when to when clocks run, from a Unix time on, day by day and without end."""
    day, begin = rest.day_of(start), start
    while True:
        end = midnight(rest, day + DAY)
        if not rest.is_free(day):
            yield begin, end
        day, begin = day + DAY, end


def counted(rest: Rest, start: float, end: float) -> float:
    """Return how many of the seconds between two Unix times count."""
    if not (rest.weekends or rest.holidays):
        return end - start
    total = 0.0
    for begin, stop in spans(rest, start):
        if begin >= end:
            break
        total += min(stop, end) - begin
    return total


def after(rest: Rest, start: float, seconds: float) -> float:
    """Return the Unix time at which so many seconds have counted."""
    if seconds <= 0 or not (rest.weekends or rest.holidays):
        return start + seconds
    for begin, stop in spans(rest, start):
        if stop - begin >= seconds:
            return begin + seconds
        seconds -= stop - begin
    raise AssertionError("days have no end")


def back_on(rest: Rest, now: float) -> date | None:
    """Return the day on which clocks run again; None where they run now."""
    day = rest.day_of(now)
    if not rest.is_free(day):
        return None
    while rest.is_free(day):
        day += DAY
    return day


def days_of(holiday: Holiday, year: int) -> int:
    """Return how many days of a holiday lie in a year."""
    first, last = max(holiday[0], date(year, 1, 1)), min(holiday[1], date(year, 12, 31))
    return max(0, (last - first).days + 1)


def days_taken(rest: Rest, year: int) -> int:
    """Return how many days of holidays lie in a year."""
    return sum(days_of(holiday, year) for holiday in rest.holidays)


def with_holiday(rest: Rest, first: date, last: date, now: float) -> Rest:
    """Return a rest with one more holiday. Raises Refused for days that are past, too far off, taken already, or too
    many.
    """
    today = rest.day_of(now)
    if not today <= first <= last <= today + FARTHEST_DAYS * DAY:
        raise Refused(
            "holiday",
            f"holiday {first} .. {last}; expected days from {today} on, within a year",
            first=str(today),
        )
    if any(first <= taken[1] and taken[0] <= last for taken in rest.holidays):
        raise Refused("holiday_taken", f"holiday {first} .. {last} meets another")
    oldest = date(today.year, 1, 1)
    kept = [holiday for holiday in rest.holidays if holiday[1] >= oldest]
    changed = replace(rest, holidays=tuple(sorted([*kept, (first, last)])))
    for year in (first.year, last.year):
        if days_taken(changed, year) > HOLIDAYS_A_YEAR:
            left = HOLIDAYS_A_YEAR - days_taken(replace(rest, holidays=tuple(kept)), year)
            raise Refused(
                "holiday_days",
                f"holiday {first} .. {last}: {left} days of {HOLIDAYS_A_YEAR} are left in {year}",
                left=left,
                year=str(year),
            )
    return changed


def without_holiday(rest: Rest, first: date, now: float) -> Rest:
    """Return a rest without the holiday that begins on a day: one to come is given back, one that has begun ends before
    today and keeps what was had of it.
    """
    today, left = rest.day_of(now), []
    for holiday in rest.holidays:
        if holiday[0] != first or holiday[1] < today:
            left.append(holiday)
        elif holiday[0] < today:
            left.append((holiday[0], today - DAY))
    return replace(rest, holidays=tuple(left))


def parse_day(text: str) -> date:
    """Return a day as forms and programs write it, `2027-01-31`. Raises Refused."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).date()
    except ValueError as error:
        raise Refused("day", f"{text[:20]!r}; expected a day like 2027-01-31") from error
