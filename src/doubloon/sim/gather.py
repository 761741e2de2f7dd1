"""Reading a batch, chunk by chunk: memory does not grow with the number of games."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
from numpy.typing import NDArray

from doubloon.engine.contract import Game
from doubloon.engine.errors import DoubloonError
from doubloon.sim.batch import chunk_paths, is_done, read_plan
from doubloon.sim.card_worth import CardWorth, new_deck
from doubloon.sim.histogram import Histogram
from doubloon.sim.intervals import Moments, RatioSums
from doubloon.sim.plan import Plan, check_plan, family, plan_settings

MOVE_S = 3.0
"""Seconds that people need for a move in which nothing is to be chosen, and for a chance event; an assumption, said in
the report.
"""
BIT_S = 2.0
"""Seconds more for each doubling of what may be chosen (Hick 1952: the time to choose grows with the logarithm of the
options).
"""
TENTHS = 10
PERCENT = 100

Column = NDArray[Any]


@dataclass(frozen=True)
class Part:
    """The games of one chunk as arrays: columns by name, and what of a win each seat has, (games, num_seats)."""

    columns: dict[str, Column]
    shares: NDArray[np.float64]
    places: Column
    scores: Column
    taken: Column  # (games, num_seats, num_cards)

    @property
    def order(self) -> Column:
        """Return the seat of each place in the turn order, (games, num_seats)."""
        num_seats = self.shares.shape[1]
        result: Column = (self.columns["starter"][:, None] + np.arange(num_seats)) % num_seats
        return result

    @property
    def seats(self) -> Column:
        """Return the seat of each player, (games, num_seats)."""
        num_seats = self.shares.shape[1]
        result: Column = (np.arange(num_seats) - self.columns["shift"][:, None]) % num_seats
        return result


@dataclass
class Usage:
    """How often something came up: in how many chunks' games, of how many chances to."""

    times: int = 0
    among: int = 0
    paid: int = 0
    paid_squared: int = 0
    ratio: RatioSums = field(default_factory=RatioSums)

    def add(self, times: int, among: int) -> None:
        """Add the counts of a chunk."""
        self.times += times
        self.among += among
        self.ratio.add(times, among)


@dataclass
class Gathered:
    """All that a report says of a batch, summed up."""

    plan: Plan
    game: Game
    games: int = 0
    by_order: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    by_player: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    shared_wins: int = 0
    at_limit: int = 0
    histograms: dict[str, Histogram] = field(default_factory=lambda: defaultdict(Histogram))
    ratios: dict[str, RatioSums] = field(default_factory=lambda: defaultdict(RatioSums))
    duels: dict[tuple[str, str], Moments] = field(default_factory=lambda: defaultdict(Moments))
    handicaps: dict[int, Moments] = field(default_factory=lambda: defaultdict(Moments))
    usage: dict[tuple[str, str], Usage] = field(default_factory=lambda: defaultdict(Usage))
    worth: CardWorth | None = None

    @property
    def is_complete(self) -> bool:
        """Tell whether all games of the plan are there."""
        return self.games == self.plan.games


def gather(out: Path, load: Callable[[str], Game]) -> Gathered:
    """Read a batch. Raises DoubloonError where there is none, or nothing in it yet, or a table cannot be read."""
    plan = read_plan(out)
    game = load(plan.game)
    check_plan(plan, game, str(out))
    found = Gathered(plan, game, by_order=np.zeros(plan.num_seats), by_player=np.zeros(plan.num_seats))
    deck = new_deck(game.notes.cards(plan_settings(plan, game)), plan.num_seats)
    done = [chunk for chunk in range(plan.num_chunks) if is_done(out, chunk)]
    if not done:
        raise DoubloonError(f"{out}: no game is finished yet")
    for part in parts(out, plan, done):
        add_part(found, part)
        deck.add(part.taken, part.shares, part.order)
    for chunk in done:
        add_counts(found, out, chunk)
    if deck.names:
        deck.solve()
        for part in parts(out, plan, done):
            deck.add_residuals(part.taken, part.shares, part.order)
        found.worth = deck.worth()
    return found


def parts(out: Path, plan: Plan, chunks: list[int]) -> Iterator[Part]:
    """Yield the games of chunks. Raises DoubloonError for a file that cannot be read."""
    for chunk in chunks:
        yield read_part(out, plan, chunk)


