"""The final scoring (I7)."""

from doubloon.engine.bits import count_bits
from doubloon.engine.contract import Record
from doubloon.engine.jit import rule
from doubloon.games.isles.state import NUM_COLOURS


@rule
def count_up(rules: Record, state: Record) -> None:
    """Write every seat's jewels after the final scoring, and the ducats left over."""
    for seat in range(int(rules.num_seats)):
        state.score[seat] = jewels_in_all(rules, state, seat)
        state.left_over[seat] = all_ducats(rules, state, seat) % int(rules.ducats_of_jewel)


@rule
def jewels_in_all(rules: Record, state: Record, seat: int) -> int:
    """Return the jewels of a seat if the final scoring came now: its own, those for ducats (I7.1), and the loot of each
    colour (I7.2).
    """
    jewels = int(state.jewels[seat]) + all_ducats(rules, state, seat) // int(rules.ducats_of_jewel)
    for colour in range(NUM_COLOURS):
        jewels += loot(rules, state, colour, seat)
    return jewels


@rule
def all_ducats(rules: Record, state: Record, seat: int) -> int:
    """Return a seat's ducats with those that its sabres become (I7.1)."""
    return int(state.ducats[seat]) + int(state.sabres[seat]) * int(rules.ducats_of_sabre)


@rule
def loot(rules: Record, state: Record, colour: int, seat: int) -> int:
    """Return the jewels that a seat gets for its chests of a colour (I7.2), alone or shared with the tied."""
    return loot_with(rules, state, colour, seat, int(state.chests[seat, colour]))


@rule
def loot_with(rules: Record, state: Record, colour: int, seat: int, own: int) -> int:
    """Return the jewels that a seat would get for a colour with `own` chests, the others having theirs."""
    if own == 0:
        return 0
    most = 0
    leaders = 0
    ahead = 0
    tied = 0
    for other in range(int(rules.num_seats)):
        chests = own if other == seat else int(state.chests[other, colour])
        if chests > most:
            most = chests
            leaders = 0
        leaders += int(chests == most)
        ahead += int(chests > own)
        tied += int(chests == own)
    if ahead == 0:
        return first_loot(rules, tied)
    if leaders > 1:
        return 0  # I7.3: no second or third is paid then
    return lower_loot(rules, ahead, tied)


@rule
def first_loot(rules: Record, tied: int) -> int:
    """Return each share of those with most chests; only they share the loot (I7.3)."""
    total = int(rules.first_loot)
    if tied >= 2 and rules.tie_first_only == 0:
        total += int(rules.second_loot)
        if tied >= 3:
            total += int(rules.third_loot)
    return total // tied


@rule
def lower_loot(rules: Record, ahead: int, tied: int) -> int:
    """Return each share of the second or third (I7.4)."""
    if ahead == 1:
        return int(rules.second_loot) if tied == 1 else (int(rules.second_loot) + int(rules.third_loot)) // tied
    if ahead == 2:
        return int(rules.third_loot) // tied
    return 0


@rule
def owned_cards(state: Record, seat: int) -> int:
    """Return how many cards lie before a seat, islands and ships."""
    cards = count_bits(int(state.islands[seat]))
    for colour in range(NUM_COLOURS):
        cards += int(state.column_ships[seat, colour])
    return cards


@rule
def standing(rules: Record, state: Record, seat: int) -> int:
    """Return a number that orders the seats: most jewels, then more ducats left over, then more cards (I7.5)."""
    return (int(state.score[seat]) << 24) + (int(state.left_over[seat]) << 10) + owned_cards(state, seat)
