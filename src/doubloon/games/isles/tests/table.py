"""An isles table for tests, where the set-up is chosen and cards and money can be given to seats before the play."""

from collections.abc import Sequence

from doubloon.engine.playthrough import game_settings
from doubloon.engine.table import Table
from doubloon.games.isles.game import GAME
from doubloon.games.isles.state import CARD_IDS, COLOURS, PER_COLOUR, Phase, Zone
from doubloon.games.isles.words import cards_in
from doubloon.games.isles.zones import move_card

DISPLAY = ("red:2", "red:3", "red:4", "blue:5", "blue:6", "green:7")
BOARD = ("green:8",)
"""The set-up where a test names none. With two players red, blue, green, yellow and orange are in play."""


def card_number(name: str) -> int:
    return CARD_IDS.index(name)


class IslesTable(Table):
    """Seat 0 starts unless the changes say otherwise; the colours left out are the last ones."""

    def __init__(
        self, num_seats: int = 2, *changes: str, display: Sequence[str] = DISPLAY, board: Sequence[str] = BOARD
    ) -> None:
        super().__init__(GAME, game_settings(GAME).changed(["starter=0", *changes]), num_seats)
        num_colours = int(self.rules.num_colours)
        self.play(*(f"without:{colour}" for colour in COLOURS[num_colours:]), *display, *board)

    def give(self, seat: int, *cards: str) -> "IslesTable":
        """Move cards from the pile to the columns of a seat; `ship:red` is a ship in the red column."""
        for name in cards:
            if name.startswith("ship:"):
                self.state.ships[Zone.PILE] -= 1
                self.state.column_ships[seat, COLOURS.index(name[5:])] += 1
                self.state.last_turns = max(int(self.state.last_turns), self.num_seats)
            else:
                card = card_number(name)
                assert card in cards_in(self.state, Zone.PILE)
                move_card(self.state, card, Zone.PILE, seat)
                self.state.chests[seat, card // PER_COLOUR] += self.rules.chests[card]
        return self

    def purse(self, seat: int, **amounts: int) -> "IslesTable":
        """Set what a seat owns: ducats, sabres, jewels."""
        for name, amount in amounts.items():
            self.state[name][seat] = amount
        return self

    def drain(self, *but: str) -> "IslesTable":
        """Take the islands of the pile out of the game, but for some."""
        for card in cards_in(self.state, Zone.PILE):
            if card < len(CARD_IDS) - 1 and CARD_IDS[card] not in but:
                move_card(self.state, card, Zone.PILE, Zone.GONE)
        return self

    def clear(self, zone: int) -> "IslesTable":
        """Take all islands of the display or of One-Eye's table out of the game."""
        for card in cards_in(self.state, zone):
            move_card(self.state, card, zone, Zone.GONE)
        return self

    def sound(self) -> "IslesTable":
        """Check the invariants."""
        assert GAME.functions.violation(self.rules, self.state) == 0
        return self

    def zone(self, zone: int) -> list[str]:
        """Return the names of the cards of a zone or a seat, ships of columns left out."""
        return [CARD_IDS[card] for card in cards_in(self.state, zone)]

    def owned(self, seat: int) -> tuple[int, int, int]:
        """Return the ducats, sabres and jewels of a seat."""
        return int(self.state.ducats[seat]), int(self.state.sabres[seat]), int(self.state.jewels[seat])

    def chests(self, seat: int, colour: str) -> int:
        return int(self.state.chests[seat, COLOURS.index(colour)])

    def phase(self) -> str:
        """Return the name of the step."""
        return Phase._fields[int(self.state.phase)].lower()

    def play_turn(self, *steps: str) -> None:
        """Play the decisions of one turn, and refill with the first islands of the pile, or ships."""
        self.play(*steps)
        while self.phase() == "refill":
            self.play(next(iter(self.possible())))
