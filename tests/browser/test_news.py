"""Messages in a real browser: the script that shows them, and a page that says where a browser takes none."""

import json
from collections.abc import Callable
from typing import Any

from tests.browser.site import Complaints, Visitor

SHOWN = """navigator.serviceWorker.ready
    .then((worker) => worker.getNotifications())
    .then((all) => all.map((one) => [one.title, one.body, one.data.url]))"""
"""What the browser shows of messages."""


def test_a_message_is_shown_once_and_leads_to_its_table(visit: Callable[..., Visitor], complaints: Complaints) -> None:
    complaints.expected = ("Push API in incognito mode",)
    anne = visit(permissions=["notifications"])
    anne.enter("Anne")
    anne.go("/me")
    anne.page.evaluate(
        "navigator.serviceWorker.register('/service-worker.js').then(() => navigator.serviceWorker.ready).then(() => 0)"
    )
    session = anne.context.new_cdp_session(anne.page)
    found: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    while not found:
        anne.page.evaluate("0")  # lets what the browser tells come in
    message = {"title": "Your turn", "body": "With Bob.", "url": f"{anne.address}/tables/1", "tag": "1-turn"}
    for _ in range(2):
        sent = {"origin": anne.address, "registrationId": found[0]["registrationId"], "data": json.dumps(message)}
        session.send("ServiceWorker.deliverPushMessage", sent)
    while not (shown := anne.page.evaluate(SHOWN)):
        continue
    assert shown == [["Your turn", "With Bob.", message["url"]]]
    # This browser has no push service; whoever has none is told so, and nothing is added.
    anne.page.click("#push button")
    anne.page.wait_for_selector("#push .why:not(:empty)")
    assert anne.page.locator(".channels li").count() == 0
