"""Rules of time, by properties: what is counted, what a bank holds, what a pause or a holiday changes."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doubloon.tables.clock_rules import (
    BACK_S,
    DAY_S,
    LONGEST_S,
    SeatClock,
    TimeControl,
    after_entries,
    begun,
    check_clock,
    deadline,
    ended,
    fresh,
    halted,
    renewed,
    rested,
    resumed,
    returned,
    shifted,
)
from doubloon.tables.errors import Refused
from doubloon.tables.rest import (
    HOLIDAYS_A_YEAR,
    NO_REST,
    Rest,
    after,
    back_on,
    check_zone,
    counted,
    days_taken,
    parse_day,
    rest_of,
    text_of_rest,
    with_holiday,
    without_holiday,
)

NOON = datetime(2026, 12, 2, 12, tzinfo=UTC).timestamp()
"""A Wednesday."""
TODAY = date(2026, 12, 2)
DAY = timedelta(days=1)

moments = st.floats(1.6e9, 2.2e9, allow_nan=False)
spans = st.floats(0, 40 * DAY_S, allow_nan=False)
controls = st.builds(
    TimeControl,
    st.just(0) | st.integers(10, 10 * DAY_S),
    st.integers(60, 10 * DAY_S),
    st.integers(0, DAY_S),
)


@st.composite
def rests(draw: st.DrawFn) -> Rest:
    rest = Rest(
        draw(st.sampled_from(["UTC", "Europe/Budapest", "Asia/Tokyo", "America/New_York"])), draw(st.booleans())
    )
    for start, length in draw(st.lists(st.tuples(st.integers(0, 360), st.integers(0, 20)), max_size=4)):
        try:
            first = TODAY + start * DAY
            rest = with_holiday(rest, first, first + length * DAY, NOON)
        except Refused:
            continue
    return rest


@given(rests(), moments, spans, spans)
def test_what_counts_adds_up_and_is_never_more_than_what_passed(
    rest: Rest, start: float, one: float, two: float
) -> None:
    first, second = counted(rest, start, start + one), counted(rest, start + one, start + one + two)
    assert counted(rest, start, start + one + two) == pytest.approx(first + second, abs=1e-3)
    assert -1e-6 <= first <= one + 1e-3


@given(rests(), moments, spans)
def test_the_moment_at_which_time_has_counted_is_the_first_such_moment(
    rest: Rest, start: float, seconds: float
) -> None:
    end = after(rest, start, seconds)
    assert counted(rest, start, end) == pytest.approx(seconds, abs=1e-3)
    assert seconds == 0 or counted(rest, start, end - 1) < seconds


@given(moments, spans)
def test_without_days_off_all_time_counts(start: float, seconds: float) -> None:
    assert counted(NO_REST, start, start + seconds) == pytest.approx(seconds, abs=1e-3)
    assert after(NO_REST, start, seconds) == start + seconds


@given(moments, st.sampled_from(["UTC", "Asia/Tokyo"]))
def test_five_of_seven_days_count_where_weekends_do_not(start: float, zone: str) -> None:
    assert counted(Rest(zone, weekends=True), start, start + 7 * DAY_S) == pytest.approx(5 * DAY_S, abs=1e-3)


def test_a_weekend_is_where_the_person_lives_and_has_the_length_it_has_there() -> None:
    friday = datetime(2026, 12, 4, 23, 30, tzinfo=UTC).timestamp()
    assert back_on(Rest("UTC", weekends=True), friday) is None
    assert back_on(Rest("Europe/Budapest", weekends=True), friday) == date(2026, 12, 7)
    # In the night to Sunday, 25 October 2026, clocks are set back in Budapest: that weekend has 49 hours.
    before = datetime(2026, 10, 23, 12, tzinfo=UTC).timestamp()
    assert after(Rest("Europe/Budapest", weekends=True), before, DAY_S) == before + DAY_S + 49 * 3600


@given(controls, rests(), st.lists(st.tuples(spans, spans), max_size=5))
def test_a_bank_pays_what_a_move_takes_beyond_its_own_time(
    control: TimeControl, rest: Rest, moves: list[tuple[float, float]]
) -> None:
    seat, now = fresh(control), NOON
    for thinking, waiting in moves:
        seat = begun(seat, now)
        took = counted(rest, now, now + thinking)
        after_move = ended(control, seat, now + thinking, rest, moved=True)
        left = max(0.0, seat.left - max(0.0, took - control.move)) + control.increment
        assert after_move.left == pytest.approx(min(left, LONGEST_S), abs=1e-3)
        assert after_move.since is None
        seat, now = after_move, now + thinking + waiting


@given(controls, st.floats(0, 1), st.lists(spans, min_size=1, max_size=4))
def test_a_pause_takes_and_gives_nothing(control: TimeControl, part: float, pauses: list[float]) -> None:
    """Whenever it begins and however long it takes: what is left after it is what was left before."""
    seat, now = begun(fresh(control), NOON), NOON
    whole = control.move + control.bank
    for pause in pauses:
        now += part * whole / len(pauses) * 0.9
        before = deadline(control, seat)
        assert before is not None
        seat = resumed(halted(seat, now, NO_REST), now + pause)
        after_pause = deadline(control, seat)
        assert after_pause == pytest.approx(before + pause, abs=1e-2)
        now += pause
    assert deadline(control, halted(seat, now, NO_REST)) is None


@given(controls, rests(), rests(), spans)
def test_other_days_off_change_nothing_of_what_has_passed(
    control: TimeControl, before: Rest, later: Rest, passed: float
) -> None:
    seat, now = begun(fresh(control), NOON), NOON + passed
    changed = rested(seat, now, before)
    assert counted(before, NOON, now) == pytest.approx(changed.used, abs=1e-3)
    left = control.move + control.bank - changed.used
    if left > 0:
        found = deadline(control, changed, later)
        assert found is not None
        assert counted(later, now, found) == pytest.approx(left, abs=1e-2)
    same = deadline(control, changed, before)
    if left > 1:
        assert same == pytest.approx(deadline(control, seat, before), abs=1)


@given(controls, spans)
def test_time_given_back_moves_a_deadline_by_as_much(control: TimeControl, seconds: float) -> None:
    seat = begun(fresh(control), NOON)
    before, later = deadline(control, seat), deadline(control, shifted(seat, seconds))
    assert before is not None
    assert later == pytest.approx(before + seconds, abs=1e-3)
    assert shifted(halted(seat, NOON, NO_REST), seconds) == halted(seat, NOON, NO_REST)


def test_a_start_of_the_server_gives_a_move_its_time_anew_but_once() -> None:
    control = TimeControl(DAY_S)
    seat = begun(fresh(control), NOON)
    once = renewed(seat, NOON + 5000, 4000)
    assert deadline(control, once) == NOON + 5000 + DAY_S
    twice = renewed(once, NOON + 20_000, 1000)
    assert deadline(control, twice) == NOON + 6000 + DAY_S
    assert deadline(control, begun(twice, NOON)) == NOON + DAY_S
    assert not begun(twice, NOON).is_renewed


def test_each_clock_runs_from_when_its_own_seat_must_act() -> None:
    control = TimeControl(bank=100, increment=5)
    seats = {0: fresh(control), 1: fresh(control), 2: fresh(control)}
    seats |= after_entries(control, seats, None, (0, 1), NOON, {})
    assert [seats[seat].since for seat in seats] == [NOON, NOON, None]
    # 0 acts, 1 is asked as before, 2 waits
    changed = after_entries(control, seats, 0, (1,), NOON + 30, {})
    assert changed == {0: SeatClock(75.0)}
    seats |= changed
    # 1 acts, and is asked again together with 2
    seats |= after_entries(control, seats, 1, (1, 2), NOON + 40, {})
    assert seats[1] == SeatClock(65.0, 0.0, NOON + 40)
    assert seats[2] == SeatClock(100.0, 0.0, NOON + 40)
    # the step ends for 2 without a move of theirs: no increment
    seats |= after_entries(control, seats, 1, (), NOON + 50, {})
    assert seats == {0: SeatClock(75.0), 1: SeatClock(60.0), 2: SeatClock(90.0)}


def test_whoever_comes_back_with_an_empty_bank_can_play_on() -> None:
    control = TimeControl(bank=300, increment=10)
    empty = ended(control, begun(fresh(control), NOON), NOON + 400, NO_REST, moved=False)
    assert empty.left == 0
    assert returned(control, empty).left == BACK_S
    assert returned(control, SeatClock(200.0)).left == 200
    assert returned(TimeControl(30), SeatClock(0.0)).left == 0


@pytest.mark.parametrize(
    ("control", "why"),
    [
        (TimeControl(3), "refused.clock"),
        (TimeControl(LONGEST_S + 1), "refused.clock"),
        (TimeControl(-1), "refused.clock"),
        (TimeControl(bank=59), "refused.bank"),
        (TimeControl(bank=LONGEST_S + 1), "refused.bank"),
        (TimeControl(30, 0, 5), "refused.increment"),
        (TimeControl(0, 300, DAY_S + 1), "refused.increment"),
        (TimeControl(0, 300, -1), "refused.increment"),
    ],
)
def test_a_clock_that_nobody_can_play_by_is_refused(control: TimeControl, why: str) -> None:
    with pytest.raises(Refused) as refusal:
        check_clock(control)
    assert refusal.value.message.id == why


def test_clocks_of_days_are_those_that_stand_on_days_off() -> None:
    assert [bool(control) for control in (TimeControl(), TimeControl(30), TimeControl(bank=60))] == [False, True, True]
    assert not TimeControl(3600, 3600).is_slow
    assert TimeControl(DAY_S).is_slow
    assert TimeControl(bank=5 * DAY_S, increment=3600).is_slow


@given(st.lists(st.tuples(st.integers(-40, 500), st.integers(-3, 60), st.booleans()), max_size=25))
def test_nobody_has_more_holidays_a_year_than_agreed(steps: list[tuple[int, int, bool]]) -> None:
    rest, now = NO_REST, NOON
    for start, length, gives_back in steps:
        first = rest.day_of(now) + start * DAY
        try:
            rest = (
                without_holiday(rest, first, now)
                if gives_back
                else with_holiday(rest, first, first + length * DAY, now)
            )
        except Refused:
            continue
        finally:
            now += DAY_S
        assert rest_of(text_of_rest(rest)) == rest
        assert all(days_taken(rest, year) <= HOLIDAYS_A_YEAR for year in (2026, 2027, 2028))
        days = [day for holiday in rest.holidays for day in holiday]
        assert days == sorted(days)


def test_a_holiday_that_has_begun_ends_with_the_days_that_were_had() -> None:
    rest = with_holiday(NO_REST, TODAY, TODAY + 9 * DAY, NOON)
    assert back_on(rest, NOON) == TODAY + 10 * DAY
    ended_early = without_holiday(rest, TODAY, NOON + 3 * DAY_S)
    assert ended_early.holidays == ((TODAY, TODAY + 2 * DAY),)
    assert days_taken(ended_early, 2026) == 3
    assert without_holiday(ended_early, TODAY, NOON + 9 * DAY_S) == ended_early
    assert without_holiday(rest, TODAY, NOON) == NO_REST


@pytest.mark.parametrize(
    ("first", "last", "why"),
    [
        (TODAY - DAY, TODAY, "refused.holiday"),
        (TODAY + DAY, TODAY, "refused.holiday"),
        (TODAY, TODAY + 400 * DAY, "refused.holiday"),
        (TODAY + 15 * DAY, TODAY + 20 * DAY, "refused.holiday_taken"),
        (date(2027, 1, 1), date(2027, 1, 31), "refused.holiday_days"),
    ],
)
def test_a_holiday_that_cannot_be_is_refused(first: date, last: date, why: str) -> None:
    rest = with_holiday(NO_REST, TODAY + 10 * DAY, TODAY + 16 * DAY, NOON)
    with pytest.raises(Refused) as refusal:
        with_holiday(rest, first, last, NOON)
    assert refusal.value.message.id == why


def test_zones_and_days_that_do_not_exist_are_refused() -> None:
    assert check_zone("Europe/Budapest") == "Europe/Budapest"
    assert check_zone("UTC") == "UTC"
    for name in ("Europe/Atlantis", "../etc/passwd", "/etc/passwd", "Europe", "", "é", "\0", "a" * 300):
        with pytest.raises(Refused, match="time zone"):
            check_zone(name)
    assert replace(NO_REST, zone="Europe/Atlantis").day_of(NOON) == TODAY
    assert parse_day("2027-01-31") == date(2027, 1, 31)
    for text in ("", "31.1.2027", "2027-02-30", "x" * 400, "2027-01-31T00:00"):
        with pytest.raises(Refused, match="expected a day"):
            parse_day(text)
