"""The clock of a new table as a form asks for it: a short list, and one's own."""

import re

from starlette.datastructures import FormData

from doubloon.tables.clock_rules import DAY_S, NO_CONTROL, TimeControl
from doubloon.tables.errors import Refused
from doubloon.web.requests import number_of, text_of

CLOCKS = (
    NO_CONTROL,
    TimeControl(30),
    TimeControl(90),
    TimeControl(bank=300, increment=10),
    TimeControl(bank=900, increment=20),
    TimeControl(DAY_S),
    TimeControl(3 * DAY_S),
    TimeControl(7 * DAY_S),
)
"""What the form offers."""
OWN = "own"
"""Chosen where the fields below say what the clock is to be."""
OWN_FIELDS = {
    "clock_move": "0",
    "clock_move_unit": "1",
    "clock_bank": "10",
    "clock_bank_unit": "60",
    "clock_increment": "15",
}
"""Of one's own clock, with what they hold at first."""
UNITS = {"1": "second", "60": "minute", "3600": "hour", str(DAY_S): "day"}
"""Seconds of a unit, and the end of the id of its name."""
WRITTEN = re.compile(r"(\d{1,7})(?:/(\d{1,7})\+(\d{1,7}))?", re.ASCII)


def clock_text(clock: TimeControl) -> str:
    """Return a clock as a form sends it: seconds a move, and after a stroke the bank and what moves add to it."""
    return f"{clock.move}/{clock.bank}+{clock.increment}" if clock.bank else str(clock.move)


def clock_of_form(form: FormData) -> TimeControl:
    """Return the clock that a form asks for. Raises Refused."""
    text = text_of(form, "clock") or "0"
    if text == OWN:
        bank = number_of(form, "clock_bank") * unit_of(form, "clock_bank_unit")
        move = number_of(form, "clock_move") * unit_of(form, "clock_move_unit")
        return TimeControl(move, bank, number_of(form, "clock_increment") if bank else 0)
    found = WRITTEN.fullmatch(text)
    if found is None:
        raise Refused("number", f"clock: expected seconds, found {text[:20]!r}", name="clock")
    return TimeControl(*[int(number or 0) for number in found.groups()])


def unit_of(form: FormData, name: str) -> int:
    """Return how many seconds the unit of a field has. Raises Refused."""
    text = text_of(form, name)
    if text not in UNITS:
        raise Refused("number", f"{name}: expected one of {', '.join(UNITS)}, found {text[:20]!r}", name=name)
    return int(text)
