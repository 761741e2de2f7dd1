"""One game being played: a game's rules with their input checked. Every action of the whole product is accepted or
refused here.
"""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from typing import NamedTuple, Protocol, Self

import numpy as np

from doubloon.engine import fair
from doubloon.engine.contract import CHANCE, GAME_OVER, Game, Mask, Places, Record, Returns, Weights, copy_record
from doubloon.engine.errors import BadSeats, GameOver, IllegalAction, NotYourTurn
from doubloon.engine.events import Event, listen, new_events
from doubloon.engine.message import Message
from doubloon.engine.settings import Settings, load_settings


class Entry(NamedTuple):
    """One line of the log: a seat and its action, or CHANCE and its outcome."""

    seat: int
    action: int


@dataclass(frozen=True)
class Sight:
    """All that a seat gets when it must decide: what a bot is told, and a person sees."""

    game: Game
    rules: Record
    observation: Record
    """A copy; its owner may do with it what it likes."""
    seat: int
    mask: Mask
    """Its legal actions, (num_actions,); at least one."""


class Bot(Protocol):
    """Decides for one seat of one game at a time: it gets what a person at that seat gets, and never the state."""

    def choose(self, sight: Sight) -> int:
        """Return one of the legal actions."""
        ...


def game_settings(game: Game) -> Settings:
    """Return the settings of a game's own `cards.toml`."""
    return load_settings(game.schema, game.folder / "cards.toml")


def new_rules(game: Game, num_seats: int, changes: Iterable[str] = ()) -> Record:
    """Return the rules record of a table with the game's own cards and some `key=value` changes. Raises as
    `build_rules` does.
    """
    return build_rules(game, game_settings(game).changed(changes), num_seats)


def build_rules(game: Game, settings: Settings, num_seats: int, version: int | None = None) -> Record:
    """Return the rules record of a table, under an older version of the rules where one of `Game.older_rules` is named.

    Raises BadSeats for a number of seats that the game does not have, BadSetting for numbers that do not fit.
    """
    if num_seats not in game.seats:
        why = Message("bad.seats", {"n": num_seats, "least": game.seats[0], "most": game.seats[-1]})
        raise BadSeats(f"{num_seats} seats: {game.slug} is for {game.seats[0]} to {game.seats[-1]}", why)
    rules = game.build_rules(settings, num_seats)
    if version in game.older_rules:
        rules.version = version
    return rules


