"""People: guests with a name, accounts with a password that keep the guest's games, and tokens for programs."""

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from doubloon.tables.errors import NotFound, Refused, TooMany
from doubloon.tables.live import LiveTable
from doubloon.tables.names import BOT_NAMES, clean_login, clean_name, normal_login, told_apart
from doubloon.tables.rows import Person, is_id
from doubloon.tables.service import Service
from doubloon.tables.store import (
    end_visit,
    find_login,
    find_person,
    find_token,
    insert_person,
    is_ended,
    rename_seats,
    update_person,
    update_seat,
)

T = TypeVar("T")

SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 200
"""Hashing longer ones would cost an attacker nothing and us much."""
HASHERS = 2
MOST_HASHING = 60
"""Passwords that are compared or wait for it: about ten seconds' worth."""
BUSY_S = 10
ID_BYTES = 8
TOKEN_BYTES = 24
MOST_REMEMBERED = 10_000
"""People kept in memory, so that a request need not ask the database who sends it."""
TOKEN_PREFIX = "doubloon_"


def check_password(password: str) -> str:
    """Return a password that is long enough. Raises Refused."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refused(
            "password",
            f"a password of {len(password)} characters; expected at least {SHORTEST_PASSWORD}",
            least=SHORTEST_PASSWORD,
        )
    return password


def digest(token: str) -> str:
    """Return what is stored of a token: it is long and random, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


