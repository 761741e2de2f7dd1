"""What a tuning is after: each goal turns a batch into a number that shall become small, and says it in words."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from doubloon.engine.errors import BadSetting
from doubloon.engine.reading import decimal_or, shown
from doubloon.sim.gather import TENTHS, Gathered
from doubloon.sim.play_answers import LAST_QUARTER

PERCENT = 100.0


def seat_gap(found: Gathered) -> float:
    """Return how far the place in the turn order with the least fair share is from it, in percentage points."""
    return PERCENT * max(abs(float(wins) / found.games - 1 / found.plan.num_seats) for wins in found.by_order)


def card_spread(found: Gathered) -> float:
    """Return the standard deviation of the worth of the cards, each as often as it is taken, in percentage points."""
    cards = [card for card in found.worth.cards if card.worth.is_known] if found.worth else []
    weight = sum(card.a_game for card in cards)
    return PERCENT * math.sqrt(sum(card.a_game * card.worth.value**2 for card in cards) / weight) if weight else 0.0


def mean_of(name: str, divisor: int = 1) -> Callable[[Gathered], float]:
    """Return a function that gives the mean of a number of each game."""
    return lambda found: found.histograms[name].moments.mean / divisor


def comebacks(found: Gathered) -> float:
    """Return in how many games, in percent, the winner was behind in the last quarter."""
    return PERCENT * found.histograms["ahead_from"].share(LAST_QUARTER) / found.games


def limits(found: Gathered) -> float:
    """Return how many games, in percent, a limit ended."""
    return PERCENT * found.at_limit / found.games


@dataclass(frozen=True)
class Kind:
    """What may be a goal: how it is measured, in which unit, and whether less, more, or a given number is wanted."""

    measure: Callable[[Gathered], float]
    unit: str
    sense: str  # "less", "more", or "near" with a number


KINDS: Mapping[str, Kind] = {
    "seats": Kind(seat_gap, "points from a fair share, worst place", "less"),
    "cards": Kind(card_spread, "points, spread of card worth", "less"),
    "turns": Kind(mean_of("turns"), "turns", "near"),
    "decisions": Kind(mean_of("decisions"), "decisions", "near"),
    "minutes": Kind(mean_of("minutes", TENTHS), "minutes, estimated", "near"),
    "leads": Kind(mean_of("lead_changes"), "changes of the lead", "more"),
    "comebacks": Kind(comebacks, "% of games with a winner behind in the last quarter", "more"),
    "margin": Kind(mean_of("margin"), "margin of the best over the second", "less"),
    "limits": Kind(limits, "% of games ended by a limit", "less"),
}


@dataclass(frozen=True)
class Goal:
    """One goal of a tuning; `target` for those that want a number."""

    name: str
    target: float = 0.0

    @property
    def kind(self) -> Kind:
        """Return what it measures."""
        return KINDS[self.name]

    def value(self, found: Gathered) -> float:
        """Return what is measured, in its unit."""
        return self.kind.measure(found)

    def loss(self, value: float) -> float:
        """Return a number that is the smaller the better a value is."""
        if self.kind.sense == "near":
            return abs(value - self.target)
        return -value if self.kind.sense == "more" else value

    def __str__(self) -> str:
        return f"{self.name}={self.target:g}" if self.kind.sense == "near" else self.name


def read_goals(text: str) -> tuple[Goal, ...]:
    """Return the goals of `seats,cards,turns=30`. Raises BadSetting."""
    goals = tuple(read_goal(part.strip()) for part in text.split(","))
    if len({goal.name for goal in goals}) < len(goals):
        raise BadSetting(f"--goal {shown(text)}: a goal is named twice")
    return goals


def read_goal(text: str) -> Goal:
    """Return one goal. Raises BadSetting."""
    name, equals, target = text.partition("=")
    if name not in KINDS:
        raise BadSetting(f"--goal: unknown goal {shown(name)}; there are: {', '.join(KINDS)}")
    if (KINDS[name].sense == "near") != bool(equals):
        raise BadSetting(
            f"--goal {shown(text)}: expected "
            f"{f'{name}=NUMBER' if KINDS[name].sense == 'near' else f'{name} without a number'}"
        )
    if not equals:
        return Goal(name)
    value = decimal_or(target, math.nan)
    if not 0 <= value < math.inf:
        raise BadSetting(f"--goal {shown(text)}: expected a number after the equals sign, not {shown(target)}")
    return Goal(name, value)
