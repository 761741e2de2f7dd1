"""Answers about parts of a game: cards, actions, rules; and about players: skill, and doing without something."""

import math

from doubloon.sim.answer import (
    Answer,
    Picture,
    Table,
    listed,
    number,
    percent,
    percent_interval,
    points_interval,
    with_interval,
)
from doubloon.sim.card_worth import Card
from doubloon.sim.charts import Dot, dots
from doubloon.sim.gather import Gathered, Usage
from doubloon.sim.intervals import ERROR, Estimate, Moments, around, proportion
from doubloon.sim.plan import family

RARE_RULE = 0.01
MOST_NAMED = 12
ONE_SIDED = 1.6448536269514722
"""Standard errors that 95 % lie below."""


def price(used: Usage) -> Estimate:
    """Return the mean price of a card; the interval takes its takings as independent."""
    if used.times < 2:
        return Moments().estimate()
    return Moments(used.times, used.paid, used.paid_squared).estimate()


def cards(found: Gathered) -> Answer:
    """Answer what each card is worth."""
    if found.worth is None:
        return Answer("cards", "What is each card worth?", ("The game names no cards to count.",))
    worth = found.worth
    flagged = [card for card in worth.cards if card.flag]
    text = (
        f"Flagged: {listed([f'{card.name} ({card.flag})' for card in flagged])}." if flagged else "No card is flagged."
    )
    rule = (
        f"A card is flagged when its worth is surely more than {number(100 * worth.margin)} percentage points of "
        "winning above (dominating) or below"
        " (dead weight) the average card, or when it is surely taken in fewer than 5 % of the games. The "
        "intervals of worth hold for all cards at once, so"
        f" that of reports on decks in which all cards are alike at most {percent(ERROR, 0)} flag anything, wrongly."
    )
    meaning = (
        "Worth: how much more of the win a seat gets for one more of the card than the others in the game have, "
        "all other cards and the place in the turn"
        " order being equal. It counts what is paid for the card as well; it describes these bots, and is no "
        "proof of a cause."
    )
    unit = found.game.notes.price
    rows = tuple(card_row(found, card) for card in worth.cards)
    headers = ("card", "taken a game", f"price, {unit}", "wins with it", "wins without", "worth, points", "flag")
    svg = dots(
        [Dot(card.name, card.worth, bool(card.flag)) for card in worth.cards],
        "worth of one more, beyond the average card",
        0.0,
        "+%",
    )
    best = worth.cards[0].name
    alt = (
        f"Worth of each card with its interval, the best first: {best} is on top, {worth.cards[-1].name} at the "
        "bottom. The table has the numbers."
    )
    return Answer(
        "cards",
        "What is each card worth?",
        (text, rule, meaning),
        (Table("Cards, the best first", headers, rows),),
        (Picture(svg, alt),),
    )


def card_row(found: Gathered, card: Card) -> tuple[str, ...]:
    """Return the row of a card."""
    return (
        card.name,
        number(card.a_game, 2),
        with_interval(price(found.usage["card", card.name]), 2),
        percent_interval(card.with_it),
        percent_interval(card.without),
        points_interval(card.worth),
        card.flag,
    )


def actions(found: Gathered) -> Answer:
    """Answer how often each action is chosen."""
    families = [(name, used) for (what, name), used in found.usage.items() if what == "family"]
    single = [(name, used) for (what, name), used in found.usage.items() if what == "action"]
    never = [name for name, used in single if used.times == 0]
    unseen = [
        name
        for name in dict.fromkeys(family(action) for action in found.game.actions)
        if ("family", name) not in found.usage
    ]
    text = f"{len(single) - len(never)} of the {len(found.game.actions)} actions were chosen."
    if never:
        text += f" Legal at times and never chosen: {named(never)}."
    if unseen:
        text += f" Never legal: {named(unseen)}."
    rows = tuple(
        (name, number(used.times / found.games, 2), percent_interval(used.ratio.estimate()), f"{used.times:,}")
        for name, used in sorted(families, key=lambda item: -item[1].times)
    )
    headers = ("action", "times a game", "chosen where legal, of all such choices", "times")
    known = [
        (name, used.ratio.estimate())
        for name, used in sorted(families, key=lambda item: -item[1].ratio.estimate().value)
    ]
    svg = dots([Dot(name, share) for name, share in known], "chosen, of the times that one was legal", None, "%")
    alt = (
        f"Share of legal actions of each kind that were chosen: {known[0][0]} most, {known[-1][0]} least. The "
        "table has the numbers."
    )
    return Answer(
        "actions",
        "How often is each action used?",
        (text,),
        (Table("Actions by kind", headers, rows),),
        (Picture(svg, alt),),
    )


