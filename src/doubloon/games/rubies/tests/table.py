"""A rubies table for tests, where cabins, islands and the sea can be set before the play."""

from doubloon.engine.events import Event
from doubloon.engine.playthrough import game_settings
from doubloon.engine.table import Table
from doubloon.games.rubies.frames import top
from doubloon.games.rubies.game import GAME
from doubloon.games.rubies.settings import OWN_KINDS
from doubloon.games.rubies.state import CLUTTER, FIRST_CAPTAIN, NONE, NUM_CABINS, Cell, Frame

CAPTAINS = ("bold", "generous", "sly", "tidy")


def kind_of(name: str) -> int:
    return OWN_KINDS[name]


class RubiesTable(Table):
    """Seat 0 starts, and the captains are dealt in the order of CAPTAINS. The first turn has begun; its sea is due."""

    def __init__(self, num_seats: int = 3, *changes: str) -> None:
        super().__init__(GAME, game_settings(GAME).changed(changes), num_seats)
        self.play("starter:0")
        if "captains=all_bold" not in changes:
            self.play(*CAPTAINS[:num_seats])

    def crew(self, seat: int, **vigour: int) -> "RubiesTable":
        """Put unseen pirates into the first empty cabins of a seat, each with so many rubies; `cabin_boy=3` is a cabin
        boy with 3.
        """
        for name, rubies in vigour.items():
            kind = kind_of(name.replace("_", "-"))
            cabin = self.state.cabins[seat].tolist().index(NONE)
            self.take_unseen(kind)
            self.state.cabins[seat, cabin] = kind
            self.state.vigour[seat, cabin] = rubies
            self.state.uses[seat, cabin] = 1
        return self.sound()

    def clutter(self, seat: int, cards: int) -> "RubiesTable":
        """Fill the first empty cabins of a seat with clutter from the deck."""
        for _ in range(cards):
            self.state.cabins[seat, self.state.cabins[seat].tolist().index(NONE)] = CLUTTER
            self.state.deck -= 1
        return self.sound()

    def wreck(self, seat: int) -> "RubiesTable":
        """Fill all cabins of a seat with clutter; its captain is out of the game."""
        self.state.cabins[seat, 0] = CLUTTER
        self.state.vigour[seat, 0] = 0
        self.state.uses[seat, 0] = 0
        self.state.captain_out[seat] = 1
        self.state.deck -= 1
        return self.clutter(seat, NUM_CABINS - 1)

    def aside(self, seat: int, **cards: int) -> "RubiesTable":
        """Lay unseen treasures, items or monsters beside a crew."""
        for name, count in cards.items():
            for _ in range(count):
                self.take_unseen(kind_of(name.replace("_", "-")))
            self.state.aside[seat, kind_of(name.replace("_", "-"))] += count
        return self.sound()

    def islands(self, *rubies: int) -> "RubiesTable":
        """Set the rubies of the islands, seat by seat."""
        for seat, count in enumerate(rubies):
            self.state.island[seat] = count
        return self

    def captain(self, seat: int, rubies: int) -> "RubiesTable":
        """Set the rubies on a captain."""
        self.state.vigour[seat, self.cabin(seat, "captain")] = rubies
        return self

    def take_unseen(self, kind: int) -> None:
        """Take a card from the unseen ones, out of the deck while it has any to spare."""
        assert self.state.unseen[kind] > 0, "no such card is unseen"
        self.state.unseen[kind] -= 1
        self.state.deck -= 1

    def sound(self) -> "RubiesTable":
        """Check that the table is one that play could bring about."""
        broken = GAME.functions.violation(self.rules, self.state)
        assert broken == 0, GAME.violations[broken]
        return self

    def cabin(self, seat: int, name: str) -> int:
        """Return the cabin in which a pirate is."""
        for cabin, kind in enumerate(self.state.cabins[seat].tolist()):
            if (name == "captain" and kind >= FIRST_CAPTAIN) or (name in OWN_KINDS and kind == kind_of(name)):
                return cabin
        raise LookupError(f"no {name} with seat {seat}")

    def aboard(self, seat: int) -> dict[str, int]:
        """Return who is aboard with how many rubies."""
        names = {kind: name for name, kind in OWN_KINDS.items()}
        found = {}
        for cabin in range(NUM_CABINS):
            kind = int(self.state.cabins[seat, cabin])
            if kind >= 0:
                found["captain" if kind >= FIRST_CAPTAIN else names[kind]] = int(self.state.vigour[seat, cabin])
        return found

    def count_clutter(self, seat: int) -> int:
        return int((self.state.cabins[seat] == CLUTTER).sum())

    def island(self, seat: int) -> int:
        return int(self.state.island[seat])

    def held(self, seat: int, name: str) -> int:
        return int(self.state.aside[seat, kind_of(name)])

    def to_grasp(self, *names: str) -> "RubiesTable":
        """Turn up the sea and let everybody be ready without a feast."""
        self.play(*names)
        while self.frame == "feast":
            self.play("done")
        return self

    def to_grasp_after_feast(self, *names: str) -> "RubiesTable":
        """Turn up the sea; the start player feasts, the others do not."""
        self.play(*names, "feast")
        while self.frame == "feast":
            self.play("done")
        return self

    def grasp(self, *rubies: int) -> list[Event]:
        """Let all seats grasp, lowest first."""
        return self.play(*(f"{seat} grasp:{count}" for seat, count in enumerate(rubies)))

    def to_skills(self) -> "RubiesTable":
        """Play to the first skill turn: a sea of cards that do nothing when taken, no feasts, one ruby each. Seat 0 is
        then start player still.
        """
        self.to_grasp(*QUIET_SEA)
        self.grasp(*(1 for _ in range(self.num_seats)))
        while self.frame == "take":
            self.play(self.legal()[0])
        return self

    def turn_of(self, seat: int) -> "RubiesTable":
        """End the skill turns before that of a seat."""
        while self.only_seat() != seat:
            self.play("done")
        return self

    def end_turn(self) -> list[Event]:
        """End all skill turns that are left in this turn."""
        turn = int(self.state.turns)
        events: list[Event] = []
        while self.state.turns == turn:
            events += self.play("done")
        return events

    @property
    def frame(self) -> str:
        return Frame._fields[top(self.state, Cell.KIND)].lower()


QUIET_SEA = ("spyglass", "grappling-hook", "grappling-hook", "golden-idol")
"""Cards that change nothing when taken."""
