"""Places and returns of a finished game, from the game's `standing`."""

from doubloon.engine.contract import Functions, Places, Record, Returns
from doubloon.engine.jit import kernel


def best_first(places: Places) -> list[int]:
    """Return the seats in the order of their places; of one place, the lowest seat first."""
    return sorted(range(len(places)), key=places.__getitem__)


@kernel
def ranking(functions: Functions, rules: Record, state: Record, places: Places) -> None:
    """Write the place of each seat into places, (num_seats,) or longer: 0 is first, equal standings share a place."""
    for seat in range(int(rules.num_seats)):
        own = functions.standing(rules, state, seat)
        place = 0
        for other in range(int(rules.num_seats)):
            if functions.standing(rules, state, other) > own:
                place += 1
        places[seat] = place


@kernel
def returns(functions: Functions, rules: Record, state: Record, out: Returns) -> None:
    """Write the utility of each seat into out, (num_seats,): the share of the others beaten minus the share of those
    lost to.
    """
    num_seats = int(rules.num_seats)
    for seat in range(num_seats):
        own = functions.standing(rules, state, seat)
        balance = 0
        for other in range(num_seats):
            standing = functions.standing(rules, state, other)
            balance += int(own > standing) - int(own < standing)
        out[seat] = balance / (num_seats - 1)
