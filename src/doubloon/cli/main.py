"""The command `doubloon`: runs what was asked, and ends well whatever happens. Nothing else is imported before Ctrl-C
can be answered.
"""

import errno
import os
import signal
import sys
from collections.abc import Callable, Sequence
from types import FrameType

from doubloon.cli.streams import flush, repair_streams, say

FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130
LONGEST_LINE = 4_000
"""Characters of a message; those with all keys of a game are long."""


def main() -> None:
    """Run the command line. Bad input ends with one line and exit code 2, Ctrl-C with 130, output that cannot be
    written with 1, a closed pipe quietly with 0.
    """
    ends_at_once = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if ends_at_once:
        signal.signal(signal.SIGINT, end_at_once)
    repair_streams()
    from doubloon.cli.commands import run  # noqa: PLC0415 - half a second, in which somebody may press Ctrl-C

    code = ended(run, sys.argv[1:], is_interruptible=ends_at_once)
    if ends_at_once:
        signal.signal(signal.SIGINT, end_at_once)
    sys.exit(code)


def end_at_once(number: int, frame: FrameType | None) -> None:
    """End the process where there is nothing to put in order: while it is loaded, and after its work is done."""
    say("doubloon: interrupted")
    os._exit(INTERRUPTED)


def ended(run: Callable[[Sequence[str]], int], arguments: Sequence[str], *, is_interruptible: bool) -> int:
    """Run a command, turn what ends it into at most one line, and return the exit code."""
    from doubloon.cli.choices import PlayerLeft  # noqa: PLC0415 - see main
    from doubloon.engine.errors import DoubloonError  # noqa: PLC0415
    from doubloon.engine.reading import brief  # noqa: PLC0415

    code = 0
    try:
        if is_interruptible:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = run(arguments)
        flush(sys.stdout)
    except DoubloonError as error:
        say(f"doubloon: {brief(str(error), LONGEST_LINE)}")
        code = BAD_INPUT
    except (PlayerLeft, EOFError):
        pass
    except KeyboardInterrupt:
        say("doubloon: interrupted")
        code = INTERRUPTED
    except MemoryError:
        say("doubloon: there is not enough memory")
        code = FAILED
    except OSError as error:
        code = unwritable(error)
    except SystemExit as end:
        if not isinstance(end.__context__, BrokenPipeError):  # which rich answers so
            raise
    try:
        flush(sys.stdout)
    except OSError as error:
        code = code or unwritable(error)
    return code


def unwritable(error: OSError) -> int:
    """Say what could not be written, unless a reader had enough, and return the exit code."""
    if error.errno == errno.EPIPE:
        return 0
    say(f"doubloon: {error.filename or 'the output'}: cannot be written: {error.strerror or error}")
    return FAILED
