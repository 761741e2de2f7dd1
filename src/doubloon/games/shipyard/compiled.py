"""The functions of `shipyard`, and the generic kernels bound to them, compiled once and cached (docs/numba.md)."""

from doubloon.engine.kernels.bind import gather
from doubloon.games.shipyard import estimate, heuristics, information, invariants, rules
from doubloon.games.shipyard.study import STUDY

FUNCTIONS, KERNELS = gather(__name__, STUDY, rules, information, heuristics, estimate, invariants)
