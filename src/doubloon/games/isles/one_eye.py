"""One-Eye's table: fighting for a card (I3.6), laying one there (I3.7), and the final round, in which the display is
fought for too (I6.2).
"""

from doubloon.engine.contract import Mask, Record
from doubloon.engine.events import Events, tell
from doubloon.engine.jit import rule
from doubloon.games.isles.columns import receive
from doubloon.games.isles.state import Action, EventKind, Phase, Zone
from doubloon.games.isles.turns import next_final
from doubloon.games.isles.zones import count_cards, has_card, kinds, lowest_cost, mark_affordable, mark_cards, move_card


@rule
def legal_fights(rules: Record, state: Record, seat: int, mask: Mask) -> None:
    """Fight for a card of One-Eye's table that the seat has the sabres for, or not (I3.6); in the final round also for
    the display (I6.2).
    """
    sabres = int(state.sabres[seat])
    mask[Action.PASS] = True
    mark_affordable(state, Zone.BOARD, rules.fight_cost, sabres, Action.TAKE, mask)
    if state.phase == Phase.FINAL:
        mark_affordable(state, Zone.DISPLAY, rules.fight_cost, sabres, Action.TAKE, mask)


@rule
def fight(rules: Record, state: Record, seat: int, action: int, events: Events) -> None:
    """Pay sabres and take a card of One-Eye's table; there is no luck in it (I3.6). Or leave it."""
    if action == Action.PASS:
        tell(events, EventKind.NO_FIGHT, seat)
        state.phase = Phase.MOVE
        return
    card = action - Action.TAKE
    sabres = int(rules.fight_cost[card])
    state.sabres[seat] -= sabres
    tell(events, EventKind.FOUGHT, seat, card, sabres)
    receive(rules, state, card, Zone.BOARD, Phase.LAY_FOUGHT, events)


@rule
def skip_fight(rules: Record, state: Record) -> bool:
    """Leave the fight out where the sabres are enough for no card of One-Eye's table."""
    if lowest_cost(state, Zone.BOARD, rules.fight_cost) <= state.sabres[state.seat]:
        return False
    state.phase = Phase.MOVE
    return True


@rule
def legal_moves(state: Record, mask: Mask) -> None:
    """Any card left in the display (I3.7), also a ship (I5.3)."""
    mark_cards(kinds(state, Zone.DISPLAY), Action.GIVE, mask)


@rule
def move(state: Record, seat: int, card: int, events: Events) -> None:
    """Lay a card of the display on One-Eye's table (I3.7)."""
    move_card(state, card, Zone.DISPLAY, Zone.BOARD)
    state.acted = 1
    tell(events, EventKind.MOVED, seat, card)
    state.phase = Phase.REFILL


@rule
def skip_move(rules: Record, state: Record, events: Events) -> bool:
    """Leave the move out, and tell so, where all spaces are taken or the display is empty (I3.7)."""
    is_full = count_cards(state, Zone.BOARD) >= rules.board_spaces
    if not is_full and count_cards(state, Zone.DISPLAY) > 0:
        return False
    tell(events, EventKind.NO_MOVE, int(state.seat), 1 if is_full else 0)
    state.phase = Phase.REFILL
    return True


@rule
def take_last(rules: Record, state: Record, seat: int, action: int, events: Events) -> None:
    """Take a card of the display or of One-Eye's table for sabres in the final round, or pass (I6.2)."""
    if action == Action.PASS:
        tell(events, EventKind.FINAL_PASS, seat)
        next_final(rules, state)
        return
    card = action - Action.TAKE
    sabres = int(rules.fight_cost[card])
    zone = Zone.DISPLAY if has_card(state, Zone.DISPLAY, card) else Zone.BOARD
    state.sabres[seat] -= sabres
    tell(events, EventKind.TOOK, seat, card, sabres)
    receive(rules, state, card, zone, Phase.LAY_FINAL, events)
