"""Standard input and output as they may be: closed, full, or of an encoding that lacks half of our characters."""

import codecs
import os
import sys
import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import TextIO

HANDLER = "doubloon.readable"
LAST_STANDARD = 2
PLAIN = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−─━", "-"),
        **dict.fromkeys("“”„‟«»", '"'),
        **dict.fromkeys("‘’‚‛‹›", "'"),
        **dict.fromkeys("│┃", "|"),
        **dict.fromkeys("•·・", "*"),
        "×": "x",
        "▶": ">",
        "→": "->",
        "←": "<-",
        "≥": ">=",
        "≤": "<=",
        "、": ",",
        "。": ".",
        "「": '"',
        "」": '"',
        "œ": "oe",
        "Œ": "OE",
        "æ": "ae",
        "ß": "ss",
    }
)
"""What stands for characters that an encoding lacks; letters lose their accents."""


def repair_streams() -> None:
    """Give closed standard streams a place, so that no file of ours takes their number, and let no character stop the
    output or the input.
    """
    handle = os.open(os.devnull, os.O_RDWR)
    while handle <= LAST_STANDARD:
        handle = os.dup(handle)
    os.close(handle)
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - open as long as the process lives
    codecs.register_error(HANDLER, readable)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, HANDLER), (sys.stderr, HANDLER)):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)


def readable(error: UnicodeError) -> tuple[str, int]:
    """Return ASCII for characters that the encoding of the output lacks. Raises what is no such error."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain, error.object[error.start : error.end])), error.end


def plain(character: str) -> str:
    """Return ASCII that stands for a character."""
    if "\ud800" <= character <= "\udfff":
        return character.encode("utf-8", "backslashreplace").decode()
    parts = unicodedata.normalize("NFKD", character.translate(PLAIN)).translate(PLAIN)
    return "".join(part for part in parts if part.isascii()) or ("" if unicodedata.combining(character) else "?")


def say(words: str) -> None:
    """Print a line on standard error, where that works."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            print(words, file=sys.stderr, flush=True)


def flush(stream: TextIO | None) -> None:
    """Have all that was printed leave this process. Raises OSError, and forgets what cannot leave: Python would try it
    once more at its end.
    """
    if stream is None:
        return
    try:
        stream.flush()
    except OSError:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
        raise
