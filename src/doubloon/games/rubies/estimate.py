"""How a game of `rubies` stands before its end, for searches that stop before it. Weights:
docs/decisions/0014-search.md.
"""

from doubloon.engine.contract import Record
from doubloon.engine.jit import rule
from doubloon.games.rubies.crew import count_empty
from doubloon.games.rubies.heuristics import skill_worth, turns_left
from doubloon.games.rubies.scoring import all_rubies, infamy
from doubloon.games.rubies.state import NUM_CABINS

# Each with the part of it that goes when all turns are still to come.
INFAMY, INFAMY_EARLY = 0.522, -0.500
EMPTY, EMPTY_EARLY = 0.580, -0.484
SKILL, SKILL_EARLY = 0.096, -0.077
ON_ISLAND, ON_ISLAND_EARLY = 0.256, -0.280
"""Rubies of the island, as far as there are turns to grasp them."""
VIGOUR = 0.012


@rule
def estimate(rules: Record, state: Record, seat: int) -> float:
    """Return how well a seat stands: of two seats the difference is the log of their odds to beat each other."""
    early = max(0, turns_left(rules, state)) / int(rules.turns)
    island = int(state.island[seat])
    stands = (INFAMY + INFAMY_EARLY * early) * infamy(rules, state, seat)
    stands += (EMPTY + EMPTY_EARLY * early) * count_empty(state, seat)
    stands += (ON_ISLAND + ON_ISLAND_EARLY * early) * early * island + VIGOUR * (all_rubies(state, seat) - island)
    for cabin in range(NUM_CABINS):
        if state.cabins[seat, cabin] >= 0:
            stands += (SKILL + SKILL_EARLY * early) * skill_worth(rules, state, seat, int(state.cabins[seat, cabin]))
    return stands
