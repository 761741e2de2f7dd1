"""The commands of `doubloon`, gathered: one small module a command."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from doubloon import __version__
from doubloon.cli import (
    analyse,
    bench,
    bench_search,
    check,
    ladder,
    perft,
    play,
    replay,
    report,
    rules,
    serve,
    simulate,
    tune,
)
from doubloon.engine.reading import brief

USAGE_ERROR: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
"""typer brings its own click or takes the one that is installed."""
LONGEST_REFUSAL = 400

app = typer.Typer(
    name="doubloon",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def print_version(wanted: bool) -> None:
    """Print the version and stop, when asked to."""
    if wanted:
        typer.echo(f"doubloon {__version__}")
        raise typer.Exit


@app.callback()
def doubloon(
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Three pirate card games on one engine: play them, study them, train on them."""


app.command()(play.play)
app.command()(serve.serve)
app.command()(replay.replay)
app.command()(ladder.ladder)
app.command("analyse")(analyse.analyse_record)
app.command()(rules.rules)
app.command()(perft.perft)
app.command()(check.check)
app.command()(simulate.simulate)
app.command()(report.report)
app.command()(tune.tune)
bench.app.command("search")(bench_search.bench_search)
app.add_typer(bench.app, name="bench")


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code. Raises what the command raises."""
    command = typer.main.get_command(app)
    try:
        with command.make_context("doubloon", list(arguments)) as context:
            command.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    except USAGE_ERROR as error:
        refusal: Any = error
        if type(error).__name__ == "NoArgsIsHelpError":
            refusal.show()
        else:
            typer.echo(f"doubloon: {brief(refusal.format_message(), LONGEST_REFUSAL)}{hint(refusal)}", err=True)
        return int(refusal.exit_code)
    return 0


def hint(error: Any) -> str:
    """Return where more is said of how a command is used."""
    context = getattr(error, "ctx", None)
    return "" if context is None else f" (`{context.command_path} --help` tells more)"
