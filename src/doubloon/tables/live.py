"""A table in memory: what follows from its log. It can be dropped at any moment and made again from the database."""

import asyncio
import secrets
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from doubloon.engine.contract import CHANCE, Game
from doubloon.engine.errors import StaleAction
from doubloon.engine.events import Event
from doubloon.engine.playthrough import Bot, Entry, Playthrough
from doubloon.engine.record import HUMAN, RecordedGame, open_playthrough, write_record
from doubloon.tables.clock_rules import SeatClock, TimeControl, after_entries, deadline, fresh
from doubloon.tables.errors import Forbidden, Refused, Unconfirmed
from doubloon.tables.names import BOT_NAMES, told_apart
from doubloon.tables.rest import NO_REST, Rest
from doubloon.tables.rows import OPEN_SEAT, OPEN_TABLE, OVER, PLAYING, ChatRow, Person, SeatRow, TableRow
from doubloon.tables.store import KEPT_CHAT, StoredTable
from doubloon.tables.store_clocks import RunningClocks

KEPT_LOG = 250
"""Entries whose events stay in memory; older ones are told by the replay."""

PAUSE = -1
"""What a vote is about that is about a pause, and not about a seat."""

UNRATED = ("guide", "cards", "hints", "alone")
"""Why a game is not rated: a guided one, changed cards, hints that a person asked for, or no two different players."""


class Happening(NamedTuple):
    """An entry with what it did."""

    number: int
    seat: int
    due_before: int
    events: tuple[Event, ...]


class Hint(NamedTuple):
    """What a captain would do at an entry, and its chance to win with it."""

    at: int
    action: int
    win: float


class SeatedBot(NamedTuple):
    """A bot at a seat, and what it was made of."""

    level: str
    seed: int
    bot: Bot


