"""How often somebody may do something: buckets of permissions that refill with time, one for each person and one for
each address. The address has more, for many may sit behind it.
"""

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

from doubloon.tables.errors import TooMany

MOST_BUCKETS = 50_000
HOUR_S = 3600
PEOPLE_AN_HOUR = 120
"""New guests and accounts of one address, all of them at once if need be: a club or a class comes together."""
SHARERS = 10
"""How many people one address may be, where nothing else is said."""
HOLD_S = 10
"""When to come back for what is limited by how many there are at a time."""
IPV6_BITS = 64
"""What one subscriber has of an IPv6 address; all below is theirs to choose."""


class Limit(NamedTuple):
    """`burst` at once, and then so many `times` in so many `seconds`."""

    burst: int
    times: int
    seconds: float

    def for_all(self, n: int) -> "Limit":
        """Return the limit of n people."""
        return Limit(self.burst * n, self.times * n, self.seconds)


LIMITS = {
    "people": Limit(PEOPLE_AN_HOUR, PEOPLE_AN_HOUR, HOUR_S),
    "invited": Limit(30, 60, HOUR_S),
    "password": Limit(8, 8, 300),
    "tables": Limit(30, 60, HOUR_S),
    "chat": Limit(8, 20, 60),
    "acts": Limit(200, 50, 1),
    "changes": Limit(60, 120, 60),
    "simulations": Limit(10, 30, HOUR_S),
    "messages": Limit(8, 20, HOUR_S),
}
"""By what is done, of one person. `password` counts wrong ones for one login from one address, so that nobody can lock
the owner out from elsewhere; `invited` counts new guests at one table that they have the key of.
"""
MOST_AT_ONCE = {"streams": (24, 240)}
"""Of one person, and of one address."""


class Limits:
    """Counts what is done. A benchmark counts nothing."""

    def __init__(
        self, now: Callable[[], float] = time.monotonic, *, enabled: bool = True, people: int = PEOPLE_AN_HOUR
    ) -> None:
        """`people`: how many new people may come from one address in an hour; 0 for any number."""
        self.enabled = enabled
        self._now = now
        self._people = people
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._held: Counter[tuple[str, str]] = Counter()

    def spend(self, what: str, person: str, address: str = "") -> None:
        """Count one of a person at an address, either of which may be empty. Raises TooMany, with the time to wait;
        then nothing is counted.
        """
        if not self.enabled:
            return
        limit = LIMITS[what]
        spent = [(f"person {person}", limit)] if person else []
        if address:
            spent.append((f"at {network(address)}", limit.for_all(SHARERS)))
        self._spend(what, spent)

    def spend_newcomer(self, address: str) -> None:
        """Count a new guest or account of an address. Raises TooMany."""
        if self.enabled and self._people:
            self._spend("people", [(f"at {network(address)}", Limit(self._people, self._people, HOUR_S))])

    def spend_guess(self, login: str, address: str) -> None:
        """Count a try of a password, before it is compared; `give_back_guess` takes the right ones out. `login` is
        spelled as it is looked up. Raises TooMany.
        """
        if self.enabled:
            self._spend("password", guess_keys(login, address))

    def give_back_guess(self, login: str, address: str) -> None:
        """Take back what the right password was counted for."""
        for who, limit in guess_keys(login, address):
            if ("password", who) in self._buckets:
                left, then = self._buckets["password", who]
                self._buckets["password", who] = (min(limit.burst, left + 1), then)

    def _spend(self, what: str, spent: list[tuple[str, Limit]]) -> None:
        now = self._now()
        waits = [self._wait(what, who, limit, now) for who, limit in spent]
        if max(waits, default=0) > 0:
            who, _ = spent[waits.index(max(waits))]
            raise TooMany(f"too many {what}: {who}", max(1, round(max(waits) + 0.5)))
        for who, _ in spent:
            left, then = self._buckets[what, who]
            self._buckets[what, who] = (left - 1, then)
        while len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)

    def _wait(self, what: str, who: str, limit: Limit, now: float) -> float:
        """Fill a bucket up, and return in how many seconds there is one in it; 0 where there is one now."""
        rate = limit.times / limit.seconds
        left, then = self._buckets.pop((what, who), (float(limit.burst), now))
        left = min(float(limit.burst), left + (now - then) * rate)
        self._buckets[what, who] = (left, now)
        return 0.0 if left >= 1 else (1 - left) / rate

    def check_room(self, what: str, person: str, address: str) -> None:
        """Check that somebody may have one more of what is limited at a time. Raises TooMany."""
        if self.enabled and any(self._held[what, who] >= most for who, most in holders(what, person, address)):
            raise TooMany(f"too many {what} at a time: {person or address}", HOLD_S)

    @contextmanager
    def hold(self, what: str, person: str, address: str) -> Iterator[None]:
        """Count one as long as it lasts."""
        keys = [(what, who) for who, _ in holders(what, person, address)]
        self._held.update(keys)
        try:
            yield
        finally:
            self._held.subtract(keys)
            for key in keys:
                if self._held[key] <= 0:
                    del self._held[key]

    def clear(self) -> None:
        """Forget everything that was counted."""
        self._buckets.clear()


def guess_keys(login: str, address: str) -> list[tuple[str, Limit]]:
    """Return by what a try of a password is counted: for one login at an address, and for all logins there."""
    place = network(address)
    limit = LIMITS["password"]
    return [(f"login {login} at {place}", limit), (f"at {place}", limit.for_all(SHARERS))]


def holders(what: str, person: str, address: str) -> list[tuple[str, int]]:
    """Return who is counted for what is limited at a time, with how many they may have."""
    of_person, of_address = MOST_AT_ONCE[what]
    return [*([(f"person {person}", of_person)] if person else []), (f"at {network(address)}", of_address)]


@lru_cache(1_000)
def network(address: str) -> str:
    """Return what stands for all addresses that one subscriber has: an IPv4 address, or 64 bits of an IPv6 one."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:100]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, IPV6_BITS), strict=False))
