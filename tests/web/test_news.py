"""Messages on the own page: adding channels, trying them, choosing what is told; and what a phone installs."""

import re
from pathlib import Path

from doubloon.notify.options import NotifyOptions
from tests.notify.support import Browser as PushBrowser
from tests.notify.support import Mailbox, Receiver
from tests.web.support import Browser, alert, open_site

LOCAL = NotifyOptions(allows_private=True)


def test_a_browser_is_added_tried_and_removed_on_the_own_page(tmp_path: Path) -> None:
    with open_site(tmp_path, notify=LOCAL) as client, Receiver().open() as receiver:
        ann, push = Browser(client), PushBrowser(receiver)
        ann.enter("Ann")
        page = ann.get("/me").text
        assert re.search(r'id="push"[^>]* data-key="[\w-]{87}"', page)
        ann.submit("/me/channels", kind="push", address=push.subscription)
        page = ann.get("/me").text
        assert push.subscription not in page
        assert "/push/1" not in page
        channel = re.search(r'action="(/me/channels/\w+)/test"', page)
        assert channel is not None
        assert ann.submit(f"{channel[1]}/test") == "/me?sent#news"
        assert "The test message is on its way." in ann.get("/me?sent").text
        assert push.messages()[0]["title"] == "A test message from Doubloon"
        assert push.messages()[0]["url"] == "http://testserver/me"
        receiver.status = 410
        failed = ann.post(f"{channel[1]}/test")
        assert (failed.status_code, alert(failed.text)) == (409, "The test message did not get through.")
        assert "This browser no longer takes messages." in ann.get("/me").text
        eve = Browser(client)
        eve.enter("Eve")
        eve.get("/me")
        assert eve.post(f"{channel[1]}/remove").status_code == 404
        assert channel[1] not in eve.get(ann.get("/me").text.partition('class="me" href="')[2].partition('"')[0]).text
        ann.get("/me")
        ann.submit(f"{channel[1]}/remove")
        assert channel[1] not in ann.get("/me").text


def test_what_is_told_is_chosen_and_kept_in_the_language_of_the_page(tmp_path: Path) -> None:
    with open_site(tmp_path, notify=LOCAL) as client:
        ann = Browser(client, "fr")
        ann.enter("Ann")
        ann.get("/me")
        fields = {"delay": 30, "quiet": 1, "quiet_from": 23, "quiet_to": 7}
        ann.submit("/me/news", tell_over=1, **fields)
        page = ann.get("/me").text
        ticked = re.findall(r'name="tell_(\w+)" value="1" checked', page)
        assert ticked == ["over"]
        assert '<option value="30" selected>30 minutes' in page
        assert 'name="quiet_from" type="number" min="0" max="23" value="23"' in page
        for wrong in ({"delay": 3}, {"quiet_from": 24}, {"quiet_to": -1}, {"delay": "x"}):
            assert ann.post("/me/news", None, **{**fields, **wrong}).status_code == 409


def test_mail_is_proven_by_a_code_on_the_own_page(tmp_path: Path) -> None:
    mailbox = Mailbox()
    with mailbox.open() as port:
        mail = NotifyOptions(mail=f"mailto://127.0.0.1:{port}?from=pirates@example.org&mode=insecure")
        with open_site(tmp_path, notify=mail) as client:
            ann = Browser(client)
            ann.enter("Ann")
            ann.get("/me")
            ann.submit("/me/channels", kind="mail", address="ann@example.com")
            page = ann.get("/me").text
            assert "ann@example.com" not in page
            prove = re.search(r'action="(/me/channels/\w+/prove)"', page)
            assert prove is not None
            code = mailbox.received[0][1]["subject"].rpartition(" ")[2]
            ann.submit(prove[1], code=code)
            assert "/test" in ann.get("/me").text


def test_a_server_without_messages_offers_none(tmp_path: Path) -> None:
    with open_site(tmp_path, notify=NotifyOptions(is_on=False)) as client:
        ann = Browser(client)
        ann.enter("Ann")
        assert 'id="news"' not in ann.get("/me").text
        refused = ann.post("/me/channels", kind="url", address="ntfy://topic")
        assert (refused.status_code, alert(refused.text)) == (409, "This server sends no messages.")
    assert not (tmp_path / "vapid.pem").exists()


def test_a_phone_can_install_it(tmp_path: Path) -> None:
    with open_site(tmp_path, notify=LOCAL) as client:
        assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/").text
        manifest = client.get("/manifest.webmanifest")
        assert manifest.headers["content-type"].startswith("application/manifest+json")
        for icon in manifest.json()["icons"]:
            found = client.get(icon["src"])
            assert found.headers["content-type"] == "image/png"
            width = int.from_bytes(found.content[16:20])
            assert icon["sizes"] == f"{width}x{width}"
        worker = client.get("/service-worker.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert "worker-src 'self'" in worker.headers["content-security-policy"]
