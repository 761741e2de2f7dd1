"""Sending, in a process of its own: `python -m doubloon.notify.sender` reads a line of JSON for each message, and
answers each with a line.

A stranger's address must not make this machine call its own network. So whatever library sends, however it follows
names and redirections: a connection to an address that is not public is refused where it is made, by the interpreter's
own hook. What a slow or hostile receiver does ends with this process.
"""

import importlib
import ipaddress
import json
import logging
import os
import queue
import signal
import sys
import threading
from typing import Any
from urllib.parse import quote

THREADS = 8
CONNECT_S = 8.0
"""How long a receiver may take to accept a connection, and between two pieces of its answer."""
GONE = (404, 410)
"""HTTP statuses of a push service for a browser that is no longer subscribed."""
TTL_S = 86_400
"""How long a push service keeps a message for a device that is off."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")
PROCESSES = frozenset(
    {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty", "pty.spawn"}
)


class Private(OSError):
    """The address is not a public one."""


class Local(threading.local):
    """What this thread sends now."""

    is_trusted = False
    """Whether the operator has named the receiver."""
    met_private = False


HERE = Local()


def is_public(host: str) -> bool:
    """Tell whether a numeric address is one of the public network, in whatever dress."""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False  # names were looked up before
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if found in NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return found.is_global and not found.is_multicast


def guard(event: str, args: tuple[Any, ...]) -> None:
    """Refuse what a message must not do. Called by the interpreter before it does it."""
    if event == "socket.connect" and not HERE.is_trusted:
        address = args[1]
        if not (isinstance(address, tuple) and is_public(str(address[0]))):
            HERE.met_private = True
            raise Private("the address is not public")
    elif event in PROCESSES:
        raise PermissionError(f"{event} is not for messages")


def send_push(task: dict[str, Any]) -> dict[str, Any]:
    """Encrypt a message for a browser, and hand it to its push service."""
    import requests
    from py_vapid import Vapid
    from pywebpush import WebPushException, webpush

    with requests.Session() as session:
        session.trust_env = False
        session.max_redirects = 0
        try:
            webpush(
                json.loads(task["address"]),
                json.dumps({name: task[name] for name in ("title", "body", "url", "tag")}),
                vapid_private_key=Vapid.from_pem(task["key"].encode()),
                vapid_claims={"sub": task["contact"]},
                ttl=TTL_S,
                timeout=CONNECT_S,
                headers={"urgency": "high", "topic": task["tag"]},
                requests_session=session,
            )
        except WebPushException as error:
            status = error.response.status_code if error.response is not None else 0
            return {"error": "gone" if status in GONE else "failed"}
    return {"error": ""}


def open_channel(address: str) -> Any:
    """Return what apprise makes of an address; None where it cannot be read."""
    import apprise

    asset = apprise.AppriseAsset(
        app_id="Doubloon", app_desc="Doubloon", app_url="", image_url_mask="", image_url_logo="", secure_logging=True
    )
    return apprise.Apprise.instantiate(address, asset=asset, suppress_exceptions=True)


def send_url(task: dict[str, Any], address: str) -> dict[str, Any]:
    """Send a message by whatever service its address names."""
    channel = open_channel(address)
    if channel is None:
        return {"error": "address"}
    channel.socket_connect_timeout = channel.socket_read_timeout = CONNECT_S
    is_sent = channel.notify(title=task["title"], body=f"{task['body']}\n{task['url']}".strip())
    return {"error": "" if is_sent else "failed"}


def send_mail(task: dict[str, Any]) -> dict[str, Any]:
    """Send a message by the operator's own mail server."""
    base = task["mail"]
    return send_url(task, f"{base}{'&' if '?' in base else '?'}to={quote(task['address'])}")


def check(task: dict[str, Any]) -> dict[str, Any]:
    """Say whether an address can be read."""
    return {"error": "address" if open_channel(task["address"]) is None else ""}


def perform(task: dict[str, Any]) -> dict[str, Any]:
    """Do one task; whatever goes wrong is an answer."""
    HERE.is_trusted = bool(task.get("is_trusted"))
    HERE.met_private = False
    try:
        kind = task["do"]
        if kind == "push":
            answer = send_push(task)
        elif kind == "mail":
            answer = send_mail(task)
        elif kind == "check":
            answer = check(task)
        else:
            answer = send_url(task, task["address"])
    except Exception as error:  # whatever a library raises; what it says may hold the address
        answer = {"error": "failed", "what": type(error).__name__}
    if answer["error"] and HERE.met_private:
        answer = {"error": "private"}
    return {**answer, "id": task["id"]}


def work(tasks: "queue.SimpleQueue[dict[str, Any]]", told: threading.Lock) -> None:
    """Do tasks until the process ends."""
    while True:
        answer = perform(tasks.get())
        with told:
            print(json.dumps(answer), flush=True)


def main() -> None:
    """Send what the input says, until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)  # Ctrl-C is for the server
    logging.disable(logging.CRITICAL)  # of libraries: what they say may hold addresses
    for name in ("apprise", "pywebpush", "py_vapid", "requests", "smtplib"):
        importlib.import_module(name)
    sys.addaudithook(guard)
    tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    told = threading.Lock()
    for number in range(THREADS):
        threading.Thread(target=work, args=(tasks, told), name=f"sender {number}", daemon=True).start()
    for line in sys.stdin:
        tasks.put(json.loads(line))
    os._exit(0)  # whoever asked is gone; a receiver that takes its time is not waited for


if __name__ == "__main__":
    main()
