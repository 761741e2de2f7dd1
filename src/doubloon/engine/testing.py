"""Tools for the tests of any game: play by names, so that a test reads like the rulebook and deals the cards it
needs.
"""

from doubloon.engine.contract import CHANCE, Game
from doubloon.engine.events import Event
from doubloon.engine.playthrough import Playthrough, build_rules
from doubloon.engine.record import game_settings


class ScriptedTable(Playthrough):
    """A playthrough that takes names of actions and outcomes."""

    def __init__(self, game: Game, num_seats: int, *changes: str) -> None:
        super().__init__(game, build_rules(game, game_settings(game).changed(changes), num_seats))

    def play(self, *steps: str) -> list[Event]:
        """Apply steps in order and return all that happened.

        A step is an outcome while chance is due, else an action of the only seat to act; `2 pass` names the seat.
        Raises as `act` does, and ValueError for a name that the game does not have.
        """
        events: list[Event] = []
        for step in steps:
            seat, _, name = step.rpartition(" ")
            if self.to_act == CHANCE:
                events += self.chance(self.game.outcomes.index(name))
            else:
                events += self.act(int(seat) if seat else self.only_seat(), self.game.actions.index(name))
        return events

    def only_seat(self) -> int:
        """Return the one seat that must decide."""
        (seat,) = self.seats_to_act()
        return seat

    def legal(self, seat: int | None = None) -> list[str]:
        """Return the names of what a seat may do; without one, of the only seat to act."""
        return [self.game.actions[action] for action in self.legal_actions(self.only_seat() if seat is None else seat)]

    def possible(self) -> dict[str, int]:
        """Return the outcomes that chance may bring, by name, with their weights."""
        return {
            name: int(weight) for name, weight in zip(self.game.outcomes, self.weights(), strict=True) if weight > 0
        }

    def kinds(self, events: list[Event]) -> list[str]:
        """Return the names of the kinds of events, in order."""
        return [self.game.event_kinds[event.kind] for event in events]
