"""`doubloon report`: what a simulation says, as one HTML file and a Markdown summary."""

from pathlib import Path
from typing import Annotated

import typer

from doubloon.cli.extras import lab_libraries
from doubloon.games import load


def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder that `doubloon simulate` filled.")],
    against: Annotated[
        Path | None,
        typer.Option(
            "--against", metavar="DIR", help="Another simulation of the game: what changed, which differences are real."
        ),
    ] = None,
    also: Annotated[
        list[Path] | None,
        typer.Option(
            "--also", metavar="DIR", help="Simulations with mixed levels or barred players, for skill and restrictions."
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Where the report goes; without it, to the simulation.")
    ] = None,
) -> None:
    """Answer a designer's questions from simulated games, each with an interval, a picture, a table and a sentence in
    words.
    """
    with lab_libraries():
        from doubloon.sim.page import as_page  # noqa: PLC0415 - an extra
        from doubloon.sim.report import make_report, write_report  # noqa: PLC0415
    made = make_report(folder, load, against, also or ())
    html, markdown = write_report(made, as_page(made), out or folder)
    typer.echo(f"{made.title}\n  {html}\n  {markdown}")
