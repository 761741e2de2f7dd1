"""Batches of games with everything counted that the lab needs: a row of each game, and tallies of actions, events
and cards.

The kernel plays on until a player that decides outside of it must choose, so that simple players and those that think
in Python share one way of counting. A *player* is an entry of the list of seats; with rotation, player p of game g sits
at seat (p - g) modulo the seats.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from doubloon.engine.bits import count_bits, lowest_bit
from doubloon.engine.contract import CHANCE, GAME_OVER, MOST_SEATS, Batch, Functions, Game, Record, Study, new_records
from doubloon.engine.events import Events, event_at, new_events
from doubloon.engine.jit import kernel
from doubloon.engine.kernels.choose import (
    SET_ACTIONS,
    best_marked,
    legal_set,
    lowest_seat,
    num_sets,
    sample_action,
    sample_outcome,
)
from doubloon.engine.kernels.places import ranking
from doubloon.engine.kernels.playout import TO_UNITS
from doubloon.engine.kernels.workspace import SEEN, TRUE, Workspace, copy_state, new_workspace
from doubloon.engine.rng import below, seed_stream

OUTSIDE = -1
"""In place of a player's share of mistakes: its decisions come from outside the kernel."""
DONE = -1
"""Answer of `study_games` when all rows are written."""
NOBODY = -1
NO_ANSWER = -1
MOST_TAKEN = 127
"""Of one card by one seat in one game; more are counted as so many."""

STUDY_ROW = np.dtype(
    [
        ("decisions", np.int32),  # of players
        ("forced", np.int32),  # of them with one legal action
        ("options", np.int32),  # legal actions of all decisions together
        ("chances", np.int32),  # outcomes drawn
        ("turns", np.int32),
        ("lead_changes", np.int32),  # one sole leader after another, at the ends of turns
        ("behind_until", np.int32),  # last turn at whose end the winner was behind; 0 for never
        ("deficit", np.int32),  # the most points that the winner was behind
        ("bits", np.float64),  # sum over decisions of the binary logarithm of the options
        ("starter", np.int16),  # seat that began
        ("shift", np.int16),  # player at seat 0
        ("at_limit", np.int16),
        ("places", np.int16, MOST_SEATS),  # of each seat, 0 is first
        ("scores", np.int32, MOST_SEATS),
    ]
)

PROGRESS = np.dtype(
    [
        ("index", np.int64),  # row of the game in progress
        ("seat", np.int64),  # that must decide
        ("answer", np.int64),  # action from outside, or NO_ANSWER
        ("leader", np.int64),  # last sole leader, or NOBODY
        ("is_playing", np.int64),  # 1 while a game is in progress
        ("rotates", np.int64),  # 1 where players change seats from game to game
    ]
)


class Studied(NamedTuple):
    """A game's functions, with those of the lab."""

    functions: Functions
    study: Study


class StudySpace(NamedTuple):
    """The arrays that `study_games` works in and counts into; one serves one thread."""

    work: Workspace  # 2 states: TRUE, and what the seat has SEEN
    events: Events
    progress: Batch  # (1,) PROGRESS
    mistakes: NDArray[np.int32]  # (MOST_SEATS,): of each player, random decisions in parts of TO_UNITS, or OUTSIDE
    barred: NDArray[np.int8]  # (MOST_SEATS, num_actions): 1 for what a player does not do unless it must
    bits: NDArray[np.float64]  # (num_actions + 1,): binary logarithm of a number of options
    behind_until: NDArray[np.int32]  # (MOST_SEATS,): last turn at whose end a seat was behind
    deficit: NDArray[np.int32]  # (MOST_SEATS,): the most points that it was behind
    legal: NDArray[np.int64]  # (MOST_SEATS, num_actions): decisions of a player in which an action was legal
    chosen: NDArray[np.int64]  # (MOST_SEATS, num_actions)
    happened: NDArray[np.int64]  # (num_kinds,): events
    met: NDArray[np.int64]  # (num_kinds,): games with such an event
    met_in: NDArray[np.int64]  # (num_kinds,): game in which one was last met
    paid: NDArray[np.int64]  # (num_cards,): what was paid for a card
    paid_squared: NDArray[np.int64]  # (num_cards,)
    taken: NDArray[np.int8]  # (rows, num_seats, num_cards): cards of each game
    missed: NDArray[np.int64]  # (1,): events beyond the game's max_events, which must be none


