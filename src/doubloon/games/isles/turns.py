"""From turn to turn until the game is over: whose turn comes next, the display, the final round (I2.5, I3.8, I6)."""

from doubloon.engine.contract import Record
from doubloon.engine.events import Events, tell
from doubloon.engine.jit import rule
from doubloon.games.isles.scoring import count_up
from doubloon.games.isles.state import NO_SEAT, NOT_BEGUN, SHIP, EventKind, Phase, Zone
from doubloon.games.isles.zones import count_cards, lowest_cost, move_card


@rule
def next_seat(rules: Record, state: Record) -> int:
    """Return the seat clockwise of the one whose turn it is."""
    following = int(state.seat) + 1
    return 0 if following == rules.num_seats else following


@rule
def next_final(rules: Record, state: Record) -> None:
    """Pass the final round on (I6.2)."""
    state.finals += 1
    state.seat = next_seat(rules, state)
    state.phase = Phase.FINAL


@rule
def begin_turn(state: Record, seat: int, events: Events) -> None:
    """Give a seat its turn."""
    state.seat = seat
    state.acted = 0
    state.phase = Phase.BUY
    tell(events, EventKind.TURN, seat, int(state.turns) + 1)


@rule
def refill(rules: Record, state: Record, card: int, events: Events) -> None:
    """Turn up the next card of the display (I3.8); the first ship begins the last turns (I6.1)."""
    seat = int(state.seat)
    move_card(state, card, Zone.PILE, Zone.DISPLAY)
    tell(events, EventKind.TURNED_UP, NO_SEAT, card)
    if card == SHIP and state.last_turns == NOT_BEGUN:
        num_seats = int(rules.num_seats)
        last_turns = (
            (int(state.starter) - 1 - seat + num_seats) % num_seats if rules.finish_round == 1 else num_seats - 1
        )
        state.last_turns = last_turns
        tell(events, EventKind.FIRST_SHIP, seat, last_turns)


@rule
def skip_refill(rules: Record, state: Record, events: Events) -> bool:
    """End the turn when the display is full again, or the pile is empty (I3.8)."""
    in_display = count_cards(state, Zone.DISPLAY)
    if in_display < rules.display_cards:
        if state.islands[Zone.PILE] != 0 or state.ships[Zone.PILE] > 0:
            return False
        tell(events, EventKind.PILE_EMPTY, NO_SEAT, in_display)
    end_turn(rules, state, events)
    return True


@rule
def end_turn(rules: Record, state: Record, events: Events) -> None:
    """Pass the turn on clockwise (I2.5), or begin the final round after the last turn (I6.2) or a whole idle round
    (I6.4).
    """
    following = next_seat(rules, state)
    state.turns += 1
    state.idle = 0 if state.acted == 1 else state.idle + 1
    if state.last_turns == 0:
        begin_final(state, following, events)
    elif state.last_turns == NOT_BEGUN and state.idle >= rules.num_seats:
        tell(events, EventKind.STALLED, NO_SEAT)
        begin_final(state, following, events)
    else:
        if state.last_turns > 0:
            state.last_turns -= 1
        begin_turn(state, following, events)


@rule
def begin_final(state: Record, seat: int, events: Events) -> None:
    """Begin the final round with the player after the last normal turn (I6.2)."""
    state.seat = seat
    state.finals = 0
    state.phase = Phase.FINAL
    tell(events, EventKind.FINAL_ROUND, seat)


@rule
def skip_final(rules: Record, state: Record, events: Events) -> bool:
    """Leave out a seat that has too few sabres for any card (I6.2); when all seats have had their turn, count (I7)."""
    if state.finals >= rules.num_seats:
        count_up(rules, state)
        state.phase = Phase.OVER
        tell(events, EventKind.ENDED, NO_SEAT, int(state.turns))
        return False
    sabres = int(state.sabres[state.seat])
    if (
        lowest_cost(state, Zone.BOARD, rules.fight_cost) <= sabres
        or lowest_cost(state, Zone.DISPLAY, rules.fight_cost) <= sabres
    ):
        return False
    tell(events, EventKind.FINAL_UNABLE, int(state.seat), sabres)
    next_final(rules, state)
    return True
