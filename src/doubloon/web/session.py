"""Who sends a request: a signed cookie for people, a token for programs; and the proof that a form is ours."""

import hmac
import secrets
import time
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from itsdangerous import BadData, URLSafeTimedSerializer
from starlette.requests import Request
from starlette.responses import Response

from doubloon.engine.errors import DoubloonError
from doubloon.tables.errors import Forbidden
from doubloon.tables.folder import keep_secret
from doubloon.tables.people import People
from doubloon.tables.rows import Person

COOKIE_BEFORE = "doubloon"
"""Name of the cookie that earlier versions gave. Browsers keep cookies by host, whatever the port: two servers on one
machine threw out each other's people.
"""
COOKIE_DIGITS = 6
KEY_FILE = "secret.key"
KEY_BYTES = 32
LONGEST_AGE_S = 400 * 86_400
VISIT_BYTES = 12
MARK_DIGITS = 16
MOST_KNOWN = 10_000
"""Cookies whose signatures are kept as checked."""


def secret_key(folder: Path) -> bytes:
    """Return the key that signs cookies, made at the first start and readable by its owner alone. Raises DoubloonError
    where it cannot be kept.
    """
    key = keep_secret(folder, KEY_FILE, lambda: secrets.token_bytes(KEY_BYTES))
    if len(key) < KEY_BYTES:
        raise DoubloonError(
            f"{folder / KEY_FILE}: {len(key)} bytes; expected {KEY_BYTES}. Remove it, and all sign in again"
        )
    return key


@dataclass(frozen=True)
class Session:
    """What a cookie says, checked."""

    visit: str
    """Random; forms are bound to it."""
    person: Person | None
    is_new: bool = False
    """Whether the browser has not got the cookie yet."""


class Cookie(NamedTuple):
    """What a cookie with our signature says."""

    visit: str
    person: str
    epoch: int
    until: float
    """Unix time from which on it is too old."""


class Sessions:
    """Reads and writes the cookie."""

    def __init__(self, key: bytes, people: People) -> None:
        self._key = key
        self.cookie_name = f"{COOKIE_BEFORE}-{hmac.digest(key, b'cookie', 'sha256').hex()[:COOKIE_DIGITS]}"
        self._people = people
        self._signer = URLSafeTimedSerializer(key, salt="session")
        self._known: dict[str, Cookie] = {}

    async def read(self, request: Request) -> Session:
        """Return the session of a request; a new, nameless one where the cookie is missing, forged, too old or
        ended.
        """
        cookie, is_new = self._check(request.cookies.get(self.cookie_name, "")), False
        if cookie is None:
            cookie, is_new = self._check(request.cookies.get(COOKIE_BEFORE, "")), True
        if cookie is None:
            return Session(secrets.token_urlsafe(VISIT_BYTES), None, is_new=True)
        if cookie.person and await self._people.is_ended(cookie.visit):
            return self.signed_in(None)
        person = await self._people.find(cookie.person) if cookie.person else None
        return Session(cookie.visit, person if person is not None and person.epoch == cookie.epoch else None, is_new)

    def _check(self, text: str) -> Cookie | None:
        """Return what a cookie says; None for one that is missing, forged or too old. Kept, for the signature takes 40
        µs to check and cannot change.
        """
        cookie = self._known.get(text)
        if cookie is None:
            try:
                said, signed = self._signer.loads(text, return_timestamp=True)
                cookie = Cookie(said["v"], said["p"], said["e"], signed.timestamp() + LONGEST_AGE_S)
            except (BadData, KeyError, TypeError):
                return None
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[text] = cookie
        return cookie if time.time() < cookie.until else None

    def write(self, request: Request, response: Response, session: Session) -> None:
        """Give the browser the cookie of a session."""
        person = session.person
        value = self._signer.dumps(
            {"v": session.visit, "p": person.id if person else "", "e": person.epoch if person else 0}
        )
        is_secure = request.url.scheme == "https"
        response.set_cookie(
            self.cookie_name, value, max_age=LONGEST_AGE_S, httponly=True, samesite="lax", secure=is_secure
        )
        if self._check(request.cookies.get(COOKIE_BEFORE, "")) is not None:  # else it is another server's
            response.delete_cookie(COOKIE_BEFORE)

    def signed_in(self, person: Person | None) -> Session:
        """Return a new session of a person: a visit from before the sign-in is worth nothing after it."""
        return Session(secrets.token_urlsafe(VISIT_BYTES), person, is_new=True)

    def csrf(self, session: Session) -> str:
        """Return what a form of this session must carry."""
        return hmac.digest(self._key, f"csrf {session.visit}".encode(), "sha256").hex()

    def mark(self, session: Session) -> str:
        """Return what tells a page whether it was made for this session: by it pages notice that their browser's cookie
        has become another one, or is lost.
        """
        who = f"viewer {session.visit} {session.person.id if session.person else ''}"
        return hmac.digest(self._key, who.encode(), "sha256").hex()[:MARK_DIGITS]

    async def of_form(self, request: Request, said: str) -> Session:
        """Return the session of a request that carries a form of ours. Raises Forbidden."""
        session = await self.read(request)
        self.check_csrf(session, said)
        return session

    def check_csrf(self, session: Session, said: str) -> None:
        """Check that a form is ours. Raises Forbidden."""
        if not hmac.compare_digest(self.csrf(session).encode(), said.encode()):
            raise Forbidden("csrf", "the form is not of this session")
