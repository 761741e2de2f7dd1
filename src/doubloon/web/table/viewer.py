"""Who looks at a table."""

from dataclasses import dataclass

from doubloon.tables.rows import Person


@dataclass(frozen=True)
class Viewer:
    """Who looks, and how."""

    person: Person | None
    language: str
    csrf: str = ""
    base: str = ""
    """Scheme and host, for links that are sent to others."""
    invite: str = ""
    """Key of a private table in the address; what anonymous visitors came in with."""
    muted: frozenset[str] = frozenset()
    confirming: int | None = None
    refusal: str = ""
    mark: str = ""
    """Of the session (`Sessions.mark`); empty where the browser sent none."""
