"""What `cards.toml` of `wreck` may say, and the rules record made of it."""

from doubloon.engine.contract import Record, new_records
from doubloon.engine.errors import BadSetting
from doubloon.engine.message import Message
from doubloon.engine.settings import Choice, Number, Schema, Settings
from doubloon_wreck.state import MOST_DIVES, MOST_SEATS, MOST_TOKENS, NO_SEAT, RULES

MOST_POINTS = 100
RANDOM_STARTER = "random"

SCHEMA = Schema(
    {
        "tokens.pearls": Number(0, MOST_TOKENS),
        "tokens.gold": Number(0, MOST_TOKENS),
        "tokens.sharks": Number(0, MOST_TOKENS),
        "score.pearl": Number(0, MOST_POINTS),
        "score.gold": Number(0, MOST_POINTS),
        "score.depth": Number(0, MOST_POINTS),
        "options.dives": Number(1, MOST_DIVES),
        "options.starter": Choice((RANDOM_STARTER, *(str(seat) for seat in range(MOST_SEATS)))),
        "options.sharks": Choice(("return", "leave")),
    }
)


def build_rules(settings: Settings, num_seats: int) -> Record:
    """Return the rules record of a table. Raises BadSetting for numbers that do not fit together."""
    rules: Record = new_records(RULES, 1)[0]
    rules.num_seats = num_seats
    rules.pearls = settings.number("tokens.pearls")
    rules.gold = settings.number("tokens.gold")
    rules.sharks = settings.number("tokens.sharks")
    rules.pearl_points = settings.number("score.pearl")
    rules.gold_points = settings.number("score.gold")
    rules.depth_points = settings.number("score.depth")
    rules.dives = settings.number("options.dives")
    rules.sharks_leave = settings.word("options.sharks") == "leave"
    rules.starter = starter_seat(settings, num_seats)
    if rules.pearls + rules.gold == 0:
        raise BadSetting(
            f"{settings.place}: tokens.pearls = 0 and tokens.gold = 0; expected a token to find",
            Message("bad.nothing_to_find"),
        )
    rules.max_decisions = most_decisions(rules)
    return rules


def starter_seat(settings: Settings, num_seats: int) -> int:
    """Return the seat that is first (W2.1), or NO_SEAT for chance."""
    starter = settings.word("options.starter")
    if starter == RANDOM_STARTER:
        return NO_SEAT
    if int(starter) >= num_seats:
        expected = f"{RANDOM_STARTER} | 0 .. {num_seats - 1}"
        why = Message("bad.value", {"key": "options.starter", "value": starter, "expected": expected})
        raise BadSetting(f"{settings.place}: options.starter = {starter!r} names no seat; expected {expected}", why)
    return int(starter)


def most_decisions(rules: Record) -> int:
    """Return how many decisions a game cannot exceed: in a dive each seat chooses once, then decides at most once a
    token and once to surface.
    """
    tokens = int(rules.pearls) + int(rules.gold) + int(rules.sharks)
    return int(rules.dives) * (2 * int(rules.num_seats) + tokens)
