"""How `isles` shows itself: an observation as plain data for a page, and as panels of words for a terminal."""

from doubloon.engine.contract import Record, View
from doubloon.engine.message import Chip, Line, Message, Panel, SeatName
from doubloon.games.isles.state import (
    CARD_IDS,
    CARD_NAMES,
    COLOURS,
    NOT_BEGUN,
    NUM_CARDS,
    NUM_COLOURS,
    PER_COLOUR,
    SHIP,
    Action,
    Phase,
    Zone,
)
from doubloon.games.isles.story import event_message, result
from doubloon.games.isles.words import (
    SYMBOLS,
    action,
    amounts,
    cards_in,
    colour_name,
    colours_of,
    column_islands,
    full_card,
    islands_in,
    payout,
    prompt,
    shown,
)

PHASE_IDS = tuple(name.lower() for name in Phase._fields)
SHIP_TONE = "strong"


def data(rules: Record, observation: Record, viewer: int) -> dict[str, object]:
    """Return everything a page shows, as JSON-ready data with text ids. Nothing is hidden, so `viewer` is only passed
    on.
    """
    return {
        "viewer": viewer,
        "phase": PHASE_IDS[int(observation.phase)],
        "turn": int(observation.turns) + 1,
        "seat": int(observation.seat),
        "last_turns": None if observation.last_turns == NOT_BEGUN else int(observation.last_turns),
        "colours": [name for colour, name in enumerate(COLOURS) if int(observation.in_play) >> colour & 1],
        "display": card_ids(observation, Zone.DISPLAY),
        "display_cards": int(rules.display_cards),
        "board": card_ids(observation, Zone.BOARD),
        "board_spaces": int(rules.board_spaces),
        "pile": card_ids(observation, Zone.PILE),
        "gone": card_ids(observation, Zone.GONE),
        "jewel_sale": int(rules.jewel_sale),
        "worth": {"sabre": int(rules.ducats_of_sabre), "jewel": int(rules.ducats_of_jewel)},
        "loot": [int(rules.first_loot), int(rules.second_loot), int(rules.third_loot)],
        "cards": all_cards(rules),
        "seats": [seat_data(rules, observation, seat) for seat in range(int(rules.num_seats))],
    }


def card_ids(observation: Record, zone: int) -> list[str]:
    """Return the ids of the cards of a zone."""
    return [CARD_IDS[card] for card in cards_in(observation, zone)]


_ALL_CARDS: dict[bytes, dict[str, dict[str, int]]] = {}
MOST_CARD_SETS = 64


def all_cards(rules: Record) -> dict[str, dict[str, int]]:
    """Return what every card costs and shows. Cached for each card set: to make it takes nine tenths of the time of
    `data`.
    """
    key = rules.tobytes()
    if key not in _ALL_CARDS:
        if len(_ALL_CARDS) >= MOST_CARD_SETS:
            _ALL_CARDS.clear()
        _ALL_CARDS[key] = {CARD_IDS[card]: card_data(rules, card) for card in range(NUM_CARDS)}
    return _ALL_CARDS[key]


def card_data(rules: Record, card: int) -> dict[str, int]:
    """Return what a card costs and shows."""
    costs = {"price": int(rules.price[card]), "fight_cost": int(rules.fight_cost[card]), "sale": int(rules.sale[card])}
    return {**costs, **shown(rules, [card])}


def seat_data(rules: Record, observation: Record, seat: int) -> dict[str, object]:
    """Return what a seat owns (I2.6), and its score when the game is over."""
    is_over = observation.phase == Phase.OVER
    return {
        "seat": seat,
        "ducats": int(observation.ducats[seat]),
        "sabres": int(observation.sabres[seat]),
        "jewels": int(observation.jewels[seat]),
        "columns": [column_data(rules, observation, seat, colour) for colour in colours_of(observation, seat)],
        "score": int(observation.score[seat]) if is_over else None,
        "left_over": int(observation.left_over[seat]) if is_over else None,
    }


def column_data(rules: Record, observation: Record, seat: int, colour: int) -> dict[str, object]:
    """Return a column: its cards, its chests, and what it pays when it grows."""
    cards = [CARD_IDS[card] for card in column_islands(observation, seat, colour)]
    printed = all_cards(rules)
    return {
        "colour": COLOURS[colour],
        "cards": cards,
        "ships": int(observation.column_ships[seat, colour]),
        "chests": int(observation.chests[seat, colour]),
        "pays": {symbol: sum(printed[card][symbol] for card in cards) for symbol in SYMBOLS[:-1]},
    }


