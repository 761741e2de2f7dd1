"""What a sensible diver prefers."""

from doubloon.engine.contract import Mask, Record, Scores
from doubloon.engine.jit import rule
from doubloon_wreck.state import DEEPEST, Action, Kind, Zone


@rule
def prefer(rules: Record, observation: Record, seat: int, mask: Mask, scores: Scores) -> None:
    """Write a score for each legal action into scores, (NUM_ACTIONS,). All depths are equal, so that a bot takes any of
    them: whoever always dives alike is never alone.
    """
    for depth in range(DEEPEST):
        scores[Action.DEPTH + depth] = 0.0
    scores[Action.SURFACE] = 0.0
    if mask[Action.DRAW] == 1:
        scores[Action.DRAW] = gain_of_token(rules, observation, seat)


@rule
def gain_of_token(rules: Record, observation: Record, seat: int) -> float:
    """Return what one more token brings on average, in points: what may be drawn, less what a shark would take."""
    pearls = int(observation.tokens[Zone.BAG, Kind.PEARL])
    gold = int(observation.tokens[Zone.BAG, Kind.GOLD])
    sharks = int(observation.tokens[Zone.BAG, Kind.SHARK])
    brings = pearls * int(rules.pearl_points) + gold * int(rules.gold_points)
    costs = sharks * (points_held(rules, observation) + (int(observation.depth[seat]) - 1) * int(rules.depth_points))
    return (brings - costs) / max(1, pearls + gold + sharks)


@rule
def points_held(rules: Record, observation: Record) -> int:
    """Return what the tokens in the diver's hand are worth."""
    pearls = int(observation.tokens[Zone.HAND, Kind.PEARL]) * int(rules.pearl_points)
    return pearls + int(observation.tokens[Zone.HAND, Kind.GOLD]) * int(rules.gold_points)
