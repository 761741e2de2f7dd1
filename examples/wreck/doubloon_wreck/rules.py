"""The rules of Wreck Divers, clause by clause (`rulebook.md`). No function here checks legality; `legal_actions` says
what `apply` may be given.
"""

from doubloon.engine.contract import CHANCE, GAME_OVER, Mask, Record, Weights
from doubloon.engine.events import Events, clear, tell
from doubloon.engine.jit import rule
from doubloon_wreck.state import (
    DEEPEST,
    FIRST_STARTER,
    NO_SEAT,
    NOT_YET,
    NUM_KINDS,
    Action,
    EventKind,
    Kind,
    Phase,
    Zone,
)


@rule
def start(rules: Record, state: Record) -> None:
    """Write the first state: all tokens in the bag, nobody has any (W1.1, W1.2)."""
    state.tokens[:] = 0
    state.tokens[Zone.BAG, Kind.PEARL] = rules.pearls
    state.tokens[Zone.BAG, Kind.GOLD] = rules.gold
    state.tokens[Zone.BAG, Kind.SHARK] = rules.sharks
    state.bonus[:] = 0
    state.depth[:] = NOT_YET
    state.searched[:] = 0
    state.first = 0
    state.diver = NO_SEAT
    state.drawn = 0
    state.dives = 0
    state.sharks_out = 0
    state.phase = Phase.STARTER
    if rules.starter != NO_SEAT:
        state.first = rules.starter
        state.phase = Phase.CHOOSE


@rule
def to_act(rules: Record, state: Record) -> int:
    """Return the mask of the seats that still choose (W2.2) or of the diver who decides (W3.2); CHANCE, or OVER."""
    phase = int(state.phase)
    if phase == Phase.STARTER or phase == Phase.DRAW:
        return CHANCE
    if phase == Phase.OVER:
        return GAME_OVER
    if phase == Phase.DECIDE:
        return 1 << int(state.diver)
    seats = 0
    for seat in range(int(rules.num_seats)):
        if state.depth[seat] == NOT_YET:
            seats |= 1 << seat
    return seats


@rule
def legal_actions(rules: Record, state: Record, seat: int, mask: Mask) -> None:
    """Write the legal actions of a seat into mask, (NUM_ACTIONS,): a depth (W2.2), or to draw on or surface (W3.2)."""
    mask[:] = 0
    if seat < 0 or seat >= rules.num_seats:
        return
    if state.phase == Phase.CHOOSE and state.depth[seat] == NOT_YET:
        mask[Action.DEPTH : Action.DEPTH + DEEPEST] = 1
    elif state.phase == Phase.DECIDE and seat == state.diver:
        mask[Action.DRAW] = 1
        mask[Action.SURFACE] = 1


@rule
def outcomes(rules: Record, state: Record, weights: Weights) -> None:
    """Write the weights of what chance may bring, (NUM_OUTCOMES,): a token (W1.2), or who is first (W2.1)."""
    weights[:] = 0
    if state.phase == Phase.STARTER:
        for seat in range(int(rules.num_seats)):
            weights[FIRST_STARTER + seat] = 1
    else:
        for kind in range(NUM_KINDS):
            weights[kind] = state.tokens[Zone.BAG, kind]


@rule
def apply(rules: Record, state: Record, seat: int, action: int, events: Events) -> None:
    """Change the state in place by a legal action of a seat, or an outcome of CHANCE."""
    clear(events)
    phase = int(state.phase)
    if phase == Phase.CHOOSE:
        choose(rules, state, seat, action - Action.DEPTH + 1, events)
    elif phase == Phase.DRAW:
        draw(rules, state, action, events)
    elif phase == Phase.DECIDE and action == Action.DRAW:
        ask_for_token(rules, state, events)
    elif phase == Phase.DECIDE:
        surface(rules, state, events)
    else:
        tell(events, EventKind.STARTS, action - FIRST_STARTER)
        begin_dive(state, action - FIRST_STARTER)


@rule
def begin_dive(state: Record, first: int) -> None:
    """Let all choose a depth, beginning with this first diver (W2.1)."""
    state.first = first
    state.diver = NO_SEAT
    state.depth[:] = NOT_YET
    state.searched[:] = 0
    state.phase = Phase.CHOOSE


@rule
def choose(rules: Record, state: Record, seat: int, depth: int, events: Events) -> None:
    """Note a depth in secret; the last one to choose shows all (W2.2)."""
    state.depth[seat] = depth
    tell(events, EventKind.CHOSE, seat)
    if to_act(rules, state) != 0:
        return
    for other in range(int(rules.num_seats)):
        tell(events, EventKind.DEPTH, other, int(state.depth[other]))
    send_next(rules, state, events)


@rule
def next_diver(rules: Record, state: Record) -> int:
    """Return who searches next: the deepest, of equals clockwise from the first diver (W2.3); NO_SEAT when all have."""
    best = NO_SEAT
    for offset in range(int(rules.num_seats)):
        seat = (int(state.first) + offset) % int(rules.num_seats)
        if state.searched[seat] == 0 and (best == NO_SEAT or state.depth[seat] > state.depth[best]):
            best = seat
    return best


