"""The analyst: what a seat's decisions were worth by what it knew. The same search serves hints at a table and the
review of a finished game.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from doubloon.bots.search import Searcher, go_on
from doubloon.engine.playthrough import Entry, Playthrough, Sight

TURNING_POINTS = 3
ENOUGH = 0.25
"""An action tried less than this part as often as the best one is searched once more, alone."""


class Advice(NamedTuple):
    """What the search says of one decision."""

    best: int
    """The action it would choose."""
    win: float
    """Chance to be first with it."""
    others: dict[int, float]
    """Chance to be first with each other action that was tried."""


class Judgement(NamedTuple):
    """One decision of a recorded game, by what its seat knew."""

    entry: int
    seat: int
    played: int
    best: int
    before: float
    """Chance to be first with the best action."""
    after: float
    """Chance to be first with the action that was played."""

    @property
    def lost(self) -> float:
        """Return what the choice cost, in chance to be first; never less than nothing."""
        return max(0.0, self.before - self.after)


def advise(sight: Sight, searcher: Searcher, give_way: Callable[[], None] = go_on) -> Advice:
    """Return the best action of a decision, with the chances of the others. `give_way` as for `Searcher.search`."""
    verdict = searcher.search(sight, give_way=give_way)
    best = verdict.best
    others = {
        int(action): float(win)
        for action, win, tries in zip(verdict.actions, verdict.win, verdict.tries, strict=True)
        if tries > 0
    }
    chance = others.pop(int(verdict.actions[best]))
    return Advice(int(verdict.actions[best]), chance, others)


def judge_decision(sight: Sight, played: int, entry: int, searcher: Searcher) -> Judgement:
    """Return what an action of a decision was worth beside the best one.

    Search tries a poor action seldom, so its chance is uncertain: then it is searched alone as well.
    """
    verdict = searcher.search(sight)
    best = verdict.best
    index = verdict.actions.tolist().index(played)
    before = float(verdict.win[best])
    after = float(verdict.win[index])
    if index != best and verdict.tries[index] < ENOUGH * verdict.tries[best]:
        after = float(searcher.search(sight, only=played).win[0])
    best_action = int(verdict.actions[best])
    if after >= before:
        best_action, before = played, after
    return Judgement(entry, sight.seat, played, best_action, before, after)


def analyse(
    playthrough: Playthrough, entries: list[Entry], seats: list[int], new_searcher: Callable[[int], Searcher]
) -> Iterator[Judgement]:
    """Yield a judgement for every decision of the seats that had a choice; then the fresh playthrough stands at that
    decision.

    Each decision has a searcher of its own, made for its entry, so that it does not depend on which others are
    analysed. What a seat does out of turn is not judged: search knows a seat's own decisions only.
    """
    for number, entry in enumerate(entries):
        if entry.seat in seats and entry.seat in playthrough.seats_to_act():
            sight = playthrough.sight(entry.seat)
            if sight.mask.sum() > 1 and sight.mask[entry.action]:
                yield judge_decision(sight, entry.action, number, new_searcher(number))
        playthrough.apply(entry)


class TurningPoint(NamedTuple):
    """A decision after which a seat's chance changed much until its next one, or until the end."""

    judgement: Judgement
    until: float
    """Chance to be first at its next decision; at the end 1, a share, or 0."""

    @property
    def change(self) -> float:
        """Return by how much the chance changed: by the choice, by luck and by the others together."""
        return self.until - self.judgement.before


def turning_points(judgements: list[Judgement], final: dict[int, float]) -> list[TurningPoint]:
    """Return the decisions with the greatest changes, in the order of the game; `final` has each seat's share of the
    first place.
    """
    points = []
    for seat in {judgement.seat for judgement in judgements}:
        own = [judgement for judgement in judgements if judgement.seat == seat]
        nexts = [judgement.before for judgement in own[1:]] + [final[seat]]
        points += [TurningPoint(judgement, until) for judgement, until in zip(own, nexts, strict=True)]
    points.sort(key=lambda point: (-abs(point.change), point.judgement.entry))
    return sorted(points[:TURNING_POINTS], key=lambda point: point.judgement.entry)
