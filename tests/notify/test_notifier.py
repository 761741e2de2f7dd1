"""From an act at a table to a message: when it is sent, when not, once, and over a restart."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import select

from doubloon.games import folder_of
from doubloon.notify.channels import MOST_FAILURES, Channels, Means
from doubloon.notify.notifier import MOST_A_DAY, Notifier
from doubloon.notify.options import NotifyOptions
from doubloon.notify.outbox import Outbox
from doubloon.notify.process import Sender
from doubloon.notify.store import Row, put_messages
from doubloon.notify.vapid import vapid_key
from doubloon.notify.wishes import KINDS, Wishes, after_quiet, first_look
from doubloon.tables.clock_rules import DAY_S, TimeControl
from doubloon.tables.errors import NotFound, Refused
from doubloon.tables.lobby import NewTable
from doubloon.tables.rest import Rest
from doubloon.tables.rows import Person
from doubloon.tables.runtime import Runtime
from doubloon.tables.schema import channels as channels_table
from tests.notify.support import Browser, Mailbox, Receiver
from tests.tables.support import Clock, act_first, in_loop, open_runtime, seat_people

BASE = "https://pirates.example.org"
TWO_MINUTES = 120


@dataclass
class House:
    """A runtime that tells people, whose outbox is looked at when the test says so."""

    runtime: Runtime
    outbox: Outbox
    channels: Channels
    notifier: Notifier

    async def add(self, person: Person, browser: Browser) -> None:
        """Let a person be told in a browser."""
        await self.channels.add(person, "push", browser.subscription, BASE, "en")


@asynccontextmanager
async def open_house(
    folder: Path, clock: Clock, game: str = "shipyard", *, mail: str = "", allows_private: bool = True
) -> AsyncIterator[House]:
    """Open a runtime that tells people."""
    async with open_runtime(folder, clock, games=(game,)) as runtime:
        outbox = Outbox(runtime.store)
        options = NotifyOptions(mail=mail, allows_private=allows_private)
        means = Means(options, Sender(), vapid_key(folder))
        channels = Channels(runtime.service, runtime.people, outbox, means)
        notifier = Notifier(runtime.service, runtime.people, outbox, channels, folder_of)
        runtime.service.news = outbox.news
        await outbox.load()
        try:
            yield House(runtime, outbox, channels, notifier)
        finally:
            await means.sender.close()


@in_loop
async def test_whose_turn_it_is_hears_of_it_once_and_after_a_while(tmp_path: Path) -> None:
    clock = Clock()
    with Receiver().open() as receiver:
        async with open_house(tmp_path, clock) as house:
            runtime = house.runtime
            live, people = await seat_people(runtime, "shipyard", 2)
            browsers = [Browser(receiver, f"/push/{number}") for number in range(2)]
            for person, browser in zip(people, browsers, strict=True):
                await house.add(person, browser)
            first = live.seats_to_act()[0]
            other = 1 - first
            while live.seats_to_act() == [first]:
                await act_first(runtime, live, people)
            await house.notifier.send_due()
            assert browsers[other].messages() == [], "not at once"
            clock.time += TWO_MINUTES
            await house.notifier.send_due()
            await house.notifier.send_due()
            table = f"{BASE}/tables/{live.id}"
            assert browsers[other].messages() == [
                {
                    "title": "It is your turn: Pirate Shipyard",
                    "body": f"With {live.seats[first].name}.",
                    "url": table,
                    "tag": f"{live.id}-turn",
                }
            ]
            # A second decision of the same turn is not told again; the next turn is.
            while live.seats_to_act() == [other]:
                await act_first(runtime, live, people)
                clock.time += TWO_MINUTES
                await house.notifier.send_due()
            assert len(browsers[other].messages()) == 1
            assert [message["url"] for message in browsers[first].messages()] == [table]


@in_loop
async def test_a_message_waits_over_a_restart_and_is_not_made_twice(tmp_path: Path) -> None:
    clock = Clock()
    with Receiver().open() as receiver:
        browser = Browser(receiver)
        async with open_house(tmp_path, clock) as house:
            live, people = await seat_people(house.runtime, "shipyard", 2)
            first = live.seats_to_act()[0]
            await house.add(people[1 - first], browser)
            while live.seats_to_act() == [first]:
                await act_first(house.runtime, live, people)
        clock.time += TWO_MINUTES
        for _ in range(2):
            async with open_house(tmp_path, clock) as house:
                house.notifier.start(house.runtime.supervisor)
                while not browser.messages():
                    house.outbox.woken.set()
                    await house.runtime.store.read(lambda connection: None)
                await house.runtime.supervisor.close()
        assert len(browser.messages()) == 1


@in_loop
async def test_who_has_the_table_open_is_told_when_they_have_gone_and_still_must_act(tmp_path: Path) -> None:
    clock = Clock()
    with Receiver().open() as receiver:
        async with open_house(tmp_path, clock) as house:
            runtime = house.runtime
            live, people = await seat_people(runtime, "shipyard", 2)
            first = live.seats_to_act()[0]
            other = people[1 - first]
            browser = Browser(receiver)
            await house.add(other, browser)
            watch = runtime.hub.watch(live.id, other.id)
            while live.seats_to_act() == [first]:
                await act_first(runtime, live, people)
            for _ in range(3):
                clock.time += TWO_MINUTES
                await house.notifier.send_due()
            assert browser.messages() == []
            runtime.hub.leave(live.id, watch)
            clock.time += 2 * TWO_MINUTES
            await house.notifier.send_due()
            assert len(browser.messages()) == 1


@in_loop
async def test_who_has_acted_or_wants_none_or_quiet_is_not_told(tmp_path: Path) -> None:
    clock = Clock()
    clock.time = noon = 1_796_212_800.0  # of 2 December 2026, in UTC
    with Receiver().open() as receiver:
        async with open_house(tmp_path, clock) as house:
            runtime = house.runtime
            live, people = await seat_people(runtime, "shipyard", 2)
            browsers = [Browser(receiver, f"/push/{number}") for number in range(2)]
            for person, browser in zip(people, browsers, strict=True):
                await house.add(person, browser)
            for _ in range(6):  # all act within their two minutes
                await act_first(runtime, live, people)
                clock.time += 15
                await house.notifier.send_due()
            assert receiver.received == []
            await house.channels.wish(people[0], Wishes(kinds=("over",)))
            await house.channels.wish(people[1], Wishes(quiet=(11, 14)))
            for seat in (0, 1, 0, 1):
                while live.seats_to_act() != [seat]:
                    await act_first(runtime, live, people)
                clock.time += 150
                await house.notifier.send_due()
            assert receiver.received == []
            clock.time = noon + 2 * 3600
            await house.notifier.send_due()
            assert [len(browser.messages()) for browser in browsers] == [0, 1]


@in_loop
async def test_beginning_end_talk_and_invitations_are_told_to_those_who_did_not_do_it(tmp_path: Path) -> None:
    clock = Clock()
    with Receiver().open() as receiver:
        async with open_house(tmp_path, clock) as house:
            runtime = house.runtime
            ann, bob = [await runtime.people.new_guest(name) for name in ("Ann", "Bob")]
            browser = Browser(receiver)
            await house.add(ann, browser)
            ann = await house.channels.wish(ann, Wishes(kinds=KINDS, language="hu", delay_min=60))
            live = await runtime.lobby.create(ann, NewTable("shipyard", ("human", "open")))
            await runtime.lobby.join(live.id, bob)
            await house.notifier.send_due()
            for _ in range(3):
                await runtime.chat.say(live.id, bob, "Hello")
            await runtime.chat.say(live.id, ann, "Hello")
            await house.notifier.send_due()
            for person, seat in ((ann, 0), (bob, 1)):
                await runtime.absence.vote(live.id, person, seat)
            await runtime.bots.settle()
            await house.notifier.send_due()
            await runtime.lobby.rematch(live.id, bob)
            await house.notifier.send_due()
            titles = [message["title"] for message in browser.messages()]
            assert titles[0].startswith("Elkezdődött a játék")
            assert [title.partition(":")[0] for title in titles[1:]] == [
                "Írtak az asztalodnál",
                "Véget ért a játék",
                "Meghívtak egy újabb játékra",
            ]
            assert "A helyezésed: " in browser.messages()[2]["body"]
            assert browser.messages()[3]["url"] != browser.messages()[2]["url"]


@in_loop
async def test_what_fails_is_tried_again_later_and_a_dead_channel_is_given_up(tmp_path: Path) -> None:
    clock = Clock()
    with Receiver().open() as receiver:
        async with open_house(tmp_path, clock) as house:
            runtime = house.runtime
            live, people = await seat_people(runtime, "shipyard", 2, clock=TimeControl(30 * DAY_S))
            first = live.seats_to_act()[0]
            person, browser = people[1 - first], Browser(receiver)
            await house.add(person, browser)
            while live.seats_to_act() == [first]:
                await act_first(runtime, live, people)
            receiver.status = 500
            for _ in range(2 * MOST_FAILURES):
                clock.time += 6 * 3600
                await house.notifier.send_due()
            channel = (await house.channels.of(person))[0]
            assert (len(receiver.received), channel.failures, channel.error, channel.is_off) == (8, 8, "failed", True)
            with pytest.raises(Refused, match="failed"):
                await house.channels.test(person, channel.id)
            receiver.status = 201
            await house.channels.test(person, channel.id)
            channel = (await house.channels.of(person))[0]
            assert (channel.failures, channel.error, channel.is_off) == (0, "", False)
            receiver.status = 410
            with pytest.raises(Refused):
                await house.channels.test(person, channel.id)
            assert (await house.channels.of(person))[0].is_off


@in_loop
async def test_nobody_is_sent_more_than_a_day_may_hold(tmp_path: Path) -> None:
    clock = Clock()
    with Receiver().open() as receiver:
        async with open_house(tmp_path, clock) as house:
            live, people = await seat_people(house.runtime, "shipyard", 2)
            browser = Browser(receiver)
            await house.add(people[0], browser)
            await house.channels.wish(people[0], Wishes(kinds=("spoken",)))
            channel = (await house.channels.of(people[0]))[0].id
            told = [
                Row(channel, "spoken", live.id, at, people[0].id, clock.time, None, 0, clock.time)
                for at in range(MOST_A_DAY)
            ]
            await house.runtime.store.write(lambda connection: put_messages(connection, told))
            await house.runtime.chat.say(live.id, people[1], "Hello")
            await house.notifier.send_due()
            assert receiver.received == []
            clock.time += DAY_S + 1
            await house.runtime.chat.say(live.id, people[1], "Hello")
            await house.notifier.send_due()
            assert len(receiver.received) == 1


@in_loop
async def test_mail_is_sent_to_those_alone_who_have_read_the_code(tmp_path: Path) -> None:
    clock, mailbox = Clock(), Mailbox()
    with mailbox.open() as port:
        mail = f"mailto://127.0.0.1:{port}?from=pirates@example.org&mode=insecure"
        async with open_house(tmp_path, clock, mail=mail, allows_private=False) as house:
            ann = await house.runtime.people.new_guest("Ann")
            channel = await house.channels.add(ann, "mail", "ann@example.com", BASE, "en")
            subject = mailbox.received[0][1]["subject"]
            code = subject.rpartition(" ")[2]
            with pytest.raises(Refused, match="code"):
                await house.channels.test(ann, channel.id)
            stored = await house.runtime.store.read(lambda c: c.execute(select(channels_table.c.code)).scalar_one())
            assert code not in stored
            await house.channels.prove(ann, channel.id, code)
            await house.channels.test(ann, channel.id)
            to, message = mailbox.received[1]
            assert (to, message["subject"]) == (["ann@example.com"], "A test message from Doubloon")
            second = await house.channels.add(ann, "mail", "eve@example.com", BASE, "en")
            with pytest.raises(Refused, match="not the code"):
                await house.channels.prove(ann, second.id, "00000000x")
            assert [found.id for found in await house.channels.of(ann)] == [channel.id]
            for wrong in ("ann", "a@b", "ann@example.com,eve@example.com", "ann@example.com\r\nBcc: x@example.com"):
                with pytest.raises(Refused, match="not an address"):
                    await house.channels.add(ann, "mail", wrong, BASE, "en")


@in_loop
async def test_a_guest_cannot_have_this_machine_call_its_own_network(tmp_path: Path) -> None:
    clock = Clock()
    with Receiver().open() as receiver:
        async with open_house(tmp_path, clock, allows_private=False) as house:
            ann = await house.runtime.people.new_guest("Ann")
            for kind, address, why in (
                ("push", Browser(receiver).subscription, "https"),
                ("push", '{"endpoint":"https://10.0.0.1:8080/","keys":{"p256dh":"x","auth":"x"}}', "https"),
                ("push", "not json", "subscription"),
                ("push", "[]", "subscription"),
                ("url", f"json://127.0.0.1:{receiver.port}", "not allowed"),
                ("url", "http://127.0.0.1", "not allowed"),
                ("url", "file:///etc/passwd", "not allowed"),
                ("url", "syslog://", "not allowed"),
                ("mail", "ann@example.com", "no mail"),
                ("carrier-pigeon", "ntfy://topic", "not allowed"),
                ("url", "ntfy://" + "x" * 3000, "at most"),
            ):
                with pytest.raises(Refused, match=why):
                    await house.channels.add(ann, kind, address, BASE, "en")
            channel = await house.channels.add(ann, "url", f"ntfy://127.0.0.1:{receiver.port}/secret-topic", BASE, "en")
            assert "secret" not in channel.shown
            with pytest.raises(Refused, match="private"):
                await house.channels.test(ann, channel.id)
            assert receiver.received == []
            assert (await house.channels.of(ann))[0].error == "private"
            with pytest.raises(NotFound):
                await house.channels.remove(await house.runtime.people.new_guest("Eve"), channel.id)
            with pytest.raises(Refused, match="already"):
                await house.channels.add(ann, "url", channel.address, BASE, "en")
            await house.channels.remove(ann, channel.id)
            assert await house.channels.of(ann) == []


def test_a_turn_is_told_before_half_of_its_time_is_gone() -> None:
    wishes = Wishes(delay_min=30)
    assert first_look(wishes, "turn", 1000.0, None) == 2800
    assert first_look(wishes, "turn", 1000.0, 1060.0) == 1030
    assert first_look(wishes, "turn", 1000.0, 1000.0 + DAY_S) == 2800
    assert first_look(wishes, "begins", 1000.0, None) == 1000


def test_quiet_hours_are_those_where_the_person_lives() -> None:
    noon = 1_796_212_800.0
    assert after_quiet(Wishes(), Rest(), noon) == noon
    assert after_quiet(Wishes(quiet=(22, 8)), Rest(), noon) == noon
    assert after_quiet(Wishes(quiet=(10, 13)), Rest(), noon) == noon + 3600
    # 21:00 in Tokyo, and 23:00 two hours later
    assert after_quiet(Wishes(quiet=(22, 8)), Rest("Asia/Tokyo"), noon) == noon
    assert after_quiet(Wishes(quiet=(22, 8)), Rest("Asia/Tokyo"), noon + 2 * 3600) == noon + 11 * 3600
    assert after_quiet(Wishes(quiet=(22, 8)), Rest("Asia/Tokyo"), noon + 5 * 3600) == noon + 11 * 3600
    assert after_quiet(Wishes(quiet=(7, 7)), Rest(), noon) == noon
