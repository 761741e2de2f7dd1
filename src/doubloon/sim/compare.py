"""Two batches side by side: what changed, and which differences are real."""

import math

from doubloon.sim.answer import Answer, Picture, Table, listed, number, ordinal
from doubloon.sim.charts import Dot, dots
from doubloon.sim.gather import TENTHS, Gathered
from doubloon.sim.intervals import LEVEL, Estimate, around, quantile_of

PERCENT = 100.0
Measure = tuple[str, Estimate, str]


def measures(found: Gathered) -> list[Measure]:
    """Return what is compared: a name, an estimate with the usual interval, and its unit."""
    games = found.games
    rows: list[Measure] = []
    for place, wins in enumerate(found.by_order):
        rows.append((f"{ordinal(place)} to play wins", share_of(float(wins), games), "%"))
    for name, label, divisor in (
        ("turns", "turns", 1),
        ("decisions", "decisions", 1),
        ("minutes", "minutes, estimated", TENTHS),
        ("best", f"best score, {found.game.notes.score}", 1),
        ("margin", f"margin, {found.game.notes.score}", 1),
        ("ahead_from", "winner behind until", 1),
        ("lead_changes", "changes of the lead", 1),
    ):
        rows.append(
            (label, found.histograms[name].mean().times(1 / divisor), "% of the game" if name == "ahead_from" else "")
        )
    rows.append(("games ended by a limit", share_of(found.at_limit, games), "%"))
    rows.append(("forced decisions", found.ratios["forced"].estimate().times(PERCENT), "%"))
    rows.append(("legal actions of a decision", found.ratios["options"].estimate(), ""))
    for card in found.worth.cards if found.worth else ():
        half = (
            (card.worth.high - card.worth.low)
            / 2
            * quantile_of()
            / quantile_of(len(found.worth.cards) if found.worth else 1)
        )
        rows.append(
            (
                f"worth of {card.name}",
                Estimate(card.worth.value, card.worth.value - half, card.worth.value + half).times(PERCENT),
                "points",
            )
        )
    return rows


def share_of(count: float, games: int) -> Estimate:
    """Return a share in percent with the normal interval, as differences need it."""
    share = count / games
    return around(share, math.sqrt(share * (1 - share) / games)).times(PERCENT)


def compare(found: Gathered, other: Gathered) -> Answer:
    """Answer what differs from another batch; the intervals of the differences hold for all of them at once."""
    before = {name: estimate for name, estimate, _ in measures(other)}
    pairs = [
        (name, before[name], now, unit)
        for name, now, unit in measures(found)
        if name in before and now.is_known and before[name].is_known
    ]
    widen = quantile_of(len(pairs)) / quantile_of()
    rows = []
    real: list[str] = []
    marks: list[Dot] = []
    for name, old, new, unit in pairs:
        change = new.value - old.value
        errors = math.hypot(new.high - new.value, old.high - old.value) * widen
        difference = Estimate(change, change - errors, change + errors)
        is_real = errors > 0 and difference.excludes(0.0)
        if is_real:
            in_points = " points" if unit.startswith("%") else f" {unit}" if unit else ""
            real.append(f"{name} ({change:+.2f}{in_points})")
        size = errors if errors > 0 else 1.0
        marks.append(Dot(name, Estimate(change / size, (change - errors) / size, (change + errors) / size), is_real))
        interval = f"{change:+.2f} ({difference.low:+.2f} to {difference.high:+.2f})"
        rows.append(
            (name, number(old.value, 2), number(new.value, 2), interval, unit, "real" if is_real else "not told apart")
        )
    text = (
        f"Real, all {len(pairs)} comparisons held together at {LEVEL:.0%}: {listed(real)}."
        if real
        else f"None of {len(pairs)} differences is surely real."
    )
    settings = settings_change(found, other)
    svg = dots(marks, "change, in half-widths of its interval: beyond 1 it is real", 0.0)
    alt = (
        f"Change of each measure in units of its uncertainty; {len(real)} of {len(pairs)} lie surely off zero. "
        "The table has the numbers."
    )
    table = Table("Against the other batch", ("", "other", "this", "difference", "unit", "verdict"), tuple(rows))
    return Answer("against", "What changed against the other batch?", (text, settings), (table,), (Picture(svg, alt),))


def settings_change(found: Gathered, other: Gathered) -> str:
    """Return in words what the two batches were played with."""
    old, new = other.plan, found.plan
    keys = [key for key in sorted({*old.values, *new.values}) if old.values.get(key) != new.values.get(key)]
    changed = [f"{key}: {old.values.get(key, 'none')} → {new.values.get(key, 'none')}" for key in keys]
    if old.levels != new.levels:
        changed.append(f"players: {', '.join(old.levels)} → {', '.join(new.levels)}")
    return f"Changed: {'; '.join(changed)}." if changed else "Both batches have the same settings and players."
