"""The rules of Pirate Shipyard, clause by clause (`rulebook.md`). No function here checks legality; `legal_actions`
says what `apply` may be given.
"""

from doubloon.engine.contract import CHANCE, GAME_OVER, Mask, Record, Weights
from doubloon.engine.events import Events, clear, tell
from doubloon.engine.jit import rule
from doubloon.games.shipyard.state import (
    FIRST_COLOUR,
    FIRST_STARTER,
    MOST_SEATS,
    NO_COLOUR,
    NO_SEAT,
    NUM_COLOURS,
    NUM_GIVABLE,
    NUM_KINDS,
    Action,
    EventKind,
    Kind,
    Phase,
    Zone,
)


@rule
def start(rules: Record, state: Record) -> None:
    """Write the first state: all cards in the pile, nobody has any (S2.1)."""
    state.cards[:] = 0
    state.pieces[:] = 0
    state.cards[Zone.PILE, Kind.COIN] = rules.coins
    state.cards[Zone.PILE, Kind.CANNON] = rules.cannons
    state.cards[Zone.PILE, Kind.PIRATE] = rules.pirates
    for colour in range(NUM_COLOURS):
        state.cards[Zone.PILE, FIRST_COLOUR + colour] = rules.ships
        state.pieces[Zone.PILE, colour] = (1 << int(rules.ships)) - 1
    state.colour[:] = NO_COLOUR
    state.turns = 0
    state.seat = 0
    state.has_drawn = 0
    state.owed = 0
    state.winner = NO_SEAT
    state.phase = Phase.STARTER
    if rules.starter != NO_SEAT:
        state.seat = rules.starter
        state.phase = Phase.TURN


@rule
def to_act(rules: Record, state: Record) -> int:
    """Return the mask of the one seat whose turn it is, CHANCE while a card or the starter is due, or GAME_OVER."""
    phase = int(state.phase)
    if phase == Phase.REVEAL or phase == Phase.STARTER:
        return CHANCE
    if phase == Phase.OVER:
        return GAME_OVER
    return 1 << int(state.seat)


@rule
def legal_actions(rules: Record, state: Record, seat: int, mask: Mask) -> None:
    """Write the legal actions of a seat into mask, (NUM_ACTIONS,) bool: none but for the seat whose turn it is
    (S3.1).
    """
    mask[:] = False
    if seat != state.seat:
        return
    phase = int(state.phase)
    if phase == Phase.TURN:
        legal_in_turn(rules, state, seat, mask)
    elif phase == Phase.TOLL:
        legal_gifts(state, seat, mask)
    elif phase == Phase.CANNON:
        mask[Action.FIRE] = True
        mask[Action.HOLD_FIRE] = True


@rule
def legal_in_turn(rules: Record, state: Record, seat: int, mask: Mask) -> None:
    """Draw, or buy (S3.1); after a draw draw on or pass (S3.2); pass when stuck (S3.3)."""
    mask[Action.DRAW] = can_draw(state)
    if state.has_drawn == 1:
        mask[Action.PASS] = True
        return
    can_buy = legal_purchases(rules, state, seat, mask)
    mask[Action.PASS] = mask[Action.DRAW] == 0 and not can_buy


@rule
def can_draw(state: Record) -> bool:
    """Tell whether a card can be drawn: the discard pile becomes the pile when that is empty (S7.1)."""
    for kind in range(NUM_KINDS):
        if state.cards[Zone.PILE, kind] + state.cards[Zone.DISCARD, kind] > 0:
            return True
    return False


@rule
def legal_purchases(rules: Record, state: Record, seat: int, mask: Mask) -> bool:
    """Mark the sellers of a card of the seat's colour (S6.1, S6.2), and tell whether there is one."""
    colour = int(state.colour[seat])
    if colour == NO_COLOUR or state.cards[seat, Kind.COIN] < rules.price:
        return False
    found = False
    for seller in range(int(rules.num_seats)):
        if seller != seat and state.cards[seller, colour] > 0:
            mask[Action.BUY + seller] = True
            found = True
    return found


@rule
def legal_gifts(state: Record, seat: int, mask: Mask) -> None:
    """Any card the seat owns may be given to the pirate (S5.3); a cannon only where the option let the seat keep it."""
    for kind in range(NUM_GIVABLE):
        mask[Action.GIVE + kind] = state.cards[seat, kind] > 0


@rule
def outcomes(rules: Record, state: Record, weights: Weights) -> None:
    """Write the weights of what chance may bring, (NUM_OUTCOMES,): the cards of the pile by kind (S7), or the seats
    (S2.3).
    """
    weights[:] = 0
    if state.phase == Phase.STARTER:
        for seat in range(int(rules.num_seats)):
            weights[FIRST_STARTER + seat] = 1
    else:
        for kind in range(NUM_KINDS):
            weights[kind] = state.cards[Zone.PILE, kind]


