"""Information-set Monte-Carlo tree search for any number of players, with explicit chance and simultaneous steps. One
kernel for all games.

Every iteration samples what the searching seat does not know (`determinize`) and plays from there: by the tree as far
as it reaches, then by the game's heuristics with some noise, to the end or for a number of decisions, after which
`estimate` judges. Chance is drawn anew each time. Each decision is made by what its own seat knows: the tree's nodes
are information sets of the seat to act, and each seat maximises its own utility (max^n; Sturtevant 2008). This is the
multiple-observer form of Cowling, Powley and Whitehouse 2012, "Information Set Monte Carlo Tree Search"; in a
simultaneous step it is decoupled selection (Lanctot, Lisy, Winands 2013), because no seat's node tells what the others
have committed. Actions are selected by the rule of Rosin 2011 with priors (PUCT), here from the rank of an action in
the game's heuristics.
"""

import math

import numpy as np

from doubloon.engine.contract import CHANCE, GAME_OVER, Functions, Record
from doubloon.engine.jit import kernel
from doubloon.engine.kernels.choose import best_marked, lowest_seat, sample_action, sample_outcome
from doubloon.engine.kernels.playout import TO_UNITS
from doubloon.engine.kernels.tree import ABSENT, MOST_PATH, Tree, add_node, find_node, key_of
from doubloon.engine.kernels.workspace import SAMPLE, SEEN, TRUE, Workspace, copy_state
from doubloon.engine.rng import below

KNOWN = SAMPLE
"""State of a workspace for search: what the searching seat knows. The one played on, TRUE, is a sample of it."""
SEARCH_STATES = KNOWN + 1

OPTIONS = np.dtype(
    [
        ("explore", np.float64),  # weight of prior and curiosity against what was gained
        ("slope", np.float64),  # how fast priors fall with the rank of an action; 0 for equal priors
        ("reduction", np.float64),  # an action never tried counts as much less than its node's mean
        ("win_weight", np.float64),  # part of the utility that only the first place gets; the rest is `returns`
        ("noise", np.int32),  # of TO_UNITS decisions in playouts so many are random
        ("playouts", np.int32),  # iterations of a call
        ("horizon", np.int32),  # decisions of a playout before `estimate` judges; ENDLESS plays to the end
    ]
)
"""Search parameters; see bots/search.py for the values of each game."""
ENDLESS = -1


@kernel
def search(functions: Functions, rules: Record, seat: int, work: Workspace, tree: Tree, options: Record) -> None:
    """Run `options.playouts` iterations for a seat from what it knows, `work.states[KNOWN]`, which must be one of its
    decisions with an action to choose.

    Grows the tree in place; its node 0 is the root. Resumes where an earlier call with the same tree and workspace
    stopped.
    """
    for _ in range(int(options.playouts)):
        copy_state(work, KNOWN, TRUE)
        functions.determinize(rules, work.states[TRUE], seat, work.rng)
        length = play_once(functions, rules, seat, work, tree, options)
        judge(functions, rules, work.states[TRUE], tree, options)
        back_up(tree, length)


@kernel
def play_once(functions: Functions, rules: Record, seat: int, work: Workspace, tree: Tree, options: Record) -> int:
    """Play by the tree until a node with a choice is added, then by heuristics; return how many decisions of the tree
    there were.

    Each function of the game is called in one place, because a compiled kernel holds a copy of it for each: `rubies`
    compiled in 80 s when tree and playout were loops of their own.
    """
    state = work.states[TRUE]
    left = int(options.horizon)
    in_tree = True
    length = 0
    due = functions.to_act(rules, state)
    while due != GAME_OVER:
        if due == CHANCE:
            actor = CHANCE
            functions.outcomes(rules, state, work.scratch[TRUE].weights)
            action = sample_outcome(work.scratch[TRUE].weights, work.rng)
        else:
            if not in_tree:
                if left == 0:
                    return length
                left -= 1
            actor = lowest_seat(due) if length > 0 else seat
            node = ABSENT
            seen = TRUE
            if in_tree or options.noise < TO_UNITS:
                seen = SEEN
                copy_state(work, TRUE, SEEN)
                functions.observe(rules, work.states[SEEN], actor)
            if in_tree:
                node = find_node(tree, key_of(work, SEEN, actor))
            if node == ABSENT:
                functions.legal_actions(rules, work.states[seen], actor, work.scratch[TRUE].mask)
                if seen == SEEN:
                    functions.prefer(rules, work.states[SEEN], actor, work.scratch[TRUE].mask, work.scores)
                if in_tree:
                    node = add_node(work, tree, actor, key_of(work, SEEN, actor), float(options.slope))
                    in_tree = node != ABSENT and tree.fan[node] == 1 and length + 1 < MOST_PATH
            if node == ABSENT:
                action = play_out(work, int(options.noise))
            else:
                action = follow(tree, node, length, options)
                length += 1
        functions.apply(rules, state, actor, action, work.scratch[TRUE].no_events)
        due = functions.to_act(rules, state)
    return length


