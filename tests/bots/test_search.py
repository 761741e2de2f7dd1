"""Search: it finds what is exactly best, repeats itself, stays inside its memory, and knows nothing that its seat does
not know.
"""

from collections.abc import Callable

import numpy as np
import pytest

from doubloon.bots import new_bot, new_searcher
from doubloon.bots.search import SLICE, Budget, SearchBot, Searcher, Style, Verdict, go_on, options_of, read_verdict
from doubloon.engine.contract import CHANCE, Game, Record, copy_record
from doubloon.engine.events import new_events
from doubloon.engine.kernels.choose import sample_outcome
from doubloon.engine.kernels.search import KNOWN, SEARCH_STATES
from doubloon.engine.kernels.tree import new_tree
from doubloon.engine.kernels.workspace import new_workspace
from doubloon.engine.playthrough import Playthrough, Sight
from doubloon.engine.rng import new_rng, seed_stream
from doubloon.games import load
from doubloon.games.rubies.state import HIDDEN
from doubloon.games.rubies.tests.table import QUIET_SEA, RubiesTable, kind_of
from tests.support import random_step

TINY = (
    "cards.ships=2",
    "ship.size=2",
    "cards.coins=1",
    "cards.pirates=2",
    "cards.cannons=0",
    "pirate.toll=1",
    "options.turn_limit=2",
    "options.starter=0",
)
"""Two ship cards of each colour, a coin, two pirates, a turn each: small enough to be solved."""


def middle_of(game: Game, num_seats: int, steps: int, seed: int) -> Playthrough:
    """Return a game after some random steps, at a decision with a choice; after fewer where it is over by then."""
    while True:
        playthrough, rng, left = Playthrough.new(game, num_seats), new_rng(seed), steps
        while not playthrough.is_over:
            seats = playthrough.seats_to_act()
            if left <= 0 and seats and len(playthrough.legal_actions(seats[0])) > 1:
                return playthrough
            random_step(playthrough, rng)
            left -= 1
        steps //= 2


def verdict_bytes(verdict: Verdict) -> bytes:
    return b"".join(np.asarray(part).tobytes() for part in verdict)


def solve(game: Game, rules: Record) -> dict[int, float]:
    """Return by expectimax the mean return of seat 0 for each action of `start_of_choice` with two players."""
    functions = game.functions
    seen: dict[bytes, float] = {}

    def value_after(state: Record, seat: int, action: int) -> float:
        following = copy_record(state)
        functions.apply(rules, following, seat, action, new_events(0))
        return value(following)

    def value(state: Record) -> float:
        key = state.tobytes()
        if key not in seen:
            seen[key] = value_of_new(state)
        return seen[key]

    def value_of_new(state: Record) -> float:
        due = functions.to_act(rules, state)
        if due == 0:
            out = np.zeros(2)
            game.kernels.returns(rules, state, out)
            return float(out[0])
        if due == CHANCE:
            weights = np.zeros(game.num_outcomes, np.int32)
            functions.outcomes(rules, state, weights)
            return sum(
                int(weight) * value_after(state, CHANCE, outcome) for outcome, weight in enumerate(weights) if weight
            ) / int(weights.sum())
        values = [value_after(state, due - 1, action) for action in legal(state, due - 1)]
        return max(values) if due == 1 else min(values)

    def legal(state: Record, seat: int) -> list[int]:
        mask = np.zeros(game.num_actions, np.int8)
        functions.legal_actions(rules, state, seat, mask)
        return [int(action) for action in np.flatnonzero(mask)]

    root = start_of_choice(game, rules)
    return {action: value_after(root, 0, action) for action in legal(root, 0)}


def start_of_choice(game: Game, rules: Record) -> Record:
    """Return the state in which the first player has drawn a coin, and may draw on or pass."""
    playthrough = Playthrough(game, rules)
    while playthrough.to_act == CHANCE or len(playthrough.legal_actions(0)) < 2:
        if playthrough.to_act == CHANCE:
            names = [game.outcomes[outcome] for outcome in np.flatnonzero(playthrough.weights())]
            playthrough.chance(game.outcomes.index("coin" if "coin" in names else names[0]))
        else:
            playthrough.act(0, playthrough.legal_actions(0)[0])
    return playthrough.state


