"""The laws of the contract, checked at every state of random games inside compiled code.

Observations are checked for one viewer at each state, drawn at random; everything else for all seats. (All viewers
would take four times as long and find the same: there are hundreds of states in a game.)
"""

from doubloon.engine.contract import CHANCE, GAME_OVER, SPECTATOR, Batch, Functions, Record, Weights
from doubloon.engine.jit import kernel
from doubloon.engine.kernels.choose import sample_action, sample_outcome
from doubloon.engine.kernels.playout import write_places
from doubloon.engine.kernels.workspace import SAMPLE, SEEN, SEEN_AGAIN, TRUE, Workspace, copy_state
from doubloon.engine.rng import below, seed_stream

LAWS = (
    "none",
    "a seat that must act has no legal action",
    "a seat acts though chance is due or the game is over",
    "a weight is negative, or all are zero",
    "what is legal in the observation differs from what is legal in the state",
    "observing an observation changes it",
    "observe(determinize(observation)) differs from the observation",
    "a determinization breaks an invariant",
    "the game is longer than max_decisions",
    "the outcome of a determinization has no weight",
)
"""What each number in a row's `law` means."""

LAW_MUST_ACT = 1
LAW_ACTS_WRONGLY = 2
LAW_WEIGHTS = 3
LAW_OBSERVED_LEGAL = 4
LAW_IDEMPOTENT = 5
LAW_CONSISTENT = 6
LAW_SAMPLE_SOUND = 7
LAW_ENDS = 8
LAW_SAMPLE_WEIGHTS = 9

LAW_STATES = SEEN_AGAIN + 1
"""States of a workspace for `check_games`."""
OPTIONAL = 8
"""One decision in this many is offered to a random seat, even if it need not act."""


@kernel
def check_games(functions: Functions, rules: Record, work: Workspace, seed: int, first: int, rows: Batch) -> None:
    """Play random games as `random_games` does, check every state, and stop a game at the first broken law or
    invariant.

    Writes into each row `law`, an index of LAWS, and `violation`, an index of the game's own invariants; both 0 when
    all holds. Seats that need not act do so too, now and then. `work` has room for LAW_STATES.
    """
    for index in range(rows.shape[0]):
        row = rows[index]
        seed_stream(work.rng, seed, first + index)
        functions.start(rules, work.states[TRUE])
        row.decisions = 0
        row.chances = 0
        row.violation = 0
        row.law = 0
        due = functions.to_act(rules, work.states[TRUE])
        while True:
            check_state(functions, rules, work, row, due)
            if due == GAME_OVER or row.law != 0 or row.violation != 0:
                break
            step(functions, rules, work, row, due)
            due = functions.to_act(rules, work.states[TRUE])
        if due == GAME_OVER:
            write_places(functions, rules, work, row)


@kernel
def step(functions: Functions, rules: Record, work: Workspace, row: Record, due: int) -> None:
    """Apply a random outcome or a random legal action, mostly of a random seat that must act.

    What is compiled here is inlined at every place that calls it, so `apply` is called in one.
    """
    scratch = work.scratch[TRUE]
    seat = CHANCE
    action = -1
    if due == CHANCE:
        functions.outcomes(rules, work.states[TRUE], scratch.weights)
        action = sample_outcome(scratch.weights, work.rng)
        row.chances += 1
    else:
        seat = below(work.rng, int(rules.num_seats))
        must_act = (due >> seat) & 1 == 1
        if must_act or below(work.rng, OPTIONAL) == 0:
            functions.legal_actions(rules, work.states[TRUE], seat, scratch.mask)
            action = sample_action(scratch.mask, work.rng)
            row.decisions += int(action >= 0)
    if action >= 0:
        functions.apply(rules, work.states[TRUE], seat, action, scratch.no_events)


@kernel
def check_state(functions: Functions, rules: Record, work: Workspace, row: Record, due: int) -> None:
    """Write the first broken law or invariant of the state in `work.states[TRUE]` into the row."""
    state = work.states[TRUE]
    scratch = work.scratch[TRUE]
    row.violation = functions.violation(rules, state)
    if row.decisions > rules.max_decisions:
        row.law = LAW_ENDS
    if due == CHANCE:
        functions.outcomes(rules, state, scratch.weights)
        if not has_weight(scratch.weights):
            row.law = LAW_WEIGHTS
    for seat in range(int(rules.num_seats)):
        functions.legal_actions(rules, state, seat, scratch.mask)
        num_legal = 0
        for action in range(scratch.mask.shape[0]):
            num_legal += int(scratch.mask[action])
        if due == CHANCE or due == GAME_OVER:
            if num_legal > 0:
                row.law = LAW_ACTS_WRONGLY
        elif (due >> seat) & 1 == 1 and num_legal == 0:
            row.law = LAW_MUST_ACT
    viewer = below(work.rng, int(rules.num_seats) + 1)
    check_information(functions, rules, work, row, SPECTATOR if viewer == rules.num_seats else viewer)


@kernel
def has_weight(weights: Weights) -> bool:
    """Tell whether weights are proper: none negative, one positive."""
    total = 0
    for outcome in range(weights.shape[0]):
        if weights[outcome] < 0:
            return False
        total += int(weights[outcome])
    return total > 0


@kernel
def check_information(functions: Functions, rules: Record, work: Workspace, row: Record, seat: int) -> None:
    """Check what a seat sees: the states SEEN, SAMPLE and SEEN_AGAIN of the workspace."""
    copy_state(work, TRUE, SEEN)
    functions.observe(rules, work.states[SEEN], seat)
    copy_state(work, SEEN, SEEN_AGAIN)
    functions.observe(rules, work.states[SEEN_AGAIN], seat)
    if not same_words(work, SEEN, SEEN_AGAIN):
        row.law = LAW_IDEMPOTENT
    if seat >= 0:
        for index in (TRUE, SEEN):
            functions.legal_actions(rules, work.states[index], seat, work.scratch[index].mask)
        for action in range(work.scratch[TRUE].mask.shape[0]):
            if work.scratch[TRUE].mask[action] != work.scratch[SEEN].mask[action]:
                row.law = LAW_OBSERVED_LEGAL
    copy_state(work, SEEN, SAMPLE)
    functions.determinize(rules, work.states[SAMPLE], seat, work.rng)
    if functions.violation(rules, work.states[SAMPLE]) != 0:
        row.law = LAW_SAMPLE_SOUND
    if functions.to_act(rules, work.states[SAMPLE]) == CHANCE:
        functions.outcomes(rules, work.states[SAMPLE], work.scratch[TRUE].weights)
        if not has_weight(work.scratch[TRUE].weights):
            row.law = LAW_SAMPLE_WEIGHTS
    copy_state(work, SAMPLE, SEEN_AGAIN)
    functions.observe(rules, work.states[SEEN_AGAIN], seat)
    if not same_words(work, SEEN, SEEN_AGAIN):
        row.law = LAW_CONSISTENT


@kernel
def same_words(work: Workspace, one: int, other: int) -> bool:
    """Tell whether two states are equal."""
    for index in range(work.raw.shape[1]):
        if work.raw[one, index] != work.raw[other, index]:
            return False
    return True
