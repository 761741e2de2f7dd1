"""A server in a process of its own, and people with browsers who press its buttons."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW_TO_INSTALL = "no Chromium here; on Debian and Ubuntu: apt-get install chromium"
PATIENCE_MS = 120_000
"""For one answer of the server, on a machine that has much else to do."""
ATTEMPT_MS = 5_000
"""For one try to click; then it is looked whether there is still something to click."""
STOP_S = 120
MOST_ACTS = 1500
LOOK_MS = 5
"""How long the browsers may take in what comes before it is looked at again whose turn it is."""
PAST = "at => Number(document.querySelector('#act input[name=at]')?.value ?? -1) > at"
"""Whether a page is past an entry; one that is loading is not. Functions, for our pages forbid to evaluate text."""
SETTLED = f"""at => document.querySelector('main')?.hasAttribute('aria-busy') === false
    && !document.getElementById('confirm')?.open && ({PAST})(at)"""
"""Whether nothing that was pressed at an entry waits for an answer any more, and the page is past it."""
ANSWERED = f"at => document.getElementById('confirm')?.open || ({SETTLED})(at)"


def find_chromium() -> str | None:
    """Return the path of the system's Chromium, or None."""
    return next((path for name in CHROMIUM_NAMES if (path := shutil.which(name))), None)


@contextmanager
def open_server(folder: Path, port: int = 0) -> Iterator[str]:
    """Start a server on a folder, wait until all games are compiled, and yield its address."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ["PYTHONPATH"]]),
    }
    command = [sys.executable, "-m", "tests.browser.server", str(folder), str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        try:
            yield address
        finally:
            process.terminate()
            process.wait(timeout=STOP_S)


@dataclass
class Complaints:
    """What a browser held against our pages: errors in the console, and requests to other hosts."""

    address: str
    found: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()
    """Parts of lines that a test brings about itself, such as a cut connection."""

    def listen_to(self, context: "BrowserContext") -> None:
        """Note everything that goes wrong in the pages of a context."""
        context.on("console", lambda message: self.note(message.text) if message.type in ("error", "warning") else None)
        context.on("weberror", lambda error: self.note(str(error.error)))
        context.on(
            "request",
            lambda request: (
                None if request.url.startswith((self.address, "data:")) else self.note(f"request to {request.url}")
            ),
        )

    def note(self, line: str) -> None:
        """Keep a complaint that no test expects."""
        if not any(part in line for part in self.expected):
            self.found.append(line)


class Visitor:
    """One person with a browser of their own."""

    def __init__(self, browser: "Browser", address: str, complaints: Complaints, **options: object) -> None:
        self.address = address
        wanted = {"reduced_motion": "reduce", "locale": "en-GB", "viewport": {"width": 1280, "height": 800}, **options}
        self.context: BrowserContext = browser.new_context(**wanted)  # type: ignore[arg-type]
        self.context.set_default_timeout(PATIENCE_MS)
        complaints.listen_to(self.context)
        self.page: Page = self.context.new_page()

    def go(self, path: str) -> None:
        """Open a page."""
        self.page.goto(path if path.startswith("http") else self.address + path)

    def enter(self, name: str) -> None:
        """Become a guest."""
        self.go("/sign-in")
        self.page.fill("#guest-name", name)
        self.page.click("#be-guest")

    def make_table(
        self, slug: str, kinds: tuple[str, ...], changes: dict[str, str] | None = None, *, private: bool = False
    ) -> None:
        """Make a table by the form, with kinds of seats and changed numbers."""
        self.go(f"/new/{slug}")
        for number, kind in enumerate(kinds):
            self.page.select_option(f"#kind-{number}", kind)
        number = len(kinds)
        while self.page.locator(f"#kind-{number}").count():
            self.page.select_option(f"#kind-{number}", "")
            number += 1
        if changes:
            for summary in self.page.locator("form.sheet > details:not(#own-clock) > summary").all()[:2]:
                summary.click()
            for key, value in changes.items():
                self.page.fill(f'[id="set-{key}"]', value)
        if private:
            self.page.check('[name="private"]')
        self.page.click("#create")
        self.page.wait_for_selector("#table")

    @property
    def at(self) -> int:
        """Number of the next entry, as the page's form has it."""
        return int(self.page.input_value('#act input[name="at"]'))

    @property
    def is_over(self) -> bool:
        """Whether the page shows the end of the game."""
        return self.page.locator("#ask.over").count() > 0

    @property
    def may_act(self) -> bool:
        """Whether the game waits for this person."""
        return self.page.locator("#ask.yours").count() > 0

    def buttons(self) -> list[str]:
        """Return the ids of the buttons of actions, in their order on the page."""
        ids: list[str] = self.page.eval_on_selector_all(
            "#table button.act", "buttons => buttons.map(button => button.id)"
        )
        return ids

    def press(self, button: str) -> bool:
        """Press a button of an action, confirm where that is asked, and wait until the page shows what followed; return
        whether the button was still there.

        Where several must act at once the others' acts arrive meanwhile: what is about to be clicked may be put there
        anew, or go away.
        """
        at = self.at
        if not self.click_if_there(f"#{button}"):
            return False
        self.settle(at)
        return True

    def click_if_there(self, selector: str) -> bool:
        """Click something that the next fragment may replace or take away; return whether it was there to be clicked.
        Raises the browser's error for what is there and cannot be clicked.
        """
        # Imported where it is used, for only some machines have a browser.
        from playwright.sync_api import Error  # noqa: PLC0415

        found = self.page.locator(selector)
        give_up = time.monotonic() + PATIENCE_MS / 1000
        while found.count():
            try:
                found.click(timeout=ATTEMPT_MS)
            except Error:
                if time.monotonic() > give_up:
                    raise
            else:
                return True
        return False

    def settle(self, at: int) -> None:
        """Confirm where that is asked, and wait until what was pressed is answered and the page is past an entry."""
        self.page.wait_for_function(ANSWERED, arg=at)
        self.click_if_there("#confirm[open] #confirm-yes")
        self.page.wait_for_function(SETTLED, arg=at)

    def close(self) -> None:
        """Close the browser of this person."""
        self.context.close()


def play_out(visitors: list[Visitor], act: Callable[[Visitor], None] | None = None) -> int:
    """Play until the game is over for everybody, each pressing whatever is theirs to press; return how many acts it
    took.
    """
    acts = 0
    give_up = time.monotonic() + PATIENCE_MS / 1000
    while not all(visitor.is_over for visitor in visitors):
        assert acts < MOST_ACTS
        for visitor in visitors:
            if visitor.may_act:
                (act or press_something)(visitor)
                acts += 1
                give_up = time.monotonic() + PATIENCE_MS / 1000
        if not any(visitor.may_act for visitor in visitors):
            assert time.monotonic() < give_up, "nobody may act, and the game is not over"
            visitors[0].page.wait_for_timeout(LOOK_MS)
    return acts


def press_something(visitor: Visitor) -> None:
    """Press one of the buttons, another one each time."""
    offered = visitor.buttons()
    if offered:
        visitor.press(offered[(7 * visitor.at) % len(offered)])