class LiveTable:
    """One table. Changed only by the service and its helpers, and only while `lock` is held."""

    def __init__(self, game: Game, stored: StoredTable) -> None:
        """Make the table again from its log. Raises RulesChanged where these rules are no longer here."""
        self.game = game
        self.row: TableRow = stored.table
        self.seats: list[SeatRow] = stored.seats
        self.chat: deque[ChatRow] = deque(stored.chat, KEPT_CHAT)
        self.votes: set[tuple[int, int]] = stored.votes
        self.lock = asyncio.Lock()
        self.version = 0
        self.is_dropped = False
        self.is_closed = False
        """Whether it is no longer in the database either."""
        self.bots: dict[int, SeatedBot] = {}
        self.faltered: set[int] = set()
        """Seats whose bots have broken down since the table is in memory."""
        self.instead: dict[int, str] = {
            number: entry.instead for number, entry in enumerate(stored.entries) if entry.instead
        }
        """By entry, the level of the bot that moved for one that broke down."""
        self.clocks: dict[int, SeatClock] = dict(stored.clocks)
        """Of the people, by seat; none without a clock, and before the game."""
        self.rests: dict[int, Rest] = dict(stored.rests)
        """By seat, the days on which a clock of days stands."""
        self.happenings: deque[Happening] = deque(maxlen=KEPT_LOG)
        self.last_act: dict[int, int] = {}
        self.turns: dict[int, int] = {}
        """By seat that must act, the number of the entry with which its turn began: with nobody else's act between."""
        self.hints: dict[int, Hint] = {}
        self.playthrough: Playthrough = open_playthrough(
            RecordedGame(self.row.header(self.seats, reveal=False), ()), game, f"table {self.row.id}"
        )
        # Both are asked of the rules once an entry: one act of a table with three viewers asks some twenty times, at
        # 10 µs of a busy server.
        self.due: int = self.playthrough.to_act
        if self.due > 0:
            self.turns = {seat.seat: 0 for seat in self.seats if self.due >> seat.seat & 1}
        self._legal: dict[int, list[int]] = {}
        for entry in stored.entries:
            self.apply(Entry(entry.seat, entry.action))

    @property
    def id(self) -> str:
        """The table's name in addresses."""
        return self.row.id

    @property
    def at(self) -> int:
        """Number of the next entry."""
        return len(self.playthrough.entries)

    @property
    def is_playing(self) -> bool:
        """Whether the game goes on."""
        return self.row.status == PLAYING

    @property
    def is_going_on(self) -> bool:
        """Whether the game goes on and is not paused, so that those who must act may."""
        return self.is_playing and self.row.paused is None

    @property
    def clock(self) -> TimeControl:
        """What is agreed about time."""
        return self.row.time

    def legal_actions(self, seat: int) -> list[int]:
        """Return the legal actions of a seat, lowest first."""
        if seat not in self._legal:
            self._legal[seat] = self.playthrough.legal_actions(seat)
        return self._legal[seat]

    def accept(self, entry: Entry, at: int, *, is_confirmed: bool) -> Happening:
        """Check an action that was meant for entry `at`, and play it. Raises Refused, StaleAction, ActionRefused, and
        Unconfirmed for a costly one; then nothing has changed.
        """
        self.check_going_on()
        self.check_at(entry.seat, at)
        if not is_confirmed and self._is_costly(entry):
            raise Unconfirmed("confirm", f"action {entry.action} must be confirmed")
        return self.apply(entry)

    def _is_costly(self, entry: Entry) -> bool:
        """Tell whether an action asks for confirmation; one that would be refused anyway does not."""
        if entry.action not in self.legal_actions(entry.seat):
            return False
        observation = self.playthrough.observation(entry.seat)
        return self.game.page.costly(self.playthrough.rules, observation, entry.seat, entry.action)

    def apply(self, entry: Entry) -> Happening:
        """Play one entry, checked by the engine. Raises ActionRefused; then nothing has changed."""
        due = self.due
        events = self.playthrough.apply(entry)
        self.due = self.playthrough.to_act
        if self.due >= 0:  # chance is nobody's turn, and ends none
            self.turns = {
                seat.seat: self.turns.get(seat.seat, self.at) for seat in self.seats if self.due >> seat.seat & 1
            }
        self._legal.clear()
        happening = Happening(self.at - 1, entry.seat, due, events)
        self.happenings.append(happening)
        if entry.seat != CHANCE:
            self.last_act[entry.seat] = happening.number
        return happening

    def draw_chance(self) -> Iterator[Happening]:
        """Play the outcomes that are due, each drawn from the table's secret seed."""
        while self.due == CHANCE:
            yield self.apply(Entry(CHANCE, self.playthrough.draw(self.row.seed, self.row.stream)))

    def check_at(self, seat: int, at: int) -> None:
        """Check the number that an action was meant for. Raises StaleAction.

        In a simultaneous step others may have acted since; that changes nothing for a seat that has been asked all the
        while, so it is no reason to refuse.
        """
        if at == self.at:
            return
        missed = [happening for happening in self.happenings if happening.number >= at]
        same_step = len(missed) == self.at - at and all(self._is_of_same_step(happening, seat) for happening in missed)
        if at > self.at or not same_step:
            raise StaleAction(f"action meant for entry {at}; the next entry is {self.at}")

    def _is_of_same_step(self, happening: Happening, seat: int) -> bool:
        """Tell whether another acted while this seat was asked too, and still is: a step does not end before all who
        are asked have acted.
        """
        both = 1 << seat | 1 << max(happening.seat, 0)
        return (
            happening.seat not in (seat, CHANCE) and happening.due_before & both == both and bool(self.due >> seat & 1)
        )

    def seat_of(self, person: str | None) -> int | None:
        """Return the seat of a person; None for one who has none here."""
        if person is not None:
            for seat in self.seats:
                if seat.person == person:
                    return seat.seat
        return None

    def is_key(self, invite: str) -> bool:
        """Tell whether a text is the key of this table's invite link."""
        return secrets.compare_digest(invite.encode(), self.row.invite.encode())

    def name_of(self, person: Person) -> str:
        """Return how a person is called at this table: as the seat is, or told apart from all who sit or have spoken
        here.
        """
        seat = self.seat_of(person.id)
        if seat is not None:
            return self.seats[seat].name
        spoken = [said.name for said in self.chat if said.person != person.id]
        return told_apart(person.name, [*BOT_NAMES, *(other.name for other in self.seats), *spoken])

    def own_seat(self, person: str) -> int:
        """Return the seat of a person. Raises Forbidden for one who has none here."""
        seat = self.seat_of(person)
        if seat is None:
            raise Forbidden("not_seated", f"you have no seat at table {self.id}")
        return seat

    def check_playing(self) -> None:
        """Check that the game goes on. Raises Refused."""
        if self.row.status == OPEN_TABLE:
            raise Refused("not_started", f"table {self.id} has not begun")
        if self.row.status == OVER:
            raise Refused("over", f"table {self.id}: the game is over")

    def check_going_on(self) -> None:
        """Check that the game goes on and is not paused. Raises Refused."""
        self.check_playing()
        if self.row.paused is not None:
            raise Refused("paused", f"table {self.id} is paused")

    def check_open(self) -> None:
        """Check that the game has not begun. Raises Refused."""
        if self.row.status != OPEN_TABLE:
            raise Refused("has_begun", f"table {self.id} has begun")

    def open_seats(self) -> list[int]:
        """Return the seats that nobody has."""
        return [seat.seat for seat in self.seats if seat.kind == OPEN_SEAT]

    def people(self) -> list[SeatRow]:
        """Return the seats of people who play themselves."""
        return [seat for seat in self.seats if seat.kind == HUMAN and not seat.stand_in]

    def asked(self) -> list[int]:
        """Return the seats that must decide, paused or not, lowest first; none before and after the game."""
        return (
            [seat.seat for seat in self.seats if self.due >> seat.seat & 1] if self.is_playing and self.due > 0 else []
        )

    def seats_to_act(self) -> list[int]:
        """Return the seats that must decide, lowest first; none before and after the game, and while it is paused."""
        return self.asked() if self.row.paused is None else []

    def due_bots(self) -> list[int]:
        """Return the seats of bots that must act."""
        return [seat for seat in self.seats_to_act() if self.seats[seat].level]

    def due_people(self) -> list[int]:
        """Return the seats of people that must act."""
        return [seat for seat in self.seats_to_act() if not self.seats[seat].level]

    def agreeing(self) -> set[int]:
        """Return the seats that want a pause."""
        return {voter for about, voter in self.votes if about == PAUSE}

    def set_agreeing(self, agreeing: set[int]) -> None:
        """Let these seats want a pause."""
        self.votes = {vote for vote in self.votes if vote[0] != PAUSE} | {(PAUSE, voter) for voter in agreeing}

    def rest_of(self, seat: int) -> Rest:
        """Return the days on which the clock of a seat stands."""
        return self.rests.get(seat, NO_REST)

    def deadline_of(self, seat: int) -> float | None:
        """Return the Unix time at which a seat is out of time; None while its clock stands."""
        clock = self.clocks.get(seat)
        return None if clock is None else deadline(self.clock, clock, self.rest_of(seat))

    def deadline(self) -> float | None:
        """Return the Unix time at which the first of those who must act is out of time; None where no clock runs."""
        running = self.running_clocks()
        return None if running is None else running.deadline

    def running_clocks(self) -> RunningClocks | None:
        """Return the clocks that run; None where none does."""
        seats = {
            seat: clock for seat in self.due_people() if (clock := self.clocks.get(seat)) and clock.since is not None
        }
        return RunningClocks(self.id, self.clock, seats, self.rests) if seats else None

    def clocks_after(self, acted: int | None, now: float) -> dict[int, SeatClock]:
        """Return the clocks that change when a seat has acted; of a game that begins, all."""
        if not self.clock:
            return {}
        people = {seat.seat: self.clocks.get(seat.seat) or fresh(self.clock) for seat in self.people()}
        changed = after_entries(self.clock, people, acted, self.due_people(), now, self.rests)
        return {seat: clock for seat, clock in {**people, **changed}.items() if clock != self.clocks.get(seat)}

    @property
    def unrated(self) -> str:
        """Why the result does not count, one of UNRATED; empty where it does."""
        if self.row.guide:
            return "guide"
        if self.row.dropped or any(not change.startswith("options.") for change in self.row.changes):
            return "cards"
        if any(seat.hints for seat in self.seats):
            return "hints"
        return "alone" if len({seat.person or seat.kind for seat in self.seats}) == 1 else ""

    def record(self) -> str:
        """Return the record of a finished game. Raises Refused while it lives."""
        if self.row.status != OVER:
            raise Refused("not_over", f"table {self.id} is not over; its record holds secrets")
        return write_record(self.row.header(self.seats, reveal=True), self.game, self.playthrough.entries)
