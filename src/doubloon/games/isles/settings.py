"""What `cards.toml` of `isles` may say, and the rules record made of it."""

from doubloon.engine.contract import Record, new_records
from doubloon.engine.errors import BadSetting
from doubloon.engine.message import Message
from doubloon.engine.settings import Choice, Number, Schema, Settings
from doubloon.games.isles.state import (
    CARD_NAMES,
    COLOURS,
    MOST_SEATS,
    MOST_SYMBOLS,
    NO_SEAT,
    NUM_COLOURS,
    NUM_ISLANDS,
    PER_COLOUR,
    RULES,
    SHIP,
)

MOST_PRICE = 99
MOST_SHIPS = 99
MOST_START = 999
MOST_SPACES = 20
MOST_SABRES = 99
MOST_LOOT = 99
PERCENT = 100
RANDOM_STARTER = "random"
SYMBOLS = ("chests", "sabres", "ducats", "jewels")

SCHEMA = Schema(
    {
        "jewel_sale": Number(0, MOST_PRICE),
        "island_sale_percent": Number(0, PERCENT),
        "ship_sale": Number(0, MOST_PRICE),
        "price.<card>": Number(0, MOST_PRICE),
        **{f"{symbol}.<card>": Number(0, MOST_SYMBOLS) for symbol in SYMBOLS},
        "<colour>.price.<card>": Number(0, MOST_PRICE),
        "<colour>.<symbol>.<card>": Number(0, MOST_SYMBOLS),
        "colours.<players>": Number(1, NUM_COLOURS),
        "ship.count": Number(0, MOST_SHIPS),
        "ship.price": Number(0, MOST_PRICE),
        **{f"start.{symbol}": Number(0, MOST_START) for symbol in ("jewels", "sabres", "ducats")},
        "display.cards": Number(1, MOST_SPACES),
        "board.spaces": Number(0, MOST_SPACES),
        "board.start": Number(0, MOST_SPACES),
        "fight.sabres": Number(0, MOST_SABRES),
        "fight.sabres_armed": Number(0, MOST_SABRES),
        "count.sabre": Number(0, MOST_SABRES),
        "count.jewel": Number(1, MOST_PRICE),
        **{f"majority.{place}": Number(0, MOST_LOOT) for place in ("first", "second", "third")},
        "options.ending": Choice(("one_more_each", "finish_round")),
        "options.tie": Choice(("pot", "seven")),
        "options.starter": Choice((RANDOM_STARTER, *(str(seat) for seat in range(MOST_SEATS)))),
    },
    {
        "<card>": CARD_NAMES,
        "<colour>": COLOURS,
        "<symbol>": SYMBOLS,
        "<players>": tuple(str(players) for players in range(2, MOST_SEATS + 1)),
    },
)


def build_rules(settings: Settings, num_seats: int) -> Record:
    """Return the rules record of a table. Raises BadSetting for numbers that do not fit together."""
    rules: Record = new_records(RULES, 1)[0]
    rules.num_seats = num_seats
    colours = {players: settings.number(f"colours.{players}") for players in range(2, MOST_SEATS + 1)}
    rules.num_colours = colours[num_seats]
    rules.num_ships = settings.number("ship.count")
    rules.jewel_sale = settings.number("jewel_sale")
    rules.start_jewels = settings.number("start.jewels")
    rules.start_sabres = settings.number("start.sabres")
    rules.start_ducats = settings.number("start.ducats")
    rules.display_cards = settings.number("display.cards")
    rules.board_spaces = settings.number("board.spaces")
    rules.board_start = settings.number("board.start")
    rules.ducats_of_sabre = settings.number("count.sabre")
    rules.ducats_of_jewel = settings.number("count.jewel")
    rules.first_loot = settings.number("majority.first")
    rules.second_loot = settings.number("majority.second")
    rules.third_loot = settings.number("majority.third")
    rules.finish_round = settings.word("options.ending") == "finish_round"
    rules.tie_first_only = settings.word("options.tie") == "seven"
    rules.starter = starter_seat(settings, num_seats)
    write_cards(settings, rules)
    rules.max_decisions = most_decisions(rules)
    check_set_up(settings, rules)
    return rules


