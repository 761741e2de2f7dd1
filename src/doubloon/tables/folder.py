"""The folder in which games, accounts and results are kept."""

import os
from pathlib import Path


def data_folder() -> Path:
    """Return the data folder: `$DOUBLOON_DATA`, else the user's."""
    named = os.environ.get("DOUBLOON_DATA")
    return (
        Path(named) if named else Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "doubloon"
    )
