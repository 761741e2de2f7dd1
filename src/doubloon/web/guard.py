"""What every request and answer must obey: sizes, origins, headers. A plain ASGI wrapper, so that streams cost
nothing.
"""

import logging
from collections.abc import Callable, Sequence

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from doubloon.engine.errors import DoubloonError
from doubloon.engine.reading import brief, shown
from doubloon.tables.errors import Forbidden, Misdirected, TooLong
from doubloon.web.failures import bare, told_of
from doubloon.web.hosts import is_served, without_port
from doubloon.web.languages import language_of
from doubloon.web.quiet import Quiet

LOG = Quiet(logging.getLogger(__name__))
WRONG_ORIGIN = "form from origin %s, Host is %s: does the proxy hand on Host? (docs/server.md)"
WRONG_HOST = "asked as host %s, which is not served; if that is right: --hosts %s (docs/server.md)"
NO_PREFIX = (
    "a proxy serves below %s: Doubloon needs a host name of its own, for its addresses begin at / (docs/server.md)"
)
NOT_BELIEVED = (
    "X-Forwarded-For from %s is not believed, so all who come through it are counted as one; if it is a proxy "
    "of yours: --proxies %s (docs/server.md)"
)
LONGEST_BODY = 128 * 1024
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "media-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
NOSNIFF = (b"x-content-type-options", b"nosniff")
HEADERS = [
    NOSNIFF,
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class Guard:
    """Refuses foreign origins and long bodies before anybody reads them, and adds the security headers."""

    def __init__(
        self, app: ASGIApp, refuse: Callable[[DoubloonError], ASGIApp], hosts: Sequence[str] | None = None
    ) -> None:
        """`refuse` makes the answer to what is not let in. `hosts`: names served beside those of this machine;
        None for any.
        """
        self._hosts = hosts
        self.app = app
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        answer = self.app
        self._warn_of_proxy(headers, scope)
        if self._hosts is not None and not is_served(host := headers.get("host", ""), self._hosts):
            LOG.warning(WRONG_HOST, shown(host), brief(without_port(host)), key="host")
            answer = self._refuse(Misdirected("host", f"host {shown(host)}", host=brief(host)))
        elif scope["method"] not in SAFE_METHODS and not is_own_origin(headers):
            origin, host = headers.get("origin", headers.get("sec-fetch-site", "")), headers.get("host", "")
            LOG.warning(WRONG_ORIGIN, shown(origin), shown(host), key="origin")
            answer = self._refuse(Forbidden("origin", f"origin {origin!r} is not {host!r}", host=brief(host)))
        elif not 0 <= content_length(headers) <= LONGEST_BODY and not is_upload(headers):
            answer = self._refuse(TooLong("too_long", f"a body of more than {LONGEST_BODY} bytes"))

        has_begun = False

        async def send_guarded(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            if message["type"] == "http.response.start":
                # Data is no document; each header that is left out saves 7 µs of an act.
                is_data = (b"content-type", b"application/json") in message["headers"]
                message["headers"] = [*message["headers"], NOSNIFF] if is_data else guarded(message["headers"])
            await send(message)

        try:
            await answer(scope, limited(receive), send_guarded)
        except Exception as error:  # whatever it is, it is answered, and the log tells it without anybody's words
            told = told_of(scope, error)
            if not has_begun:
                await bare(told, language_of(Request(scope)))(scope, receive, send_guarded)

    def _warn_of_proxy(self, headers: Headers, scope: Scope) -> None:
        """Say that all visitors look like one where a proxy is not believed. Where it is, uvicorn has put the visitor's
        address in place of the proxy's, and 0 as the port.
        """
        client = scope.get("client")
        if client is not None and client[1] and "x-forwarded-for" in headers:
            LOG.warning(NOT_BELIEVED, client[0], client[0], key="proxy")
        if "x-forwarded-prefix" in headers:
            LOG.warning(NO_PREFIX, shown(headers["x-forwarded-prefix"]), key="prefix")


def guarded(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the headers of a document with those of ours that it has not got. A report brings a policy of its own; two
    would both hold.
    """
    own = {name for name, _ in headers}
    return [*headers, *(header for header in HEADERS if header[0] not in own)]


def is_own_origin(headers: Headers) -> bool:
    """Tell whether a request that changes something comes from a page of ours, or from a program, which names no
    origin.
    """
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host", "-")


def is_upload(headers: Headers) -> bool:
    """Tell whether a body is a form with a file; what is too long of it is refused by the form, which stays filled."""
    return headers.get("content-type", "").lower().startswith("multipart/form-data")


def content_length(headers: Headers) -> int:
    """Return the length that a request says its body has; -1 for one that is no number."""
    said = headers.get("content-length", "0")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 16 else -1


def limited(receive: Receive) -> Receive:
    """Return a `receive` that gives the longest body and then raises TooLong, whatever the request said."""
    left = LONGEST_BODY

    async def receive_limited() -> Message:
        nonlocal left
        if left < 0:
            raise TooLong("too_long", f"a body of more than {LONGEST_BODY} bytes")
        message = await receive()
        length = len(message.get("body", b""))
        if length > left:
            message = {**message, "body": message["body"][:left], "more_body": True}
        left -= length
        return message

    return receive_limited
