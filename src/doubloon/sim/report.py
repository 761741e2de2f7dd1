"""A report of a batch: all answers, as one HTML file and as a Markdown summary."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from doubloon import __version__
from doubloon.engine.contract import Game
from doubloon.engine.errors import DoubloonError
from doubloon.engine.playthrough import game_settings
from doubloon.sim import play_answers, use_answers
from doubloon.sim.answer import Answer, Table
from doubloon.sim.batch import write_whole
from doubloon.sim.compare import compare
from doubloon.sim.gather import Gathered, gather
from doubloon.sim.intervals import LEVEL
from doubloon.sim.plan import command_of, plan_settings, seats_text

HTML_NAME = "report.html"
MARKDOWN_NAME = "report.md"


@dataclass(frozen=True)
class Report:
    """A report before it is written: a title, facts of the batch, answers."""

    title: str
    facts: tuple[tuple[str, str], ...]
    answers: tuple[Answer, ...]


def make_report(
    out: Path, load: Callable[[str], Game], against: Path | None = None, also: Sequence[Path] = ()
) -> Report:
    """Return the report of a batch; skill and restrictions also from the batches `also`. Raises DoubloonError where one
    cannot be read or does not fit.
    """
    found = gather(out, load)
    others = [found, *(fitting(found, gather(path, load), path) for path in also)]
    answers = [
        play_answers.seats(found),
        play_answers.length(found),
        play_answers.scores(found),
        play_answers.leads(found),
        use_answers.cards(found),
        use_answers.actions(found),
        use_answers.rules(found),
        play_answers.choices(found),
        use_answers.skill(others),
        use_answers.restriction(others),
    ]
    if against is not None:
        answers.append(compare(found, fitting(found, gather(against, load), against)))
    title = f"{found.plan.game}, {found.plan.num_seats} players: {found.games:,} games"
    return Report(title, facts(found), tuple(answers))


def fitting(found: Gathered, other: Gathered, path: Path) -> Gathered:
    """Return another batch of the same game. Raises DoubloonError for one of another game."""
    if other.plan.game != found.plan.game:
        raise DoubloonError(f"{path}: a simulation of {other.plan.game}; expected one of {found.plan.game}")
    return other


def facts(found: Gathered) -> tuple[tuple[str, str], ...]:
    """Return what one must know to make the batch again."""
    own = game_settings(found.game)
    changes = plan_settings(found.plan, found.game).differences(own)
    changes += [f"without {key}" for key in own.values if key not in found.plan.values]
    rows = [
        ("players", seats_text(found.plan.levels) + ("" if found.plan.rotates else ", each at its seat")),
        ("games", f"{found.games:,}" + ("" if found.is_complete else f" of {found.plan.games:,}, so far")),
        ("changed", ", ".join(changes) or "nothing"),
        ("card set", plan_settings(found.plan, found.game).hash[:12]),
        ("made by", command_of(found.plan, found.game)),
        ("version", f"doubloon {__version__}, rules {found.game.rules_version}"),
        ("intervals", f"{LEVEL:.0%}; one that holds for several at once says so"),
    ]
    return tuple(rows)


def write_report(report: Report, html: str, folder: Path) -> tuple[Path, Path]:
    """Write both files into a folder and return where they are. Raises DoubloonError."""
    paths = folder / HTML_NAME, folder / MARKDOWN_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(paths[0], html.encode())
        write_whole(paths[1], as_markdown(report).encode())
    except OSError as error:
        raise DoubloonError(f"{folder}: cannot be written: {error}") from error
    return paths


def as_markdown(report: Report) -> str:
    """Return the report without its pictures."""
    parts = [f"# {report.title}", markdown_table(Table("", ("batch", ""), report.facts))]
    for answer in report.answers:
        parts += [f"## {answer.question}", *answer.sentences, *(markdown_table(table) for table in answer.tables)]
    return "\n\n".join(parts) + "\n"


def markdown_table(table: Table) -> str:
    """Return a table in Markdown."""
    rows = [table.headers, tuple("---" for _ in table.headers), *table.rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)