class People:
    """Who plays here."""

    def __init__(self, service: Service, hasher: PasswordHasher | None = None) -> None:
        self.service = service
        self._hasher = hasher or PasswordHasher()
        self._nobody = ""
        self._hashers = ThreadPoolExecutor(HASHERS, thread_name_prefix="passwords")
        self._hashing = 0
        self._is_ended: dict[str, bool] = {}
        self._by_token: dict[str, Person] = {}
        self._by_id: dict[str, Person] = {}

    async def _hashed(self, work: Callable[..., T], *args: str) -> T:
        """Hash beside the loop, in threads of its own: each takes 64 MiB and a core for a moment, so there are few, and
        a line before them that ends somewhere. Raises TooMany.
        """
        if self._hashing >= MOST_HASHING:
            raise TooMany(f"{self._hashing} people sign in at this moment", BUSY_S)
        self._hashing += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._hashers, work, *args)
        finally:
            self._hashing -= 1

    def close(self) -> None:
        """Let the threads end."""
        self._hashers.shutdown(wait=False, cancel_futures=True)

    async def new_guest(self, name: str) -> Person:
        """Return a new guest. Raises Refused for a name that cannot be shown."""
        person = Person(secrets.token_hex(ID_BYTES), clean_name(name), created=self.service.now())
        await self.service.store.write(lambda connection: insert_person(connection, person))
        return person

    async def find(self, id: str) -> Person | None:
        """Return a person by the public id."""
        person = self._by_id.get(id)
        if person is None:
            if not is_id(id):
                return None
            person = await self.service.store.read(lambda connection: find_person(connection, id))
            if person is not None:
                self._remember(person)
        return person

    def _remember(self, person: Person) -> None:
        if len(self._by_id) >= MOST_REMEMBERED:
            self._by_id.clear()
            self._by_token.clear()
        self._by_id[person.id] = person

    async def get(self, id: str) -> Person:
        """Return a person by the public id. Raises NotFound."""
        person = await self.find(id)
        if person is None:
            raise NotFound("no_person_here", f"there is no person {id!r}")
        return person

    async def register(self, person: Person | None, login: str, password: str, name: str = "") -> Person:
        """Give a guest an account that keeps its games; without a guest, make a new person. What was signed in as the
        guest is not signed in to the account: sessions, token and open pages end. Raises Refused.
        """
        wanted = clean_login(login)
        if person is not None and not person.is_guest:
            raise Refused("has_account", f"{person.id} has an account")
        fresh = Person(secrets.token_hex(ID_BYTES), clean_name(name or login), created=self.service.now())
        hashed = await self._hashed(self._hasher.hash, check_password(password))
        epoch = 0 if person is None else person.epoch + 1

        def write(connection: Connection) -> None:
            if person is None:
                insert_person(connection, fresh)
            update_person(connection, (person or fresh).id, login=wanted, password=hashed, epoch=epoch, token=None)

        try:
            await self.service.store.write(write)
        except IntegrityError as error:
            raise Refused("login_taken", f"login {wanted!r} is taken") from error
        return await self._ended((person or fresh).id)

    async def _ended(self, person: str) -> Person:
        """Close what a person has open, and return the person as it is now."""
        self._forget(person)
        self.service.hub.close_of(person)
        return await self.get(person)

    async def change_password(self, person: Person, old: str, new: str) -> Person:
        """Give an account another password, which ends all its sessions and its token. Raises Refused."""
        login = person.login or ""
        found = await self.service.store.read(lambda connection: find_login(connection, login)) if login else None
        if not await self._hashed(self._verify, found[1] if found else "", old[:LONGEST_PASSWORD]) or found is None:
            raise Refused("wrong_password", "that is not the password")
        hashed = await self._hashed(self._hasher.hash, check_password(new))
        epoch = found[0].epoch + 1
        await self.service.store.write(
            lambda connection: update_person(connection, person.id, password=hashed, epoch=epoch, token=None)
        )
        return await self._ended(person.id)

    async def sign_in(self, login: str, password: str) -> Person:
        """Return the person of an account. Raises Refused, with the same words and after the same time for a wrong
        login and a wrong password.
        """
        wanted = normal_login(login)
        found = None
        if wanted.isprintable():  # a database need not be asked for what no login holds
            found = await self.service.store.read(lambda connection: find_login(connection, wanted))
        is_right = await self._hashed(self._verify, found[1] if found else "", password[:LONGEST_PASSWORD])
        if found is None or not is_right:
            raise Refused("sign_in", "wrong login or password")
        return found[0]

    def _verify(self, hashed: str, password: str) -> bool:
        # A login that nobody has is compared too, so that it takes the same time.
        self._nobody = self._nobody or self._hasher.hash(secrets.token_hex(ID_BYTES))
        try:
            return self._hasher.verify(hashed or self._nobody, password)
        except (VerifyMismatchError, InvalidHashError):
            return False

    async def rename(self, person: Person, name: str) -> Person:
        """Give a person another name, at unfinished tables too. Raises Refused."""
        wanted = clean_name(name)

        def write(connection: Connection) -> list[str]:
            update_person(connection, person.id, name=wanted)
            return rename_seats(connection, person.id, wanted)

        for table in await self.service.store.write(write):
            live = await self.service.get(table)
            await self._rename_seat(live, person.id, wanted)
            self.service.tell(live)
        self._forget(person.id)
        return await self.get(person.id)

    async def set_rest(self, person: Person, rest: str) -> Person:
        """Store the days on which a person's clocks of days stand; `Clocks` makes them do so."""
        await self.service.store.write(lambda connection: update_person(connection, person.id, rest=rest))
        self._forget(person.id)
        return await self.get(person.id)

    async def set_news(self, person: Person, news: str) -> Person:
        """Store what a person wants to be told where no page is open."""
        await self.service.store.write(lambda connection: update_person(connection, person.id, news=news))
        self._forget(person.id)
        return await self.get(person.id)

    async def _rename_seat(self, live: LiveTable, person: str, name: str) -> None:
        """Give the seat of a person another name, told apart from those of the others."""
        for seat in live.seats:
            if seat.person == person:
                others = [other.name for other in live.seats if other is not seat]
                seat.name = told_apart(name, [*BOT_NAMES, *others])
                if seat.name != name:
                    await self.service.store.write(partial(update_seat, table=live.id, seat=seat))

    async def new_token(self, person: Person) -> str:
        """Return a new token for the API, which is shown once and ends the one before."""
        token = TOKEN_PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
        await self.service.store.write(lambda connection: update_person(connection, person.id, token=digest(token)))
        self._forget(person.id)
        return token

    async def of_token(self, token: str) -> Person | None:
        """Return the person of a token; None for one that is not known (any more)."""
        hashed = digest(token)
        person = self._by_token.get(hashed)
        if person is None:
            person = await self.service.store.read(lambda connection: find_token(connection, hashed))
            if person is not None:
                self._by_token[hashed] = person
        return person

    async def end_sessions(self, person: Person) -> None:
        """End all sessions of a person, on every device, and the token; close the pages that are open."""
        await self.service.store.write(
            lambda connection: update_person(connection, person.id, epoch=person.epoch + 1, token=None)
        )
        await self._ended(person.id)

    async def revoke_token(self, person: Person) -> None:
        """End the token of a person, and what reads by it."""
        await self.service.store.write(lambda connection: update_person(connection, person.id, token=None))
        await self._ended(person.id)

    async def end_visit(self, person: Person, visit: str, lasts_s: float) -> None:
        """End one session for good: whoever has its cookie can use it no more."""
        ended, now = digest(visit), self.service.now()
        await self.service.store.write(lambda connection: end_visit(connection, ended, now + lasts_s, now))
        self._is_ended[ended] = True
        self.service.hub.close_of(person.id)

    async def is_ended(self, visit: str) -> bool:
        """Tell whether a session was signed out."""
        hashed = digest(visit)
        if hashed not in self._is_ended:
            if len(self._is_ended) >= MOST_REMEMBERED:
                self._is_ended.clear()
            self._is_ended[hashed] = await self.service.store.read(lambda connection: is_ended(connection, hashed))
        return self._is_ended[hashed]

    def _forget(self, person: str) -> None:
        self._by_id.pop(person, None)
        self._by_token = {hashed: known for hashed, known in self._by_token.items() if known.id != person}