def board(rules: Record, observation: Record, viewer: int) -> tuple[Panel, ...]:
    """Return the table as panels: the cards for all, then every seat."""
    return (
        table_panel(rules, observation),
        *(seat_panel(rules, observation, seat) for seat in range(int(rules.num_seats))),
    )


def table_panel(rules: Record, observation: Record) -> Panel:
    """Return the display, One-Eye's table, and what may still be turned up."""
    islands = islands_in(int(observation.islands[Zone.PILE]))
    counts = [sum(card // PER_COLOUR == colour for card in islands) for colour in range(NUM_COLOURS)]
    pile = [Chip(colour_name(colour), count, COLOURS[colour]) for colour, count in enumerate(counts) if count]
    ships = int(observation.ships[Zone.PILE])
    if ships:
        pile.append(Chip(Message("card.ship"), ships, SHIP_TONE))
    on_board = len(cards_in(observation, Zone.BOARD))
    lines = [
        Line(Message("line.display"), card_chips(rules, observation, Zone.DISPLAY)),
        Line(
            Message("line.board", {"n": on_board, "spaces": int(rules.board_spaces)}),
            card_chips(rules, observation, Zone.BOARD),
        ),
        Line(Message("line.pile", {"n": len(islands) + ships}), tuple(pile)),
    ]
    return Panel(table_title(observation), tuple(lines))


def table_title(observation: Record) -> Message:
    """Return the title of the table: which turn it is, and how many are still to come where that is known."""
    if observation.phase == Phase.OVER:
        return Message("panel.over")
    if observation.phase in (Phase.FINAL, Phase.LAY_FINAL):
        return Message("panel.final")
    turn = int(observation.turns) + 1
    if observation.last_turns == NOT_BEGUN:
        return Message("panel.table", {"turn": turn})
    return Message("panel.last", {"turn": turn, "n": int(observation.last_turns)})


def card_chips(rules: Record, observation: Record, zone: int) -> tuple[Chip, ...]:
    """Return a chip for each island in a zone with what it shows, and one for its ships."""
    islands = islands_in(int(observation.islands[zone]))
    chips = [Chip(full_card(rules, card), 1, COLOURS[card // PER_COLOUR]) for card in islands]
    ships = int(observation.ships[zone])
    return (*chips, Chip(full_card(rules, SHIP), ships, SHIP_TONE)) if ships else tuple(chips)


def seat_panel(rules: Record, observation: Record, seat: int) -> Panel:
    """Return what a seat owns, and its columns with what they pay."""
    purse = tuple(
        Chip(amounts({name: int(observation[name][seat])})) for name in SYMBOLS[:-1] if observation[name][seat] > 0
    )
    lines = [Line(Message("line.purse"), purse)]
    lines += [column_line(rules, observation, seat, colour) for colour in colours_of(observation, seat)]
    is_active = observation.seat == seat and Phase.BUY <= observation.phase < Phase.OVER
    return Panel(Message("panel.seat", {"seat": SeatName(seat)}), tuple(lines), active=bool(is_active))


def column_line(rules: Record, observation: Record, seat: int, colour: int) -> Line:
    """Return a column: the names of its islands, its ships, what it pays when it grows, and its chests."""
    islands = column_islands(observation, seat, colour)
    tone = COLOURS[colour]
    chips = [Chip(Message("chip.island", {"name": CARD_NAMES[card % PER_COLOUR]}), 1, tone) for card in islands]
    ships = int(observation.column_ships[seat, colour])
    if ships:
        chips.append(Chip(Message("card.ship"), ships, SHIP_TONE))
    chips.append(Chip(Message("chip.pays", {"pays": amounts(payout(rules, islands))})))
    chests = int(observation.chests[seat, colour])
    if chests:
        chips.append(Chip(amounts({"chests": chests})))
    return Line(Message("line.column", {"colour": colour_name(colour)}), tuple(chips))


VIEW = View(data, board, prompt, action, event_message, result, keys={Action.PASS: "p", Action.JEWEL: "j"})
