"""Perft: how many action sequences of a length there are. Two rule books that agree on it agree on almost
everything.
"""

from doubloon.engine.contract import CHANCE, GAME_OVER, Functions, Record
from doubloon.engine.jit import kernel
from doubloon.engine.kernels.workspace import Workspace, copy_state


@kernel
def perft(functions: Functions, rules: Record, work: Workspace, depth: int) -> int:
    """Return the number of sequences of `depth` entries from `work.states[0]`; shorter ones that end the game count
    too.

    Every outcome with a weight is one branch, whatever the weight, and so is every legal action of every seat that may
    act, also of those that need not. `work` has room for depth + 1 states.
    """
    if depth == 0:
        return 1
    leaves = 0
    level = 0
    num_entries = list_entries(functions, rules, work, 0)
    if num_entries == 0:
        return 1
    work.cursor[0] = 0
    while level >= 0:
        branch = int(work.cursor[level])
        if branch >= work.scratch[level].num_entries:
            level -= 1
            continue
        work.cursor[level] = branch + 1
        copy_state(work, level, level + 1)
        seat = int(work.scratch[level].entries[branch, 0])
        action = int(work.scratch[level].entries[branch, 1])
        functions.apply(rules, work.states[level + 1], seat, action, work.scratch[level].no_events)
        if level + 1 == depth or list_entries(functions, rules, work, level + 1) == 0:
            leaves += 1
        else:
            level += 1
            work.cursor[level] = 0
    return leaves


@kernel
def list_entries(functions: Functions, rules: Record, work: Workspace, level: int) -> int:
    """Write what may come next at a level, (seat, action) each, and return how many there are; 0 when the game is
    over.
    """
    scratch = work.scratch[level]
    state = work.states[level]
    count = 0
    due = functions.to_act(rules, state)
    if due == CHANCE:
        functions.outcomes(rules, state, scratch.weights)
        for outcome in range(scratch.weights.shape[0]):
            if scratch.weights[outcome] > 0:
                scratch.entries[count, 0] = CHANCE
                scratch.entries[count, 1] = outcome
                count += 1
    elif due != GAME_OVER:
        for seat in range(int(rules.num_seats)):
            functions.legal_actions(rules, state, seat, scratch.mask)
            for action in range(scratch.mask.shape[0]):
                if scratch.mask[action] == 1:
                    scratch.entries[count, 0] = seat
                    scratch.entries[count, 1] = action
                    count += 1
    scratch.num_entries = count
    return count
