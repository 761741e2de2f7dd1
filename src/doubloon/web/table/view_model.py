"""What one viewer sees of one table: everything a page is rendered from, and nothing more.

States never come here: there are observations, and the events of the log are messages for this viewer. A view has four
parts: facts of the table, what all viewers share (rendered once for each version and language), what is the viewer's
own, and where a replay stands.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from doubloon.engine.contract import SPECTATOR, Game, Moment, Record
from doubloon.engine.message import Message
from doubloon.engine.playthrough import Playthrough
from doubloon.engine.record import HUMAN
from doubloon.tables.clock_rules import TimeControl
from doubloon.tables.rows import OPEN_SEAT, OPEN_TABLE, PLAYING
from doubloon.web.table.log import Log


@dataclass(frozen=True)
class SeatView:
    """Who sits where."""

    seat: int
    name: str
    """As it is shown; may hold any characters, so pages escape it."""
    kind: str
    """OPEN_SEAT, HUMAN, or the level of a bot."""
    stand_in: str = ""
    """Level of the bot that plays for an absent person; empty when the person plays."""
    is_here: bool = False
    """Whether the person has the table open."""
    person: str = ""
    """Public id of the person for the link to the profile; empty for bots and open seats."""
    votes: int = 0
    """Seats that agree to a bot standing in for this one; the others' consent is needed."""
    votes_needed: int = 0
    may_vote: bool = False
    """Whether this viewer may (still) agree to a stand-in."""

    @property
    def is_open(self) -> bool:
        """Whether nobody sits here."""
        return self.kind == OPEN_SEAT

    @property
    def is_person(self) -> bool:
        """Whether the seat is a person's, who may be away."""
        return self.kind == HUMAN


@dataclass(frozen=True)
class ChatLine:
    """One line of the chat: words as they were typed, or one of the ready-made phrases."""

    number: int
    name: str
    person: str
    text: str = ""
    phrase: str = ""
    """Text id `phrase.*` of a ready-made phrase; then `text` is empty."""
    is_mine: bool = False


@dataclass(frozen=True)
class ClockView:
    """The clocks of a table. Who runs out of time is played on by a bot."""

    agreed: TimeControl
    deadlines: tuple[float | None, ...]
    """Unix time at which each seat is out of time; None while its clock stands."""
    banks: tuple[float | None, ...]
    """Seconds that each bank held when its owner's move began; None where there is none."""
    back_on: tuple[date | None, ...]
    """The day on which the clock of a seat runs again that stands on a weekend or a holiday."""
    is_paused: bool = False
    agreeing: tuple[int, ...] = ()
    """Seats that want a pause."""

    def deadline(self, seat: int) -> float | None:
        """Return when a viewer from some seat sees time run out: their own, else the first of the others'."""
        own = self.deadlines[seat] if seat >= 0 else None
        return own or min([found for found in self.deadlines if found is not None], default=None)


@dataclass(frozen=True)
class Urls:
    """Where the table's links and forms go."""

    table: str
    act: str
    stream: str
    chat: str
    mute: str
    join: str
    leave: str
    start: str
    """POST: fill the open seats with bots of `level` and begin."""
    vote: str
    """POST `seat`: agree to a bot standing in."""
    pause: str
    """POST: agree to a pause; with `no`, no longer."""
    resume: str
    """POST: go on after a pause."""
    return_: str
    """POST: take the own seat back from the bot."""
    rematch: str
    hint: str
    """POST: have a captain think about this decision."""
    replay: str
    record: str
    verify: str
    simulations: str
    invite: str
    """Absolute address to send to friends; empty for whom it would not open the table."""
    rules: str
    howto: str
    """How to play, with pictures; empty where the game has no such page."""
    here: str
    """The table again, with the key that opens it."""
    lobby: str = "/"


@dataclass(frozen=True)
class ReplayView:
    """Where a replay stands."""

    at: int
    last: int
    viewer: int
    """Whose eyes: a seat, SPECTATOR, or ALL_SEEING."""
    first_url: str
    back_url: str
    forward_url: str
    last_url: str
    views: tuple[tuple[int, str, bool], ...]
    """Seat (or SPECTATOR, ALL_SEEING), url, and whether it is the one shown."""


@dataclass(frozen=True)
class TableFacts:
    """What there is to know of a table, which seldom changes."""

    table: str
    game: Game
    rules: Record
    status: str
    """OPEN_TABLE, PLAYING or OVER; of a replay, that of the table now."""
    commitment: str = ""
    seed: str = ""
    """Hexadecimal after the game; empty while it lives."""
    changes: tuple[str, ...] = ()
    """Settings of this table that differ from the game's own, `key=value`."""
    is_private: bool = False
    phrases: tuple[str, ...] = ()
    """Text ids of the ready-made phrases; POST `phrase` to `urls.chat`."""
    unrated: str = ""
    """Why the result does not count for ratings (`LiveTable.unrated`); empty where it does."""
    rematch: str = ""
    """Address of the next game of the same people, once somebody asked for it."""

    @property
    def is_waiting(self) -> bool:
        """Whether the game has not begun."""
        return self.status == OPEN_TABLE

    @property
    def is_playing(self) -> bool:
        """Whether the game goes on."""
        return self.status == PLAYING


