"""The channels of people: how they are named, proven, tried and given up."""

import hashlib
import json
import re
import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Connection

from doubloon.notify.options import NotifyOptions
from doubloon.notify.outbox import Outbox
from doubloon.notify.process import Sender
from doubloon.notify.store import (
    Channel,
    channels_of,
    delete_channel,
    insert_channel,
    update_channel,
)
from doubloon.notify.vapid import public_key
from doubloon.notify.wishes import Wishes, check_wishes, text_of_wishes, wishes_of
from doubloon.notify.words import plain_message, translator_of
from doubloon.tables.errors import NotFound, Refused
from doubloon.tables.people import People
from doubloon.tables.rows import Person
from doubloon.tables.service import Service

PUSH, MAIL, URL = "push", "mail", "url"
ERRORS = ("gone", "failed", "private", "slow", "address", "broken")
"""Why a message may fail, as channels remember it and pages say it."""
MOST_CHANNELS = 6
ID_BYTES = 8
CODE_DIGITS = 8
LONGEST_ADDRESS = 2_000
LONGEST_SHOWN = 200
MOST_FAILURES = 8
"""In a row; then a channel is given up."""
MAIL_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}", re.ASCII)
SCHEME = re.compile(r"([a-z][a-z0-9]*)://", re.ASCII)
MASK = "…"


@dataclass(frozen=True)
class Means:
    """By which messages are sent."""

    options: NotifyOptions
    sender: Sender
    vapid: str
    """The private key for push services; empty where nothing is sent."""

    @cached_property
    def public_key(self) -> str:
        """The key by which browsers know this server."""
        return public_key(self.vapid)

    @property
    def is_on(self) -> bool:
        """Whether this server sends anything."""
        return bool(self.vapid)

    async def send(self, channel: Channel, title: str, body: str, url: str, tag: str) -> str:
        """Send a message; return why it failed, in a word, empty where it did not."""
        task: dict[str, Any] = {
            "do": channel.kind,
            "address": channel.address,
            "title": title,
            "body": body,
            "url": url,
            "tag": tag,
            "is_trusted": self.options.allows_private or channel.kind == MAIL,
        }
        if channel.kind == PUSH:
            task |= {
                "key": self.vapid,
                "contact": channel.base if channel.base.startswith("https:") else "mailto:nobody@example.org",
            }
        elif channel.kind == MAIL:
            task["mail"] = self.options.mail
        return str((await self.sender.do(**task))["error"])


