"""A table for programs: a playthrough that takes names, draws chance from a seed, and is written down or copied."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Self

from doubloon.engine import fair
from doubloon.engine.contract import CHANCE, SPECTATOR, Game
from doubloon.engine.errors import AmbiguousSeat, BadSeats, GameOver, NotYourTurn
from doubloon.engine.events import Event
from doubloon.engine.names import action_named, outcome_named
from doubloon.engine.playthrough import Bot, Entry, Playthrough, build_rules, game_settings
from doubloon.engine.record import (
    CHANCE_NAME,
    HUMAN,
    RecordedGame,
    Seat,
    new_header,
    read_seat_number,
    read_seed,
    record_settings,
    replay,
    reveal_seed,
    write_record,
)
from doubloon.engine.settings import Settings

STREAM = "table"
"""Name of a table that has none of its own, for the draws from its seed."""


class Table(Playthrough):
    """One game being played by a program.

    >>> table = doubloon.new(game, seats=3, set=["starter=0"])
    >>> table
    <Table shipyard, 3 seats, entry 0, to act: seat 0>
    >>> events = table.play("draw", "red")
    >>> table
    <Table shipyard, 3 seats, entry 2, to act: seat 0>
    """

    def __init__(
        self, game: Game, settings: Settings, num_seats: int, seed: bytes | None = None, version: int | None = None
    ) -> None:
        super().__init__(game, build_rules(game, settings, num_seats, version))
        self.settings = settings
        self.seed = fair.new_seed() if seed is None else seed
        self.stream = STREAM
        self._num_drawn = 0

    @classmethod
    def new(cls, game: Game, num_seats: int, changes: Iterable[str] = ()) -> Self:
        """Return the beginning of a game with its own cards and some `key=value` changes. Raises BadSeats, BadSetting.

        >>> doubloon.Table.new(game, 2, ["starter=1"])
        <Table shipyard, 2 seats, entry 0, to act: seat 1>
        """
        return cls(game, game_settings(game).changed(changes), num_seats)

    @classmethod
    def replayed(cls, recorded: RecordedGame, game: Game) -> Self:
        """Return the table after the last entry of a record. Raises BadRecord, RulesChanged.

        >>> from doubloon.engine.record import read_record
        >>> doubloon.Table.replayed(read_record(table.record()), game).entries == table.entries
        True
        """
        header = recorded.header
        seed = read_seed(header) if header.seed else None
        table = cls(game, record_settings(recorded, game), len(header.seats), seed, header.rules_version)
        table.stream = header.table
        for _ in replay(recorded, table):
            pass
        if seed is not None:
            table._num_drawn = table._num_chance()
        return table

    def play(self, *steps: str) -> list[Event]:
        """Apply steps in order and return all that happened.

        A step is the name of an outcome while chance is due, else of an action of the only seat to act; `2 pass` and
        `chance red` say whose it is, as records do. Raises UnknownName for what the game does not have, AmbiguousSeat
        where several seats must decide, and what `act` and `chance` raise; steps before the refused one stand.

        >>> table.kinds(table.play("draw", "red", "pass"))
        ['drew', 'colour', 'passed']
        >>> table.play("chance blue", "1 pass")
        Traceback (most recent call last):
        doubloon.engine.errors.NotYourTurn: no chance event is due at entry 3; to act: seat 1
        >>> table.play("hold")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        doubloon.engine.errors.UnknownName: shipyard has no action 'hold'; there are: hold-fire, draw, pass, fire, ...
        """
        return [event for step in steps for event in self.apply(self.entry_of(step))]

    def entry_of(self, step: str) -> Entry:
        """Return the entry that a step of `play` means now. Raises as `play` does.

        >>> table.entry_of("draw")
        Entry(seat=0, action=0)
        """
        owner, _, name = step.strip().rpartition(" ")
        if owner == CHANCE_NAME or (not owner and self.is_chance):
            return Entry(CHANCE, outcome_named(self.game, name))
        seat = read_seat_number(owner) if owner else self.only_seat()
        return Entry(seat, action_named(self.game, name))

    @property
    def is_chance(self) -> bool:
        """Whether a chance event is due.

        >>> table.is_chance
        False
        >>> events = table.play("draw")
        >>> table.is_chance
        True
        """
        return self.to_act == CHANCE

    def only_seat(self) -> int:
        """Return the one seat that must decide. Raises GameOver, NotYourTurn while chance is due, AmbiguousSeat where
        several must.

        >>> table.only_seat()
        0
        """
        seats = self.seats_to_act()
        if len(seats) == 1:
            return seats[0]
        entry = len(self.entries)
        if self.is_over:
            raise GameOver(f"the game ended at entry {entry}")
        if not seats:
            raise NotYourTurn(f"chance is due at entry {entry}, and no seat has anything to decide")
        raise AmbiguousSeat(f"seats {', '.join(map(str, seats))} must decide at entry {entry}; say which")

    def legal(self, seat: int | None = None) -> list[str]:
        """Return the names of what a seat may do; without one, of the only seat to act. Raises as `only_seat` does.

        >>> table.legal()
        ['draw']
        >>> table.legal(1)
        []
        """
        return [self.game.actions[action] for action in self.legal_actions(self.only_seat() if seat is None else seat)]

    def possible(self) -> dict[str, int]:
        """Return the outcomes that chance may bring, by name, with their integer weights; none while no chance event
        is due.

        >>> events = table.play("draw")
        >>> table.possible()
        {'coin': 20, 'cannon': 3, 'red': 6, 'blue': 6, 'yellow': 6, 'green': 6, 'pirate': 8}
        """
        names = self.game.outcomes
        return {name: weight for name, weight in zip(names, self.weights().tolist(), strict=True) if weight > 0}

    def probabilities(self) -> dict[str, float]:
        """Return the outcomes that chance may bring, by name, with their probabilities.

        >>> events = table.play("draw")
        >>> round(table.probabilities()["pirate"], 3)
        0.145
        """
        possible = self.possible()
        return {name: weight / sum(possible.values()) for name, weight in possible.items()}

    def data(self, seat: int = SPECTATOR) -> dict[str, object]:
        """Return what a seat may see as plain data, as pages and the API show it; without a seat, what all may see.

        >>> table.data()["phase"], table.data()["pile"]
        ('turn', {'coin': 20, 'cannon': 3, 'red': 6, 'blue': 6, 'yellow': 6, 'green': 6, 'pirate': 8})
        """
        return self.game.view.data(self.rules, self.observation(seat), seat)

    def kinds(self, events: Iterable[Event]) -> list[str]:
        """Return the names of the kinds of events, in order.

        >>> table.kinds(table.play("draw", "pirate"))
        ['drew', 'toll']
        """
        return [self.game.event_kinds[event.kind] for event in events]

    def draw_chance(self) -> list[Event]:
        """Apply the outcomes that are due, each drawn from the table's seed, until a seat must decide or the game is
        over; return what happened.

        >>> table = doubloon.new(game, seats=3, set=["starter=0"], seed=7)
        >>> events = table.play("draw") + table.draw_chance()
        >>> table.record().splitlines()[-1]
        '1 chance cannon'
        """
        events: list[Event] = []
        while self.is_chance:
            events += self.chance(self.draw(self.seed, self.stream))
            self._num_drawn += 1
        return events

    def play_out(self, bots: Sequence[Bot]) -> None:
        """Let bots play to the end, one for each seat; chance is drawn from the table's seed. Of several seats that
        must decide the lowest is asked first. Raises BadSeats for another number of bots, and what `act` raises.

        >>> table = doubloon.new(game, seats=3, seed=7)
        >>> table.play_out([doubloon.bot("sailor", game, seed) for seed in range(3)])
        >>> table.is_over, table.returns().tolist()
        (True, [0.0, 1.0, -1.0])
        """
        if len(bots) != self.num_seats:
            raise BadSeats(f"{len(bots)} bots for {self.num_seats} seats")
        self.draw_chance()
        while not self.is_over:
            seat = self.seats_to_act()[0]
            self.act(seat, bots[seat].choose(self.sight(seat)))
            self.draw_chance()

    def record(self) -> str:
        """Return the game so far as text, which `doubloon.replay` reads. The seed is in it where all chance came from
        it; so it is no text for other players while the game lives.

        >>> events = table.play("draw", "red")
        >>> print(table.record())
        doubloon record 1
        game: shipyard
        rules: 1
        seat: human
        seat: human
        seat: human
        set: options.starter=0
        cards: de428d5b83561f26e77a885864ace4cf7d62e54f2c3c528eb334312f3dc20be0
        table: "table"
        <BLANKLINE>
        0 0 draw
        1 chance red
        <BLANKLINE>
        """
        seats = [Seat(HUMAN)] * self.num_seats
        header = reveal_seed(new_header(self.game, self.settings, seats, self.stream, self.seed), self.seed)
        header = replace(header, rules_version=self.rules_version)
        if self._num_drawn != self._num_chance():
            header = replace(header, commitment="", seed="")
        return write_record(header, self.game, self.entries)

    def _num_chance(self) -> int:
        return sum(entry.seat == CHANCE for entry in self.entries)

    def __repr__(self) -> str:
        to_act = "nobody: the game is over" if self.is_over else self._name_to_act()
        return f"<Table {self.game.slug}, {self.num_seats} seats, entry {len(self.entries)}, to act: {to_act}>"
