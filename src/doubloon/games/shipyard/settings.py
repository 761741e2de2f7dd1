"""What `cards.toml` of `shipyard` may say, and the rules record made of it."""

from doubloon.engine.contract import Record, new_records
from doubloon.engine.errors import BadSetting
from doubloon.engine.message import Message
from doubloon.engine.settings import Choice, Number, Schema, Settings
from doubloon.games.shipyard.state import MOST_PIECES, MOST_SEATS, MOST_TOLL, NO_SEAT, NUM_COLOURS, RULES

MOST_CARDS = 200
MOST_TURNS = 30_000
RANDOM_STARTER = "random"

SCHEMA = Schema(
    {
        "cards.ships": Number(1, MOST_PIECES),
        "cards.coins": Number(0, MOST_CARDS),
        "cards.pirates": Number(0, MOST_CARDS),
        "cards.cannons": Number(0, MOST_CARDS),
        "ship.size": Number(1, MOST_PIECES),
        "pirate.toll": Number(0, MOST_TOLL),
        "buy.price": Number(0, MOST_CARDS),
        "options.cannon": Choice(("automatic", "optional")),
        "options.colour": Choice(("kept", "released")),
        "options.coins_to": Choice(("seller", "discard")),
        "options.starter": Choice((RANDOM_STARTER, *(str(seat) for seat in range(MOST_SEATS)))),
        "options.turn_limit": Number(1, MOST_TURNS),
    }
)


def build_rules(settings: Settings, num_seats: int) -> Record:
    """Return the rules record of a table. Raises BadSetting for numbers that do not fit together."""
    rules: Record = new_records(RULES, 1)[0]
    rules.num_seats = num_seats
    rules.ships = settings.number("cards.ships")
    rules.coins = settings.number("cards.coins")
    rules.pirates = settings.number("cards.pirates")
    rules.cannons = settings.number("cards.cannons")
    rules.ship_size = settings.number("ship.size")
    rules.toll = settings.number("pirate.toll")
    rules.price = settings.number("buy.price")
    rules.cannon_optional = settings.word("options.cannon") == "optional"
    rules.colour_released = settings.word("options.colour") == "released"
    rules.coins_discarded = settings.word("options.coins_to") == "discard"
    rules.turn_limit = settings.number("options.turn_limit")
    rules.starter = starter_seat(settings, num_seats)
    rules.max_decisions = most_decisions(rules)
    if rules.ship_size > rules.ships:
        why = Message(
            "bad.value",
            {"key": "ship.size", "value": int(rules.ship_size), "expected": f"1 .. {rules.ships} (cards.ships)"},
        )
        raise BadSetting(
            f"{settings.place}: ship.size = {rules.ship_size} needs more than the cards.ships = {rules.ships} of "
            "a colour",
            why,
        )
    return rules


def starter_seat(settings: Settings, num_seats: int) -> int:
    """Return the seat that starts (S2.3), or NO_SEAT for chance."""
    starter = settings.word("options.starter")
    if starter == RANDOM_STARTER:
        return NO_SEAT
    if int(starter) >= num_seats:
        expected = f"{RANDOM_STARTER} | 0 .. {num_seats - 1}"
        why = Message("bad.value", {"key": "options.starter", "value": starter, "expected": expected})
        raise BadSetting(f"{settings.place}: options.starter = {starter!r} names no seat; expected {expected}", why)
    return int(starter)


def most_decisions(rules: Record) -> int:
    """Return how many decisions a game cannot exceed: in a turn each card is drawn at most once, then a cannon, a toll
    or a pass.
    """
    cards = NUM_COLOURS * int(rules.ships) + int(rules.coins) + int(rules.pirates) + int(rules.cannons)
    return int(rules.turn_limit) * (cards + 2 + int(rules.toll))
