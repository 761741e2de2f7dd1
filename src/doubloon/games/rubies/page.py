"""What the pages of `rubies` need beside its data: the faces of its cards, and which actions need confirmation."""

from collections.abc import Mapping

from doubloon.engine.contract import Face, Page, Record
from doubloon.games.rubies.frames import phase
from doubloon.games.rubies.reasons import reason
from doubloon.games.rubies.state import NUM_CABINS, NUM_KINDS, Action, Frame
from doubloon.games.rubies.words import abilities, card_id, card_name, sort_of


def faces(rules: Record) -> Mapping[str, Face]:
    """Return what is printed on each card that this table has."""
    found = {}
    for kind in range(NUM_KINDS):
        if rules.copies[kind]:
            numbers = {
                "infamy": int(rules.infamy[kind]),
                "cost": int(rules.cost[kind]),
                "copies": int(rules.copies[kind]),
            }
            found[card_id(rules, kind)] = Face(
                card_name(rules, kind), sort_of(rules, kind), tuple(abilities(rules, kind)), numbers
            )
    return found


def costly(rules: Record, observation: Record, seat: int, action: int) -> bool:
    """Tell whether an action dismisses a pirate though nothing demands it, or grasps every ruby of several (R6.5,
    R4.2).
    """
    if Action.DISMISS <= action < Action.DISMISS + NUM_CABINS:
        return phase(observation) == Frame.SKILLS
    return action > Action.GRASP + 1 and action == Action.GRASP + int(observation.island[seat])


PAGE = Page(faces, costly, reason=reason)