def write_cards(settings: Settings, rules: Record) -> None:
    """Write the numbers of every card into the rules (I1.2, I1.3), and what follows from them."""
    fight, fight_armed = settings.number("fight.sabres"), settings.number("fight.sabres_armed")
    percent = settings.number("island_sale_percent")
    for card in range(NUM_ISLANDS):
        rules.price[card] = island_number(settings, "price", card)
        for symbol in SYMBOLS:
            rules[symbol][card] = island_number(settings, symbol, card)
        rules.fight_cost[card] = fight_armed if rules.sabres[card] > 0 else fight
        rules.sale[card] = int(rules.price[card]) * percent // PERCENT
    rules.price[SHIP] = settings.number("ship.price")
    rules.fight_cost[SHIP] = fight
    rules.sale[SHIP] = settings.number("ship_sale")


def island_number(settings: Settings, column: str, card: int) -> int:
    """Return a number of an island: that of its colour where the settings have one, else that of all colours (I1.2)."""
    colour, name = COLOURS[card // PER_COLOUR], CARD_NAMES[card % PER_COLOUR]
    own = f"{colour}.{column}.{name}"
    return settings.number(own if own in settings.values else f"{column}.{name}")


def starter_seat(settings: Settings, num_seats: int) -> int:
    """Return the seat that starts (I2.5), or NO_SEAT for chance."""
    starter = settings.word("options.starter")
    if starter == RANDOM_STARTER:
        return NO_SEAT
    if int(starter) >= num_seats:
        expected = f"{RANDOM_STARTER} | 0 .. {num_seats - 1}"
        why = Message("bad.value", {"key": "options.starter", "value": starter, "expected": expected})
        raise BadSetting(f"{settings.place}: options.starter = {starter!r} names no seat; expected {expected}", why)
    return int(starter)


def check_set_up(settings: Settings, rules: Record) -> None:
    """Raise BadSetting where the cards in play are not enough for the set-up (I2.4)."""
    islands = int(rules.num_colours) * PER_COLOUR
    needed = int(rules.display_cards) + int(rules.board_start)
    if needed > islands:
        raise BadSetting(
            f"{settings.place}: display.cards = {rules.display_cards} and board.start = {rules.board_start} need "
            f"{needed} islands; "
            f"colours.{rules.num_seats} = {rules.num_colours} has {islands}",
            Message("bad.few", {"needed": needed, "islands": islands, "key": f"colours.{rules.num_seats}"}),
        )
    if rules.board_start > rules.board_spaces:
        why = Message(
            "bad.value",
            {
                "key": "board.start",
                "value": int(rules.board_start),
                "expected": f"0 .. {rules.board_spaces} (board.spaces)",
            },
        )
        raise BadSetting(
            f"{settings.place}: board.start = {rules.board_start} is not allowed; expected 0 .. board.spaces = "
            f"{rules.board_spaces}",
            why,
        )


def most_decisions(rules: Record) -> int:
    """Return how many decisions a game cannot exceed.

    Of as many turns in a row as there are seats, one at least takes a card out of the display, for good; the last turns
    are no more than that. A turn has at most five decisions beside its sales, the final round two for each seat, and
    nothing can be sold that was not there or paid.
    """
    cards = NUM_ISLANDS + int(rules.num_ships)
    num_seats = int(rules.num_seats)
    column_jewels = max(
        int(rules.jewels[first : first + PER_COLOUR].sum()) for first in range(0, NUM_ISLANDS, PER_COLOUR)
    )
    sales = cards + num_seats * int(rules.start_jewels) + cards * column_jewels
    return num_seats * (cards + 2) * 5 + 2 * num_seats + sales
