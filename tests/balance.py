"""Writes docs/balance: what the lab says of every game at every number of seats. `make balance`, or `make balance
LEVEL=captain GAMES=400`.

Each level has files of its own. Folders of games are kept in `--work`, so that an interrupted run goes on.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from doubloon.bots import read_level
from doubloon.engine.contract import Game
from doubloon.engine.playthrough import game_settings
from doubloon.engine.settings import load_settings
from doubloon.games import load
from doubloon.sim.answer import Answer, Table, number, ordinal, percent_interval, points_interval, with_interval
from doubloon.sim.batch import run
from doubloon.sim.gather import Gathered, gather
from doubloon.sim.goals import card_spread
from doubloon.sim.plan import Bar, Plan, families, new_plan
from doubloon.sim.play_answers import seat_shares
from doubloon.sim.report import make_report, markdown_table
from tests.conftest import OWN_GAMES
from tests.support import ROOT

SLUGS = tuple(game.slug for game in OWN_GAMES)
FOLDER = ROOT / "docs" / "balance"
LEVEL = "sailor"
"""Whose files have no level in their names."""
GAMES = {"shipyard": 40_000, "isles": 20_000, "rubies": 12_000}
"""At each number of seats: so many that the intervals are about equally narrow."""
PRESET_GAMES = 20_000
"""For each line of the page of proposals."""
SEARCH_PART = 100
"""Bots that search get the hundredth part of the games, if nothing else is said: they take milliseconds a decision."""
SMALLER = 4
"""Mixed levels and barred players need fewer games than the rest."""
PRESETS_SEED = 1000
"""Added to the seed, so that proposals are judged by games that they were not found with."""


PRESETS_HEAD = """\
# Card files that we propose

The default of a game stays as its rulebook says; these are files beside it, found by `doubloon tune` and by hand, that
change house numbers and options only. Made by `{command}`: {games:,} games of {level} bots for each line, of a seed
that no search has seen. *Worst place*: the place in the turn order furthest from its fair share; the intervals of all
places hold together. *Spread*: standard deviation of the worth of the cards, in percentage points of winning
([the lab](../lab.md)). They are judged by {level} bots; stronger ones may see it differently."""


def batches(game: Game, num_seats: int, options: argparse.Namespace) -> dict[str, Plan]:
    """Return the plans of a number of seats, the main one first."""
    settings = game_settings(game)
    level, weaker = options.level, weaker_than(game, options)
    games = games_of(game, GAMES[game.slug], options)
    few = max(1, games // SMALLER)
    equal = new_plan(game, settings, (level,) * num_seats, games, options.seed)
    plans = {
        "equal": equal,
        "mixed": new_plan(game, settings, (level, *(weaker,) * (num_seats - 1)), few, options.seed),
    }
    if not read_level(level, game).searches:
        for pattern in families(game):
            plans[f"without-{pattern.removesuffix(':*')}"] = replace(equal, games=few, bars=(Bar(0, pattern),))
    return plans


def games_of(game: Game, usual: int, options: argparse.Namespace) -> int:
    """Return how many games are played: as many as were asked for, else the usual number, or what of it the level can
    do.
    """
    return int(options.games) or (usual // SEARCH_PART if read_level(options.level, game).searches else usual)


def weaker_than(game: Game, options: argparse.Namespace) -> str:
    """Return the level against which skill is measured."""
    return str(options.weaker) or (LEVEL if read_level(options.level, game).searches else "random")


def path_of(name: str, level: str) -> Path:
    """Return the file of a game, or of the proposals, by bots of a level."""
    return FOLDER / (f"{name}.md" if level == LEVEL else f"{name}-{level}.md")


def command_of(what: str, games: int, options: argparse.Namespace) -> str:
    """Return the command that writes one file."""
    return f"python -m tests.balance {what} --level {options.level} --games {games} --seed {options.seed}"


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
    return "\n\n".join([page_head(game, options), *(section(game, seats, options) for seats in game.seats)]) + "\n"


def page_head(game: Game, options: argparse.Namespace) -> str:
    """Return the title of a page and how it was made."""
    games = games_of(game, GAMES[game.slug], options)
    command = command_of(f"--only {game.slug}", games, options) + f" --weaker {weaker_than(game, options)}"
    return (
        f"# Balance of {game.slug}\n\nMade by `{command}`: {games:,} games of {options.level} bots at each number "
        f"of seats, rules {game.rules_version},"
        f" card set {game_settings(game).hash[:12]}. What each number means is in [the lab](../lab.md). It describes"
        " these bots; stronger ones may see it differently."
    )


def preset_files(game: Game) -> list[Path]:
    """Return the card files that we propose beside the game's own."""
    return sorted((game.folder / "cards").glob("*.toml"))


