"""Writes docs/balance: what the lab says of every game at every number of seats. `make balance`, or `python -m tests.balance --level captain`.

With a slow level ask for fewer games. Folders of games are kept in `--work`, so that an interrupted run goes on.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from doubloon.bots import read_level
from doubloon.engine.contract import Game
from doubloon.engine.record import game_settings
from doubloon.engine.settings import load_settings
from doubloon.games import load, slugs
from doubloon.sim.answer import Answer, Table, number, ordinal, percent_interval, points_interval, with_interval
from doubloon.sim.batch import run
from doubloon.sim.gather import Gathered, gather
from doubloon.sim.goals import card_spread
from doubloon.sim.plan import Bar, Plan, families, new_plan
from doubloon.sim.play_answers import seat_shares
from doubloon.sim.report import make_report, markdown_table
from tests.support import ROOT

SMALLER = 4
"""Mixed levels and barred players need fewer games than the rest."""
PRESETS_PART = 2
PRESETS_SEED = 1000
"""Added to the seed, so that proposals are judged by games that they were not found with."""


PRESETS_HEAD = """\
# Card files that we propose

The default of a game stays as its rulebook says; these are files beside it, found by `doubloon tune` and by hand, that change house numbers and options
only. Made by `make balance`: {games:,} games of {level} bots for each line, of a seed that no search has seen. *Worst place*: the place in the turn order
furthest from its fair share; the intervals of all places hold together. *Spread*: standard deviation of the worth of the cards, in percentage points of
winning ([the lab](../lab.md)). They are judged by {level} bots; stronger ones may see it differently."""


def batches(game: Game, num_seats: int, options: argparse.Namespace) -> dict[str, Plan]:
    """Return the plans of a number of seats, the main one first."""
    settings = game_settings(game)
    level, weaker = options.level, options.weaker
    few = max(1, options.games // SMALLER)
    equal = new_plan(game, settings, (level,) * num_seats, options.games, options.seed)
    plans = {"equal": equal, "mixed": new_plan(game, settings, (level, *(weaker,) * (num_seats - 1)), few, options.seed)}
    if not read_level(level, game).searches:
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


def preset_files(game: Game) -> list[Path]:
    """Return the card files that we propose beside the game's own."""
    return sorted((game.folder / "cards").glob("*.toml"))


def presets_page(options: argparse.Namespace) -> str:
    """Return what the proposed card files do, beside each game as it is."""
    games = options.games // PRESETS_PART
    head = PRESETS_HEAD.format(games=games, level=options.level)
    parts = [head]
    for slug in slugs():
        game = load(slug)
        if preset_files(game):
            table = Table(
                "", ("card file", "players", "worst place", "spread", "turns", "changes of the lead", "flagged cards"), tuple(preset_rows(game, options))
            )
            parts += [f"## {slug}", *(change_text(game, path) for path in preset_files(game)), markdown_table(table)]
    return "\n\n".join(parts) + "\n"


def change_text(game: Game, path: Path) -> str:
    """Return what a proposed file changes."""
    changes = load_settings(game.schema, path).differences(game_settings(game))
    return f"`doubloon play {game.slug} --cards src/doubloon/games/{game.slug}/cards/{path.name}`: " + ", ".join(f"`{change}`" for change in changes) + "."


def preset_rows(game: Game, options: argparse.Namespace) -> Iterator[tuple[str, ...]]:
    """Yield a row for each card file and number of seats."""
    for path in [game.folder / "cards.toml", *preset_files(game)]:
        settings = load_settings(game.schema, path)
        for num_seats in game.seats:
            plan = new_plan(game, settings, (options.level,) * num_seats, max(1, options.games // PRESETS_PART), options.seed + PRESETS_SEED)
            folder = Path(options.work) / f"{game.slug}-{num_seats}-{options.level}" / f"preset-{path.stem}"
            run(game, plan, folder)
            yield preset_row(path, gather(folder, load))


def preset_row(path: Path, found: Gathered) -> tuple[str, ...]:
    """Return what a card file does at a number of seats."""
    fair = 1 / found.plan.num_seats
    shares = seat_shares(found)
    place = max(range(len(shares)), key=lambda index: abs(shares[index].value - fair))
    flagged = [f"{card.name} {points_interval(card.worth)}" for card in found.worth.cards if card.flag] if found.worth else []
    return (
        "as it is" if path.name == "cards.toml" else path.stem,
        str(found.plan.num_seats),
        f"{ordinal(place)}: {percent_interval(shares[place])}",
        number(card_spread(found)),
        with_interval(found.histograms["turns"].mean()),
        with_interval(found.histograms["lead_changes"].mean()),
        ", ".join(flagged) or "none",
    )


def main() -> None:
    """Write the pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", default="sailor", help="who plays")
    parser.add_argument("--weaker", default="random", help="against whom skill is measured")
    parser.add_argument("--games", type=int, default=40_000, help="at each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=slugs(), help="one game, without the page of presets")
    parser.add_argument("--presets", action="store_true", help="only the page of presets")
    parser.add_argument("--work", default=str(ROOT / "build" / "balance"), help="where the games are kept")
    options = parser.parse_args()
    for slug in () if options.presets else (options.only,) if options.only else slugs():
        path = ROOT / "docs" / "balance" / f"{slug}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(page(load(slug), options), encoding="utf-8")
    if not options.only:
        (ROOT / "docs" / "balance" / "presets.md").write_text(presets_page(options), encoding="utf-8")


if __name__ == "__main__":
    main()
