"""The rules of Sea of Rubies (`rulebook.md`): the first state, whose turn it is, what is legal, what happens.

Each function here looks at the frame on top (`state.Frames`) and hands it to the module that has its clauses. No
function checks legality; `legal_actions` says what `apply` may be given.
"""

from doubloon.engine.contract import CHANCE, GAME_OVER, Mask, Record, Weights
from doubloon.engine.events import Events, clear
from doubloon.engine.jit import rule
from doubloon.games.rubies import scoring, setup
from doubloon.games.rubies.adventure import (
    advance_board,
    advance_dice,
    advance_feast,
    advance_take,
    decide_boarding,
    decide_feast,
    grasp,
    legal_boarding,
    legal_cards,
    legal_feast,
    legal_grasps,
    seats_to_grasp,
    take_card,
)
from doubloon.games.rubies.clutter import advance_loss, advance_mess, advance_others, clean, legal_dismissals
from doubloon.games.rubies.crew import count_clutter
from doubloon.games.rubies.effects import advance_effects, do_aimed, legal_targets, reveal_to_one
from doubloon.games.rubies.frames import set_top, top
from doubloon.games.rubies.leaving import advance_leaver, choose_leaver, dismiss, legal_leaver
from doubloon.games.rubies.setup import advance_captains, choose_starter, deal_captain, weigh_captains, weigh_starters
from doubloon.games.rubies.skills import advance_skills, decide_in_turn, legal_in_turn
from doubloon.games.rubies.state import (
    FIRST_PENDING,
    FIRST_STARTER,
    NUM_THINGS,
    Action,
    Cell,
    Frame,
    Time,
)
from doubloon.games.rubies.treasures import legal_giving_treasures, legal_items, legal_things, use_thing
from doubloon.games.rubies.turns import advance_sea, advance_sweep, advance_upkeep, draw_sea, weigh_unseen

start = setup.start
standing = scoring.standing


@rule
def to_act(rules: Record, state: Record) -> int:
    """Return the mask of the seats that must decide (all that have not grasped, R4.2), CHANCE or GAME_OVER."""
    kind = top(state, Cell.KIND)
    if kind == Frame.OVER:
        return GAME_OVER
    if kind <= Frame.CAPTAINS or kind == Frame.SEA or kind == Frame.PEEK:
        return CHANCE
    if kind == Frame.GRASP:
        return seats_to_grasp(rules, state)
    return 1 << top(state, Cell.SEAT)


@rule
def legal_actions(rules: Record, state: Record, seat: int, mask: Mask) -> None:
    """Write the legal actions of a seat into mask, (NUM_ACTIONS,).

    A seat that need not act may still use a treasure whenever the game waits for anybody (R9.1). Search and learning
    may leave these moves out and ask only the seats of `to_act`, who have them too.
    """
    mask[:] = 0
    due = to_act(rules, state)
    if due == CHANCE or due == GAME_OVER:
        return
    if (due >> seat) & 1 == 1:
        if top(state, Cell.KIND) < FIRST_PENDING:
            legal_in_phase(rules, state, seat, mask)
        else:
            legal_in_pending(rules, state, seat, mask)
    legal_things(rules, state, seat, mask)


@rule
def legal_in_phase(rules: Record, state: Record, seat: int, mask: Mask) -> None:
    """Mark what the phase of the turn allows."""
    kind = top(state, Cell.KIND)
    if kind == Frame.GRASP:
        legal_grasps(rules, state, seat, mask)
    elif kind == Frame.SKILLS:
        legal_in_turn(rules, state, seat, mask)
    elif kind == Frame.TAKE:
        legal_cards(state, mask)
    elif kind == Frame.FEAST:
        legal_feast(rules, state, seat, mask)
    elif kind == Frame.DICE:
        mask[Action.DONE] = 1
        legal_items(rules, state, seat, Time.SHOWN, mask)
    else:
        mask[Action.DONE] = 1
        mask[Action.SWEEP] = int(count_clutter(state, seat) > 0)


@rule
def legal_in_pending(rules: Record, state: Record, seat: int, mask: Mask) -> None:
    """Mark the choices of a consequence that waits for its owner."""
    kind = top(state, Cell.KIND)
    if kind == Frame.EFFECTS:
        legal_targets(rules, state, mask)
    elif kind == Frame.BOARD:
        legal_boarding(state, seat, mask)
    elif kind == Frame.MESS:
        legal_dismissals(state, seat, mask)
    elif kind == Frame.LOSE:
        legal_giving_treasures(rules, state, seat, mask)
    else:
        legal_leaver(state, seat, mask)


@rule
def outcomes(rules: Record, state: Record, weights: Weights) -> None:
    """Write the weights of what chance may bring, (NUM_OUTCOMES,)."""
    weights[:] = 0
    kind = top(state, Cell.KIND)
    if kind == Frame.STARTER:
        weigh_starters(rules, weights)
    elif kind == Frame.CAPTAINS:
        weigh_captains(rules, state, weights)
    else:
        weigh_unseen(state, weights)


