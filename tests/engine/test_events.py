"""Events: counted, written while there is room, and never silently lost."""

import pytest

from doubloon.engine.events import Event, clear, event_at, listen, new_events, tell


def test_events_come_back_in_order_until_cleared() -> None:
    events = new_events(3)
    tell(events, 1, 0, 5, 6)
    tell(events, 2, 1, 7, 8, 9)
    tell(events, 3, 2)
    assert list(listen(events)) == [Event(1, 0, 5, 6, 0), Event(2, 1, 7, 8, 9), Event(3, 2)]
    assert event_at(events, 2) == Event(2, 1, 7, 8, 9)
    clear(events)
    assert list(listen(events)) == []


def test_more_events_than_there_is_room_for_are_an_error_of_the_game() -> None:
    events = new_events(1)
    tell(events, 1, 0)
    tell(events, 2, 0)
    with pytest.raises(OverflowError, match="2 events in one action; this game's max_events is 1"):
        list(listen(events))


def test_nobody_listens_to_a_header_alone() -> None:
    events = new_events(0)
    tell(events, 1, 2, 3, 4)
    assert events.tolist() == [[0] * len(Event._fields)]