@pytest.mark.compiled
def test_search_converges_to_the_exact_value_and_action() -> None:
    game = load("shipyard")
    rules = Playthrough.new(game, 2, TINY).rules
    exact = solve(game, rules)
    best = max(exact, key=lambda action: exact[action])
    assert len(exact) >= 2
    assert exact[best] - sorted(exact.values())[-2] > 0.01
    sight = Sight(game, rules, start_of_choice(game, rules), 0, np.zeros(game.num_actions, np.int8))
    verdict = Searcher(game, 1, Style(explore=0.3, slope=0.0), Budget(200_000)).search(sight)
    assert int(verdict.actions[verdict.best]) == best
    assert verdict.utility[verdict.best] == pytest.approx(exact[best], abs=0.02)
    assert verdict.win[verdict.best] == pytest.approx((exact[best] + 1) / 2, abs=0.02)


@pytest.mark.compiled
def test_same_seed_same_answer_whatever_was_asked_on_other_threads(game: Game, num_seats: int) -> None:
    playthrough = middle_of(game, num_seats, 10, 1)
    sight = playthrough.sight(playthrough.seats_to_act()[0])
    for threads in (1, 2):
        answers = [
            verdict_bytes(Searcher(game, 5, Style(horizon=10), Budget(100, threads=threads)).search(sight))
            for _ in range(2)
        ]
        assert answers[0] == answers[1]
        assert (
            verdict_bytes(Searcher(game, 6, Style(horizon=10), Budget(100, threads=threads)).search(sight))
            != answers[0]
        )


@pytest.mark.compiled
def test_search_goes_on_where_it_stopped(game: Game) -> None:
    playthrough = middle_of(game, game.seats[-1], 40, 2)
    seat = playthrough.seats_to_act()[0]
    trees = []
    for parts in ((100,), (30, 70)):
        work, tree = new_workspace(game, SEARCH_STATES, 3), new_tree(game, 500)
        work.states[KNOWN] = playthrough.observation(seat)
        for part in parts:
            game.kernels.search(playthrough.rules, seat, work, tree, options_of(Style(), part))
        trees.append(b"".join(array.tobytes() for array in tree))
    assert trees[0] == trees[1]


@pytest.mark.compiled
def test_search_counts_every_playout_once_and_values_are_utilities(game: Game, num_seats: int) -> None:
    playthrough = middle_of(game, num_seats, 50, 3)
    sight = playthrough.sight(playthrough.seats_to_act()[0])
    verdict = Searcher(game, 1, Style(horizon=6), Budget(300)).search(sight)
    assert verdict.playouts == 300
    assert verdict.actions.tolist() == np.flatnonzero(sight.mask).tolist()
    tried = verdict.tries > 0
    assert np.all(np.abs(verdict.utility[tried]) <= 1)
    assert np.all((verdict.win[tried] >= 0) & (verdict.win[tried] <= 1))


@pytest.mark.compiled
def test_a_full_tree_ends_in_playouts(game: Game) -> None:
    playthrough = middle_of(game, game.seats[0], 20, 4)
    seat = playthrough.seats_to_act()[0]
    work, tree = new_workspace(game, SEARCH_STATES, 3), new_tree(game, 2)
    work.states[KNOWN] = playthrough.observation(seat)
    game.kernels.search(playthrough.rules, seat, work, tree, options_of(Style(), 200))
    assert 1 <= tree.used[0] <= 2
    assert tree.visits[0] == 200


@pytest.mark.compiled
@pytest.mark.parametrize("level", ["deckhand", "sailor", "mate", "captain+playouts=50", "admiral+seconds=0.01"])
def test_every_level_plays_legal_games(game: Game, level: str) -> None:
    playthrough = Playthrough.new(game, game.seats[0])
    rng = new_rng(7)
    bots = [new_bot(level, game, seat) for seat in range(playthrough.num_seats)]
    for _ in range(60):
        if playthrough.is_over:
            break
        if playthrough.to_act == CHANCE:
            playthrough.chance(sample_outcome(playthrough.weights(), rng))
        else:
            seat = playthrough.seats_to_act()[0]
            playthrough.act(seat, bots[seat].choose(playthrough.sight(seat)))
    assert len(playthrough.entries) > 10


@pytest.mark.compiled
def test_one_legal_action_is_played_without_search() -> None:
    class NoSearch(Searcher):
        def search(self, sight: Sight, only: int | None = None, give_way: Callable[[], None] = go_on) -> Verdict:
            raise AssertionError("searched")

    game = load("shipyard")
    bot = SearchBot(game, 1, Style(), Budget(10))
    vars(bot)["_searcher"] = NoSearch(game, 1, Style(), Budget(10))
    mask = np.zeros(game.num_actions, np.int8)
    mask[3] = 1
    playthrough = Playthrough.new(game, 2)
    assert bot.choose(Sight(game, playthrough.rules, playthrough.observation(0), 0, mask)) == 3


def grasping_table(*others: str) -> RubiesTable:
    """Return a table at which seats 1 and 2 may have grasped before seat 0."""
    table = RubiesTable(3).to_grasp(*QUIET_SEA)
    table.play(*others)
    return table