@rule
def send_next(rules: Record, state: Record, events: Events) -> None:
    """Let the next diver search; who finds the bag empty surfaces at once (W3.4). After the last one the dive ends."""
    while True:
        diver = next_diver(rules, state)
        state.diver = diver
        state.drawn = 0
        if diver == NO_SEAT:
            end_dive(rules, state, events)
            return
        if not bag_is_empty(state):
            state.phase = Phase.DRAW
            return
        come_up(rules, state, diver, events)


@rule
def bag_is_empty(state: Record) -> bool:
    """Tell whether nothing is left to draw (W3.4)."""
    for kind in range(NUM_KINDS):
        if state.tokens[Zone.BAG, kind] > 0:
            return False
    return True


@rule
def draw(rules: Record, state: Record, kind: int, events: Events) -> None:
    """Hold the token that was drawn (W3.1), or lose all to a shark (W3.6)."""
    diver = int(state.diver)
    state.tokens[Zone.BAG, kind] -= 1
    state.drawn += 1
    tell(events, EventKind.DREW, diver, kind)
    if kind == Kind.SHARK:
        state.tokens[Zone.BESIDE, kind] += 1
        meet_shark(rules, state, diver, events)
        return
    state.tokens[Zone.HAND, kind] += 1
    if state.drawn < state.depth[diver]:
        ask_for_token(rules, state, events)
    elif is_alone(rules, state, diver) and not bag_is_empty(state):
        state.phase = Phase.DECIDE
    else:
        surface(rules, state, events)


@rule
def ask_for_token(rules: Record, state: Record, events: Events) -> None:
    """Draw a token (W3.1); from an empty bag nobody can (W3.4)."""
    if bag_is_empty(state):
        surface(rules, state, events)
    else:
        state.phase = Phase.DRAW


@rule
def is_alone(rules: Record, state: Record, diver: int) -> bool:
    """Tell whether nobody else chose the diver's depth (W3.2, W3.3)."""
    for seat in range(int(rules.num_seats)):
        if seat != diver and state.depth[seat] == state.depth[diver]:
            return False
    return True


@rule
def meet_shark(rules: Record, state: Record, diver: int, events: Events) -> None:
    """Lay all that is held beside the bag, and end the search (W3.6)."""
    tell(events, EventKind.SHARK, diver, tokens_held(state))
    for kind in range(NUM_KINDS):
        state.tokens[Zone.BESIDE, kind] += state.tokens[Zone.HAND, kind]
        state.tokens[Zone.HAND, kind] = 0
    state.searched[diver] = 1
    send_next(rules, state, events)


@rule
def tokens_held(state: Record) -> int:
    """Return how many tokens the diver holds."""
    held = 0
    for kind in range(NUM_KINDS):
        held += int(state.tokens[Zone.HAND, kind])
    return held


@rule
def surface(rules: Record, state: Record, events: Events) -> None:
    """Let the diver come up with what is held, and send the next (W3.2, W3.3)."""
    come_up(rules, state, int(state.diver), events)
    send_next(rules, state, events)


@rule
def come_up(rules: Record, state: Record, diver: int, events: Events) -> None:
    """Keep what is held, with points for the depth if that is anything (W3.5)."""
    if tokens_held(state) > 0:
        state.bonus[diver] += (int(state.depth[diver]) - 1) * int(rules.depth_points)
    tell(
        events,
        EventKind.SURFACED,
        diver,
        int(state.tokens[Zone.HAND, Kind.PEARL]),
        int(state.tokens[Zone.HAND, Kind.GOLD]),
    )
    for kind in range(NUM_KINDS):
        state.tokens[diver, kind] += state.tokens[Zone.HAND, kind]
        state.tokens[Zone.HAND, kind] = 0
    state.searched[diver] = 1


@rule
def end_dive(rules: Record, state: Record, events: Events) -> None:
    """Put back what lies beside the bag (W4.1), and begin the next dive or end the game (W5.1)."""
    if rules.sharks_leave == 1:
        state.sharks_out += state.tokens[Zone.BESIDE, Kind.SHARK]
        state.tokens[Zone.BESIDE, Kind.SHARK] = 0
    for kind in range(NUM_KINDS):
        state.tokens[Zone.BAG, kind] += state.tokens[Zone.BESIDE, kind]
        state.tokens[Zone.BESIDE, kind] = 0
    dives = int(state.dives) + 1
    state.dives = dives
    left = int(state.tokens[Zone.BAG, Kind.PEARL]) + int(state.tokens[Zone.BAG, Kind.GOLD])
    if dives >= rules.dives or left == 0:
        state.phase = Phase.OVER
        tell(events, EventKind.OVER, NO_SEAT, dives)
    else:
        first = (int(state.first) + 1) % int(rules.num_seats)
        tell(events, EventKind.NEXT, first)
        begin_dive(state, first)


@rule
def points(rules: Record, state: Record, seat: int) -> int:
    """Return the points of a seat (W5.2, W3.5)."""
    pearls = int(state.tokens[seat, Kind.PEARL]) * int(rules.pearl_points)
    return pearls + int(state.tokens[seat, Kind.GOLD]) * int(rules.gold_points) + int(state.bonus[seat])


@rule
def standing(rules: Record, state: Record, seat: int) -> int:
    """Return a number that orders the seats: points, then gold (W5.2)."""
    return (points(rules, state, seat) << 8) + int(state.tokens[seat, Kind.GOLD])