class Channels:
    """Adds, proves, tries and removes the channels of people."""

    def __init__(self, service: Service, people: People, outbox: Outbox, means: Means) -> None:
        self._service = service
        self._people = people
        self._outbox = outbox
        self.means = means

    async def of(self, person: Person) -> list[Channel]:
        """Return the channels of a person."""
        return await self._service.store.read(lambda connection: channels_of(connection, person.id))

    async def find(self, person: Person, id: str) -> Channel:
        """Return a channel of a person. Raises NotFound."""
        for channel in await self.of(person):
            if channel.id == id:
                return channel
        raise NotFound("channel", f"{person.id} has no channel {id[:40]!r}")

    async def add(self, person: Person, kind: str, address: str, base: str, language: str) -> Channel:
        """Add a channel; one by mail must be proven by a code that is sent there. Raises Refused."""
        if not self.means.is_on:
            raise Refused("news_off", "this server sends no messages")
        known = await self.of(person)
        if len(known) >= MOST_CHANNELS:
            raise Refused("many_channels", f"{len(known)} channels; at most {MOST_CHANNELS}", most=MOST_CHANNELS)
        address, shown = await self._checked(kind, address.strip())
        if any(channel.address == address for channel in known):
            raise Refused("channel_known", "that channel is there already")
        code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}d}" if kind == MAIL else ""
        channel = Channel(
            secrets.token_hex(ID_BYTES),
            person.id,
            kind,
            address,
            shown[:LONGEST_SHOWN],
            base[:LONGEST_SHOWN],
            self._service.now(),
            digest(code) if code else "",
            0,
            "",
            False,
        )
        if code:
            texts = translator_of(language, None)
            title, body = texts.text("news.confirm", code=code), texts.text("news.confirm.body")
            error = await self.means.send(channel, title, body, f"{base}/me", channel.id)
            if error:
                raise Refused("mail_failed", f"the code could not be sent: {error}")

        def write(connection: Connection) -> None:
            insert_channel(connection, channel)

        await self._service.store.write(write)
        if not person.news:
            await self.wish(person, Wishes(language=language))
        await self._outbox.learn(person.id)
        return channel

    async def _checked(self, kind: str, address: str) -> tuple[str, str]:
        """Return an address that can be used, and how it is shown. Raises Refused."""
        if len(address) > LONGEST_ADDRESS:
            raise Refused("address", f"an address of {len(address)} characters; at most {LONGEST_ADDRESS}")
        if kind == PUSH:
            return check_subscription(address, self.means.options)
        if kind == MAIL:
            if not self.means.options.mail:
                raise Refused("no_mail", "this server sends no mail")
            if MAIL_ADDRESS.fullmatch(address) is None:
                raise Refused("mail", "that is not an address for mail")
            name, _, host = address.partition("@")
            return address, f"{name[0]}{MASK}@{host}"
        found = SCHEME.match(address.lower())
        if kind != URL or found is None or found[1] not in self.means.options.schemes:
            named = found[1] if found is not None else address[:10]
            raise Refused("service", f"service {named!r} is not allowed", known=", ".join(self.means.options.schemes))
        told = await self.means.sender.do(do="check", address=address)
        if told["error"]:
            raise Refused("address", "the address cannot be read")
        return address, f"{found[1]}://{MASK}{address.rstrip('/')[-2:]}"

    async def prove(self, person: Person, id: str, code: str) -> None:
        """Take the code that was sent to a channel. Raises Refused for a wrong one, which ends the channel: there is
        one guess.
        """
        channel = await self.find(person, id)
        if channel.is_proven:
            return
        if not secrets.compare_digest(digest(code.strip()), channel.code):
            await self.remove(person, id)
            raise Refused("code", "that is not the code; the channel is removed")
        await self._service.store.write(lambda connection: update_channel(connection, id, code=""))
        await self._outbox.learn(person.id)

    async def remove(self, person: Person, id: str) -> None:
        """Remove a channel."""
        await self.find(person, id)
        await self._service.store.write(lambda connection: delete_channel(connection, id))
        await self._outbox.learn(person.id)

    async def test(self, person: Person, id: str) -> None:
        """Send a message at once; one that arrives brings a channel back that was given up. Raises Refused."""
        channel = await self.find(person, id)
        if not self.means.is_on:
            raise Refused("news_off", "this server sends no messages")
        if not channel.is_proven:
            raise Refused("not_proven", "the code comes first")
        title, body = plain_message("test", wishes_of(person.news).language)
        error = await self.means.send(channel, title, body, f"{channel.base}/me", channel.id)
        await self.note(channel, error)
        if error:
            raise Refused("not_sent", f"the message to channel {id} failed: {error}")

    async def note(self, channel: Channel, error: str) -> None:
        """Take in how a message to a channel went. One that fails again and again is given up, and one that is gone at
        once.
        """
        failures = channel.failures + 1 if error else 0
        is_off = bool(error) and (failures >= MOST_FAILURES or error == "gone")
        await self._service.store.write(
            lambda connection: update_channel(connection, channel.id, failures=failures, error=error, is_off=is_off)
        )
        if is_off != channel.is_off:
            await self._outbox.learn(channel.person)

    async def wish(self, person: Person, wishes: Wishes) -> Person:
        """Store what a person wants to be told. Raises Refused."""
        changed = await self._people.set_news(person, text_of_wishes(check_wishes(wishes)))
        await self._outbox.learn(person.id)
        return changed


def digest(code: str) -> str:
    """Return what the database holds of a code."""
    return hashlib.sha256(code.encode()).hexdigest()


def check_subscription(text: str, options: NotifyOptions) -> tuple[str, str]:
    """Return what a browser says of how to reach it, without what we do not need; and how it is shown. Raises
    Refused.
    """
    try:
        told = json.loads(text)
        endpoint, keys = str(told["endpoint"]), {name: str(told["keys"][name]) for name in ("p256dh", "auth")}
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except (ValueError, KeyError, TypeError) as error:
        raise Refused("address", "that is no subscription of a browser") from error
    is_plain = parts.scheme == "http" and options.allows_private
    if not (host and (parts.scheme == "https" or is_plain) and (port in (None, 443) or options.allows_private)):
        raise Refused("address", "the push service of a browser has an address with https")
    return json.dumps({"endpoint": endpoint, "keys": keys}), host
