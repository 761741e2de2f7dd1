"""The rules of One-Eye's Isles as the engine asks for them (`rulebook.md`); each step has a file of its own.

No function checks legality; `legal_actions` says what `apply` may be given.
"""

from doubloon.engine.contract import CHANCE, GAME_OVER, Mask, Record, Weights
from doubloon.engine.events import Events, clear
from doubloon.engine.jit import rule
from doubloon.games.isles import scoring, setup
from doubloon.games.isles.bank import legal_trades, skip_buy, trade
from doubloon.games.isles.columns import lay_ship, legal_columns
from doubloon.games.isles.one_eye import fight, legal_fights, legal_moves, move, skip_fight, skip_move, take_last
from doubloon.games.isles.setup import choose_starter, deal, leave_out, weigh_colours, weigh_pile, weigh_starters
from doubloon.games.isles.state import FIRST_STARTER, FIRST_WITHOUT, LAST_CHANCE, Action, Phase
from doubloon.games.isles.turns import refill, skip_final, skip_refill

start = setup.start
standing = scoring.standing


@rule
def to_act(rules: Record, state: Record) -> int:
    """Return the mask of the one seat whose turn it is, CHANCE while a card, a colour or the starter is due, or
    GAME_OVER.
    """
    phase = int(state.phase)
    if phase <= LAST_CHANCE:
        return CHANCE
    if phase == Phase.OVER:
        return GAME_OVER
    return 1 << int(state.seat)


@rule
def legal_actions(rules: Record, state: Record, seat: int, mask: Mask) -> None:
    """Write the legal actions of a seat into mask, (NUM_ACTIONS,): none but for the seat whose turn it is, step by step
    (I3).
    """
    mask[:] = False
    if seat != state.seat:
        return
    phase = int(state.phase)
    if phase == Phase.BUY:
        legal_trades(rules, state, seat, mask)
    elif phase == Phase.MOVE:
        legal_moves(state, mask)
    elif phase == Phase.FIGHT or phase == Phase.FINAL:
        legal_fights(rules, state, seat, mask)
    elif phase == Phase.LAY_BOUGHT or phase == Phase.LAY_FOUGHT or phase == Phase.LAY_FINAL:
        legal_columns(state, mask)


@rule
def outcomes(rules: Record, state: Record, weights: Weights) -> None:
    """Write the weights of what chance may bring, (NUM_OUTCOMES,): a card of the pile, a colour to leave out, or the
    starter.
    """
    weights[:] = 0
    phase = int(state.phase)
    if phase == Phase.COLOURS:
        weigh_colours(state, weights)
    elif phase == Phase.STARTER:
        weigh_starters(rules, weights)
    else:
        weigh_pile(state, weights)


@rule
def apply(rules: Record, state: Record, seat: int, action: int, events: Events) -> None:
    """Change the state in place by a legal action of a seat, or an outcome of CHANCE, up to the next decision or chance
    event.
    """
    clear(events)
    if seat == CHANCE:
        apply_chance(rules, state, action, events)
    else:
        apply_decision(rules, state, seat, action, events)
    while advance(rules, state, events):
        pass


@rule
def apply_chance(rules: Record, state: Record, outcome: int, events: Events) -> None:
    """Let happen what chance has chosen (I2, I3.8)."""
    phase = int(state.phase)
    if phase == Phase.REFILL:
        refill(rules, state, outcome, events)
    elif phase == Phase.DEAL:
        deal(rules, state, outcome, events)
    elif phase == Phase.COLOURS:
        leave_out(rules, state, outcome - FIRST_WITHOUT, events)
    else:
        choose_starter(state, outcome - FIRST_STARTER, events)


@rule
def apply_decision(rules: Record, state: Record, seat: int, action: int, events: Events) -> None:
    """Do what a seat has decided in its step of the turn (I3)."""
    phase = int(state.phase)
    if phase == Phase.BUY:
        trade(rules, state, seat, action, events)
    elif phase == Phase.MOVE:
        move(state, seat, action - Action.GIVE, events)
    elif phase == Phase.FIGHT:
        fight(rules, state, seat, action, events)
    elif phase == Phase.FINAL:
        take_last(rules, state, seat, action, events)
    else:
        lay_ship(rules, state, seat, action - Action.COLUMN, events)


@rule
def advance(rules: Record, state: Record, events: Events) -> bool:
    """Pass over the current step if it needs no decision; return whether it was passed over."""
    phase = int(state.phase)
    if phase == Phase.REFILL:
        return skip_refill(rules, state, events)
    if phase == Phase.MOVE:
        return skip_move(rules, state, events)
    if phase == Phase.BUY:
        return skip_buy(rules, state, events)
    if phase == Phase.FIGHT:
        return skip_fight(rules, state)
    if phase == Phase.FINAL:
        return skip_final(rules, state, events)
    return False
