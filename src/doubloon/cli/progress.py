"""A progress bar with the time left, on standard error; nothing where that is not a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress_bar(title: str, total: int, done: int = 0) -> Iterator[Callable[[int], None]]:
    """Show a bar while the block runs; yields the function that is told how much is done in all."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(title, total=total, completed=done)
        yield lambda completed: progress.update(task, completed=completed)
