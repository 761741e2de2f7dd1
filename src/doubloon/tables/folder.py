"""The folder in which games, accounts and results are kept."""

import os
from pathlib import Path

from doubloon.engine.errors import DoubloonError


def data_folder() -> Path:
    """Return the data folder: `$DOUBLOON_DATA`, else the user's. Raises DoubloonError where the user has no home."""
    named = os.environ.get("DOUBLOON_DATA")
    if named:
        return Path(named)
    try:
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "doubloon"
    except RuntimeError:
        raise DoubloonError(
            "there is no home folder to keep games in; name a folder with --data or $DOUBLOON_DATA"
        ) from None
