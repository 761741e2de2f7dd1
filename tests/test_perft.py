"""Perft counts as data: `games/<slug>/tests/perft.toml`. A mismatch prints the count behind each first entry, so the
wrong branch is found at once.
"""

import tomllib
from typing import Any

import pytest

from doubloon.cli.perft import count_sequences, divided
from doubloon.engine.contract import CHANCE, Game
from doubloon.engine.playthrough import Entry, Playthrough, new_rules
from tests.conftest import GAMES


def positions() -> list[Any]:
    """Return every position of every game: seats, changes, and the count at each depth."""
    found = []
    for game in GAMES:
        path = game.folder / "tests" / "perft.toml"
        positions = tomllib.loads(path.read_text())["position"] if path.exists() else []
        for number, entry in enumerate(positions):
            found.append(pytest.param(game, entry, id=f"{game.slug}-{number}"))
    return found


@pytest.mark.parametrize(("a_game", "position"), positions())
def test_counts_are_those_on_file(a_game: Game, position: dict[str, Any]) -> None:
    rules = new_rules(a_game, position["seats"], position.get("set", []))
    for depth, expected in enumerate(position["counts"], start=1):
        count = count_sequences(a_game, rules, depth)
        if count != expected:
            branches = "\n".join(f"  {name}: {number}" for name, number in divided(a_game, rules, depth))
            pytest.fail(
                f"{a_game.slug} {position}: depth {depth}: {count}, expected {expected}; behind each first "
                f"entry:\n{branches}"
            )


def slow_count(playthrough: Playthrough, depth: int) -> int:
    """Count sequences by the checked functions and recursion, as plainly as possible."""
    if depth == 0 or playthrough.is_over:
        return 1
    total = 0
    entries = list(playthrough.entries)
    for seat in range(CHANCE, playthrough.num_seats):
        for action in range(max(playthrough.game.num_actions, playthrough.game.num_outcomes)):
            if is_possible(playthrough, seat, action):
                branch = Playthrough(playthrough.game, playthrough.rules)
                for entry in (*entries, Entry(seat, action)):
                    branch.apply(entry)
                total += slow_count(branch, depth - 1)
    return total


def is_possible(playthrough: Playthrough, seat: int, action: int) -> bool:
    if seat == CHANCE:
        return action < playthrough.game.num_outcomes and bool(playthrough.weights()[action] > 0)
    return action in playthrough.legal_actions(seat)


def test_the_kernel_counts_as_a_plain_walk_does(game: Game) -> None:
    rules = new_rules(game, game.seats[0])
    for depth in (1, 2, 3):
        assert count_sequences(game, rules, depth) == slow_count(Playthrough(game, rules), depth)


def test_division_sums_to_the_whole(game: Game) -> None:
    rules = new_rules(game, game.seats[0])
    assert sum(count for _, count in divided(game, rules, 3)) == count_sequences(game, rules, 3)
