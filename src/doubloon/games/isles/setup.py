"""The set-up (I2): which colours are in play, the first cards, and who starts, all by chance."""

from doubloon.engine.bits import count_bits
from doubloon.engine.contract import Record, Weights
from doubloon.engine.events import Events, tell
from doubloon.engine.jit import rule
from doubloon.games.isles.state import (
    ALL_ISLANDS,
    ALL_OF_COLOUR,
    FIRST_STARTER,
    FIRST_WITHOUT,
    NO_SEAT,
    NOT_BEGUN,
    NUM_COLOURS,
    NUM_ISLANDS,
    PER_COLOUR,
    SHIP,
    EventKind,
    Phase,
    Zone,
)
from doubloon.games.isles.turns import begin_turn
from doubloon.games.isles.zones import count_cards, move_card


@rule
def start(rules: Record, state: Record) -> None:
    """Write the first state: all cards in the pile (I1.1, I1.3, I2.3), and to each player the start amounts (I2.2)."""
    state.islands[:] = 0
    state.ships[:] = 0
    state.column_ships[:] = 0
    state.chests[:] = 0
    state.islands[Zone.PILE] = ALL_ISLANDS
    state.ships[Zone.PILE] = rules.num_ships
    state.ducats[:] = 0
    state.sabres[:] = 0
    state.jewels[:] = 0
    for seat in range(int(rules.num_seats)):
        state.ducats[seat] = rules.start_ducats
        state.sabres[seat] = rules.start_sabres
        state.jewels[seat] = rules.start_jewels
    state.score[:] = 0
    state.left_over[:] = 0
    state.in_play = (1 << NUM_COLOURS) - 1
    state.starter = NO_SEAT
    state.seat = 0
    state.turns = 0
    state.acted = 0
    state.idle = 0
    state.last_turns = NOT_BEGUN
    state.finals = 0
    state.phase = Phase.COLOURS if rules.num_colours < NUM_COLOURS else Phase.DEAL


@rule
def leave_out(rules: Record, state: Record, colour: int, events: Events) -> None:
    """Put a colour back into the box, until only as many are in play as there should be (I2.1)."""
    state.in_play = int(state.in_play) ^ (1 << colour)
    state.islands[Zone.PILE] = int(state.islands[Zone.PILE]) ^ (ALL_OF_COLOUR << (colour * PER_COLOUR))
    tell(events, EventKind.WITHOUT, NO_SEAT, colour)
    if count_bits(int(state.in_play)) == rules.num_colours:
        state.phase = Phase.DEAL


@rule
def deal(rules: Record, state: Record, card: int, events: Events) -> None:
    """Turn up a card of the display, when that is full one of One-Eye's table (I2.4)."""
    in_display = count_cards(state, Zone.DISPLAY)
    on_board = count_cards(state, Zone.BOARD)
    if in_display < rules.display_cards:
        move_card(state, card, Zone.PILE, Zone.DISPLAY)
        in_display += 1
        tell(events, EventKind.TURNED_UP, NO_SEAT, card)
    else:
        move_card(state, card, Zone.PILE, Zone.BOARD)
        on_board += 1
        tell(events, EventKind.BOARD_START, NO_SEAT, card)
    if in_display == rules.display_cards and on_board == rules.board_start:
        if rules.starter == NO_SEAT:
            state.phase = Phase.STARTER
        else:
            choose_starter(state, int(rules.starter), events)


@rule
def choose_starter(state: Record, seat: int, events: Events) -> None:
    """Give the first turn to a seat (I2.5)."""
    state.starter = seat
    tell(events, EventKind.STARTS, seat)
    begin_turn(state, seat, events)


@rule
def weigh_colours(state: Record, weights: Weights) -> None:
    """Each colour still in play may be the next to be left out (I2.1)."""
    for colour in range(NUM_COLOURS):
        weights[FIRST_WITHOUT + colour] = (int(state.in_play) >> colour) & 1


@rule
def weigh_starters(rules: Record, weights: Weights) -> None:
    """Each player may start (I2.5)."""
    for seat in range(int(rules.num_seats)):
        weights[FIRST_STARTER + seat] = 1


@rule
def weigh_pile(state: Record, weights: Weights) -> None:
    """Each island of the pile may be the next card, a ship only when there are none left: the ships lie under them
    (I2.3).
    """
    cards = int(state.islands[Zone.PILE])
    if cards == 0:
        weights[SHIP] = state.ships[Zone.PILE]
    for card in range(NUM_ISLANDS):
        weights[card] = (cards >> card) & 1
