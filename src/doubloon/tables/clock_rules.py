"""Rules of time: what is agreed at a table, and what the clock of a seat says. Pure: no clock is read here, and no
table is known.

A clock has three parts: seconds a move that nobody can save, a bank for the whole game that is drawn on when they are
gone, and what every move adds to the bank. Each person's clock runs by itself, from when the seat must act until it
has.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from doubloon.tables.errors import Refused
from doubloon.tables.rest import NO_REST, Rest, after, counted

MINUTE_S = 60
DAY_S = 86_400
SHORTEST_MOVE_S = 10
SHORTEST_BANK_S = MINUTE_S
LONGEST_S = 30 * DAY_S
"""Of seconds a move, and of a bank, however much moves add."""
LONGEST_INCREMENT_S = DAY_S
BACK_S = 30.0
"""What a bank holds at least when its owner has come back to the seat."""


@dataclass(frozen=True)
class TimeControl:
    """What is agreed at a table, in seconds; nothing of all is no clock."""

    move: int = 0
    """For each move; what is left of it is lost."""
    bank: int = 0
    """For the whole game."""
    increment: int = 0
    """What each move adds to the bank."""

    def __bool__(self) -> bool:
        return bool(self.move or self.bank)

    @property
    def is_slow(self) -> bool:
        """Whether it counts days, and so stands on a person's weekends and holidays."""
        return max(self.move, self.bank) >= DAY_S


NO_CONTROL = TimeControl()


class SeatClock(NamedTuple):
    """The clock of one person at one table."""

    left: float
    """What the bank held when this move began."""
    used: float = 0.0
    """Seconds of this move that counted before `since`."""
    since: float | None = None
    """Unix time from which it runs; None while it stands."""
    is_renewed: bool = False
    """Whether the time for this move has been given anew, after a start of the server."""


def check_clock(clock: TimeControl) -> TimeControl:
    """Return a clock that people can play by. Raises Refused."""
    if clock.move and not SHORTEST_MOVE_S <= clock.move <= LONGEST_S:
        raise Refused(
            "clock",
            f"clock of {clock.move} s; expected 0 or {SHORTEST_MOVE_S} .. {LONGEST_S}",
            least=SHORTEST_MOVE_S,
        )
    if clock.bank and not SHORTEST_BANK_S <= clock.bank <= LONGEST_S:
        raise Refused("bank", f"bank of {clock.bank} s; expected 0 or {SHORTEST_BANK_S} .. {LONGEST_S}", least=1)
    if not 0 <= clock.increment <= LONGEST_INCREMENT_S or (clock.increment and not clock.bank):
        raise Refused(
            "increment", f"{clock.increment} s more a move; expected 0 .. {LONGEST_INCREMENT_S}, and only with a bank"
        )
    return clock


def fresh(clock: TimeControl) -> SeatClock:
    """Return the clock of a seat when the game begins."""
    return SeatClock(float(clock.bank))


def begun(seat: SeatClock, now: float) -> SeatClock:
    """Return a clock whose owner must act from now on."""
    return SeatClock(seat.left, 0.0, now)


def spent(seat: SeatClock, now: float, rest: Rest) -> float:
    """Return how many seconds of this move have counted."""
    return seat.used + (0.0 if seat.since is None else counted(rest, seat.since, now))


def ended(clock: TimeControl, seat: SeatClock, now: float, rest: Rest, *, moved: bool) -> SeatClock:
    """Return a clock whose owner need no longer act, because of a move of their own or of something else."""
    drawn = max(0.0, spent(seat, now, rest) - clock.move)
    return SeatClock(min(max(0.0, seat.left - drawn) + moved * clock.increment, float(LONGEST_S)))


def halted(seat: SeatClock, now: float, rest: Rest) -> SeatClock:
    """Return a clock that stands for a while in the middle of a move."""
    return seat._replace(used=spent(seat, now, rest), since=None)


def resumed(seat: SeatClock, now: float) -> SeatClock:
    """Return a clock that runs again."""
    return seat._replace(since=now)


def rested(seat: SeatClock, now: float, before: Rest) -> SeatClock:
    """Return a clock whose owner has changed the days on which it stands: what has passed counts as it was."""
    return seat if seat.since is None else resumed(halted(seat, now, before), now)


def shifted(seat: SeatClock, seconds: float) -> SeatClock:
    """Return a clock that was given time back, or from which too much is taken back."""
    return seat if seat.since is None else seat._replace(since=seat.since + seconds)


def renewed(seat: SeatClock, now: float, away: float) -> SeatClock:
    """Return a clock after a start of the server, which was away for some seconds: nobody could look or come back at
    once, so the time for the move is given anew. But once for a move, or a clock of days would never run out on a
    server that starts anew each night.
    """
    if seat.since is None or seat.is_renewed:
        return shifted(seat, away)
    return SeatClock(seat.left, 0.0, now, is_renewed=True)


def returned(clock: TimeControl, seat: SeatClock) -> SeatClock:
    """Return the clock of one who has come back to the seat: an empty bank would send them away at once."""
    return SeatClock(max(seat.left, min(BACK_S, float(clock.bank))))


def deadline(clock: TimeControl, seat: SeatClock, rest: Rest = NO_REST) -> float | None:
    """Return the Unix time at which a person is out of time; None while the clock stands."""
    if seat.since is None:
        return None
    return after(rest, seat.since, clock.move + seat.left - seat.used)


def after_entries(
    clock: TimeControl,
    seats: Mapping[int, SeatClock],
    acted: int | None,
    due: Collection[int],
    now: float,
    rests: Mapping[int, Rest],
) -> dict[int, SeatClock]:
    """Return the clocks that change when `acted` has acted and `due` must act: who was asked all the while goes on."""
    changed = {}
    for number, before in seats.items():
        seat = before
        if seat.since is not None and (number == acted or number not in due):
            seat = ended(clock, seat, now, rests.get(number, NO_REST), moved=number == acted)
        if seat.since is None and number in due:
            seat = begun(seat, now)
        if seat is not before:
            changed[number] = seat
    return changed