@dataclass(frozen=True)
class SharedView:
    """What all viewers of a table share at one version, made from what a spectator knows."""

    version: int
    """Grows with every entry, seat change and chat line; equal versions look equal to equal viewers."""
    at: int
    """Number of the next entry; every act names it."""
    observation: Record
    data: Mapping[str, object]
    """The same as plain data (`game.view.data`)."""
    seats: tuple[SeatView, ...]
    to_act: tuple[int, ...]
    """Seats that must decide."""
    is_over: bool
    places: tuple[int, ...]
    """Place of each seat when over, 0 is first."""
    result: tuple[Message, ...]
    """The final count when over, line by line."""
    clock: ClockView | None = None


@dataclass(frozen=True)
class OwnView:
    """What is a viewer's own."""

    seat: int
    """The viewer's seat, or SPECTATOR."""
    observation: Record
    """What the viewer knows; the shared one for a spectator."""
    seats: tuple[SeatView, ...]
    """The shared ones, with the votes that this viewer has."""
    urls: Urls
    csrf: str
    """Value of the hidden field `csrf` that every form carries."""
    log: Log
    """The newest lines."""
    new_from: int
    """Entries from this number on happened after the viewer's own last action; `at` where none did."""
    legal: tuple[int, ...] = ()
    """Actions that would be accepted now."""
    costly: frozenset[int] = frozenset()
    """Those of `legal` that ask for confirmation."""
    confirming: int | None = None
    """A costly action that the viewer has chosen and must confirm: POST it again with `confirm=1`, or go back to
    `urls.table`.
    """
    hint: Message | None = None
    """Advice of a guided game, or the hint that was asked for."""
    hinted: int | None = None
    """The action that the hint advises."""
    may_hint: bool = False
    """Whether the viewer may ask for a hint now."""
    refusal: str = ""
    """Why the last form was refused, in the viewer's language; empty when it was not."""
    chat: tuple[ChatLine, ...] = ()
    is_nameless: bool = False
    """Whether the viewer is nobody yet, and must choose a name to write in the chat."""
    is_host: bool = False
    may_join: tuple[int, ...] = ()
    """Open seats that the viewer may take."""
    pause: str = ""
    """What the viewer may do about a pause: `ask`, `agree`, `withdraw`, `resume`, or nothing."""
    now: float = 0.0
    """Unix time at which the view was made."""

    @property
    def is_spectator(self) -> bool:
        """Whether the viewer only looks on."""
        return self.seat == SPECTATOR


@dataclass(frozen=True)
class TableView:
    """What one viewer sees of one table at one moment."""

    facts: TableFacts
    shared: SharedView
    own: OwnView
    replay: ReplayView | None = None

    @property
    def must_act(self) -> bool:
        """Whether the game waits for the viewer."""
        return self.own.seat in self.shared.to_act

    @property
    def moments(self) -> dict[str, tuple[int, Moment]]:
        """What the page shows of the last entry, and of all since the viewer's own last action: entry and moment by the
        element that gives.
        """
        first = min(self.own.new_from, self.shared.at - 1)
        return {
            line.moment.source: (line.entry, line.moment)
            for line in self.own.log
            if line.moment is not None and line.entry >= first
        }

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the seats, for the translator."""
        return tuple([seat.name for seat in self.own.seats])


def shared_view(
    playthrough: Playthrough,
    seats: tuple[SeatView, ...],
    *,
    version: int = 0,
    eyes: int = SPECTATOR,
    clock: ClockView | None = None,
    has_begun: bool = True,
) -> SharedView:
    """Return what all viewers share of a game as it stands: of a live table, a replay, a test. `eyes` is ALL_SEEING in
    an open replay.
    """
    game, rules, is_over = playthrough.game, playthrough.rules, playthrough.is_over
    observation, places = playthrough.observation(eyes), playthrough.ranking()
    return SharedView(
        version=version,
        at=len(playthrough.entries),
        observation=observation,
        data=game.view.data(rules, observation, eyes),
        seats=seats,
        to_act=tuple(playthrough.seats_to_act()) if has_begun and not is_over else (),
        is_over=is_over,
        places=tuple(int(place) for place in places) if is_over else (),
        result=game.view.result(rules, playthrough.state, places) if is_over else (),
        clock=clock,
    )
