"""A site in this process, and browsers that use it by forms alone, as one with script switched off does."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from starlette.testclient import TestClient

from doubloon.notify.options import NotifyOptions
from doubloon.web.app import ServerOptions, create_app
from doubloon.web.requests import Site
from tests.tables.support import Clock, options

READY_S = 300
"""Rules are compiled on the first start."""


class Browser:
    """One visitor with cookies of their own."""

    def __init__(self, client: TestClient, language: str = "en") -> None:
        self.client = client
        self.cookies: dict[str, str] = {"language": language}
        self.csrf = ""

    def send(self, method: str, path: str, headers: dict[str, str] | None = None, **more: Any) -> httpx.Response:
        """Send a request and keep cookies; redirects are not followed."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        response: httpx.Response = self.client.request(
            method, path, headers={"cookie": cookie, **(headers or {})}, follow_redirects=False, **more
        )
        for header in response.headers.get_list("set-cookie"):
            name, _, rest = header.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        self.client.cookies.clear()
        return response

    def get(self, path: str, **more: Any) -> httpx.Response:
        """Get a page, and remember its token for forms."""
        response = self.send("GET", path, **more)
        found = re.search(r'name="csrf" value="(\w+)"', response.text)
        if found is not None:
            self.csrf = found[1]
        return response

    def post(self, path: str, headers: dict[str, str] | None = None, **fields: Any) -> httpx.Response:
        """Send a form of the page that was got last."""
        return self.send(
            "POST",
            path,
            headers,
            data={"csrf": self.csrf, **{name.rstrip("_"): value for name, value in fields.items()}},
        )

    def submit(self, path: str, **fields: Any) -> str:
        """Send a form that must be accepted, and return where it leads; the token is renewed there."""
        response = self.post(path, **fields)
        assert response.status_code == 303, response.text
        self.get(response.headers["location"])
        return str(response.headers["location"])

    def enter(self, name: str) -> None:
        """Become a guest."""
        self.get("/sign-in")
        self.submit("/sign-in/guest", name=name)


@contextmanager
def open_site(
    folder: Path, *, clock: Clock | None = None, limited: bool = False, notify: NotifyOptions | None = None
) -> Iterator[TestClient]:
    """Open a site; all games are ready."""
    told = NotifyOptions() if notify is None else notify
    app = create_app(ServerOptions(folder, limited=limited, notify=told, runtime=options(clock)))
    with TestClient(app, raise_server_exceptions=True) as client:
        give_up = time.monotonic() + READY_S
        while len(client.get("/healthz").json()["ready"]) < 3:
            assert time.monotonic() < give_up, "the games are not ready"
        client.cookies.clear()
        yield client


def site_of(client: TestClient) -> Site:
    """Return the inside of a site."""
    app: Any = client.app
    site: Site = app.app.state.site
    return site


def buttons(page: str) -> list[int]:
    """Return the actions that a page offers."""
    return [int(number) for number in re.findall(r'name="action" value="(\d+)"', page)]


def number_at(page: str) -> int:
    """Return the entry number that a page's forms carry."""
    found = re.search(r'name="at" value="(\d+)"', page)
    assert found is not None
    return int(found[1])


def is_over(page: str) -> bool:
    """Tell whether a table page shows a result."""
    return 'class="over"' in page


def must_act(page: str) -> bool:
    """Tell whether the game waits for the reader of a table page."""
    return 'id="ask"' in page and 'class="yours"' in page


def act(browser: Browser, table: str, page: str, choice: int = 0) -> httpx.Response:
    """Press one of the buttons of a table page; a costly one twice."""
    offered = buttons(page)
    fields: dict[str, Any] = {"at": number_at(page), "action": offered[choice % len(offered)]}
    response = browser.post(f"{table}/act", **fields)
    if response.status_code == 200 and 'name="confirm"' in response.text:
        response = browser.post(f"{table}/act", confirm=1, **fields)
    return response


def alert(page: str) -> str:
    """Return what a page refuses with."""
    found = re.search(r'role="alert">([^<]*)<', page)
    return found[1] if found else ""
