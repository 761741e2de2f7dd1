"""The functions of `wreck`, and the generic kernels bound to them, compiled once and cached."""

from doubloon.engine.kernels.bind import gather
from doubloon_wreck import estimate, heuristics, information, invariants, rules
from doubloon_wreck.study import STUDY

FUNCTIONS, KERNELS = gather(__name__, STUDY, rules, information, heuristics, estimate, invariants)
