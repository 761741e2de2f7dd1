"""Makes the golden playthroughs: a record of each, and the story that `replay` tells of it.

python -m tests.goldens          renew the stories (read the difference before you commit it)
python -m tests.goldens --new    also play the games anew; after a change of rules, which raises rules_version
"""

import sys
from pathlib import Path

from doubloon.engine.contract import Game
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


def main(arguments: list[str]) -> None:
    """Renew goldens on disk."""
    for game in GAMES:
        if "--new" in arguments:
            play_anew(game)
        for record in sorted(golden_folder(game).glob("*.record")):
            record.with_suffix(".txt").write_text(story_of(record), encoding="utf-8")
            print(record.with_suffix(".txt").name)


if __name__ == "__main__":
    main(sys.argv[1:])
