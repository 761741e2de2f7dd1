"""What happened, as rows in an array that the caller owns.

Row 0 is the header: its first cell counts the events of the last `apply`. The events themselves follow, each a row with
the fields of `Event`. An array with nothing but a header is for callers that need no events.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from doubloon.engine.jit import rule

Events: TypeAlias = NDArray[np.int32]
"""Shape (1 + max_events, len(Event._fields)); with max_events 0 no events are written."""


class Event(NamedTuple):
    """One thing that happened; what its numbers `a`, `b` and `c` mean depends on the kind, which the game defines."""

    kind: int
    seat: int
    a: int = 0
    b: int = 0
    c: int = 0


NUM_FIELDS = len(Event._fields)


@rule
def clear(events: Events) -> None:
    """Remove, in place, the events of the previous `apply`."""
    if events.shape[0] > 1:
        events[0, 0] = 0


@rule
def tell(events: Events, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Append one event. Beyond the capacity events are counted but not written, so that `listen` notices."""
    if events.shape[0] <= 1:
        return
    row = int(events[0, 0]) + 1
    events[0, 0] = row
    if row < events.shape[0]:
        events[row, 0] = kind
        events[row, 1] = seat
        events[row, 2] = a
        events[row, 3] = b
        events[row, 4] = c


@rule
def event_at(events: Events, row: int) -> Event:
    """Return the event in a row, from 1 on."""
    return Event(
        int(events[row, 0]), int(events[row, 1]), int(events[row, 2]), int(events[row, 3]), int(events[row, 4])
    )


def new_events(max_events: int) -> Events:
    """Return room for the events of one `apply`."""
    return np.zeros((1 + max_events, NUM_FIELDS), np.int32)


def listen(events: Events) -> Iterator[Event]:
    """Yield the events of the last `apply`. Raises OverflowError where there were more than the game's `max_events`."""
    count = int(events[0, 0])
    if count >= events.shape[0]:
        raise OverflowError(f"{count} events in one action; this game's max_events is {events.shape[0] - 1}")
    for row in events[1 : 1 + count].tolist():
        yield Event(*row)
