"""What is hidden stays hidden: each test changes only what a seat must not know, and nothing that the seat gets may
change by a byte.
"""

import json

import numpy as np

from doubloon.engine.contract import ALL_SEEING, SPECTATOR, copy_record
from doubloon.engine.events import Event
from doubloon.engine.rng import new_rng
from doubloon.games.rubies.game import GAME
from doubloon.games.rubies.state import HIDDEN, NUM_DECK_KINDS, SEA_CARDS
from doubloon.games.rubies.tests.table import QUIET_SEA, RubiesTable, kind_of


def all_that_a_seat_gets(table: RubiesTable, viewer: int) -> tuple[bytes, bytes, str, str]:
    """Return observation, legal actions, view and prompt of a viewer."""
    seen = table.observation(viewer)
    view = json.dumps(GAME.view.data(table.rules, seen, viewer))
    words = repr(GAME.view.board(table.rules, seen, viewer))
    return seen.tobytes(), table.legal_mask(viewer).tobytes(), view, words


def peeked_table() -> RubiesTable:
    """Seat 0 has looked at the next bundle."""
    table = RubiesTable(3).crew(0, lookout=3).to_skills()
    table.play(f"skill:{table.cabin(0, 'lookout')}", "cook", "fence", "exile", "siren")
    return table


def swap_bundle(table: RubiesTable, *names: str) -> None:
    """Make the next bundle another one."""
    for place, name in enumerate(names):
        table.state.unseen[table.state.bundle[place]] += 1
        table.state.unseen[kind_of(name)] -= 1
        table.state.bundle[place] = kind_of(name)
    table.sound()


def test_the_grasps_of_others_change_nothing_until_the_last() -> None:
    seen: dict[int, set[object]] = {0: set(), 1: set(), 2: set(), SPECTATOR: set()}
    for one, other in ((1, 9), (7, 2), (14, 15)):
        table = RubiesTable(3).to_grasp(*QUIET_SEA)
        table.play(f"0 grasp:{one}", f"1 grasp:{other}")
        for viewer, found in seen.items():
            found.add(all_that_a_seat_gets(table, viewer))
    assert len(seen[2]) == len(seen[SPECTATOR]) == 1
    assert len(seen[0]) == len(seen[1]) == 3


def test_a_seat_sees_its_own_grasp_and_who_has_grasped() -> None:
    table = RubiesTable(3).to_grasp(*QUIET_SEA)
    table.play("1 grasp:7")
    assert table.observation(1).grasp.tolist()[:3] == [-1, 7, -1]
    assert table.observation(0).grasp.tolist()[:3] == [-1, HIDDEN, -1]
    assert table.observation(0).island.tolist()[:3] == [14, 15, 15]


def test_a_grasp_tells_the_others_only_that_it_was_made() -> None:
    table = RubiesTable(3).to_grasp(*QUIET_SEA)
    for seat, rubies in ((0, 3), (2, 11)):
        events = table.play(f"{seat} grasp:{rubies}")
        assert events == [Event(GAME.event_kinds.index("grasped"), seat)]


def test_a_bundle_that_only_another_looked_at_changes_nothing() -> None:
    seen: dict[int, set[object]] = {0: set(), 1: set(), 2: set(), SPECTATOR: set()}
    for bundle in (
        ("cook", "fence", "exile", "siren"),
        ("siren", "exile", "fence", "cook"),
        ("diver", "kraken", "kraken", "ghost-ship"),
    ):
        table = peeked_table()
        swap_bundle(table, *bundle)
        for viewer, found in seen.items():
            found.add(all_that_a_seat_gets(table, viewer))
    assert len(seen[1]) == len(seen[2]) == len(seen[SPECTATOR]) == 1
    assert len(seen[0]) == 3


