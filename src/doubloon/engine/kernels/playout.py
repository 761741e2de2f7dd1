"""Whole batches of games, played inside compiled code. Game `first + k` of a seed is the same game in every batch."""

from doubloon.engine.contract import CHANCE, GAME_OVER, Batch, Functions, Mask, Record
from doubloon.engine.jit import kernel
from doubloon.engine.kernels.choose import best_marked, lowest_seat, sample_action, sample_outcome
from doubloon.engine.kernels.places import ranking
from doubloon.engine.kernels.workspace import SEEN, TRUE, Workspace, copy_state
from doubloon.engine.rng import below, seed_stream

TO_UNITS = 1 << 16
"""Probabilities of mistakes are integers in this many parts, so that they are exact."""


@kernel
def random_games(functions: Functions, rules: Record, work: Workspace, seed: int, first: int, rows: Batch) -> None:
    """Play `len(rows)` games with uniformly random legal actions and write a row of each (GAME_ROW).

    Only seats that must decide act; in a simultaneous step the lowest seat commits first, which changes nothing.
    """
    state = work.states[TRUE]
    mask = work.scratch[TRUE].mask
    for index in range(rows.shape[0]):
        seed_stream(work.rng, seed, first + index)
        functions.start(rules, state)
        rows[index].decisions = 0
        rows[index].chances = 0
        due = functions.to_act(rules, state)
        while due != GAME_OVER:
            if due == CHANCE:
                apply_chance(functions, rules, work, rows[index])
            else:
                seat = lowest_seat(due)
                functions.legal_actions(rules, state, seat, mask)
                apply_decision(functions, rules, work, rows[index], seat, sample_action(mask, work.rng))
            due = functions.to_act(rules, state)
        write_places(functions, rules, work, rows[index])


@kernel
def greedy_games(functions: Functions, rules: Record, work: Workspace, seed: int, first: int, rows: Batch) -> None:
    """Play `len(rows)` games in which seat s makes, of TO_UNITS decisions, `work.mistakes[s]` at random and the others
    as `prefer` says.
    """
    state = work.states[TRUE]
    for index in range(rows.shape[0]):
        seed_stream(work.rng, seed, first + index)
        functions.start(rules, state)
        rows[index].decisions = 0
        rows[index].chances = 0
        due = functions.to_act(rules, state)
        while due != GAME_OVER:
            if due == CHANCE:
                apply_chance(functions, rules, work, rows[index])
            else:
                seat = lowest_seat(due)
                copy_state(work, TRUE, SEEN)
                functions.observe(rules, work.states[SEEN], seat)
                action = choose(functions, rules, work, seat, int(work.mistakes[seat]))
                apply_decision(functions, rules, work, rows[index], seat, action)
            due = functions.to_act(rules, state)
        write_places(functions, rules, work, rows[index])


@kernel
def choose(functions: Functions, rules: Record, work: Workspace, seat: int, mistakes: int) -> int:
    """Return the preferred action of a seat by the observation in `work.states[SEEN]`, or a random one in `mistakes` of
    TO_UNITS cases.
    """
    mask = work.scratch[TRUE].mask
    functions.legal_actions(rules, work.states[SEEN], seat, mask)
    if mistakes > 0 and below(work.rng, TO_UNITS) < mistakes:
        return sample_action(mask, work.rng)
    functions.prefer(rules, work.states[SEEN], seat, mask, work.scores)
    return best_marked(work.scratch[TRUE], work.scores, work.rng)


@kernel
def apply_chance(functions: Functions, rules: Record, work: Workspace, row: Record) -> None:
    """Draw an outcome and apply it."""
    weights = work.scratch[TRUE].weights
    functions.outcomes(rules, work.states[TRUE], weights)
    functions.apply(rules, work.states[TRUE], CHANCE, sample_outcome(weights, work.rng), work.scratch[TRUE].no_events)
    row.chances += 1


@kernel
def apply_decision(functions: Functions, rules: Record, work: Workspace, row: Record, seat: int, action: int) -> None:
    """Apply a decision of a player and count it."""
    functions.apply(rules, work.states[TRUE], seat, action, work.scratch[TRUE].no_events)
    row.decisions += 1


@kernel
def write_places(functions: Functions, rules: Record, work: Workspace, row: Record) -> None:
    """Write the result of a finished game."""
    ranking(functions, rules, work.states[TRUE], work.places)
    for seat in range(int(rules.num_seats)):
        row.places[seat] = work.places[seat]


@kernel
def greedy_action(
    functions: Functions, rules: Record, observation: Record, seat: int, mask: Mask, work: Workspace
) -> int:
    """Return the legal action that `prefer` scores highest by an observation; equal ones at random."""
    for action in range(mask.shape[0]):
        work.scratch[TRUE].mask[action] = mask[action]
    functions.prefer(rules, observation, seat, mask, work.scores)
    return best_marked(work.scratch[TRUE], work.scores, work.rng)
