"""A ladder in Markdown: ratings, wins of one among others, speed."""

from collections.abc import Sequence
from itertools import permutations, zip_longest

from doubloon.sim.intervals import Estimate, proportion
from doubloon.sim.matches import MatchResult, RoundRobin
from doubloon.sim.ratings import strengths

ANCHOR_LEVEL = "sailor"


def ladder_report(plan: RoundRobin, results: Sequence[MatchResult], command: str) -> str:
    """Return the tables of a ladder as Markdown, with the command that plays it again."""
    lines = [f"# Ladder of {plan.game}", "", f"`{command}`", ""]
    lines += [
        f"{len(results):,} games: each level alone among each other one, with {', '.join(map(str, plan.seats))} "
        "seats, in every place of the turn order.",
        "Intervals are 95 %. Ratings: Plackett–Luce on places, 400 points are odds of ten to one; their "
        "intervals are against the mean of all levels and "
        "resample whole games. Milliseconds are of processor time.",
        "",
    ]
    return "\n".join([*lines, *rating_table(plan, results), "", *wins_table(plan, results)]) + "\n"


def rating_table(plan: RoundRobin, results: Sequence[MatchResult]) -> list[str]:
    """Return a row for each level, strongest first."""
    anchor = plan.levels.index(ANCHOR_LEVEL) if ANCHOR_LEVEL in plan.levels else 0
    field = strengths(plan, results)
    found = field.ratings(anchor)
    order = sorted(range(len(plan.levels)), key=lambda level: -found[level].value)
    lines = ["| level | rating | 95 % | above the next, 95 % | games | ms a decision |", "|---|---|---|---|---|---|"]
    for level, following in zip_longest(order, order[1:]):
        games, speed = effort(plan, results, plan.levels[level])
        rating = found[level]
        lead = "" if following is None else lead_cell(field.lead(level, following))
        lines.append(
            f"| {plan.levels[level]} | {rating.value:.0f} | {rating.low:.0f} – {rating.high:.0f} | {lead} | "
            f"{games:,} | {speed:.2f} |"
        )
    return lines


def lead_cell(lead: Estimate) -> str:
    """Return how many points one level is above another."""
    return f"{lead.value:.0f} ({lead.low:.0f} – {lead.high:.0f})"


def effort(plan: RoundRobin, results: Sequence[MatchResult], level: str) -> tuple[int, float]:
    """Return in how many games a level sat, and its milliseconds of processor time a decision."""
    games = decisions = 0
    seconds = 0.0
    for result in results:
        levels = plan.match(result.number).levels
        games += int(level in levels)
        for seat, name in enumerate(levels):
            if name == level:
                decisions += result.decisions[seat]
                seconds += result.seconds[seat]
    return games, 1000 * seconds / max(1, decisions)


def wins_table(plan: RoundRobin, results: Sequence[MatchResult]) -> list[str]:
    """Return how often one seat of a level wins among seats of another, for each number of seats."""
    lines = [
        "Games that one seat of the first level wins among seats of the second:",
        "",
        "| one | among | " + " | ".join(f"{seats} seats (chance {100 / seats:.0f} %)" for seats in plan.seats) + " |",
        "|---|---|" + "---|" * len(plan.seats),
    ]
    for lone, rest in permutations(plan.levels, 2):
        cells = [share_cell(win_share(plan, results, seats, lone, rest)) for seats in plan.seats]
        lines.append(f"| {lone} | {rest} | " + " | ".join(cells) + " |")
    return lines


def win_share(
    plan: RoundRobin, results: Sequence[MatchResult], seats: int, lone: str, rest: str
) -> tuple[Estimate, int] | None:
    """Return the share of first places of one seat among others, ties shared, and the number of games; None when there
    are none.
    """
    wins = 0.0
    games = 0
    for result in results:
        match = plan.match(result.number)
        if (match.num_seats, match.lone, match.rest) == (seats, lone, rest):
            games += 1
            wins += 1 / result.places.count(0) if result.places[match.seat] == 0 else 0.0
    return (proportion(wins, games), games) if games else None


def share_cell(found: tuple[Estimate, int] | None) -> str:
    """Return a share with its interval, in percent."""
    if found is None:
        return "–"
    share, games = found
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f} – {100 * share.high:.1f}), {games:,}"