def read_part(out: Path, plan: Plan, chunk: int) -> Part:
    """Read the games of a chunk. Raises DoubloonError for a file that cannot be read."""
    path = chunk_paths(out, chunk)[0]
    try:
        table = pq.ParquetFile(path).read()
        columns = {name: table[name].to_numpy() for name in table.column_names if name != "taken"}
        flat = (
            table["taken"].combine_chunks().flatten().to_numpy(zero_copy_only=False)
            if "taken" in table.column_names
            else np.zeros(0, np.int8)
        )
        places = np.stack([columns[f"place_{seat}"] for seat in range(plan.num_seats)], axis=1)
        scores = np.stack([columns[f"score_{seat}"] for seat in range(plan.num_seats)], axis=1)
    except (OSError, KeyError, ValueError) as error:
        raise DoubloonError(
            f"{path}: cannot be read: {str(error).partition(chr(10))[0]}; remove it and simulate again"
        ) from error
    wins = places == 0
    shares = wins / wins.sum(axis=1, keepdims=True)
    return Part(columns, shares, places, scores, flat.reshape(len(places), plan.num_seats, -1))


def add_part(found: Gathered, part: Part) -> None:
    """Add the games of a chunk."""
    columns = part.columns
    found.games += len(part.shares)
    found.by_order += np.take_along_axis(part.shares, part.order, axis=1).sum(axis=0)
    found.by_player += np.take_along_axis(part.shares, part.seats, axis=1).sum(axis=0)
    found.shared_wins += int(((part.places == 0).sum(axis=1) > 1).sum())
    found.at_limit += int(columns["at_limit"].sum())
    for name in ("turns", "decisions", "lead_changes", "deficit"):
        found.histograms[name].add(columns[name])
    turns = np.maximum(columns["turns"], 1)
    found.histograms["ahead_from"].add(columns["behind_until"] * PERCENT // turns)
    best = np.sort(part.scores, axis=1)
    found.histograms["score"].add(part.scores.reshape(-1))
    found.histograms["best"].add(best[:, -1])
    found.histograms["margin"].add(best[:, -1] - best[:, -2])
    seconds = MOVE_S * (columns["decisions"] + columns["chances"]) + BIT_S * columns["bits"]
    found.histograms["minutes"].add(np.rint(seconds / 60 * TENTHS).astype(np.int64))
    for name, (x, y) in {
        "forced": ("forced", "decisions"),
        "options": ("options", "decisions"),
        "a_turn": ("decisions", "turns"),
    }.items():
        add_ratio(found.ratios[name], columns[x].astype(float), columns[y].astype(float))
    add_duels(found, part)
    add_handicaps(found, part)


def add_ratio(sums: RatioSums, x: NDArray[np.float64], y: NDArray[np.float64]) -> None:
    """Add two numbers of each game."""
    sums.add_sums(len(x), (float(x.sum()), float(y.sum())), (float(x @ x), float(y @ y), float(x @ y)))


def add_duels(found: Gathered, part: Part) -> None:
    """Add how often a player of one level ends before one of another, ties as halves; of each game the mean over its
    pairs.
    """
    places = np.take_along_axis(part.places, part.seats, axis=1)
    levels = found.plan.levels
    for one, other in combinations(dict.fromkeys(levels), 2):
        pairs = [
            (a, b)
            for a, first in enumerate(levels)
            for b, second in enumerate(levels)
            if (first, second) == (one, other)
        ]
        results = np.mean(
            [(places[:, a] < places[:, b]) + 0.5 * (places[:, a] == places[:, b]) for a, b in pairs], axis=0
        )
        found.duels[one, other].add(len(results), float(results.sum()), float(results @ results))


def add_handicaps(found: Gathered, part: Part) -> None:
    """Add what each barred player wins less than the free ones of its level in the same game."""
    shares = np.take_along_axis(part.shares, part.seats, axis=1)
    barred = {bar.player for bar in found.plan.bars}
    for player in barred:
        peers = [
            other
            for other, level in enumerate(found.plan.levels)
            if level == found.plan.levels[player] and other not in barred
        ]
        if peers:
            loss = shares[:, peers].mean(axis=1) - shares[:, player]
            found.handicaps[player].add(len(loss), float(loss.sum()), float(loss @ loss))


def add_counts(found: Gathered, out: Path, chunk: int) -> None:
    """Add how often actions, families of actions, events and cards came up in a chunk. Raises DoubloonError for a file
    that cannot be read.
    """
    path = chunk_paths(out, chunk)[1]
    try:
        rows = pq.ParquetFile(path).read().to_pylist()
        games = len(found.plan.games_of(chunk))
        sums: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
        for row in rows:
            names = [(row["what"], row["name"])]
            if row["what"] == "action":
                names.append(("family", family(row["name"])))
            for name in names:
                sums[name][0] += row["times"]
                sums[name][1] += row["among"]
            if row["what"] == "card":
                found.usage[names[0]].paid += row["paid"]
                found.usage[names[0]].paid_squared += row["paid_squared"]
        for (what, called), (times, among) in sums.items():
            found.usage[what, called].add(times, among if what in ("action", "family") else games)
            if what == "event":
                found.usage["met", called].add(among, games)
    except (OSError, KeyError, ValueError) as error:
        raise DoubloonError(
            f"{path}: cannot be read: {str(error).partition(chr(10))[0]}; remove the chunk and simulate again"
        ) from error
