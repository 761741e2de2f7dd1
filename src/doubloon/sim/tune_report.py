"""What a search for better numbers found: the trade-offs, the chosen point as a card file, and what it does on new
games.
"""

from itertools import combinations

from doubloon import __version__
from doubloon.engine.contract import Game
from doubloon.sim.answer import Answer, Picture, Table, listed, number
from doubloon.sim.charts import trade_off
from doubloon.sim.compare import compare
from doubloon.sim.gather import Gathered
from doubloon.sim.goals import Goal
from doubloon.sim.plan import seats_text
from doubloon.sim.report import Report
from doubloon.sim.tuning import Search, Trial, best_trials

MOST_PLOTS = 3


def tune_report(game: Game, what: Search, trials: list[Trial], chosen: int, proof: tuple[Gathered, Gathered]) -> Report:
    """Return the report of a search; `proof` is the game as it is and the chosen point, on new games."""
    best = best_trials(what, trials)
    title = f"{game.slug}, {what.plan.num_seats} players: {len(trials)} trials of {what.plan.games:,} games"
    facts = (
        ("players", seats_text(what.plan.levels)),
        ("goals", ", ".join(map(str, what.goals))),
        ("over", ", ".join(map(str, what.ranges))),
        ("seed", str(what.plan.seed)),
        ("version", f"doubloon {__version__}, rules {game.rules_version}"),
    )
    return Report(
        title,
        facts,
        (proved(what, trials[chosen], proof), trade_offs(what, trials, best, chosen), compare(proof[1], proof[0])),
    )


def proved(what: Search, chosen: Trial, proof: tuple[Gathered, Gathered]) -> Answer:
    """Answer what the chosen point does for the goals, on games that it was not chosen by."""
    changed = [f"{key} = {value}" for key, value in chosen.point.items() if what.plan.values.get(key) != value]
    rows = tuple(
        (str(goal), number(goal.value(proof[0]), 2), number(goal.value(proof[1]), 2), number(value, 2), goal.kind.unit)
        for goal, value in zip(what.goals, chosen.values or (), strict=True)
    )
    better = [goal.name for goal in what.goals if goal.loss(goal.value(proof[1])) < goal.loss(goal.value(proof[0]))]
    text = (
        f"Chosen: {listed(changed)}; on {proof[1].games:,} new games it does better at {listed(better)}."
        if changed
        else "The game as it is was chosen."
    )
    table = Table(
        "Goals, as it is and at the chosen point",
        ("goal", "as it is", "chosen, new games", "chosen, in the search", "unit"),
        rows,
    )
    note = "The search picks what was lucky as well as good, so only the column of new games counts."
    return Answer("chosen", "Which numbers are chosen, and what do they do?", (text, note), (table,))


def trade_offs(what: Search, trials: list[Trial], best: list[int], chosen: int) -> Answer:
    """Answer what one goal costs the others."""
    rows = tuple(
        (
            "chosen" if index == chosen else f"trial {index}",
            *[number(value, 2) for value in trials[index].values or ()],
            point_text(what, trials[index]),
        )
        for index in best
    )
    table = Table(
        "Points that none is better than in all goals",
        ("", *[goal_title(goal) for goal in what.goals], "numbers"),
        rows,
    )
    pictures = tuple(
        plot(what, trials, best, chosen, pair) for pair in list(combinations(range(len(what.goals)), 2))[:MOST_PLOTS]
    )
    failed = sum(trial.values is None for trial in trials)
    text = f"Of {len(trials)} trials {len(best)} are the best trade-offs." + (
        f" In {failed} the numbers did not fit together." if failed else ""
    )
    return Answer("trade-offs", "What does one goal cost the others?", (text,), (table,), pictures)


def goal_title(goal: Goal) -> str:
    """Return a goal with its unit."""
    return f"{goal}: {goal.kind.unit}"


def point_text(what: Search, trial: Trial) -> str:
    """Return what a point changes."""
    changed = [f"{key}={value}" for key, value in trial.point.items() if what.plan.values.get(key) != value]
    return ", ".join(changed) or "as it is"


def plot(what: Search, trials: list[Trial], best: list[int], chosen: int, pair: tuple[int, int]) -> Picture:
    """Draw all trials by two goals."""
    one, other = (what.goals[index] for index in pair)
    shown = {
        kind: [trials[index].values for index in which]
        for kind, which in (("tried", range(len(trials))), ("best", best), ("chosen", [chosen]))
    }
    points = [
        (values[pair[0]], values[pair[1]], kind)
        for kind, found in shown.items()
        for values in found
        if values is not None
    ]
    alt = (
        f"Trials by {goal_title(one)} and {goal_title(other)}; the best trade-offs and the chosen point are "
        "marked, and listed in the table."
    )
    return Picture(trade_off(points, goal_title(one), goal_title(other)), alt)


def note_of(what: Search) -> str:
    """Return in a line how a point was found."""
    over = ",".join(map(str, what.ranges))
    return (
        f"doubloon tune {what.plan.game} --seats {seats_text(what.plan.levels)} --goal "
        f"{','.join(map(str, what.goals))} --over '{over}'"
    )
