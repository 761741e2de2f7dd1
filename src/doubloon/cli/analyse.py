"""`doubloon analyse`: what each decision of a recorded game was worth, by what its seat knew."""

import json
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.text import Text

from doubloon.bots import new_searcher
from doubloon.bots.analyst import Judgement, TurningPoint, analyse, turning_points
from doubloon.cli.console import Board, new_console, new_translator, percent, seat_names
from doubloon.cli.options import AsJson, Language, read_language
from doubloon.cli.progress import progress_bar
from doubloon.engine.contract import Game
from doubloon.engine.errors import BadRecord, BadSeats
from doubloon.engine.message import Message
from doubloon.engine.playthrough import Playthrough
from doubloon.engine.record import open_playthrough, read_record_file, replay_to_end
from doubloon.games import load

NOTED_LOSS = 0.02
"""A choice that cost less chance than this is as good as the best one."""


class Judged(NamedTuple):
    """A judgement with the words of its two actions, which only the table of that moment knows."""

    judgement: Judgement
    played: Message
    best: Message


def analyse_record(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="The record of a finished game.")],
    seat: Annotated[
        int | None, typer.Option("--seat", min=0, help="Only this seat, counted from 0; all seats without it.")
    ] = None,
    level: Annotated[
        str, typer.Option("--level", help="Who judges: mate, captain or admiral, or one with changed numbers.")
    ] = "captain",
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Judge every decision of a finished game: the chance to win before and after by what the seat knew, and the
    turning points.
    """
    record = read_record_file(file)
    game = load(record.header.game)
    ended = replay_to_end(record, game, str(file))
    if not ended.is_over:
        raise BadRecord(f"{file}: the game is not over; only finished games are analysed")
    if seat is not None and seat >= ended.num_seats:
        raise BadSeats(f"--seat {seat}: the game has seats 0 .. {ended.num_seats - 1}")
    new_searcher(level, game, 0)
    seats = list(range(ended.num_seats)) if seat is None else [seat]
    judged = judge_all(open_playthrough(record, game, str(file)), ended, seats, level)
    judgements = [found.judgement for found in judged]
    points = turning_points(judgements, shares(ended))
    if as_json:
        typer.echo(json.dumps(as_data(game, level, judgements, points), indent=1))
        return
    names = seat_names(record.header)
    Report(Board(new_console(), new_translator(game, read_language(lang), names))).tell(judged, points)


def judge_all(playthrough: Playthrough, ended: Playthrough, seats: list[int], level: str) -> list[Judged]:
    """Return the judgement of each decision of an ended game, with a bar that shows how far it is."""
    game = playthrough.game
    judged = []
    with progress_bar("analysing", len(ended.entries)) as advance:
        for judgement in analyse(playthrough, ended.entries, seats, lambda entry: new_searcher(level, game, entry)):
            advance(judgement.entry)
            observation = playthrough.observation(judgement.seat)
            played, best = (
                game.view.action(playthrough.rules, observation, judgement.seat, action)
                for action in (judgement.played, judgement.best)
            )
            judged.append(Judged(judgement, played, best))
    return judged


def shares(ended: Playthrough) -> dict[int, float]:
    """Return each seat's share of the first place."""
    places = ended.ranking().tolist()
    return {seat: (1 / places.count(0) if place == 0 else 0.0) for seat, place in enumerate(places)}


def as_data(game: Game, level: str, judgements: list[Judgement], points: list[TurningPoint]) -> dict[str, object]:
    """Return the whole analysis as plain data; actions by their stable names, chances between 0 and 1."""
    rows = [
        {
            "entry": judgement.entry,
            "seat": judgement.seat,
            "played": game.actions[judgement.played],
            "best": game.actions[judgement.best],
            "win_before": round(judgement.before, 4),
            "win_after": round(judgement.after, 4),
            "lost": round(judgement.lost, 4),
        }
        for judgement in judgements
    ]
    turns = [
        {
            "entry": point.judgement.entry,
            "seat": point.judgement.seat,
            "win_before": round(point.judgement.before, 4),
            "win_next": round(point.until, 4),
        }
        for point in points
    ]
    return {"game": game.slug, "level": level, "decisions": rows, "turning_points": turns}


class Report:
    """Tells an analysis in words."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.translator = board.translator

    def tell(self, judged: list[Judged], points: list[TurningPoint]) -> None:
        """Print each decision, what each seat lost in all, and the turning points."""
        text = self.translator.text
        self.title("cli.analysis.decisions")
        for found in judged:
            self.tell_decision(found)
        self.title("cli.analysis.sums")
        for seat in sorted({found.judgement.seat for found in judged}):
            own = [found.judgement for found in judged if found.judgement.seat == seat]
            costly = sum(judgement.lost >= NOTED_LOSS for judgement in own)
            lost = percent(self.translator, sum(judgement.lost for judgement in own))
            self.board.console.print(
                Text(
                    "  "
                    + text("cli.analysis.sum", seat=self.name(seat), n=len(own), costly=costly, lost=lost, count="n")
                )
            )
        self.title("cli.analysis.turning")
        played = {found.judgement.entry: self.translator.render(found.played) for found in judged}
        for point in points:
            entry = point.judgement.entry
            chances = {
                "before": percent(self.translator, point.judgement.before),
                "until": percent(self.translator, point.until),
            }
            self.line(
                entry, text("cli.analysis.point", seat=self.name(point.judgement.seat), played=played[entry], **chances)
            )

    def tell_decision(self, found: Judged) -> None:
        """Print a decision: what was played and the chance with it; where that cost something, also what was better."""
        judgement, text = found.judgement, self.translator.text
        seat, played = self.name(judgement.seat), self.translator.render(found.played)
        if judgement.lost < NOTED_LOSS:
            self.line(
                judgement.entry,
                text("cli.analysis.good", seat=seat, played=played, after=percent(self.translator, judgement.after)),
                "dim",
            )
            return
        best, lost = self.translator.render(found.best), percent(self.translator, judgement.lost)
        numbers = {
            "before": percent(self.translator, judgement.before),
            "after": percent(self.translator, judgement.after),
            "lost": lost,
        }
        self.line(judgement.entry, text("cli.analysis.better", seat=seat, played=played, best=best, **numbers))

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.translator.names[seat]

    def title(self, id: str) -> None:
        """Print a heading."""
        self.board.console.print()
        self.board.console.print(Text(self.translator.text(id), style="bold"))

    def line(self, entry: int, words: str, style: str = "") -> None:
        """Print words beside the number of an entry."""
        self.board.beside(Text(f"{entry:>5}  ", style="dim"), words, style)
