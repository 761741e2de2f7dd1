"""Small batches for the tests of the lab."""

from collections.abc import Callable
from pathlib import Path

from doubloon.engine.contract import Game
from doubloon.engine.playthrough import game_settings
from doubloon.games import load
from doubloon.sim.batch import run
from doubloon.sim.plan import Plan, new_plan

KNOWN = ("cards.ships=1", "ship.size=1", "cards.coins=0", "cards.cannons=0", "cards.pirates=2")
"""Four ships, two pirates, two players: whoever draws a ship first wins. The first to play does so with 4/6 + 2/6 · 1/5
= 11/15.
"""
KNOWN_FIRST_WINS = 11 / 15
KNOWN_TURNS = 1 * 4 / 6 + 2 * (2 / 6 * 4 / 5) + 3 * (2 / 6 * 1 / 5)


def small_plan(slug: str, levels: tuple[str, ...], games: int, *changes: str, seed: int = 1) -> Plan:
    """Return a plan of a game with changes."""
    game = load(slug)
    return new_plan(game, game_settings(game).changed(changes), levels, games, seed)


def play(plan: Plan, folder: Path, jobs: int = 2) -> Path:
    """Play a plan into a folder and return that."""
    assert run(load(plan.game), plan, folder, jobs=jobs)
    return folder


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def stop_after(calls: int) -> Callable[[], bool]:
    """Return a function that says to stop from its n-th call on."""
    count = 0

    def is_stopped() -> bool:
        nonlocal count
        count += 1
        return count > calls

    return is_stopped


def every_game() -> list[Game]:
    """Return the games in the order of their slugs."""
    return [load(slug) for slug in ("isles", "rubies", "shipyard")]
