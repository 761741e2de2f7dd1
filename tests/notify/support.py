"""Receivers that really receive: a mail server, a web server, a push service that decrypts."""

import base64
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class Request(NamedTuple):
    """What was received."""

    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """A web server that answers everything with a status, and remembers it."""

    def __init__(self) -> None:
        self.status = 200
        self.location = ""
        self.received: list[Request] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.received.append(Request(self.path, headers, body))
                self.send_response(receiver.status)
                if receiver.location:
                    self.send_header("Location", receiver.location)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            do_GET = do_PUT = do_POST  # noqa: N815

            def log_message(self, format: str, *args: Any) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port

    @contextmanager
    def open(self) -> Iterator["Receiver"]:
        """Receive until the block ends."""
        thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            thread.join()
            self._server.server_close()


class Browser:
    """What a browser keeps of a subscription, and how it reads what comes."""

    def __init__(self, receiver: Receiver, path: str = "/push/1") -> None:
        self.receiver = receiver
        self.path = path
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"0123456789abcdef"

    @property
    def subscription(self) -> str:
        """What the browser tells the server."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": plain(point), "auth": plain(self._auth)}
        return json.dumps({"endpoint": f"http://127.0.0.1:{self.receiver.port}{self.path}", "keys": keys})

    def messages(self) -> list[dict[str, str]]:
        """Return what has come, decrypted."""
        return [
            json.loads(http_ece.decrypt(found.body, private_key=self._key, auth_secret=self._auth))
            for found in self.receiver.received
            if found.path == self.path
        ]


def plain(raw: bytes) -> str:
    """Return bytes as browsers write them."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Mailbox:
    """A mail server that takes everything."""

    def __init__(self) -> None:
        self.received: list[Any] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Take a mail."""
        self.received.append((envelope.rcpt_tos, message_from_bytes(envelope.content, policy=policy.default)))
        return "250 OK"

    @contextmanager
    def open(self) -> Iterator[int]:
        """Take mail until the block ends; yields the port."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        controller = Controller(self, hostname="127.0.0.1", port=port)
        controller.start()
        try:
            yield port
        finally:
            controller.stop()
