"""What a seat knows (`rulebook.md`, What is hidden).

Three ways of not knowing meet here. What chance has not drawn yet (bundles, deck, clutter) is not in the state at all:
`unseen` holds the cards that could be there, and every card of it is as likely in any of these places. The next bundle,
where somebody has looked at it, is in the state; for the others its cards go back into `unseen`. A grasp is in the
state from the moment it is made; for the others it is HIDDEN until all have grasped.
"""

from doubloon.engine.contract import ALL_SEEING, Record
from doubloon.engine.jit import rule
from doubloon.engine.rng import Rng, below
from doubloon.games.rubies.frames import phase
from doubloon.games.rubies.state import HIDDEN, NOT_YET, NUM_DECK_KINDS, Frame


@rule
def observe(rules: Record, state: Record, seat: int) -> None:
    """Erase in place the bundle that the seat did not look at, and the grasps of others while hands are closed
    (R4.2).
    """
    if seat == ALL_SEEING:
        return
    if seat < 0 or (int(state.peeked) >> seat) & 1 == 0:
        hide_bundle(state)
    if phase(state) == Frame.GRASP:
        for other in range(int(rules.num_seats)):
            if other != seat and state.grasp[other] != NOT_YET:
                state.grasp[other] = HIDDEN


@rule
def is_secret(rules: Record, state: Record) -> int:
    """Return 1 while hands close (R4.2)."""
    return int(phase(state) == Frame.GRASP)


@rule
def hide_bundle(state: Record) -> None:
    """Lay the cards of the next bundle back among the unseen."""
    for place in range(int(state.num_drawn)):
        kind = int(state.bundle[place])
        if kind != HIDDEN:
            state.unseen[kind] = int(state.unseen[kind]) + 1
            state.bundle[place] = HIDDEN


@rule
def determinize(rules: Record, state: Record, seat: int, rng: Rng) -> None:
    """Draw in place what is hidden: the bundle from the unseen cards, each grasp evenly from what was possible
    (R4.2).
    """
    for place in range(int(state.num_drawn)):
        if state.bundle[place] == HIDDEN:
            kind = draw_unseen(state, rng)
            state.unseen[kind] = int(state.unseen[kind]) - 1
            state.bundle[place] = kind
    for other in range(int(rules.num_seats)):
        if state.grasp[other] == HIDDEN:
            most = int(state.limit[other])
            state.grasp[other] = 1 + below(rng, most) if most > 0 else 0


@rule
def draw_unseen(state: Record, rng: Rng) -> int:
    """Return the kind of a random unseen card."""
    total = 0
    for kind in range(NUM_DECK_KINDS):
        total += int(state.unseen[kind])
    rest = below(rng, total)
    kind = 0
    while rest >= state.unseen[kind]:
        rest -= int(state.unseen[kind])
        kind += 1
    return kind