@rule
def apply(rules: Record, state: Record, seat: int, action: int, events: Events) -> None:
    """Change the state in place by a legal action of a seat, or an outcome of CHANCE."""
    clear(events)
    phase = int(state.phase)
    if phase == Phase.TURN:
        take_turn(rules, state, seat, action, events)
    elif phase == Phase.REVEAL:
        reveal(rules, state, action, events)
    elif phase == Phase.TOLL:
        give(rules, state, seat, action - Action.GIVE, events)
        settle_toll(rules, state, seat, events)
    elif phase == Phase.CANNON:
        decide_cannon(rules, state, seat, action, events)
    else:
        choose_starter(state, action - FIRST_STARTER, events)


@rule
def choose_starter(state: Record, seat: int, events: Events) -> None:
    """Give the first turn to the seat that chance names (S2.3)."""
    state.seat = seat
    state.phase = Phase.TURN
    tell(events, EventKind.STARTS, seat)


@rule
def take_turn(rules: Record, state: Record, seat: int, action: int, events: Events) -> None:
    """Draw (S3.2), pass, or buy (S6)."""
    if action == Action.DRAW:
        if pile_is_empty(state):
            shuffle_discards(state, events)
        state.has_drawn = 1
        state.phase = Phase.REVEAL
    elif action == Action.PASS:
        tell(events, EventKind.PASSED if state.has_drawn == 1 else EventKind.STUCK, seat)
        end_turn(rules, state, events)
    else:
        buy(rules, state, seat, action - Action.BUY, events)


@rule
def pile_is_empty(state: Record) -> bool:
    """Tell whether no card is left to draw before the discards are shuffled."""
    for kind in range(NUM_KINDS):
        if state.cards[Zone.PILE, kind] > 0:
            return False
    return True


@rule
def shuffle_discards(state: Record, events: Events) -> None:
    """Make the discard pile the pile (S7.1). Nothing needs an order: chance draws from what is there."""
    count = 0
    for kind in range(NUM_KINDS):
        count += int(state.cards[Zone.DISCARD, kind])
        state.cards[Zone.PILE, kind] = state.cards[Zone.DISCARD, kind]
        state.cards[Zone.DISCARD, kind] = 0
    for colour in range(NUM_COLOURS):
        state.pieces[Zone.PILE, colour] = state.pieces[Zone.DISCARD, colour]
        state.pieces[Zone.DISCARD, colour] = 0
    tell(events, EventKind.SHUFFLED, NO_SEAT, count)


@rule
def move_card(state: Record, kind: int, source: int, target: int) -> int:
    """Move one card between zones; of several ship cards the first piece goes (S1.2). Return the bit of the piece, 0
    for other kinds.
    """
    state.cards[source, kind] -= 1
    state.cards[target, kind] += 1
    if kind < FIRST_COLOUR or kind == Kind.PIRATE:
        return 0
    colour = kind - FIRST_COLOUR
    held = int(state.pieces[source, colour])
    bit = held & -held
    state.pieces[source, colour] = held ^ bit
    state.pieces[target, colour] |= bit
    return bit


@rule
def reveal(rules: Record, state: Record, kind: int, events: Events) -> None:
    """Lay the drawn card where it belongs (S4); a pirate strikes (S5)."""
    seat = int(state.seat)
    if kind == Kind.PIRATE:
        move_card(state, kind, Zone.PILE, Zone.DISCARD)
        tell(events, EventKind.DREW, seat, kind)
        meet_pirate(rules, state, seat, events)
        return
    piece = move_card(state, kind, Zone.PILE, seat)
    tell(events, EventKind.DREW, seat, kind, piece)
    state.phase = Phase.TURN
    if kind >= FIRST_COLOUR:
        if state.colour[seat] == NO_COLOUR and is_free(state, kind):
            state.colour[seat] = kind
            tell(events, EventKind.COLOUR, seat, kind)
        check_ship(rules, state, seat, events)


@rule
def is_free(state: Record, colour: int) -> bool:
    """Tell whether nobody builds this colour (S4.1), which is also so for a ship without cards (S5.5)."""
    for seat in range(MOST_SEATS):
        if state.colour[seat] == colour:
            return False
    return True


@rule
def check_ship(rules: Record, state: Record, seat: int, events: Events) -> None:
    """End the game when the seat's ship is complete (S8.1). All cards of the own colour are the ship (S4.3, S4.6)."""
    if ship_cards(state, seat) >= rules.ship_size:
        state.winner = seat
        state.phase = Phase.OVER
        tell(events, EventKind.WON, seat)


@rule
def ship_cards(state: Record, seat: int) -> int:
    """Return how many cards the seat's own ship has; 0 without a colour."""
    colour = int(state.colour[seat])
    return 0 if colour == NO_COLOUR else int(state.cards[seat, colour])