def new_space(game: Game, num_seats: int, num_cards: int, rows: int) -> StudySpace:
    """Return zeroed arrays for `rows` games; no player makes mistakes, nothing is barred."""
    progress = new_records(PROGRESS, 1)
    progress.answer = NO_ANSWER
    num_kinds = len(game.event_kinds)
    return StudySpace(
        work=new_workspace(game, 2),
        events=new_events(game.max_events),
        progress=progress,
        mistakes=np.zeros(MOST_SEATS, np.int32),
        barred=np.zeros((MOST_SEATS, game.num_actions), np.int8),
        bits=np.log2(np.maximum(np.arange(game.num_actions + 1), 1)),
        behind_until=np.zeros(MOST_SEATS, np.int32),
        deficit=np.zeros(MOST_SEATS, np.int32),
        legal=np.zeros((MOST_SEATS, game.num_actions), np.int64),
        chosen=np.zeros((MOST_SEATS, game.num_actions), np.int64),
        happened=np.zeros(num_kinds, np.int64),
        met=np.zeros(num_kinds, np.int64),
        met_in=np.full(num_kinds, -1, np.int64),
        paid=np.zeros(num_cards, np.int64),
        paid_squared=np.zeros(num_cards, np.int64),
        taken=np.zeros((rows, num_seats, num_cards), np.int8),
        missed=np.zeros(1, np.int64),
    )


@kernel
def study_games(bound: Studied, rules: Record, space: StudySpace, seed: int, first: int, rows: Batch) -> int:
    """Play on, from wherever `space.progress` is, until all games are played (DONE) or a seat must be asked outside;
    return that seat.

    What it sees is then in `space.work.states[SEEN]`, its legal actions in `space.work.scratch[TRUE].mask`; the caller
    writes its action to `space.progress.answer` and calls again. Game `first + k` of a seed is the same game in every
    batch. A new batch begins with index 0.
    """
    functions = bound.functions
    work = space.work
    now = space.progress[0]
    while now.index < rows.shape[0]:
        row = rows[now.index]
        if now.is_playing == 0:
            seed_stream(work.rng, seed, first + now.index)
            functions.start(rules, work.states[TRUE])
            begin_game(rules, space, row, first + now.index)
        due = functions.to_act(rules, work.states[TRUE])
        while due != GAME_OVER:
            seat = CHANCE
            if due == CHANCE:
                functions.outcomes(rules, work.states[TRUE], work.scratch[TRUE].weights)
                action = sample_outcome(work.scratch[TRUE].weights, work.rng)
                row.chances += 1
            else:
                seat = lowest_seat(due)
                action = decide(bound, rules, space, row, seat)
                if action == NO_ANSWER:
                    now.seat = seat
                    return seat
            functions.apply(rules, work.states[TRUE], seat, action, space.events)
            count_events(bound, rules, space, row)
            due = functions.to_act(rules, work.states[TRUE])
            turns = bound.study.turns(rules, work.states[TRUE])
            if turns != row.turns or due == GAME_OVER:
                row.turns = turns
                count_leads(bound, rules, space, row)
        end_game(bound, rules, space, row)
    return DONE


@kernel
def begin_game(rules: Record, space: StudySpace, row: Record, number: int) -> None:
    """Write what holds before a game, and make its counters 0."""
    now = space.progress[0]
    now.is_playing = 1
    now.leader = NOBODY
    for seat in range(MOST_SEATS):
        space.behind_until[seat] = 0
        space.deficit[seat] = 0
    row.decisions = 0
    row.forced = 0
    row.options = 0
    row.chances = 0
    row.turns = 0
    row.lead_changes = 0
    row.bits = 0.0
    row.starter = NOBODY
    row.shift = number % int(rules.num_seats) if now.rotates == 1 else 0


