"""Playing and running things for tests."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from doubloon.engine.contract import CHANCE, Game
from doubloon.engine.kernels.choose import sample_action, sample_outcome
from doubloon.engine.playthrough import Playthrough
from doubloon.engine.rng import Rng, new_rng

ROOT = Path(__file__).resolve().parents[1]
PATIENCE_S = 1200
"""For a command, on a busy machine that has yet to compile the games."""


def random_step(playthrough: Playthrough, rng: Rng) -> None:
    """Apply a random outcome, or a random legal action of a seat that must act."""
    if playthrough.to_act == CHANCE:
        playthrough.chance(sample_outcome(playthrough.weights(), rng))
    else:
        seats = playthrough.seats_to_act()
        seat = seats[sample_action(np.ones(len(seats), np.int8), rng)]
        playthrough.act(seat, sample_action(playthrough.legal_mask(seat), rng))


def random_playthrough(game: Game, num_seats: int, seed: int, changes: Sequence[str] = ()) -> Playthrough:
    """Return a whole random game, every step through the checked functions."""
    playthrough = Playthrough.new(game, num_seats, changes)
    rng = new_rng(seed)
    while not playthrough.is_over:
        random_step(playthrough, rng)
    return playthrough


def acts_at_once(game: Game) -> bool:
    """Tell whether several seats may decide at the same time, as far as a random game shows."""
    playthrough, rng = Playthrough.new(game, game.seats[-1]), new_rng(1)
    while not playthrough.is_over:
        if len(playthrough.seats_to_act()) > 1:
            return True
        random_step(playthrough, rng)
    return False


def run_command(
    *arguments: str, stdin: str = "", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `doubloon` in a process of its own."""
    return run_python("-m", "doubloon", *arguments, stdin=stdin, env=env)


def run_python(*arguments: str, stdin: str = "", env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, with changes to the environment."""
    whole = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "100", **(env or {})}
    return subprocess.run(
        [sys.executable, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        env=whole,
        cwd=ROOT,
        check=False,
        timeout=PATIENCE_S,
    )
