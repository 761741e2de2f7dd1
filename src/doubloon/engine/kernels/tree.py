"""The tree of a search as arrays side by side: what one seat knows at one of its decisions is a node, each legal action
an edge.

A node is found by a hash of its seat's observation, so all histories that look alike to that seat share it (an
information set). Whatever the seat does not know, a commitment of another in a simultaneous step for instance, cannot
tell two nodes apart.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from doubloon.engine.bits import lowest_bit
from doubloon.engine.contract import MOST_SEATS, Game
from doubloon.engine.jit import kernel
from doubloon.engine.kernels.choose import SET_ACTIONS, count_marked, legal_set, num_sets
from doubloon.engine.kernels.workspace import Workspace
from doubloon.engine.rng import GAMMA, MIX_1, MIX_2, mix, stir

MOST_PATH = 512
"""Decisions of one descent; a longer one ends in a playout."""
EDGES_PER_NODE = 8
"""Room for edges; where actions are more, the tree is full with fewer nodes."""
ABSENT = -1
LANES = 4


class Tree(NamedTuple):
    """The memory of one search on one thread; the caller owns it, and clears it by `clear_tree`."""

    # (slots,), a power of two: 1 + node whose key hashes there, or 0; the next slot when taken
    table: NDArray[np.int32]
    key: NDArray[np.uint64]  # (nodes,): hash of the observation
    owner: NDArray[np.int16]  # (nodes,): the seat that decides
    first: NDArray[np.int32]  # (nodes,): its first edge; the others follow
    fan: NDArray[np.int32]  # (nodes,): its number of edges
    visits: NDArray[np.int32]  # (nodes,)
    total: NDArray[np.float64]  # (nodes,): sum of the owner's utilities
    action: NDArray[np.int16]  # (edges,)
    prior: NDArray[np.float64]  # (edges,): what the game's heuristics think of it; a node's sum to 1
    tries: NDArray[np.int32]  # (edges,): visits
    gain: NDArray[np.float64]  # (edges,): sum of the owner's utilities
    wins: NDArray[np.float64]  # (edges,): sum of the owner's chances to be first
    path: NDArray[np.int32]  # (MOST_PATH, 2): node and edge of each decision of the descent
    utility: NDArray[np.float64]  # (MOST_SEATS,): of the last playout
    win: NDArray[np.float64]  # (MOST_SEATS,): chance to be first after the last playout, ties shared
    odds: NDArray[np.float64]  # (MOST_SEATS,): what `estimate` says of each seat
    used: NDArray[np.int32]  # (2,): nodes and edges in use


def new_tree(game: Game, nodes: int) -> Tree:
    """Return an empty tree with room for so many nodes (>= 1)."""
    edges = nodes * EDGES_PER_NODE + game.num_actions
    slots = 1 << (2 * nodes).bit_length()
    return Tree(
        table=np.zeros(slots, np.int32),
        key=np.zeros(nodes, np.uint64),
        owner=np.zeros(nodes, np.int16),
        first=np.zeros(nodes, np.int32),
        fan=np.zeros(nodes, np.int32),
        visits=np.zeros(nodes, np.int32),
        total=np.zeros(nodes),
        action=np.zeros(edges, np.int16),
        prior=np.zeros(edges),
        tries=np.zeros(edges, np.int32),
        gain=np.zeros(edges),
        wins=np.zeros(edges),
        path=np.zeros((MOST_PATH, 2), np.int32),
        utility=np.zeros(MOST_SEATS),
        win=np.zeros(MOST_SEATS),
        odds=np.zeros(MOST_SEATS),
        used=np.zeros(2, np.int32),
    )


def clear_tree(tree: Tree) -> None:
    """Empty a tree in place."""
    tree.table.fill(0)
    tree.used.fill(0)


@kernel
def key_of(work: Workspace, index: int, seat: int) -> Any:
    """Return a 64-bit hash of a state of the workspace as an observation of a seat.

    Four hashes side by side, each of a quarter of the words, because a step of one must wait for the step before: 55 ns
    in `rubies`, 117 with one.
    """
    last = work.raw.shape[1] - LANES + 1
    one = mix(np.uint64(seat) + GAMMA)
    two = one ^ MIX_1
    three = one ^ MIX_2
    four = one ^ GAMMA
    word = 0
    while word < last:
        one = stir(one, np.uint64(work.raw[index, word]))
        two = stir(two, np.uint64(work.raw[index, word + 1]))
        three = stir(three, np.uint64(work.raw[index, word + 2]))
        four = stir(four, np.uint64(work.raw[index, word + 3]))
        word += LANES
    while word < work.raw.shape[1]:
        one = stir(one, np.uint64(work.raw[index, word]))
        word += 1
    return mix(stir(stir(one, two), stir(three, four)))


@kernel
def find_node(tree: Tree, key: Any) -> int:
    """Return the node of a key, or ABSENT."""
    last = tree.table.shape[0] - 1
    slot = int(np.int64(key & np.uint64(last)))
    while tree.table[slot] != 0:
        node = int(tree.table[slot]) - 1
        if tree.key[node] == key:
            return node
        slot = (slot + 1) & last
    return ABSENT


@kernel
def add_node(work: Workspace, tree: Tree, seat: int, key: Any, slope: float) -> int:
    """Add the node of an observation with the legal actions and scores of the workspace, and return it; ABSENT when the
    tree is full.

    The prior of an action falls with its rank r in the game's heuristics as 1 / (1 + slope * r), for a slope >= 0;
    equal scores share a rank.
    """
    count = count_marked(work.scratch[0])
    node = int(tree.used[0])
    first = int(tree.used[1])
    if node == tree.key.shape[0] or first + count > tree.action.shape[0]:
        return ABSENT
    tree.used[0] = node + 1
    tree.used[1] = first + count
    tree.key[node] = key
    tree.owner[node] = seat
    tree.first[node] = first
    tree.fan[node] = count
    tree.visits[node] = 0
    tree.total[node] = 0.0
    write_edges(work, tree, first)
    write_priors(work, tree, first, count, slope)
    last = tree.table.shape[0] - 1
    slot = int(np.int64(key & np.uint64(last)))
    while tree.table[slot] != 0:
        slot = (slot + 1) & last
    tree.table[slot] = node + 1
    return node


@kernel
def write_edges(work: Workspace, tree: Tree, first: int) -> None:
    """Write an edge for each legal action, lowest first."""
    scratch = work.scratch[0]
    edge = first
    for index in range(num_sets(scratch)):
        legal = legal_set(scratch, index)
        while legal != 0:
            tree.action[edge] = index * SET_ACTIONS + lowest_bit(legal)
            tree.tries[edge] = 0
            tree.gain[edge] = 0.0
            tree.wins[edge] = 0.0
            edge += 1
            legal &= legal - 1


@kernel
def write_priors(work: Workspace, tree: Tree, first: int, count: int, slope: float) -> None:
    """Write the prior of each edge by the rank of its score."""
    total = 0.0
    for edge in range(first, first + count):
        score = work.scores[int(tree.action[edge])]
        rank = 0
        for other in range(first, first + count):
            if work.scores[int(tree.action[other])] > score:
                rank += 1
        prior = 1.0 / (1.0 + slope * rank)
        tree.prior[edge] = prior
        total += prior
    for edge in range(first, first + count):
        tree.prior[edge] = tree.prior[edge] / total