@pytest.mark.compiled
def test_a_bot_does_not_know_the_grasps_of_others() -> None:
    answers = set()
    for one, other in ((1, 1), (9, 3), (14, 15)):
        table = grasping_table(f"1 grasp:{one}", f"2 grasp:{other}")
        answers.add(verdict_bytes(new_searcher("mate", load("rubies"), 1).search(table.sight(0))))
    assert len(answers) == 1


class Settled(Searcher):
    """Has always found the same: the first three legal actions tried 50, 45 and 4 times."""

    def search(self, sight: Sight, only: int | None = None, give_way: Callable[[], None] = go_on) -> Verdict:
        legal = np.flatnonzero(sight.mask)
        tries = np.zeros(len(legal), np.int64)
        tries[:3] = (50, 45, 4)
        return Verdict(legal, tries, np.zeros(len(legal)), np.zeros(len(legal)), 99)


def choices_of(sight: Sight) -> list[int]:
    """Return what a bot chooses 60 times at the same decision, its search having found the same."""
    bot = SearchBot(sight.game, 1, Style(), Budget(10))
    vars(bot)["_searcher"] = Settled(sight.game, 1, Style(), Budget(10))
    return [bot.choose(sight) for _ in range(60)]


@pytest.mark.compiled
def test_a_grasp_cannot_be_read_because_it_is_drawn_from_the_good_ones() -> None:
    """Of two grasps that are about as good each is taken at times; one that was only explored never is."""
    sight = grasping_table().sight(0)
    first, second, third = np.flatnonzero(sight.mask)[:3].tolist()
    chosen = choices_of(sight)
    assert 15 < chosen.count(first) < 45
    assert chosen.count(first) + chosen.count(second) == len(chosen)
    assert third not in chosen


@pytest.mark.compiled
def test_what_is_done_in_the_open_is_always_the_best() -> None:
    playthrough = middle_of(load("isles"), 2, 20, 1)
    sight = playthrough.sight(playthrough.seats_to_act()[0])
    assert set(choices_of(sight)) == {int(np.flatnonzero(sight.mask)[0])}


PLAIN = ("fence", "exile", "siren", "diver")
TREASURES = ("ruby-casket", "ruby-casket", "loaded-dice", "cask-of-rum")


def looked_at_bundle(*names: str) -> RubiesTable:
    """Return a table whose seat 0 has looked at the next bundle, which is now made of these cards, and decides on."""
    table = RubiesTable(3).crew(0, lookout=3, fiddler=3).crew(1, cook=3).to_skills()
    table.play(f"skill:{table.cabin(0, 'lookout')}", *PLAIN)
    for place, name in enumerate(names):
        table.state.unseen[table.state.bundle[place]] += 1
        table.state.unseen[kind_of(name)] -= 1
        table.state.bundle[place] = kind_of(name)
    table.sound()
    return table


@pytest.mark.compiled
def test_a_bot_cannot_use_an_absurdly_good_card_that_only_another_has_seen() -> None:
    """The treasures are worth a hundred infamy each and lie in the next bundle, which seat 0 has looked at and seat 1
    has not.
    """
    answers: dict[int, set[bytes]] = {0: set(), 1: set()}
    for names in (PLAIN, TREASURES):
        table = looked_at_bundle(*names)
        table.rules.infamy[[kind_of(name) for name in TREASURES]] = 100
        answers[0].add(verdict_bytes(new_searcher("mate", load("rubies"), 1).search(table.sight(0))))
        table.play("done")
        assert table.observation(1).bundle.tolist() == [HIDDEN] * 4
        answers[1].add(verdict_bytes(new_searcher("mate", load("rubies"), 1).search(table.sight(1))))
    assert len(answers[1]) == 1
    assert len(answers[0]) == 2


def test_a_search_that_gives_way_is_the_same_as_a_whole_one(game: Game) -> None:
    playthrough = middle_of(game, game.seats[0], 20, 3)
    seat = playthrough.seats_to_act()[0]
    budget = Budget(3 * SLICE + 7)
    sight, offered = playthrough.sight(seat), []
    sliced = Searcher(game, 5, Style(), budget).search(sight, give_way=lambda: offered.append(1))
    whole = Searcher(game, 5, Style(), budget)
    work, tree = whole._memory[0]
    work.states[KNOWN] = sight.observation
    seed_stream(work.rng, 5, 0)
    game.kernels.search(sight.rules, seat, work, tree, options_of(Style(), budget.playouts))
    assert verdict_bytes(sliced) == verdict_bytes(read_verdict([tree]))
    assert len(offered) == 4