def named(names: list[str]) -> str:
    """Return some names, and how many more there are."""
    more = len(names) - MOST_NAMED
    return f"{', '.join(names[:MOST_NAMED])} and {more} more" if more > 0 else listed(names)


def rules(found: Gathered) -> Answer:
    """Answer which rules nobody meets."""
    clauses = found.game.notes.clauses or ("",) * len(found.game.event_kinds)
    rows = []
    never: list[str] = []
    rare: list[str] = []
    for kind, clause in zip(found.game.event_kinds, clauses, strict=True):
        met = found.usage["met", kind]
        share = proportion(met.times, found.games)
        label = f"{kind} ({clause})" if clause else kind
        if met.times == 0:
            never.append(label)
        elif share.high < RARE_RULE:
            rare.append(label)
        rows.append(
            (kind, clause, percent_interval(share, 2), number(found.usage["event", kind].times / found.games, 2))
        )
    text = (
        f"Never met: {named(never)} (so in at most {percent(proportion(0, found.games).high, 3)} of games)."
        if never
        else "Every rule that tells something is met."
    )
    text += f" Met in fewer than 1 % of the games: {named(rare)}." if rare else ""
    headers = ("what happens", "clauses", "games in which it does", "times a game")
    return Answer(
        "rules",
        "Which rules does nobody meet?",
        (text,),
        (Table("Events, with the clauses behind them", headers, tuple(rows)),),
    )


def skill(batches: list[Gathered]) -> Answer:
    """Answer how much skill decides, from batches in which levels are mixed."""
    question = "How much is skill, how much luck?"
    rows: list[tuple[str, ...]] = []
    sentences: list[str] = []
    for found in batches:
        for (one, other), duel in found.duels.items():
            better, worse, share = (one, other, duel.mean) if duel.mean >= 0.5 else (other, one, 1 - duel.mean)
            estimate = around(share, duel.error)
            needed = games_needed(share, duel.variance)
            after = "game it is" if needed == "1" else "games it is"
            rows.append((f"{better} against {worse}, {found.plan.num_seats} seats", percent_interval(estimate), needed))
            sentences.append(
                f"With {found.plan.num_seats} seats {better} ends before {worse} in {percent_interval(estimate)} "
                "of the games, ties as halves;"
                f" after {needed} {after} ahead with 95 % probability."
            )
    if not rows:
        return Answer(
            "skill",
            question,
            ("All players are of one level; a batch such as --seats captain,sailor:2 answers this (report --also).",),
        )
    headers = ("levels", "the better one ends first", "games to tell")
    return Answer("skill", question, tuple(sentences), (Table("The better of two levels", headers, tuple(rows)),))


def games_needed(share: float, variance: float) -> str:
    """Return after how many games the better is ahead with 95 % probability."""
    if math.isnan(variance) or share <= 0.5:
        return "–"
    return f"{max(1, math.ceil((ONE_SIDED / (share - 0.5)) ** 2 * variance)):,}"


def restriction(batches: list[Gathered]) -> Answer:
    """Answer what a player loses who is barred from something."""
    rows: list[tuple[str, ...]] = []
    sentences: list[str] = []
    for found in batches:
        for player, loss in found.handicaps.items():
            patterns = listed([bar.pattern for bar in found.plan.bars if bar.player == player])
            estimate = loss.estimate()
            level = found.plan.levels[player]
            verdict = (
                "loses" if estimate.low > 0 else "gains" if estimate.high < 0 else "neither surely loses nor gains:"
            )
            shown = (
                Estimate(abs(estimate.value), *sorted((abs(estimate.low), abs(estimate.high))))
                if verdict != "neither surely loses nor gains:"
                else estimate
            )
            sentences.append(
                f"A {level} that never does {patterns} {verdict} {with_interval(shown.times(100))} percentage "
                "points of winning against its likes."
            )
            rows.append(
                (
                    f"{level}, {found.plan.num_seats} seats, never {patterns}",
                    points_interval(Estimate(-estimate.value, -estimate.high, -estimate.low)),
                )
            )
    if not rows:
        return Answer(
            "bars",
            "What does one lose who never does something?",
            ("Nobody is barred from anything; a batch with --bar answers this (report --also).",),
        )
    table = Table("Restricted play", ("player", "wins, points against free players of its level"), tuple(rows))
    return Answer("bars", "What does one lose who never does something?", tuple(sentences), (table,))
