"""The generic kernels bound to the rules of `rubies`: entry points that are compiled once and kept on disk
(docs/numba.md).
"""

from doubloon.engine.contract import Functions
from doubloon.engine.kernels.bind import bind_kernels
from doubloon.games.rubies import estimate, heuristics, information, rules, scoring
from doubloon.games.rubies.study import STUDY

FUNCTIONS = Functions(
    start=rules.start,
    to_act=rules.to_act,
    legal_actions=rules.legal_actions,
    outcomes=rules.outcomes,
    apply=rules.apply,
    observe=information.observe,
    determinize=information.determinize,
    standing=scoring.standing,
    prefer=heuristics.prefer,
    estimate=estimate.estimate,
    is_secret=information.is_secret,
    violation=scoring.violation,
)

KERNELS = bind_kernels(FUNCTIONS, "doubloon.games.rubies.compiled", STUDY)
