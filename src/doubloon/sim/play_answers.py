"""Answers about how games go: who wins from where, how long they are, how close, who leads."""

from doubloon.sim.answer import Answer, Picture, Table, number, ordinal, percent, percent_interval, with_interval
from doubloon.sim.charts import Dot, distribution, dots
from doubloon.sim.gather import BIT_S, MOVE_S, PERCENT, TENTHS, Gathered
from doubloon.sim.histogram import Histogram
from doubloon.sim.intervals import Estimate, proportion

MOST_BINS = 40
HALF = 50
LAST_QUARTER = 75


def seat_shares(found: Gathered) -> list[Estimate]:
    """Return the share of wins of each place in the turn order, with intervals that hold for all places at once."""
    return [proportion(float(wins), found.games, found.plan.num_seats) for wins in found.by_order]


def seats(found: Gathered) -> Answer:
    """Answer whether it matters who begins."""
    fair = 1 / found.plan.num_seats
    shares = seat_shares(found)
    labels = [f"{ordinal(place)} to play" for place in range(len(shares))]
    off = [place for place, share in enumerate(shares) if share.excludes(fair)]
    if off:
        worst = max(off, key=lambda place: abs(shares[place].value - fair))
        text = (
            f"It matters: the {ordinal(worst)} to play wins {percent_interval(shares[worst])} of the games, "
            f"where a fair share is {percent(fair)}."
        )
    else:
        widest = max(max(share.high - fair, fair - share.low) for share in shares)
        text = (
            f"No advantage is seen: every place in the turn order wins its fair share of {percent(fair)}, to "
            f"within {number(100 * widest)} percentage points."
        )
    rows = tuple(
        (label, percent_interval(share), f"{100 * (share.value - fair):+.1f}")
        for label, share in zip(labels, shares, strict=True)
    )
    table = Table(
        "Games won by place in the turn order; intervals hold for all places at once",
        ("place", "wins", "points above a fair share"),
        rows,
    )
    svg = dots(
        [Dot(label, share, place in off) for place, (label, share) in enumerate(zip(labels, shares, strict=True))],
        "games won",
        fair,
        "%",
    )
    alt = (
        "Share of games won by each place in the turn order, with intervals, beside the fair share of "
        f"{percent(fair)}. The table has the numbers."
    )
    shared = percent_interval(proportion(found.shared_wins, found.games), 2)
    return Answer(
        "seats",
        "Does it matter who begins?",
        (text, f"The win is shared in {shared} of the games."),
        (table,),
        (Picture(svg, alt),),
    )


def spread(histogram: Histogram, divisor: int = 1, digits: int = 1) -> tuple[str, ...]:
    """Return mean, median and range of a distribution as cells of a table."""
    mean, median = histogram.mean(), histogram.median()
    shrunk = [Estimate(e.value / divisor, e.low / divisor, e.high / divisor) for e in (mean, median)]
    low, high = histogram.quantile(0.05) / divisor, histogram.quantile(0.95) / divisor
    ends = 0 if divisor == 1 else 1
    return (
        with_interval(shrunk[0], digits),
        with_interval(shrunk[1], ends),
        f"{number(low, ends)} to {number(high, ends)}",
    )


def picture(histogram: Histogram, title: str, what: str, divisor: int = 1) -> Picture:
    """Draw a distribution."""
    bins = [(low / divisor, high / divisor, share) for low, high, share in histogram.binned(MOST_BINS)]
    mode = max(bins, key=lambda one: one[2])
    peak = number(mode[0], 0 if divisor == 1 else 1)
    return Picture(
        distribution(bins, title),
        f"Distribution of {what}; it is highest at {peak}. The table has mean, median and range.",
    )


