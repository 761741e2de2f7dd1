"""Makes the golden playthroughs: a record of each, and the story that `replay` tells of it.

python -m tests.goldens                 renew the stories (read the difference before you commit it)
python -m tests.goldens --new           also play the games anew; after a change of rules, which raises rules_version
python -m tests.goldens shipyard        the same for some games alone, with and without --new
"""

import argparse
import sys
from pathlib import Path

from doubloon.engine.contract import Game
from doubloon.games import load
from tests.conftest import GAMES
from tests.support import run_command

PLANS = (
    # name, seats of a game with that many, seed
    ("greedy", "sailor", 1),
    ("mixed", "random", 2),
)


def golden_folder(game: Game) -> Path:
    """Return where a game keeps its goldens."""
    return game.folder / "tests" / "golden"


def story_of(record: Path) -> str:
    """Return what `replay --verify` prints of a record."""
    run = run_command("replay", str(record), "--verify", "--lang", "en")
    assert run.returncode == 0, run.stderr
    return run.stdout


def play_anew(game: Game) -> None:
    """Play the golden games of a game again: bots alike, and one bot against random players, with the fewest and the
    most seats.
    """
    golden_folder(game).mkdir(parents=True, exist_ok=True)
    for num_seats in (game.seats[0], game.seats[-1]):
        for name, others, seed in PLANS:
            path = golden_folder(game) / f"{num_seats}p-{name}.record"
            path.unlink(missing_ok=True)
            seats = ",".join(["sailor"] + [others] * (num_seats - 1))
            run = run_command(
                "play",
                game.slug,
                "--auto",
                "--seats",
                seats,
                "--seed",
                str(seed),
                "--lang",
                "en",
                "--record",
                str(path),
            )
            assert run.returncode == 0, run.stderr


def wanted_games(names: list[str]) -> list[Game]:
    """Return the games of some names; all games without a name. Raises UnknownGame."""
    return [load(name) for name in names] or list(GAMES)


def main(arguments: list[str]) -> None:
    """Renew goldens on disk."""
    parser = argparse.ArgumentParser(prog="python -m tests.goldens", description="Renew golden playthroughs.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="the games; without one, all")
    parser.add_argument("--new", action="store_true", help="also play the games anew")
    wanted = parser.parse_args(arguments)
    for game in wanted_games(wanted.games):
        if wanted.new:
            play_anew(game)
        for record in sorted(golden_folder(game).glob("*.record")):
            record.with_suffix(".txt").write_text(story_of(record), encoding="utf-8")
            print(record.with_suffix(".txt").name)


if __name__ == "__main__":
    main(sys.argv[1:])