def test_cards_that_were_looked_at_are_told_to_the_looker_alone() -> None:
    table = RubiesTable(3).crew(0, lookout=3).to_skills()
    events = table.play(f"skill:{table.cabin(0, 'lookout')}", "cook", "fence", "exile", "siren")
    saw = [event for event in events if GAME.event_kinds[event.kind] == "saw"]
    assert len(saw) == SEA_CARDS
    for event in saw:
        told = [GAME.view.event(table.rules, event, viewer) is not None for viewer in (0, 1, 2, SPECTATOR, ALL_SEEING)]
        assert told == [True, False, False, False, True]


def test_a_bundle_half_drawn_is_hidden_too() -> None:
    found = set()
    for cards in (("cook", "fence"), ("kraken", "siren")):
        table = RubiesTable(3).crew(0, lookout=3).to_skills()
        table.play(f"skill:{table.cabin(0, 'lookout')}", *cards)
        found.add(all_that_a_seat_gets(table, 1))
    assert len(found) == 1


def test_a_second_looker_sees_the_same_bundle_and_the_third_nothing() -> None:
    table = peeked_table()
    table.state.uses[1] = 0
    table.state.cabins[1, 1], table.state.vigour[1, 1], table.state.uses[1, 1] = kind_of("drummer"), 3, 0
    table.state.unseen[kind_of("drummer")] -= 1
    table.state.deck -= 1
    table.sound().aside(1, spyglass=0)
    assert table.observation(1).bundle.tolist() == [HIDDEN] * SEA_CARDS
    table.state.peeked |= 2
    assert table.observation(1).bundle.tolist() == table.state.bundle.tolist()
    assert table.observation(2).bundle.tolist() == [HIDDEN] * SEA_CARDS


def test_a_sample_deals_the_hidden_bundle_from_all_unseen_cards() -> None:
    table = peeked_table()
    rng = new_rng(4)
    observed = table.observation(1)
    total = observed.unseen.astype(int)
    counts = np.zeros(NUM_DECK_KINDS, int)
    samples = 3_000
    for _ in range(samples):
        sample = copy_record(observed)
        GAME.functions.determinize(table.rules, sample, 1, rng)
        assert GAME.functions.violation(table.rules, sample) == 0
        for kind in sample.bundle:
            counts[kind] += 1
    expected = samples * SEA_CARDS * total / total.sum()
    assert (counts[total == 0] == 0).all()
    assert np.abs(counts - expected).max() < 5 * np.sqrt(expected.max())


def test_a_sample_keeps_what_the_looker_knows() -> None:
    table = peeked_table()
    observed = table.observation(0)
    before = observed.tobytes()
    GAME.functions.determinize(table.rules, observed, 0, new_rng(1))
    assert observed.tobytes() == before


def test_a_sampled_grasp_was_possible() -> None:
    table = RubiesTable(3).islands(5, 15, 15).to_grasp(*QUIET_SEA).aside(0, ruby_casket=1)
    table.play("0 grasp:4", "0 use:ruby-casket")
    found = set()
    for seed in range(200):
        observed = table.observation(2)
        GAME.functions.determinize(table.rules, observed, 2, new_rng(seed))
        found.add(int(observed.grasp[0]))
    assert found == {1, 2, 3, 4, 5}


def test_deck_and_clutter_have_no_faces_and_no_order() -> None:
    """What nobody has seen is one multiset; a card drawn for a feast or cleaned away takes nothing out of it."""
    table = RubiesTable(3)
    table.play(*QUIET_SEA)
    before = table.state.unseen.tolist()
    table.play("feast")
    assert table.state.unseen.tolist() == before
    assert table.count_clutter(0) == 1
    names = GAME.state.names
    assert names is not None
    assert "clutter" not in names
    assert table.sound().state.deck == 7


def test_who_has_grasped_is_told_of_all_the_others_and_not_of_the_first_of_them() -> None:
    table = RubiesTable(3).aside(0, ruby_casket=1).to_grasp(*QUIET_SEA)
    table.play("0 grasp:1")
    assert GAME.view.prompt(table.rules, table.observation(0), 0).id == "prompt.others_grasp"
    table.play("1 grasp:1", "2 grasp:2")
    assert GAME.view.prompt(table.rules, table.observation(0), 0).id == "prompt.others"