@kernel
def decide(bound: Studied, rules: Record, space: StudySpace, row: Record, seat: int) -> int:
    """Return what a seat does, counted; NO_ANSWER while it must be asked outside."""
    functions = bound.functions
    work = space.work
    now = space.progress[0]
    mask = work.scratch[TRUE].mask
    player = (seat + int(row.shift)) % int(rules.num_seats)
    action = int(now.answer)
    copy_state(work, TRUE, SEEN)
    functions.observe(rules, work.states[SEEN], seat)
    functions.legal_actions(rules, work.states[SEEN], seat, mask)
    mistakes = int(space.mistakes[player])
    if mistakes == OUTSIDE:
        if action == NO_ANSWER:
            return NO_ANSWER
        now.answer = NO_ANSWER
    count_options(space, row, player)
    if mistakes != OUTSIDE:
        bar(space, player)
        if mistakes > 0 and below(work.rng, TO_UNITS) < mistakes:
            action = sample_action(work.scratch[TRUE].mask, work.rng)
        else:
            functions.prefer(rules, work.states[SEEN], seat, mask, work.scores)
            action = best_marked(work.scratch[TRUE], work.scores, work.rng)
    space.chosen[player, action] += 1
    if row.starter == NOBODY:
        row.starter = seat
    return action


@kernel
def count_options(space: StudySpace, row: Record, player: int) -> None:
    """Count a decision and its legal actions."""
    scratch = space.work.scratch[TRUE]
    options = 0
    for index in range(num_sets(scratch)):
        legal = legal_set(scratch, index)
        options += count_bits(legal)
        while legal != 0:
            space.legal[player, index * SET_ACTIONS + lowest_bit(legal)] += 1
            legal &= legal - 1
    row.decisions += 1
    row.options += options
    row.forced += int(options == 1)
    row.bits += space.bits[options]


@kernel
def bar(space: StudySpace, player: int) -> None:
    """Take what the player is barred from out of the mask, unless nothing else is legal."""
    mask = space.work.scratch[TRUE].mask
    left = 0
    for action in range(mask.shape[0]):
        left += int(mask[action] == 1 and space.barred[player, action] == 0)
    if left > 0:
        for action in range(mask.shape[0]):
            if space.barred[player, action] == 1:
                mask[action] = 0


@kernel
def count_events(bound: Studied, rules: Record, space: StudySpace, row: Record) -> None:
    """Count what happened in the last `apply`, and the cards that it gave to seats."""
    now = space.progress[0]
    count = int(space.events[0, 0])
    if count >= space.events.shape[0]:
        space.missed[0] += count - space.events.shape[0] + 1
        count = space.events.shape[0] - 1
    for index in range(1, count + 1):
        event = event_at(space.events, index)
        space.happened[event.kind] += 1
        if space.met_in[event.kind] != now.index:
            space.met_in[event.kind] = now.index
            space.met[event.kind] += 1
        if bound.study.starts(rules, event) == 1:
            row.starter = event.seat
        card = bound.study.card(rules, event)
        if card >= 0:
            price = bound.study.price(rules, event)
            space.paid[card] += price
            space.paid_squared[card] += price * price
            if space.taken[now.index, event.seat, card] < MOST_TAKEN:
                space.taken[now.index, event.seat, card] += 1


@kernel
def count_leads(bound: Studied, rules: Record, space: StudySpace, row: Record) -> None:
    """Write the leader at the end of a turn, and how far the others are behind. The points stay in the row."""
    now = space.progress[0]
    best = bound.study.score(rules, space.work.states[TRUE], 0)
    leader = 0
    num_leaders = 0
    for seat in range(int(rules.num_seats)):
        score = bound.study.score(rules, space.work.states[TRUE], seat)
        row.scores[seat] = score
        if score > best:
            best = score
            num_leaders = 0
        if score == best:
            leader = seat
            num_leaders += 1
    for seat in range(int(rules.num_seats)):
        gap = best - int(row.scores[seat])
        if gap > 0:
            space.behind_until[seat] = row.turns
            space.deficit[seat] = max(int(space.deficit[seat]), gap)
    if num_leaders == 1:
        row.lead_changes += int(now.leader != NOBODY and now.leader != leader)
        now.leader = leader


@kernel
def end_game(bound: Studied, rules: Record, space: StudySpace, row: Record) -> None:
    """Write the result of a finished game, and continue with the next."""
    now = space.progress[0]
    ranking(bound.functions, rules, space.work.states[TRUE], space.work.places)
    winner = NOBODY
    for seat in range(int(rules.num_seats)):
        row.places[seat] = space.work.places[seat]
        if winner == NOBODY and space.work.places[seat] == 0:
            winner = seat
    row.behind_until = space.behind_until[winner]
    row.deficit = space.deficit[winner]
    row.at_limit = bound.study.at_limit(rules, space.work.states[TRUE])
    now.is_playing = 0
    now.index += 1
