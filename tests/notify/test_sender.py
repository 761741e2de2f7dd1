"""What leaves the server, as real receivers get it; and what never does."""

import base64
import ipaddress
import json
import socket
from pathlib import Path

import apprise
import pytest
from hypothesis import given
from hypothesis import strategies as st

from doubloon.notify.options import SCHEMES
from doubloon.notify.process import Sender
from doubloon.notify.sender import guard, is_public
from doubloon.notify.vapid import KEY_FILE, public_key, vapid_key
from tests.notify.support import Browser, Mailbox, Receiver
from tests.tables.support import in_loop

TEXT = {"title": "Te jössz: 島", "body": "Ann & <Bob>", "url": "https://pirates.example.org/tables/1", "tag": "1-turn"}


@in_loop
async def test_a_push_message_is_read_by_the_browser_alone_and_signed_by_the_server(tmp_path: Path) -> None:
    sender, key = Sender(), vapid_key(tmp_path)
    with Receiver().open() as receiver:
        browser = Browser(receiver)
        task = {
            "do": "push",
            "address": browser.subscription,
            "key": key,
            "contact": "https://pirates.example.org",
            **TEXT,
        }
        assert (await sender.do(**task, is_trusted=True))["error"] == ""
        assert browser.messages() == [TEXT]
        found = receiver.received[0]
        assert b"Ann" not in found.body
        assert (found.headers["content-encoding"], found.headers["topic"]) == ("aes128gcm", "1-turn")
        token, shown_key = [
            part.partition("=")[2] for part in found.headers["authorization"].removeprefix("vapid ").split(",")
        ]
        claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
        assert (claims["aud"], claims["sub"]) == (f"http://127.0.0.1:{receiver.port}", "https://pirates.example.org")
        assert shown_key == public_key(key)
        receiver.status = 410
        assert (await sender.do(**task, is_trusted=True))["error"] == "gone"
        receiver.status = 500
        assert (await sender.do(**task, is_trusted=True))["error"] == "failed"
    await sender.close()


@in_loop
async def test_mail_and_services_get_title_body_and_link(tmp_path: Path) -> None:
    sender, mailbox = Sender(), Mailbox()
    with Receiver().open() as receiver, mailbox.open() as port:
        mail = f"mailto://127.0.0.1:{port}?from=pirates@example.org&mode=insecure"
        sent = await sender.do(do="mail", mail=mail, address="ann@example.com", is_trusted=True, **TEXT)
        assert sent["error"] == ""
        to, message = mailbox.received[0]
        assert (to, message["subject"]) == (["ann@example.com"], TEXT["title"])
        words = message.get_body(("plain", "html")).get_content()
        assert TEXT["url"] in words
        ntfy = f"ntfy://127.0.0.1:{receiver.port}/my-topic"
        assert (await sender.do(do="url", address=ntfy, is_trusted=True, **TEXT))["error"] == ""
        told = json.loads(receiver.received[0].body)
        assert (told["topic"], told["title"]) == ("my-topic", TEXT["title"])
        assert told["message"].endswith(TEXT["url"])
    await sender.close()


@in_loop
async def test_nothing_is_sent_to_an_address_that_is_not_public(tmp_path: Path) -> None:
    """By number, by name, in other dress, and for mail: the receiver hears nothing."""
    sender, mailbox, key = Sender(), Mailbox(), vapid_key(tmp_path)
    with Receiver().open() as receiver, mailbox.open() as port:
        for host in ("127.0.0.1", "localhost", "0.0.0.0", "2130706433", "127.1", "[::1]", "[::ffff:127.0.0.1]"):
            told = await sender.do(do="url", address=f"ntfy://{host}:{receiver.port}/topic", **TEXT)
            assert told["error"] in ("private", "address", "failed"), host
            assert told["error"] == "private" or host not in ("127.0.0.1", "localhost")
        told = await sender.do(do="url", address=f"mailto://a:b@127.0.0.1:{port}?to=ann@example.com", **TEXT)
        assert told["error"] in ("private", "address")
        browser = Browser(receiver)
        task = {
            "do": "push",
            "address": browser.subscription,
            "key": key,
            "contact": "https://pirates.example.org",
            **TEXT,
        }
        assert (await sender.do(**task))["error"] == "private"
        # a task that is trusted leaves no door open for the next
        assert (await sender.do(**task, is_trusted=True))["error"] == ""
        assert (await sender.do(**task))["error"] == "private"
        assert len(receiver.received) == 1
        assert mailbox.received == []
    await sender.close()