@rule
def meet_pirate(rules: Record, state: Record, seat: int, events: Events) -> None:
    """Fire a cannon (S5.2), be asked about it (option), or pay (S5.3)."""
    if state.cards[seat, Kind.CANNON] == 0:
        demand_toll(rules, state, seat, events)
    elif rules.cannon_optional == 1:
        state.phase = Phase.CANNON
    else:
        fire(rules, state, seat, events)


@rule
def decide_cannon(rules: Record, state: Record, seat: int, action: int, events: Events) -> None:
    """Use one cannon against this pirate, or keep all and pay (S5.3 with `cannon = optional`)."""
    if action == Action.FIRE:
        fire(rules, state, seat, events)
    else:
        demand_toll(rules, state, seat, events)


@rule
def fire(rules: Record, state: Record, seat: int, events: Events) -> None:
    """Discard one cannon beside the pirate and end the turn (S5.2, S5.1)."""
    move_card(state, Kind.CANNON, seat, Zone.DISCARD)
    tell(events, EventKind.FIRED, seat)
    end_turn(rules, state, events)


@rule
def demand_toll(rules: Record, state: Record, seat: int, events: Events) -> None:
    """Ask for three cards, or for all there are (S5.3, S5.4)."""
    held = owned_cards(state, seat)
    owed = min(int(rules.toll), held)
    state.owed = owed
    state.phase = Phase.TOLL
    tell(events, EventKind.TOLL, seat, owed)
    settle_toll(rules, state, seat, events)


@rule
def owned_cards(state: Record, seat: int) -> int:
    """Return how many cards the seat owns, ship and reserve."""
    held = 0
    for kind in range(NUM_GIVABLE):
        held += int(state.cards[seat, kind])
    return held


@rule
def settle_toll(rules: Record, state: Record, seat: int, events: Events) -> None:
    """Give what leaves no choice without asking (S5.3): all that is left, or one kind only. When paid, the turn ends
    (S5.1).
    """
    while state.owed > 0:
        kind = forced_gift(state, seat)
        if kind < 0:
            return
        give(rules, state, seat, kind, events)
    end_turn(rules, state, events)


@rule
def forced_gift(state: Record, seat: int) -> int:
    """Return the next kind that must be given, or -1 when the seat has a choice."""
    first = -1
    num_kinds = 0
    held = 0
    for kind in range(NUM_GIVABLE):
        count = int(state.cards[seat, kind])
        if count > 0:
            held += count
            num_kinds += 1
            if first < 0:
                first = kind
    return first if num_kinds == 1 or held <= state.owed else -1


@rule
def give(rules: Record, state: Record, seat: int, kind: int, events: Events) -> None:
    """Give one card to the pirate (S5.3). The colour stays with the last ship card gone, or is released (S5.5,
    option).
    """
    piece = move_card(state, kind, seat, Zone.DISCARD)
    state.owed -= 1
    tell(events, EventKind.GAVE, seat, kind, piece)
    if rules.colour_released == 1 and kind == state.colour[seat] and state.cards[seat, kind] == 0:
        state.colour[seat] = NO_COLOUR
        tell(events, EventKind.RELEASED, seat, kind)


@rule
def buy(rules: Record, state: Record, seat: int, seller: int, events: Events) -> None:
    """Pay three coins to the seller (S6.4, option: the discard pile), take the card; the turn ends (S6.1)."""
    colour = int(state.colour[seat])
    payee = Zone.DISCARD if rules.coins_discarded == 1 else seller
    for _ in range(int(rules.price)):
        move_card(state, Kind.COIN, seat, payee)
    piece = move_card(state, colour, seller, seat)
    tell(events, EventKind.BOUGHT, seat, colour, piece, seller)
    check_ship(rules, state, seat, events)
    if state.phase != Phase.OVER:
        end_turn(rules, state, events)


@rule
def end_turn(rules: Record, state: Record, events: Events) -> None:
    """Pass the turn on clockwise (S2.3); after the last turn allowed the game ends without a winner (S8.2)."""
    following = int(state.seat) + 1
    state.seat = 0 if following == rules.num_seats else following
    state.has_drawn = 0
    state.owed = 0
    turns = int(state.turns) + 1
    state.turns = turns
    state.phase = Phase.TURN
    if turns >= rules.turn_limit:
        state.phase = Phase.OVER
        tell(events, EventKind.NOBODY_WON, NO_SEAT, turns)


@rule
def standing(rules: Record, state: Record, seat: int) -> int:
    """Return a number that orders the seats: the winner, then more cards of the own ship, then more coins (S8.3)."""
    won = 1 if state.winner == seat else 0
    return (won << 30) + (ship_cards(state, seat) << 15) + int(state.cards[seat, Kind.COIN])
