"""The invariants of every state of `rubies`: cards, bundles, rubies, captains."""

from doubloon.engine.contract import Record
from doubloon.engine.jit import rule
from doubloon.games.rubies.crew import count_clutter
from doubloon.games.rubies.frames import phase
from doubloon.games.rubies.state import (
    FIRST_CAPTAIN,
    MOST_SEATS,
    NONE,
    NUM_ASIDE,
    NUM_CABINS,
    NUM_DECK_KINDS,
    SEA_CARDS,
    Frame,
)
from doubloon.games.rubies.turns import count_sea


@rule
def violation(rules: Record, state: Record) -> int:
    """Return 0, or the number of the first broken invariant of VIOLATIONS."""
    broken = violation_of_cards(rules, state)
    if broken != 0:
        return broken
    if (phase(state) == Frame.OVER) != (state.turns == rules.turns) or not is_bundle_count_right(rules, state):
        return 4
    for seat in range(MOST_SEATS):
        broken = violation_of_seat(rules, state, seat)
        if broken != 0:
            return broken
    return 0


@rule
def violation_of_cards(rules: Record, state: Record) -> int:
    """Check that each card is somewhere once (R1.1), and that as many are face down as bundles, deck, discards
    and clutter hold (R2.2).
    """
    face_down = int(state.deck) + int(state.discards) + SEA_CARDS * int(state.bundles) - int(state.num_drawn)
    if phase(state) == Frame.SEA:
        face_down -= count_sea(state)
    for seat in range(MOST_SEATS):
        face_down += count_clutter(state, seat)
    for kind in range(NUM_DECK_KINDS):
        if state.unseen[kind] < 0 or state.gone[kind] < 0:
            return 1
        if cards_of_kind(state, kind) != rules.copies[kind]:
            return 2
        face_down -= int(state.unseen[kind]) + int(state.gone[kind])
    return 3 if face_down != 0 or state.deck < 0 or state.discards < 0 else 0


@rule
def cards_of_kind(state: Record, kind: int) -> int:
    """Count the cards of a kind, wherever they are."""
    count = int(state.unseen[kind]) + int(state.gone[kind]) + int(state.taken == kind)
    for place in range(SEA_CARDS):
        count += int(state.sea[place] == kind) + int(state.bundle[place] == kind)
    for seat in range(MOST_SEATS):
        if kind < NUM_ASIDE:
            count += int(state.aside[seat, kind])
        for cabin in range(NUM_CABINS):
            count += int(state.cabins[seat, cabin] == kind)
    return count


@rule
def is_bundle_count_right(rules: Record, state: Record) -> bool:
    """Tell whether a bundle is turned up in each turn, nine in all (R2.1, R2.2)."""
    opened = int(rules.turns) - int(state.bundles) - int(state.turns)
    return opened == int(Frame.FEAST <= phase(state) < Frame.OVER)


@rule
def violation_of_seat(rules: Record, state: Record, seat: int) -> int:
    """Check rubies, crew and captain of a seat."""
    if state.island[seat] < 0 or state.tokens[seat] < 0:
        return 5
    captains = 0
    for cabin in range(NUM_CABINS):
        kind = int(state.cabins[seat, cabin])
        if state.vigour[seat, cabin] < 0 or state.uses[seat, cabin] < 0:
            return 5
        if 0 <= kind < FIRST_CAPTAIN and state.vigour[seat, cabin] == 0:
            return 6
        if kind < 0 and (state.vigour[seat, cabin] != 0 or state.uses[seat, cabin] != 0):
            return 7
        if kind >= FIRST_CAPTAIN:
            captains += 1 if kind == state.captain[seat] else 2
    if captains != 1 - int(state.captain_out[seat]):
        return 8
    if state.captain[seat] == NONE and not (phase(state) <= Frame.CAPTAINS or seat >= rules.num_seats):
        return 8
    if phase(state) == Frame.GRASP and state.grasp[seat] > state.island[seat]:
        return 9
    return 0


VIOLATIONS = (
    "none",
    "less than no card of a kind",
    "cards of a kind are lost or found (R1.1)",
    "bundles, deck, discards and clutter do not add up to the cards that nobody can name (R2.2)",
    "the game has not one bundle for each turn (R2.1)",
    "less than no rubies",
    "a pirate without a ruby is aboard (R8.1)",
    "rubies where no pirate is",
    "a captain is lost, or two are aboard (R2.1, R8.3)",
    "more rubies grasped than are there (R4.2)",
)
