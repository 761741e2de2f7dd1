"""Fair shares: of each person and each address; nobody is locked out by another, and a wait that is told is enough."""

import pytest

from doubloon.tables.errors import TooMany
from doubloon.texts import LANGUAGES
from doubloon.web.languages import page_translator
from doubloon.web.limits import LIMITS, MOST_AT_ONCE, MOST_BUCKETS, PEOPLE_AN_HOUR, SHARERS, Limits, network
from tests.tables.support import Clock

HERE, THERE = "192.0.2.1", "192.0.2.2"


def tries(limits: Limits, login: str, address: str, most: int = 1_000) -> int:
    """Return how many wrong passwords one may try."""
    for done in range(most):
        try:
            limits.spend_guess(login, address)
        except TooMany:
            return done
    return most


def test_wrong_passwords_lock_nobody_out_elsewhere() -> None:
    limits = Limits(Clock())
    assert tries(limits, "victim", HERE) == LIMITS["password"].burst
    assert tries(limits, "victim", THERE, 1) == 1
    assert tries(limits, "other", HERE, 1) == 1
    at_all = sum(tries(limits, f"login {number}", HERE) for number in range(100))
    assert at_all + LIMITS["password"].burst + 1 == LIMITS["password"].burst * SHARERS


def test_right_passwords_are_not_counted() -> None:
    limits = Limits(Clock())
    for _ in range(1_000):
        limits.spend_guess("ann", HERE)
        limits.give_back_guess("ann", HERE)
    assert tries(limits, "ann", HERE) == LIMITS["password"].burst


def test_who_waits_as_long_as_told_gets_in_however_often_they_tried() -> None:
    clock = Clock()
    limits = Limits(clock)
    assert tries(limits, "ann", HERE) == LIMITS["password"].burst
    with pytest.raises(TooMany) as refusal:
        limits.spend_guess("ann", HERE)
    for _ in range(refusal.value.seconds):
        clock.time += 1
        tries(limits, "ann", HERE, 1)
    clock.time += refusal.value.seconds
    assert tries(limits, "ann", HERE, 1) == 1


def test_one_subscriber_is_one_address() -> None:
    limits = Limits(Clock(), people=5)
    for number in range(5):
        limits.spend_newcomer(f"2001:db8:1:2::{number:x}")
    with pytest.raises(TooMany):
        limits.spend_newcomer("2001:db8:1:2:ffff::1")
    limits.spend_newcomer("2001:db8:1:3::1")
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") == "192.0.2.1"
    assert network("fe80::1%eth0") == network("fe80::2")
    assert len(network("x" * 9_999)) == 100


def test_a_crowd_may_come_and_a_site_may_say_how_large() -> None:
    assert PEOPLE_AN_HOUR >= 100
    limits = Limits(Clock())
    for _ in range(PEOPLE_AN_HOUR):
        limits.spend_newcomer(HERE)
    with pytest.raises(TooMany):
        limits.spend_newcomer(HERE)
    anybody = Limits(Clock(), people=0)
    for _ in range(5_000):
        anybody.spend_newcomer(HERE)


def test_an_address_may_do_what_ten_people_may() -> None:
    limits = Limits(Clock())
    for number in range(LIMITS["tables"].burst * SHARERS):
        limits.spend("tables", f"guest {number % 50}", HERE)
    with pytest.raises(TooMany):
        limits.spend("tables", "guest 1", HERE)
    limits.spend("tables", "guest 1", THERE)


def test_what_is_limited_at_a_time_comes_free_again() -> None:
    limits = Limits(Clock())
    most, at_all = MOST_AT_ONCE["streams"]
    held = [limits.hold("streams", "ann", HERE) for _ in range(most)]
    for hold in held:
        hold.__enter__()
    with pytest.raises(TooMany):
        limits.check_room("streams", "ann", THERE)
    limits.check_room("streams", "bob", HERE)
    held.pop().__exit__(None, None, None)
    limits.check_room("streams", "ann", HERE)
    others = [limits.hold("streams", "", HERE) for _ in range(at_all - most + 1)]
    for hold in others:
        hold.__enter__()
    with pytest.raises(TooMany):
        limits.check_room("streams", "bob", HERE)
    for hold in [*held, *others]:
        hold.__exit__(None, None, None)
    assert not limits._held


def test_many_addresses_take_no_more_memory() -> None:
    limits = Limits(Clock())
    for number in range(MOST_BUCKETS + 100):
        limits.spend_newcomer(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(limits._buckets) == MOST_BUCKETS


@pytest.mark.parametrize("language", LANGUAGES)
def test_when_to_come_back_is_said(language: str) -> None:
    words = page_translator(language)
    assert "20" in words.render(TooMany("too many", 20).message)
    assert "61" in words.render(TooMany("too many", 3_601).message)
    assert "3601" not in words.render(TooMany("too many", 3_601).message)
