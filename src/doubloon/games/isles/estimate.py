"""How a game of `isles` stands before its end, for searches that stop before it. Weights:
docs/decisions/0014-search.md.
"""

from doubloon.engine.contract import Record
from doubloon.engine.jit import rule
from doubloon.games.isles.heuristics import growths, outlook, pay_of
from doubloon.games.isles.scoring import loot
from doubloon.games.isles.state import NUM_COLOURS
from doubloon.games.isles.zones import column

# Each with the part of it that goes when the pile is still full.
JEWEL, JEWEL_EARLY = 0.307, -0.250
DUCAT, DUCAT_EARLY = 0.039, 0.061
SABRE, SABRE_EARLY = 0.372, -0.154
LOOT, LOOT_EARLY = 0.087, -0.246
CHEST, CHEST_EARLY = 0.258, -0.094
PAY, PAY_EARLY = 0.067, 0.024
"""Of what a column pays, so often as it may still grow."""


@rule
def estimate(rules: Record, state: Record, seat: int) -> float:
    """Return how well a seat stands: of two seats the difference is the log of their odds to beat each other."""
    ahead = outlook(rules, state)
    early = 1.0 - ahead.settled
    stands = (JEWEL + JEWEL_EARLY * early) * int(state.jewels[seat])
    stands += (DUCAT + DUCAT_EARLY * early) * int(state.ducats[seat])
    stands += (SABRE + SABRE_EARLY * early) * int(state.sabres[seat])
    for colour in range(NUM_COLOURS):
        stands += (LOOT + LOOT_EARLY * early) * loot(rules, state, colour, seat)
        stands += (CHEST + CHEST_EARLY * early) * int(state.chests[seat, colour])
        stands += (
            (PAY + PAY_EARLY * early) * pay_of(rules, column(state, seat, colour), ahead.sabre) * growths(colour, ahead)
        )
    return stands