class Playthrough:
    """A state with its log, in numbers. The log is the truth; the state is what follows from it.

    >>> playthrough = doubloon.Playthrough.new(game, 3, ["starter=0"])
    >>> events = playthrough.act(seat=0, action=game.actions.index("draw"))
    >>> events = playthrough.chance(game.outcomes.index("red"))
    >>> playthrough.entries
    [Entry(seat=0, action=0), Entry(seat=-1, action=2)]
    """

    def __init__(self, game: Game, rules: Record) -> None:
        self.game = game
        self.rules = rules
        self.num_seats = int(rules.num_seats)
        self.entries: list[Entry] = []
        self.state: Record = game.new_states()[0]
        self._events = new_events(game.max_events)
        game.functions.start(rules, self.state)

    @classmethod
    def new(cls, game: Game, num_seats: int, changes: Iterable[str] = ()) -> Self:
        """Return the beginning of a game with its own cards and some `key=value` changes. Raises BadSeats,
        BadSetting.

        >>> doubloon.Playthrough.new(game, 2, ["starter=1"]).seats_to_act()
        [1]
        """
        return cls(game, new_rules(game, num_seats, changes))

    def copy(self) -> Self:
        """Return the same game at the same entry; what is played on the one does not touch the other.

        >>> twin = table.copy()
        >>> events = twin.play("draw")
        >>> len(twin.entries), len(table.entries)
        (1, 0)
        """
        twin = copy(self)
        twin.entries = list(self.entries)
        twin.state = copy_record(self.state)
        twin._events = new_events(self.game.max_events)
        return twin

    @property
    def to_act(self) -> int:
        """Bit mask of the seats that must decide, CHANCE or GAME_OVER.

        >>> table.to_act
        1
        >>> events = table.play("draw")
        >>> table.to_act == doubloon.CHANCE
        True
        """
        return self.game.functions.to_act(self.rules, self.state)

    @property
    def rules_version(self) -> int:
        """The version of the rules that it is played under: an older one for a record of that time.

        >>> table.rules_version
        1
        """
        return int(self.rules.version) if self.game.older_rules else self.game.rules_version

    @property
    def is_over(self) -> bool:
        """Whether the game has ended.

        >>> table.is_over
        False
        """
        return self.to_act == GAME_OVER

    def seats_to_act(self) -> list[int]:
        """Return the seats that must decide, lowest first; none while chance is due.

        >>> table.seats_to_act()
        [0]
        """
        due = self.to_act
        return [] if due == CHANCE else [seat for seat in range(self.num_seats) if due >> seat & 1]

    def legal_mask(self, seat: int) -> Mask:
        """Return the mask of the legal actions of a seat, a new array (num_actions,). Seats that do not exist have
        none.

        >>> table.legal_mask(0)
        array([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], dtype=int8)
        """
        mask = np.zeros(self.game.num_actions, np.int8)
        if 0 <= seat < self.num_seats:
            self.game.functions.legal_actions(self.rules, self.state, seat, mask)
        return mask

    def legal_actions(self, seat: int) -> list[int]:
        """Return the legal actions of a seat, lowest first.

        >>> table.legal_actions(0)
        [0]
        """
        legal: list[int] = self.legal_mask(seat).nonzero()[0].tolist()
        return legal

    def weights(self) -> Weights:
        """Return the weights of the chance event that is due, a new array (num_outcomes,); all zero when none is.

        >>> events = table.play("draw")
        >>> table.weights()
        array([20,  3,  6,  6,  6,  6,  8,  0,  0,  0,  0], dtype=int32)
        """
        weights = np.zeros(self.game.num_outcomes, np.int32)
        if self.to_act == CHANCE:
            self.game.functions.outcomes(self.rules, self.state, weights)
        return weights

    def observation(self, seat: int) -> Record:
        """Return what a seat (or SPECTATOR, ALL_SEEING) may know, as a copy of its own: a state with the rest erased.

        >>> int(table.observation(0).colour[0])
        -1
        """
        observed = copy_record(self.state)
        self.game.functions.observe(self.rules, observed, seat)
        return observed

    def sight(self, seat: int) -> Sight:
        """Return all that a seat gets when it must decide.

        >>> sight = table.sight(0)
        >>> sight.seat, sight.mask.nonzero()[0].tolist()
        (0, [0])
        """
        return Sight(self.game, self.rules, self.observation(seat), seat, self.legal_mask(seat))

    def draw(self, seed: bytes, stream: str) -> int:
        """Return the outcome that a secret seed gives to the chance event that is due, each with the probability of
        its weight (`engine.fair`). Raises ValueError when none is due.

        >>> events = table.play("draw")
        >>> game.outcomes[table.draw(b"any secret", "table")]
        'green'
        """
        return fair.draw(seed, stream, len(self.entries), self.weights())

    def apply(self, entry: Entry) -> tuple[Event, ...]:
        """Apply an action or an outcome and return what happened. Raises as `act` and `chance` do.

        >>> events = table.apply(doubloon.Entry(0, 0))
        >>> table.entries
        [Entry(seat=0, action=0)]
        """
        return self.chance(entry.action) if entry.seat == CHANCE else self.act(entry.seat, entry.action)

    def act(self, seat: int, action: int) -> tuple[Event, ...]:
        """Apply an action of a seat and return what happened. Raises GameOver, NotYourTurn or IllegalAction; then
        nothing has changed.

        >>> table.act(0, 1)
        Traceback (most recent call last):
        doubloon.engine.errors.IllegalAction: illegal action 1 (pass) for seat 0 at entry 0; legal: draw
        """
        entry = len(self.entries)
        if self.is_over:
            raise GameOver(f"the game ended at entry {entry}")
        legal = self.legal_actions(seat)
        if not legal:
            raise NotYourTurn(f"seat {seat} has nothing to decide at entry {entry}; to act: {self._name_to_act()}")
        if action not in legal:
            raise IllegalAction(
                f"illegal action {self._describe(action)} for seat {seat} at entry {entry}; legal: {self._list(legal)}"
            )
        return self._apply(seat, action)

    def chance(self, outcome: int) -> tuple[Event, ...]:
        """Apply an outcome of the chance event that is due. Raises GameOver, NotYourTurn (no chance is due) or
        IllegalAction (no weight).

        >>> table.chance(2)
        Traceback (most recent call last):
        doubloon.engine.errors.NotYourTurn: no chance event is due at entry 0; to act: seat 0
        """
        entry = len(self.entries)
        if self.is_over:
            raise GameOver(f"the game ended at entry {entry}")
        if self.to_act != CHANCE:
            raise NotYourTurn(f"no chance event is due at entry {entry}; to act: {self._name_to_act()}")
        weights = self.weights()
        if not (0 <= outcome < len(weights) and weights[outcome]):
            possible = weights.nonzero()[0].tolist()
            names = self.game.outcomes
            name = names[outcome] if 0 <= outcome < len(names) else str(outcome)
            raise IllegalAction(
                f"impossible outcome {name} at entry {entry}; possible: {', '.join(names[index] for index in possible)}"
            )
        return self._apply(CHANCE, outcome)

    def ranking(self) -> Places:
        """Return the place of each seat, (num_seats,), 0 is first; meaningful when the game is over.

        >>> table.play_out([doubloon.bot("sailor", game)] * 3)
        >>> sorted(table.ranking().tolist())[0]
        0
        """
        places = np.zeros(self.num_seats, np.int32)
        self.game.kernels.ranking(self.rules, self.state, places)
        return places

    def returns(self) -> Returns:
        """Return the utility of each seat, (num_seats,), zero sum in [-1, 1]; meaningful when the game is over.

        >>> table.play_out([doubloon.bot("sailor", game)] * 3)
        >>> float(table.returns().sum())
        0.0
        """
        out = np.zeros(self.num_seats)
        self.game.kernels.returns(self.rules, self.state, out)
        return out

    def _apply(self, seat: int, action: int) -> tuple[Event, ...]:
        self.game.functions.apply(self.rules, self.state, seat, action, self._events)
        self.entries.append(Entry(seat, action))
        return tuple(listen(self._events))

    def _name_to_act(self) -> str:
        seats = self.seats_to_act()
        return "chance" if self.to_act == CHANCE else f"seat {', '.join(map(str, seats))}"

    def _describe(self, action: int) -> str:
        known = 0 <= action < self.game.num_actions
        return f"{action} ({self.game.actions[action]})" if known else str(action)

    def _list(self, actions: Iterable[int]) -> str:
        return ", ".join(self.game.actions[action] for action in actions)
