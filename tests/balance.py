"""Writes docs/balance: what the lab says of every game at every number of seats. `make balance`, or `python -m tests.balance --level captain`.

With a slow level ask for fewer games. Folders of games are kept in `--work`, so that an interrupted run goes on.
"""

import argparse
from dataclasses import replace
from pathlib import Path

from doubloon.engine.contract import Game
from doubloon.engine.record import game_settings
from doubloon.games import load, slugs
from doubloon.sim.answer import Answer
from doubloon.sim.batch import run
from doubloon.sim.plan import MISTAKES, Bar, Plan, families, new_plan
from doubloon.sim.report import make_report, markdown_table
from tests.support import ROOT

SMALLER = 4
"""Mixed levels and barred players need fewer games than the rest."""


def batches(game: Game, num_seats: int, options: argparse.Namespace) -> dict[str, Plan]:
    """Return the plans of a number of seats, the main one first."""
    settings = game_settings(game)
    level, weaker = options.level, options.weaker
    few = max(1, options.games // SMALLER)
    equal = new_plan(game, settings, (level,) * num_seats, options.games, options.seed)
    plans = {"equal": equal, "mixed": new_plan(game, settings, (level, *(weaker,) * (num_seats - 1)), few, options.seed)}
    if level in MISTAKES:
        for pattern in families(game):
            plans[f"without-{pattern.removesuffix(':*')}"] = replace(equal, games=few, bars=(Bar(0, pattern),))
    return plans


def section(game: Game, num_seats: int, options: argparse.Namespace) -> str:
    """Return what is said of one number of seats."""
    folders = []
    for name, plan in batches(game, num_seats, options).items():
        folder = Path(options.work) / f"{game.slug}-{num_seats}-{options.level}" / name
        run(game, plan, folder)
        folders.append(folder)
    report = make_report(folders[0], load, also=folders[1:])
    print(f"{report.title}: done", flush=True)
    return f"## {num_seats} players\n\n" + "\n\n".join(answer_text(answer) for answer in report.answers)


def answer_text(answer: Answer) -> str:
    """Return an answer without the pictures, its rules and tables of events left to the full report."""
    tables = () if answer.id in ("rules", "choices") else answer.tables
    return "\n\n".join([f"**{answer.question}** {answer.sentences[0]}", *(markdown_table(table) for table in tables)])


def page(game: Game, options: argparse.Namespace) -> str:
    """Return the whole page of a game."""
    plan = batches(game, game.seats[0], options)["equal"]
    head = (
        f"# Balance of {game.slug}\n\nMade by `python -m tests.balance --level {options.level} --weaker {options.weaker} --games {options.games}"
        f" --seed {options.seed}`: {plan.games:,} games of {options.level} bots at each number of seats, rules {game.rules_version},"
        f" card set {game_settings(game).hash[:12]}. What each number means is in [the lab](../lab.md). It describes"
        " these bots; stronger ones may see it differently."
    )
    return "\n\n".join([head, *(section(game, seats, options) for seats in game.seats)]) + "\n"


def main() -> None:
    """Write the pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", default="greedy", help="who plays")
    parser.add_argument("--weaker", default="random", help="against whom skill is measured")
    parser.add_argument("--games", type=int, default=40_000, help="at each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=slugs(), help="one game")
    parser.add_argument("--work", default=str(ROOT / "build" / "balance"), help="where the games are kept")
    options = parser.parse_args()
    for slug in [options.only] if options.only else slugs():
        path = ROOT / "docs" / "balance" / f"{slug}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(page(load(slug), options), encoding="utf-8")


if __name__ == "__main__":
    main()
