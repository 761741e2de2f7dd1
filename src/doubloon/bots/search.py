"""The bot that searches: one seat's observation in, a verdict on its legal actions out."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from doubloon.engine.contract import Game, Record, new_records
from doubloon.engine.kernels.playout import TO_UNITS
from doubloon.engine.kernels.search import ENDLESS, KNOWN, OPTIONS, SEARCH_STATES
from doubloon.engine.kernels.tree import Tree, clear_tree, new_tree
from doubloon.engine.kernels.workspace import Workspace, new_workspace
from doubloon.engine.playthrough import Sight
from doubloon.engine.rng import new_rng, seed_stream, unit

SLICE = 64
"""Playouts between two looks at the clock, and at who else wants to think: some 10 ms."""
MOST_NODES = 1 << 17
SEEDS = 1 << 62
KEPT_SHARE = 0.1
"""A mixed choice leaves out actions that were tried less than this part as often as the most tried one: those were only
explored.
"""


def go_on() -> None:
    """Do nothing: nobody else wants the processor."""


class Style(NamedTuple):
    """How a search goes about it (engine/kernels/search.py), by measured matches; the `search.toml` of a game has
    its own.
    """

    explore: float = 1.0
    slope: float = 0.5
    reduction: float = 0.2
    win_weight: float = 0.5
    noise: float = 0.1
    """Part of the decisions in playouts that are random."""
    horizon: int = ENDLESS


class Budget(NamedTuple):
    """How much a search may think: playouts, or seconds where they are given, on so many threads."""

    playouts: int
    seconds: float = 0.0
    threads: int = 1


class Verdict(NamedTuple):
    """What a search found out about a decision; all arrays have an entry for each legal action, lowest first."""

    actions: NDArray[np.int64]
    tries: NDArray[np.int64]
    utility: NDArray[np.float64]  # mean utility of the seat, in [-1, 1]; nan where never tried
    win: NDArray[np.float64]  # chance of the seat to be first, ties shared; nan where never tried
    playouts: int

    @property
    def best(self) -> int:
        """Return the index of the most tried action; of equals, the better one."""
        return int(np.lexsort((np.nan_to_num(self.utility, nan=-2.0), self.tries))[-1])


def options_of(style: Style, playouts: int) -> Record:
    """Return the record that the kernel takes."""
    record = new_records(OPTIONS, 1)
    for name, value in style._asdict().items():
        record[name] = round(value * TO_UNITS) if name == "noise" else value
    record["playouts"] = playouts
    options: Record = record[0]
    return options


class Searcher:
    """Searches decisions of one game, one at a time, in memory of its own. Same seed, same questions, same answers,
    with a budget of playouts.
    """

    def __init__(self, game: Game, seed: int, style: Style, budget: Budget) -> None:
        self._game = game
        self._seed = seed
        self._style = style
        self._budget = budget
        nodes = min(MOST_NODES, 4 * budget.playouts + 64) if budget.seconds == 0 else MOST_NODES
        self._memory: list[tuple[Workspace, Tree]] = [
            (new_workspace(game, SEARCH_STATES), new_tree(game, nodes)) for _ in range(budget.threads)
        ]
        self._decisions = 0

    def search(self, sight: Sight, only: int | None = None, give_way: Callable[[], None] = go_on) -> Verdict:
        """Return what a search finds about the decision of a seat that has at least one legal action; about one action
        alone where `only` names it.

        `give_way` is called every few milliseconds, and may wait there until others have thought: the verdict is the
        same.
        """
        for index, (work, tree) in enumerate(self._memory):
            clear_tree(tree)
            work.states[KNOWN] = sight.observation
            seed_stream(work.rng, self._seed, self._decisions * len(self._memory) + index)
            if only is not None:
                self._game.kernels.search(sight.rules, sight.seat, work, tree, options_of(self._style, 1))
                keep_edge(tree, only)
        self._decisions += 1
        if len(self._memory) == 1:
            self._run(sight, *self._memory[0], give_way)
        else:
            with ThreadPoolExecutor(len(self._memory)) as pool:
                list(pool.map(lambda memory: self._run(sight, memory[0], memory[1], give_way), self._memory))
        return read_verdict([tree for _, tree in self._memory])

    def _run(self, sight: Sight, work: Workspace, tree: Tree, give_way: Callable[[], None]) -> None:
        search = self._game.kernels.search
        if self._budget.seconds == 0:
            # By slices, which go on where the one before stopped: the same search as a whole one.
            for done in range(0, self._budget.playouts, SLICE):
                size = min(SLICE, self._budget.playouts - done)
                search(sight.rules, sight.seat, work, tree, options_of(self._style, size))
                give_way()
            return
        options = options_of(self._style, SLICE)
        end = time.perf_counter() + self._budget.seconds
        while time.perf_counter() < end:
            search(sight.rules, sight.seat, work, tree, options)
            give_way()


def keep_edge(tree: Tree, action: int) -> None:
    """Leave the root of a tree only the edge of an action."""
    first = int(tree.first[0])
    edge = first + tree.action[first : first + int(tree.fan[0])].tolist().index(action)
    tree.first[0] = edge
    tree.fan[0] = 1
    tree.prior[edge] = 1.0


def read_verdict(trees: list[Tree]) -> Verdict:
    """Return what trees of the same decision found together."""
    root = trees[0]
    edges = slice(int(root.first[0]), int(root.first[0] + root.fan[0]))
    tries = np.sum([tree.tries[edges] for tree in trees], axis=0).astype(np.int64)
    tried = np.where(tries > 0, tries, np.nan)
    gain = np.sum([tree.gain[edges] for tree in trees], axis=0) / tried
    wins = np.sum([tree.wins[edges] for tree in trees], axis=0) / tried
    return Verdict(root.action[edges].astype(np.int64), tries, gain, wins, int(tries.sum()))


class SearchBot:
    """Plays what it has searched most; where others choose in secret at the same time, one of the good actions at
    random, so that it cannot be read.
    """

    def __init__(self, game: Game, seed: int, style: Style, budget: Budget) -> None:
        self._game = game
        self._searcher = Searcher(game, seed, style, budget)
        self._rng = new_rng(seed, SEEDS)

    def choose(self, sight: Sight, give_way: Callable[[], None] = go_on) -> int:
        """Return one of the legal actions; at once when there is only one. `give_way` as for `Searcher.search`."""
        legal = np.flatnonzero(sight.mask)
        if len(legal) == 1:
            return int(legal[0])
        verdict = self._searcher.search(sight, give_way=give_way)
        if self._game.functions.is_secret(sight.rules, sight.observation):
            return int(verdict.actions[self._mixed(verdict)])
        return int(verdict.actions[verdict.best])

    def _mixed(self, verdict: Verdict) -> int:
        weights = np.where(verdict.tries >= KEPT_SHARE * verdict.tries.max(), verdict.tries, 0)
        return int(np.searchsorted(np.cumsum(weights), unit(self._rng) * weights.sum(), side="right"))
