"""A shipyard table for tests, where cards can be dealt to seats before the play."""

from doubloon.engine.playthrough import game_settings
from doubloon.engine.table import Table
from doubloon.games.shipyard.game import GAME
from doubloon.games.shipyard.rules import move_card
from doubloon.games.shipyard.state import Kind, Zone

RED, BLUE, YELLOW, GREEN = "red", "blue", "yellow", "green"


def kind_of(name: str) -> int:
    return Kind._fields.index(name.upper())


class ShipyardTable(Table):
    """Seat 0 starts unless the changes say otherwise."""

    def __init__(self, num_seats: int = 2, *changes: str) -> None:
        super().__init__(GAME, game_settings(GAME).changed(["starter=0", *changes]), num_seats)

    def deal(self, seat: int, colour: str | None = None, **cards: int) -> "ShipyardTable":
        """Move cards from the pile to a seat, and name the colour that it builds."""
        for name, count in cards.items():
            for _ in range(count):
                move_card(self.state, kind_of(name), Zone.PILE, seat)
        if colour is not None:
            self.state.colour[seat] = kind_of(colour)
        assert GAME.functions.violation(self.rules, self.state) == 0
        return self

    def bury(self, **cards: int) -> "ShipyardTable":
        """Move cards from the pile to the discard pile."""
        for name, count in cards.items():
            for _ in range(count):
                move_card(self.state, kind_of(name), Zone.PILE, Zone.DISCARD)
        return self

    def count(self, zone: int, name: str) -> int:
        return int(self.state.cards[zone, kind_of(name)])

    def cards(self, zone: int) -> dict[str, int]:
        """What lies in a zone, kinds without cards left out."""
        return {
            name.lower(): count
            for name, count in zip(Kind._fields, self.state.cards[zone].tolist(), strict=True)
            if count
        }

    def colour(self, seat: int) -> str | None:
        own = int(self.state.colour[seat])
        return None if own < 0 else Kind._fields[own].lower()
