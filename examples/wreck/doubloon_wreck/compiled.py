"""The generic kernels bound to the rules of `wreck`."""

from doubloon.engine.contract import Functions
from doubloon.engine.kernels.bind import bind_kernels
from doubloon_wreck import estimate, heuristics, information, invariants, rules
from doubloon_wreck.study import STUDY

FUNCTIONS = Functions(
    start=rules.start,
    to_act=rules.to_act,
    legal_actions=rules.legal_actions,
    outcomes=rules.outcomes,
    apply=rules.apply,
    observe=information.observe,
    determinize=information.determinize,
    standing=rules.standing,
    prefer=heuristics.prefer,
    estimate=estimate.estimate,
    is_secret=information.is_secret,
    violation=invariants.violation,
)

KERNELS = bind_kernels(FUNCTIONS, "doubloon_wreck.compiled", STUDY)
