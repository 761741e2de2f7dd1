"""The skill phase: one turn a player, any skills, any dismissals (R6)."""

from doubloon.engine.contract import Mask, Record
from doubloon.engine.events import Events, tell
from doubloon.engine.jit import rule
from doubloon.games.rubies.clutter import legal_dismissals
from doubloon.games.rubies.crew import spend
from doubloon.games.rubies.frames import begin_phase, clockwise, push_effects, set_top, top
from doubloon.games.rubies.leaving import dismiss, leave_if_spent
from doubloon.games.rubies.state import (
    FIRST_CAPTAIN,
    NONE,
    NUM_CABINS,
    Action,
    Cell,
    EffectList,
    EventKind,
    Frame,
    Time,
)
from doubloon.games.rubies.targets import skill_could_do
from doubloon.games.rubies.treasures import legal_items


@rule
def advance_skills(rules: Record, state: Record) -> bool:
    """Give every player a turn, clockwise from the start player (R6.1), then upkeep (R6.6)."""
    place = top(state, Cell.AT)
    if place == rules.num_seats:
        begin_phase(state, Frame.UPKEEP)
        return True
    set_top(state, Cell.SEAT, clockwise(rules, state, place))
    return False


@rule
def legal_in_turn(rules: Record, state: Record, seat: int, mask: Mask) -> None:
    """Skills (R6.1), dismissals (R6.5), items of this time (R9.2), or the end of the turn."""
    mask[Action.DONE] = 1
    legal_dismissals(state, seat, mask)
    for cabin in range(NUM_CABINS):
        mask[Action.SKILL + cabin] = int(can_use_skill(rules, state, seat, cabin))
    legal_items(rules, state, seat, Time.TURN, mask)


@rule
def can_use_skill(rules: Record, state: Record, seat: int, cabin: int) -> bool:
    """Tell whether a skill may be used: not yet in this phase (R6.2), its cost on the pirate, and to some effect
    (R6.3).

    A distrusted captain has no rubies, so he never can (R6.4).
    """
    kind = int(state.cabins[seat, cabin])
    if kind < 0:
        return False
    cost = int(rules.cost[kind])
    if cost == 0 or state.vigour[seat, cabin] < cost or (state.uses[seat, cabin] == 0 and rules.any_uses[kind] == 0):
        return False
    return skill_could_do(rules, state, seat, cabin)


@rule
def decide_in_turn(rules: Record, state: Record, seat: int, action: int, events: Events) -> None:
    """End the turn, use a skill, or dismiss a pirate (R6)."""
    if action == Action.DONE:
        tell(events, EventKind.ENDED, seat)
        set_top(state, Cell.AT, top(state, Cell.AT) + 1)
    elif action >= Action.DISMISS:
        dismiss(rules, state, seat, action - Action.DISMISS, events)
    else:
        use_skill(rules, state, seat, action - Action.SKILL, events)


@rule
def use_skill(rules: Record, state: Record, seat: int, cabin: int, events: Events) -> None:
    """Pay with the pirate's own rubies (R6.3); without any left he leaves at once, and the effects still happen
    (R8.1).
    """
    kind = int(state.cabins[seat, cabin])
    cost = int(rules.cost[kind])
    tell(events, EventKind.SKILL, seat, kind, cost)
    if rules.any_uses[kind] == 0:
        state.uses[seat, cabin] = int(state.uses[seat, cabin]) - 1
    leaves = state.vigour[seat, cabin] == cost and kind < FIRST_CAPTAIN
    spend(state, seat, cabin, cost, events)
    push_effects(state, seat, kind, EffectList.SKILL, NONE if leaves else cabin)
    leave_if_spent(rules, state, seat, cabin, events)
