"""What holds in every state of `isles`; checked at every state of random games."""

from doubloon.engine.bits import count_bits, lowest_bit
from doubloon.engine.contract import Record
from doubloon.engine.jit import rule
from doubloon.games.isles.scoring import all_ducats, loot, owned_cards
from doubloon.games.isles.state import (
    ALL_OF_COLOUR,
    MOST_SEATS,
    NOT_BEGUN,
    NUM_COLOURS,
    NUM_ZONES,
    PER_COLOUR,
    Phase,
    Zone,
)
from doubloon.games.isles.zones import column, count_cards

VIOLATIONS = (
    "none",
    "an island lies in two zones",
    "islands of a colour are lost or found (I1.1)",
    "a zone holds less than no ship",
    "ships are lost or found (I1.3)",
    "a seat owns less than nothing (I3.5)",
    "an empty seat owns something",
    "the display or One-Eye's table holds too many cards (I2.4)",
    "a ship lies above an island in the pile (I2.3)",
    "a ship is in hand and no column asked, or the reverse (I5.1)",
    "the last turns have begun without a ship, or the reverse (I6.1)",
    "more loot is paid for a colour than there is (I7.3)",
    "the count of a seat is not what it owns (I7.1)",
    "the chests of a column are not those of its islands (I3.4)",
)


@rule
def violation(rules: Record, state: Record) -> int:
    """Return 0, or the number of the first broken invariant of VIOLATIONS."""
    broken = violation_of_islands(rules, state)
    if broken == 0:
        broken = violation_of_ships(rules, state)
    if broken == 0:
        broken = violation_of_seats(rules, state)
    if broken == 0 and state.phase == Phase.OVER:
        broken = violation_of_count(rules, state)
    return broken


@rule
def violation_of_islands(rules: Record, state: Record) -> int:
    """Check that every island in play lies in exactly one zone, and no other anywhere."""
    union = 0
    for zone in range(NUM_ZONES):
        cards = int(state.islands[zone])
        if union & cards != 0:
            return 1
        union |= cards
    for colour in range(NUM_COLOURS):
        if (union >> (colour * PER_COLOUR)) & ALL_OF_COLOUR != ALL_OF_COLOUR * ((int(state.in_play) >> colour) & 1):
            return 2
    if state.phase != Phase.COLOURS and count_bits(int(state.in_play)) != rules.num_colours:
        return 2
    if count_cards(state, Zone.DISPLAY) > rules.display_cards or count_cards(state, Zone.BOARD) > rules.board_spaces:
        return 7
    return 0


@rule
def violation_of_ships(rules: Record, state: Record) -> int:
    """Check that no ship is lost, and that they are drawn last."""
    total = 0
    for zone in range(NUM_ZONES):
        if state.ships[zone] < 0:
            return 3
        total += int(state.ships[zone])
    for seat in range(MOST_SEATS):
        for colour in range(NUM_COLOURS):
            if state.column_ships[seat, colour] < 0:
                return 3
            total += int(state.column_ships[seat, colour])
    if total != rules.num_ships:
        return 4
    is_ship_out = state.ships[Zone.PILE] < rules.num_ships
    if is_ship_out and state.islands[Zone.PILE] != 0:
        return 8
    return 10 if is_ship_out != (state.last_turns != NOT_BEGUN) else 0


@rule
def violation_of_seats(rules: Record, state: Record) -> int:
    """Check that nobody owes anything, empty seats own nothing, and a ship is in hand just while its column is
    asked.
    """
    phase = int(state.phase)
    is_laying = phase == Phase.LAY_BOUGHT or phase == Phase.LAY_FOUGHT or phase == Phase.LAY_FINAL
    for seat in range(MOST_SEATS):
        if state.ducats[seat] < 0 or state.sabres[seat] < 0 or state.jewels[seat] < 0:
            return 5
        if (
            seat >= rules.num_seats
            and (state.ducats[seat] + state.sabres[seat] + state.jewels[seat] + owned_cards(state, seat)) > 0
        ):
            return 6
        if state.ships[seat] != (1 if is_laying and seat == state.seat else 0):
            return 9
        if total_chests(state, seat) != chests_shown(rules, int(state.islands[seat])):
            return 13
    return 0


@rule
def total_chests(state: Record, seat: int) -> int:
    """Return the chests of all columns of a seat, as the state has them."""
    chests = 0
    for colour in range(NUM_COLOURS):
        chests += int(state.chests[seat, colour])
    return chests


@rule
def chests_shown(rules: Record, cards: int) -> int:
    """Count the chests that islands show."""
    chests = 0
    while cards != 0:
        chests += int(rules.chests[lowest_bit(cards)])
        cards &= cards - 1
    return chests


@rule
def violation_of_count(rules: Record, state: Record) -> int:
    """Check that a colour pays out no more than its loot, for the chests of its columns, and that the count adds up."""
    for colour in range(NUM_COLOURS):
        paid = 0
        for seat in range(int(rules.num_seats)):
            paid += loot(rules, state, colour, seat)
            if state.chests[seat, colour] != chests_shown(rules, column(state, seat, colour)):
                return 13
        if paid > int(rules.first_loot) + int(rules.second_loot) + int(rules.third_loot):
            return 11
    for seat in range(int(rules.num_seats)):
        ducats = all_ducats(rules, state, seat)
        rest = int(state.left_over[seat])
        jewels = int(state.score[seat]) - int(state.jewels[seat])
        for colour in range(NUM_COLOURS):
            jewels -= loot(rules, state, colour, seat)
        if jewels * int(rules.ducats_of_jewel) + rest != ducats or rest >= rules.ducats_of_jewel:
            return 12
    return 0
