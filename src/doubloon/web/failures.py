"""What nobody expected. Whoever asked gets a number instead of a traceback, and the log has the same number with what
happened and where: never a value, for values are talk, names, passwords and keys.
"""

import errno
import logging
import secrets
from traceback import extract_tb

from starlette.responses import PlainTextResponse, Response
from starlette.types import Scope

from doubloon.engine.errors import DoubloonError
from doubloon.engine.reading import brief
from doubloon.tables.errors import OVERLOADED, Broken, Unavailable, chain, is_fault
from doubloon.web.languages import refusal_words
from doubloon.web.quiet import Quiet
from doubloon.web.requests import retry_after, status_of

LOG = logging.getLogger(__name__)
QUIET = Quiet(LOG)
NUMBER_BYTES = 4
SCOPE_KEY = "doubloon.failure"
"""Where the number of a failure is kept beside its request, so that it is logged once."""
SCARCE = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM})
"""What the system says where a process may have no more open files or memory."""
NO_THREAD = "can't start new thread"
PLAIN = "Something went wrong on the server.\n"
NO_MORE = (
    "the system gives no more: %s; what was asked for is refused (open files: `ulimit -n`, docs/server.md, Refusals)"
)


def told_of(scope: Scope, error: Exception) -> DoubloonError:
    """Return what is said of an error to the one who asked; a fault of ours is logged."""
    if isinstance(error, DoubloonError) and not is_fault(error):
        return error
    scarce = next((found for found in chain(error) if is_scarce(found)), None)
    if scarce is not None:
        QUIET.warning(NO_MORE, what(scarce), key=type(scarce))
        return Unavailable("the system gives no more", OVERLOADED)
    return Broken(note(scope, error))


def is_scarce(error: BaseException) -> bool:
    """Tell whether the system had no more to give."""
    return (
        isinstance(error, MemoryError)
        or (isinstance(error, OSError) and error.errno in SCARCE)
        or (isinstance(error, RuntimeError) and str(error) == NO_THREAD)
    )


def note(scope: Scope, error: Exception) -> str:
    """Log a fault, and return its number; a request has one. The same fault is told whole once a minute."""
    number: str = scope.get(SCOPE_KEY, "")
    if not number:
        number = scope[SCOPE_KEY] = secrets.token_hex(NUMBER_BYTES)
        places = [[what(found), *where(found)] for found in chain(error)]
        kind = " in ".join(places[0][:2])
        LOG.error("failure %s: %s %s: %s", number, scope["method"], brief(scope["path"]), kind)
        whole = "\n".join("\n  in ".join(place) for place in places)
        QUIET.warning("failure %s came so:\n%s", number, whole, key=kind)
    return number


def what(error: BaseException) -> str:
    """Return the kind of an error without what it says, which may be anybody's; the system's own words are kept."""
    name = type(error).__name__
    return f"{name} ({error.strerror})" if isinstance(error, OSError) and error.strerror else name


def where(error: BaseException) -> list[str]:
    """Return the places that an error came through, innermost first."""
    frames = extract_tb(error.__traceback__)
    return [f"{frame.name}, {frame.filename}:{frame.lineno}" for frame in reversed(frames)]


def bare(error: DoubloonError, language: str) -> Response:
    """Return the words of a refusal alone, where not even a page can be made of them."""
    try:
        words = refusal_words(error, language)
    except Exception:  # the catalogues cannot be read either
        words = PLAIN
    return PlainTextResponse(words, status_of(error), retry_after(error))