def length(found: Gathered) -> Answer:
    """Answer how long a game is."""
    turns, decisions, minutes = (found.histograms[name] for name in ("turns", "decisions", "minutes"))
    mean = minutes.mean()
    about = with_interval(Estimate(mean.value / TENTHS, mean.low / TENTHS, mean.high / TENTHS))
    text = (
        f"A game has {with_interval(turns.mean())} turns and {with_interval(decisions.mean())} decisions on "
        f"average, some {about} minutes for people."
        f" Minutes are an estimate: {MOVE_S:.0f} s for each move and card, {BIT_S:.0f} s more for each doubling "
        "of the choices."
    )
    limit = proportion(found.at_limit, found.games)
    ended = (
        f"A limit ended {percent_interval(limit, 2)} of the games."
        if found.at_limit
        else f"No game was ended by a limit (at most {percent(limit.high, 3)})."
    )
    rows = (
        ("turns", *spread(turns)),
        ("decisions", *spread(decisions)),
        ("minutes, estimated", *spread(minutes, TENTHS)),
        ("decisions a turn", with_interval(found.ratios["a_turn"].estimate(), 2), "–", "–"),
    )
    table = Table("Length of a game", ("", "mean", "median", "nine of ten games"), rows)
    return Answer(
        "length", "How long is a game?", (text, ended), (table,), (picture(turns, "turns", "the turns of a game"),)
    )


def scores(found: Gathered) -> Answer:
    """Answer how many points there are, and how close it is."""
    unit = found.game.notes.score
    margin, best, score = (found.histograms[name] for name in ("margin", "best", "score"))
    close = proportion(margin.total - margin.share(2), margin.total)
    text = (
        f"The best score is {with_interval(best.mean())} {unit} on average and the second "
        f"{with_interval(margin.mean())} less;"
        f" {percent_interval(close)} of the games are decided by one or none."
    )
    rows = (
        (f"{unit}, all players", *spread(score)),
        (f"{unit}, the best", *spread(best)),
        ("margin of the best over the second", *spread(margin)),
    )
    table = Table(f"Scores at the end, in {unit}", ("", "mean", "median", "nine of ten"), rows)
    pictures = (
        picture(score, unit, f"the final {unit} of all players"),
        picture(margin, "margin", "the margin of the best over the second"),
    )
    return Answer("scores", "How are scores spread, and how close is it?", (text,), (table,), pictures)


def leads(found: Gathered) -> Answer:
    """Answer how early the winner leads, and how often the lead changes."""
    ahead, changes, deficit = (found.histograms[name] for name in ("ahead_from", "lead_changes", "deficit"))
    games = found.games
    by_half = proportion(games - ahead.share(HALF), games)
    late = proportion(ahead.share(LAST_QUARTER), games)
    always = proportion(changes.counts.get(0, 0), games)
    text = (
        f"By half-time the winner is ahead or level for good in {percent_interval(by_half)} of the games (a "
        "runaway game has much of this);"
        f" in {percent_interval(late)} they are still behind in the last quarter (comebacks). The lead changes "
        f"{with_interval(changes.mean())} times a game."
    )
    rows = (
        ("part of the game after which the winner is never behind, %", *spread(ahead)),
        ("changes of the lead", *spread(changes)),
        (f"most that the winner was behind, {found.game.notes.score}", *spread(deficit)),
        ("games in which the lead never changes", percent_interval(always), "–", "–"),
        ("winner never behind after half-time", percent_interval(by_half), "–", "–"),
        ("winner behind in the last quarter", percent_interval(late), "–", "–"),
    )
    table = Table("Who leads, at the ends of turns", ("", "mean or share", "median", "nine of ten games"), rows)
    bins = [(low / PERCENT, high / PERCENT, share) for low, high, share in ahead.binned(MOST_BINS // 2)]
    svg = distribution(bins, "part of the game played when the winner was behind for the last time")
    alt = (
        "Distribution of the moment at which the winner was behind for the last time, from 0, the start, to 1, "
        "the end. The table has the numbers."
    )
    return Answer(
        "leads", "How early does the winner lead, and can one come back?", (text,), (table,), (Picture(svg, alt),)
    )


def choices(found: Gathered) -> Answer:
    """Answer how much there is to decide."""
    forced, options, a_turn = (found.ratios[name].estimate() for name in ("forced", "options", "a_turn"))
    text = (
        f"A decision has {with_interval(options, 2)} legal actions on average, {percent_interval(forced, 2)} of "
        "all decisions are forced"
        f" (one legal action), and a turn has {with_interval(a_turn, 2)} decisions."
    )
    rows = (
        ("legal actions of a decision", with_interval(options, 2)),
        ("forced decisions", percent_interval(forced, 2)),
        ("decisions a turn", with_interval(a_turn, 2)),
    )
    return Answer("choices", "How much is there to decide?", (text,), (Table("Decisions", ("", "mean"), rows),))
