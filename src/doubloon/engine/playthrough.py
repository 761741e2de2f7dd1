"""One game being played: a game's rules with their input checked. Every action of the whole product is accepted or
refused here.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

import numpy as np

from doubloon.engine.contract import CHANCE, GAME_OVER, Game, Mask, Places, Record, Returns, Weights, copy_record
from doubloon.engine.errors import BadSeats, GameOver, IllegalAction, NotYourTurn, StaleAction
from doubloon.engine.events import Event, listen, new_events
from doubloon.engine.message import Message
from doubloon.engine.settings import Settings

T = TypeVar("T")


class Entry(NamedTuple):
    """One line of the log: a seat and its action, or CHANCE and its outcome."""

    seat: int
    action: int


def build_rules(game: Game, settings: Settings, num_seats: int) -> Record:
    """Return the rules record of a table. Raises BadSeats for a number of seats that the game does not have, BadSetting
    for numbers that do not fit.
    """
    if num_seats not in game.seats:
        why = Message("bad.seats", {"n": num_seats, "least": game.seats[0], "most": game.seats[-1]})
        raise BadSeats(f"{num_seats} seats: {game.slug} is for {game.seats[0]} to {game.seats[-1]}", why)
    return game.build_rules(settings, num_seats)


class Playthrough:
    """A state with its log. The log is the truth; the state is what follows from it."""

    def __init__(self, game: Game, rules: Record) -> None:
        self.game = game
        self.rules = rules
        self.num_seats = int(rules.num_seats)
        self.entries: list[Entry] = []
        self._states = game.new_states()
        self.state: Record = self._states[0]
        self._events = new_events(game.max_events)
        self._answers_of = b""
        self._answers: dict[object, Any] = {}
        game.functions.start(rules, self.state)

    def _ask(self, question: object, find: Callable[[], T]) -> T:
        """Return what the rules answer, asked once for a state.

        One act of a table with three viewers asks some twenty times, at 10 µs of a busy server; to compare the bytes of
        two states takes 0.3. They are compared, and not the number of entries, because callers may change `state`.
        """
        now = self._states.tobytes()
        if now != self._answers_of:
            self._answers_of = now
            self._answers = {}
        if question not in self._answers:
            self._answers[question] = find()
        answer: T = self._answers[question]
        return answer

    @property
    def to_act(self) -> int:
        """Bit mask of the seats that must decide, CHANCE or GAME_OVER."""
        return self._ask("to act", lambda: self.game.functions.to_act(self.rules, self.state))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.to_act == GAME_OVER

    def seats_to_act(self) -> list[int]:
        """Return the seats that must decide, lowest first; none while chance is due."""
        due = self.to_act
        return [] if due == CHANCE else [seat for seat in range(self.num_seats) if due >> seat & 1]

    def legal_mask(self, seat: int) -> Mask:
        """Return the mask of the legal actions of a seat, a new array (num_actions,). Seats that do not exist have
        none.
        """
        return self._ask(seat, lambda: self._find_legal(seat)).copy()

    def _find_legal(self, seat: int) -> Mask:
        mask = np.zeros(self.game.num_actions, np.int8)
        if 0 <= seat < self.num_seats:
            self.game.functions.legal_actions(self.rules, self.state, seat, mask)
        return mask

    def legal_actions(self, seat: int) -> list[int]:
        """Return the legal actions of a seat, lowest first."""
        legal: list[int] = self._ask(seat, lambda: self._find_legal(seat)).nonzero()[0].tolist()
        return legal

    def weights(self) -> Weights:
        """Return the weights of the chance event that is due, a new array (num_outcomes,); all zero when none is."""
        return self._ask("weights", self._find_weights).copy()

    def _find_weights(self) -> Weights:
        weights = np.zeros(self.game.num_outcomes, np.int32)
        if self.to_act == CHANCE:
            self.game.functions.outcomes(self.rules, self.state, weights)
        return weights

    def observation(self, seat: int) -> Record:
        """Return what a seat (or SPECTATOR, ALL_SEEING) may know, as a copy of its own."""
        observed = copy_record(self.state)
        self.game.functions.observe(self.rules, observed, seat)
        return observed

    def act(self, seat: int, action: int, at: int | None = None) -> tuple[Event, ...]:
        """Apply an action of a seat and return what happened.

        `at` is the number of the entry that this action is meant to become, where the caller knows it. Raises GameOver,
        StaleAction, NotYourTurn or IllegalAction; then nothing has changed.
        """
        entry = len(self.entries)
        if self.is_over:
            raise GameOver(f"the game ended at entry {entry}")
        if at is not None and at != entry:
            raise StaleAction(f"action meant for entry {at}; the next entry is {entry}")
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
        """
        entry = len(self.entries)
        if self.is_over:
            raise GameOver(f"the game ended at entry {entry}")
        if self.to_act != CHANCE:
            raise NotYourTurn(f"no chance event is due at entry {entry}; to act: {self._name_to_act()}")
        weights = self._ask("weights", self._find_weights)
        if not (0 <= outcome < len(weights) and weights[outcome]):
            possible = weights.nonzero()[0].tolist()
            names = self.game.outcomes
            name = names[outcome] if 0 <= outcome < len(names) else str(outcome)
            raise IllegalAction(
                f"impossible outcome {name} at entry {entry}; possible: {', '.join(names[index] for index in possible)}"
            )
        return self._apply(CHANCE, outcome)

    def ranking(self) -> Places:
        """Return the place of each seat, (num_seats,), 0 is first; meaningful when the game is over."""
        places = np.zeros(self.num_seats, np.int32)
        self.game.kernels.ranking(self.rules, self.state, places)
        return places

    def returns(self) -> Returns:
        """Return the utility of each seat, (num_seats,), zero sum in [-1, 1]; meaningful when the game is over."""
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
