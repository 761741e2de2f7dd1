"""The arrays that a kernel works in. The caller owns them, so kernels allocate nothing; one workspace serves one
thread.
"""

from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from doubloon.engine.contract import MOST_SEATS, Batch, Game, Places, Scores, new_records
from doubloon.engine.events import NUM_FIELDS
from doubloon.engine.jit import kernel
from doubloon.engine.kernels.choose import MARKS_A_WORD
from doubloon.engine.rng import Rng, new_rng

TRUE, SEEN, SAMPLE, SEEN_AGAIN = range(4)
"""States of a workspace, with the scratch beside them: the true one, what a seat sees of it, a sample consistent with
that, and what the seat sees of the sample.
"""

GAME_ROW = np.dtype(
    [
        ("decisions", np.int32),  # of players
        ("chances", np.int32),  # outcomes drawn
        ("law", np.int16),  # 0, or the broken law; see kernels.laws.LAWS
        ("violation", np.int16),  # 0, or the broken invariant; see Game.violations
        ("places", np.int16, MOST_SEATS),  # place of each seat, 0 is first
    ]
)


class Workspace(NamedTuple):
    """Scratch memory of one thread, with room for `depth` states."""

    states: Batch  # (depth,)
    scratch: Batch  # (depth,), beside each state; see scratch_dtype
    # (depth, words of a state): the same memory as `states`, in the widest words that fit
    raw: NDArray[np.unsignedinteger[Any]]
    cursor: NDArray[np.int32]  # (depth,): the branch that a walk takes next
    scores: Scores  # (num_actions,)
    mistakes: NDArray[np.int32]  # (MOST_SEATS,): of each seat, in parts of kernels.playout.TO_UNITS
    places: Places  # (MOST_SEATS,)
    rng: Rng  # (1,)


def scratch_dtype(game: Game) -> np.dtype[np.void]:
    """Return the record of what a kernel writes beside a state.

    Arrays inside a record have lengths that the compiler knows, so their loops unroll: `shipyard` plays 29 million
    decisions a second with these and 23 million with arrays of their own.
    """
    branches = max(game.num_outcomes, game.num_actions * game.seats[-1])
    fields = [
        # the mask by words, to pass over eight actions at a time
        ("marks", np.dtype((np.int64, -(-game.num_actions // MARKS_A_WORD)))),
        ("weights", np.dtype((np.int32, game.num_outcomes))),
        ("no_events", np.dtype((np.int32, (1, NUM_FIELDS)))),  # a header alone: events are not written
        ("num_entries", np.dtype(np.int32)),
        ("entries", np.dtype((np.int16, (branches, 2)))),  # seat and action of what may come next
    ]
    names, formats = zip(*fields, strict=True)
    ends = accumulate(kind.itemsize for kind in formats)
    mask = np.dtype((np.int8, game.num_actions))  # 1 for a legal action; lies over the marks
    return np.dtype({"names": ["mask", *names], "formats": [mask, *formats], "offsets": [0, 0, *ends][:-1]}, align=True)


def word_type(game: Game) -> np.dtype[np.unsignedinteger[Any]]:
    """Return the widest unsigned integer that a state is made of; states are compared word by word."""
    return next(np.dtype(f"u{size}") for size in (8, 4, 2, 1) if game.state.itemsize % size == 0)


def new_workspace(game: Game, depth: int, seed: int = 0) -> Workspace:
    """Return a zeroed workspace with its own random stream."""
    states = game.new_states(depth)
    scratch = scratch_dtype(game)
    return Workspace(
        states=states,
        scratch=new_records(scratch, depth),
        raw=states.view(np.ndarray).view(word_type(game)).reshape(depth, -1),
        cursor=np.zeros(depth, np.int32),
        scores=np.zeros(game.num_actions, np.float32),
        mistakes=np.zeros(MOST_SEATS, np.int32),
        places=np.zeros(MOST_SEATS, np.int32),
        rng=new_rng(seed),
    )


def new_rows(num_games: int) -> Batch:
    """Return zeroed result rows (GAME_ROW), shape (num_games,)."""
    return new_records(GAME_ROW, num_games)


@kernel
def copy_state(work: Workspace, source: int, target: int) -> None:
    """Copy one state of a workspace over another, word by word.

    `states[target] = states[source]` is compiled into a load and a store for every byte; with that the checks of
    `isles`, whose state has 368 bytes, took a third longer to compile and a quarter longer to run.
    """
    for index in range(work.raw.shape[1]):
        work.raw[target, index] = work.raw[source, index]
