"""The command `doubloon`: one small module a command; this one gathers them and turns errors into one clear line."""

import os
import sys
from typing import Annotated

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
from doubloon.cli.choices import PlayerLeft
from doubloon.engine.errors import DoubloonError

BAD_INPUT = 2
INTERRUPTED = 130

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


def main() -> None:
    """Run the command line. Bad input ends with one line and exit code 2, Ctrl-C with 130, a closed pipe quietly."""
    try:
        app()
    except DoubloonError as error:
        print(f"doubloon: {error}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except PlayerLeft:
        sys.exit(0)
    except KeyboardInterrupt:
        print("doubloon: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # Python flushes stdout once more at exit; give it a place where that works.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
