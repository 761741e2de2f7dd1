"""What the pages of `wreck` need beside its data: what its tokens are; nothing is asked twice."""

from collections.abc import Mapping

from doubloon.engine.contract import Face, Page, Record
from doubloon.engine.message import Message
from doubloon_wreck.reasons import reason


def faces(rules: Record) -> Mapping[str, Face]:
    """Return what is printed on each token."""
    points = {"pearl": int(rules.pearl_points), "gold": int(rules.gold_points)}
    shark = Face(Message("kind.shark"), "shark", (Message("page.shark"),), {})
    treasure = {
        kind: Face(Message(f"kind.{kind}"), "treasure", (Message("page.points", {"n": n}, "n"),), {"points": n})
        for kind, n in points.items()
    }
    return {**treasure, "shark": shark}


def costly(rules: Record, observation: Record, seat: int, action: int) -> bool:
    """Return False: a press of a button gives nothing away."""
    return False


PAGE = Page(faces, costly, reason=reason)