@in_loop
async def test_a_redirection_of_a_push_service_is_not_followed(tmp_path: Path) -> None:
    sender, key = Sender(), vapid_key(tmp_path)
    with Receiver().open() as receiver, Receiver().open() as other:
        receiver.status, receiver.location = 307, f"http://127.0.0.1:{other.port}/secret"
        task = {"do": "push", "address": Browser(receiver).subscription, "key": key, "contact": "https://a.example"}
        assert (await sender.do(**task, **TEXT, is_trusted=True))["error"] == "failed"
        assert other.received == []
    await sender.close()


@in_loop
async def test_a_receiver_that_says_nothing_is_given_up_and_the_next_message_goes_out() -> None:
    sender = Sender(patience_s=6.0)
    with socket.create_server(("127.0.0.1", 0)) as silent, Receiver().open() as receiver:
        address = f"ntfy://127.0.0.1:{silent.getsockname()[1]}/topic"
        assert (await sender.do(do="url", address=address, is_trusted=True, **TEXT))["error"] in ("slow", "failed")
        address = f"ntfy://127.0.0.1:{receiver.port}/topic"
        assert (await sender.do(do="url", address=address, is_trusted=True, **TEXT))["error"] in ("", "slow")
    await sender.close()


@pytest.mark.filterwarnings("ignore:'imghdr' is deprecated")  # of apprise, which asks for every module that it may use
@in_loop
async def test_the_services_that_are_allowed_are_known_and_secrets_are_not_told() -> None:
    sender = Sender()
    told = await sender.do(do="check", address="discord://1234567890/secrettokensecrettoken")
    assert told["error"] == ""
    assert "secrettokensecrettoken" not in str(told)
    assert (await sender.do(do="check", address="nothing://x"))["error"] == "address"
    await sender.close()
    details = apprise.Apprise().details()["schemas"]
    known = {name for found in details for name in (*(found["protocols"] or ()), *(found["secure_protocols"] or ()))}
    assert set(SCHEMES) <= known


@given(st.ip_addresses())
def test_only_global_addresses_are_public(found: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    if is_public(str(found)):
        assert found.is_global
        assert not found.is_multicast


@pytest.mark.parametrize(
    "host",
    ["10.0.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "::1", "fe80::1%eth0", "fd00::1",
     "::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1", "localhost", "", "1", "example.org"],
)  # fmt: skip
def test_private_addresses_are_private_in_any_dress(host: str) -> None:
    assert not is_public(host)


def test_public_addresses_are_public_and_files_of_the_machine_are_no_address() -> None:
    assert all(map(is_public, ("1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101")))
    guard("socket.connect", (None, ("1.1.1.1", 443)))
    for address in ("/run/secret.sock", b"\0abstract", ("127.0.0.1", 80), ("::1", 80, 0, 0)):
        with pytest.raises(OSError, match="not public"):
            guard("socket.connect", (None, address))
    with pytest.raises(PermissionError):
        guard("subprocess.Popen", ())


def test_the_key_for_push_services_is_made_once_and_its_owners_alone(tmp_path: Path) -> None:
    key = vapid_key(tmp_path)
    assert vapid_key(tmp_path) == key
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600
    assert len(base64.urlsafe_b64decode(public_key(key) + "=")) == 65