@rule
def apply(rules: Record, state: Record, seat: int, action: int, events: Events) -> None:
    """Change the state in place by a legal action of a seat, or an outcome of CHANCE, up to the next decision or chance
    event.
    """
    clear(events)
    if seat == CHANCE:
        apply_chance(rules, state, action, events)
    elif Action.USE <= action < Action.USE + NUM_THINGS:
        use_thing(rules, state, seat, action - Action.USE, events)
    else:
        set_top(state, Cell.ASKED, 0)
        if top(state, Cell.KIND) < FIRST_PENDING:
            decide_phase(rules, state, seat, action, events)
        else:
            decide_pending(rules, state, seat, action, events)
    while advance(rules, state, events):
        pass


@rule
def apply_chance(rules: Record, state: Record, outcome: int, events: Events) -> None:
    """Let chance name the start player, a captain or a card (R2, R4.1)."""
    kind = top(state, Cell.KIND)
    if kind == Frame.STARTER:
        choose_starter(rules, state, outcome - FIRST_STARTER, events)
    elif kind == Frame.CAPTAINS:
        deal_captain(rules, state, outcome, events)
    elif kind == Frame.SEA:
        draw_sea(state, outcome, events)
    else:
        reveal_to_one(state, outcome, events)


@rule
def decide_phase(rules: Record, state: Record, seat: int, action: int, events: Events) -> None:
    """Apply a decision of the phase."""
    kind = top(state, Cell.KIND)
    if kind == Frame.GRASP:
        grasp(rules, state, seat, action - Action.GRASP, events)
    elif kind == Frame.SKILLS:
        decide_in_turn(rules, state, seat, action, events)
    elif kind == Frame.TAKE:
        take_card(rules, state, seat, action - Action.TAKE, events)
    elif kind == Frame.FEAST:
        decide_feast(rules, state, seat, action, events)
    else:
        set_top(state, Cell.AT, top(state, Cell.AT) + 1)
        if action == Action.SWEEP:
            clean(state, seat, 1, events)


@rule
def decide_pending(rules: Record, state: Record, seat: int, action: int, events: Events) -> None:
    """Apply a choice about a consequence."""
    kind = top(state, Cell.KIND)
    if kind == Frame.EFFECTS:
        do_aimed(rules, state, action - (Action.CREW if action >= Action.CREW else Action.SEAT), events)
    elif kind == Frame.BOARD:
        decide_boarding(rules, state, seat, action, events)
    elif kind == Frame.MESS:
        dismiss(rules, state, seat, action - Action.DISMISS, events)
    else:
        choose_leaver(state, seat, action - Action.SETTLE)


@rule
def advance(rules: Record, state: Record, events: Events) -> bool:
    """Carry on by one step that asks nobody. Return False where somebody must decide, chance is due, or the game is
    over.
    """
    kind = top(state, Cell.KIND)
    if kind >= FIRST_PENDING:
        return advance_pending(rules, state, events)
    if kind == Frame.SKILLS:
        return advance_skills(rules, state)
    if kind == Frame.UPKEEP:
        return advance_upkeep(rules, state, events)
    if kind < Frame.FEAST:
        return advance_opening(rules, state, events)
    return advance_adventure(rules, state, events)


@rule
def advance_opening(rules: Record, state: Record, events: Events) -> bool:
    """Carry on with the set-up and the beginning of a turn."""
    kind = top(state, Cell.KIND)
    if kind == Frame.CAPTAINS:
        return advance_captains(rules, state, events)
    if kind == Frame.SWEEP:
        return advance_sweep(rules, state)
    if kind == Frame.SEA:
        return advance_sea(state, events)
    return False


@rule
def advance_adventure(rules: Record, state: Record, events: Events) -> bool:
    """Carry on with the adventure phase."""
    kind = top(state, Cell.KIND)
    if kind == Frame.FEAST:
        return advance_feast(rules, state)
    if kind == Frame.DICE:
        return advance_dice(rules, state, events)
    if kind == Frame.TAKE:
        return advance_take(rules, state, events)
    return False


@rule
def advance_pending(rules: Record, state: Record, events: Events) -> bool:
    """Carry on with what is still to be settled."""
    kind = top(state, Cell.KIND)
    if kind == Frame.EFFECTS:
        return advance_effects(rules, state, events)
    if kind == Frame.BOARD:
        return advance_board(rules, state, events)
    if kind == Frame.MESS:
        return advance_mess(rules, state, events)
    if kind == Frame.LOSE:
        return advance_loss(rules, state, events)
    if kind == Frame.OTHERS:
        return advance_others(rules, state)
    if kind == Frame.LEAVER:
        return advance_leaver(rules, state)
    return False