@kernel
def play_out(work: Workspace, noise: int) -> int:
    """Return the preferred of the legal actions, or a random one in `noise` of TO_UNITS cases."""
    if noise > 0 and below(work.rng, TO_UNITS) < noise:
        return sample_action(work.scratch[TRUE].mask, work.rng)
    return best_marked(work.scratch[TRUE], work.scores, work.rng)


@kernel
def follow(tree: Tree, node: int, length: int, options: Record) -> int:
    """Select an edge of a node, note it as decision number `length` of the path, and return its action."""
    edge = select(tree, node, options)
    tree.path[length, 0] = node
    tree.path[length, 1] = edge
    return int(tree.action[edge])


@kernel
def select(tree: Tree, node: int, options: Record) -> int:
    """Return the edge to try: the one with the greatest sum of what it gained and what its prior and its few tries
    promise.
    """
    visits = int(tree.visits[node])
    first = int(tree.first[node])
    untried = tree.total[node] / visits - options.reduction if visits > 0 else 0.0
    scale = options.explore * math.sqrt(visits + 1.0)
    best = first
    best_score = -1e9
    for edge in range(first, first + int(tree.fan[node])):
        tries = int(tree.tries[edge])
        mean = tree.gain[edge] / tries if tries > 0 else untried
        score = mean + scale * tree.prior[edge] / (1.0 + tries)
        if score > best_score:
            best = edge
            best_score = score
    return best


@kernel
def judge(functions: Functions, rules: Record, state: Record, tree: Tree, options: Record) -> None:
    """Write utility and chance to win of each seat: of the result, or of the estimate where the game is not over."""
    num_seats = int(rules.num_seats)
    is_over = functions.to_act(rules, state) == GAME_OVER
    highest = -1e18
    for seat in range(num_seats):
        tree.odds[seat] = (
            float(functions.standing(rules, state, seat)) if is_over else functions.estimate(rules, state, seat)
        )
        highest = max(highest, tree.odds[seat])
    share = 0.0
    for seat in range(num_seats):
        below_first = tree.odds[seat] - highest
        tree.win[seat] = float(int(below_first == 0.0)) if is_over else math.exp(below_first)
        share += tree.win[seat]
    for seat in range(num_seats):
        balance = 0.0
        for other in range(num_seats):
            lead = tree.odds[seat] - tree.odds[other]
            balance += (
                float(int(lead > 0.0) - int(lead < 0.0)) if is_over else edge_over(tree.win[seat], tree.win[other])
            )
        tree.utility[seat] = (1.0 - options.win_weight) * balance / (num_seats - 1)
    for seat in range(num_seats):
        tree.win[seat] /= share
        tree.utility[seat] += options.win_weight * (num_seats * tree.win[seat] - 1.0) / (num_seats - 1)


@kernel
def edge_over(one: float, other: float) -> float:
    """Return the chance to beat another less that to be beaten, of two whose odds are as one to other: what `tanh` of
    half their difference is.

    Sixteen of these were an eighth of a playout of `rubies`.
    """
    return (one - other) / (one + other) if one + other > 0.0 else 0.0


@kernel
def back_up(tree: Tree, length: int) -> None:
    """Add the result to every decision of the path, for the seat that made it."""
    for step in range(length):
        node = int(tree.path[step, 0])
        edge = int(tree.path[step, 1])
        owner = int(tree.owner[node])
        tree.visits[node] += 1
        tree.total[node] += tree.utility[owner]
        tree.tries[edge] += 1
        tree.gain[edge] += tree.utility[owner]
        tree.wins[edge] += tree.win[owner]