def presets_page(options: argparse.Namespace) -> str:
    """Return what the proposed card files do, beside each game as it is."""
    parts = [presets_head(options)]
    for slug in SLUGS:
        game = load(slug)
        if preset_files(game):
            table = Table(
                "",
                ("card file", "players", "worst place", "spread", "turns", "changes of the lead", "flagged cards"),
                tuple(preset_rows(game, options)),
            )
            parts += [f"## {slug}", *(change_text(game, path) for path in preset_files(game)), markdown_table(table)]
    return "\n\n".join(parts) + "\n"


def presets_head(options: argparse.Namespace) -> str:
    """Return the beginning of the page of proposals."""
    games = games_of(load(SLUGS[0]), PRESET_GAMES, options)
    return PRESETS_HEAD.format(games=games, level=options.level, command=command_of("--presets", games, options))


def change_text(game: Game, path: Path) -> str:
    """Return what a proposed file changes."""
    changes = load_settings(game.schema, path).differences(game_settings(game))
    return (
        f"`doubloon play {game.slug} --cards src/doubloon/games/{game.slug}/cards/{path.name}`: "
        + ", ".join(f"`{change}`" for change in changes)
        + "."
    )


def preset_rows(game: Game, options: argparse.Namespace) -> Iterator[tuple[str, ...]]:
    """Yield a row for each card file and number of seats."""
    for path in [game.folder / "cards.toml", *preset_files(game)]:
        settings = load_settings(game.schema, path)
        for num_seats in game.seats:
            games = games_of(game, PRESET_GAMES, options)
            plan = new_plan(game, settings, (options.level,) * num_seats, games, options.seed + PRESETS_SEED)
            folder = Path(options.work) / f"{game.slug}-{num_seats}-{options.level}" / f"preset-{path.stem}"
            run(game, plan, folder)
            yield preset_row(path, gather(folder, load))


def preset_row(path: Path, found: Gathered) -> tuple[str, ...]:
    """Return what a card file does at a number of seats."""
    fair = 1 / found.plan.num_seats
    shares = seat_shares(found)
    place = max(range(len(shares)), key=lambda index: abs(shares[index].value - fair))
    flagged = (
        [f"{card.name} {points_interval(card.worth)}" for card in found.worth.cards if card.flag] if found.worth else []
    )
    return (
        "as it is" if path.name == "cards.toml" else path.stem,
        str(found.plan.num_seats),
        f"{ordinal(place)}: {percent_interval(shares[place])}",
        number(card_spread(found)),
        with_interval(found.histograms["turns"].mean()),
        with_interval(found.histograms["lead_changes"].mean()),
        ", ".join(flagged) or "none",
    )


def read_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", default=LEVEL, help="who plays")
    parser.add_argument(
        "--weaker", default="", help="against whom skill is measured; random, or sailor where they search"
    )
    parser.add_argument("--games", type=int, default=0, help="at each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=SLUGS, help="one game, without the page of presets")
    parser.add_argument("--presets", action="store_true", help="only the page of presets")
    parser.add_argument("--work", default=str(ROOT / "build" / "balance"), help="where the games are kept")
    return parser.parse_args(arguments)


def main() -> None:
    """Write the pages."""
    options = read_options()
    FOLDER.mkdir(exist_ok=True)
    for slug in () if options.presets else (options.only,) if options.only else SLUGS:
        path_of(slug, options.level).write_text(page(load(slug), options), encoding="utf-8")
    if not options.only:
        path_of("presets", options.level).write_text(presets_page(options), encoding="utf-8")


if __name__ == "__main__":
    main()
