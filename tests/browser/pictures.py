"""`make screenshots`: plays each game to its middle with fixed chance, and takes the pictures of the README."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.site import HOW_TO_INSTALL, Complaints, Visitor, find_chromium, open_server, play_out
from tests.support import ROOT

FOLDER = ROOT / "docs" / "screenshots"
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
QUALITY = 70
"""Of JPEG: small enough for a repository, and no edge of a drawing frays."""
SEATS = {"shipyard": 4, "isles": 3, "rubies": 4}
REPORT_MS = 120_000
ENTRIES = {"shipyard": 130, "isles": 70, "rubies": 110}
"""A game is in its middle after so many entries."""
WANTED = ("take", "fire", "draw", "pass", "skill", "hire", "grasp", "buy", "end my turn", "ready")
"""Words of the buttons that a sensible person presses, dearest first; then whatever there is."""


def sensible(visitor: Visitor) -> None:
    """Press the button that a beginner with some sense would press."""
    titles: list[list[str]] = visitor.page.eval_on_selector_all(
        "#table button.act", "all => all.map(one => [one.id, one.title])"
    )
    if not titles:
        return
    grasps = [button for button, title in titles if title.startswith("grasp")]
    if grasps:
        visitor.press(grasps[min(2, len(grasps) - 1)])
        return
    ranked = sorted(
        titles, key=lambda found: next((rank for rank, word in enumerate(WANTED) if word in found[1]), len(WANTED))
    )
    drawn = visitor.page.locator("#table button.act .label", has_text="Draw on").count()
    passing = [button for button, title in titles if title == "pass"]
    visitor.press(passing[0] if drawn and passing and visitor.at % 3 == 0 else ranked[0][0])


def take(visitor: Visitor, name: str, size: dict[str, int]) -> None:
    """Take one picture, when all drawings are there."""
    visitor.page.set_viewport_size(size)  # type: ignore[arg-type]
    visitor.page.evaluate("window.scrollTo(0, 0)")
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY, animations="disabled")


def play_to_middle(visitor: Visitor, slug: str) -> None:
    """Make a table against bots and play until it is one's turn in the middle of the game."""
    visitor.make_table(slug, ("human", *("sailor",) * (SEATS[slug] - 1)))
    while not visitor.is_over and not (visitor.may_act and visitor.at >= ENTRIES[slug]):
        visitor.page.wait_for_selector("#ask.yours, #ask.over")
        if visitor.may_act and visitor.at < ENTRIES[slug]:
            sensible(visitor)


def simulate(visitor: Visitor) -> None:
    """Make a table with a dearer card, and let bots play a thousand games at it."""
    visitor.make_table("isles", ("human", "sailor", "sailor"), {"price.8": "9"})
    visitor.page.click("#simulations")
    visitor.page.click("#start")
    visitor.page.wait_for_selector("#open-report", timeout=REPORT_MS)


def take_all(browser: Browser, address: str) -> None:
    """Take every picture."""
    sailor = Visitor(browser, address, Complaints(address))
    sailor.enter("Anne")
    tables = {}
    for slug in SEATS:
        play_to_middle(sailor, slug)
        take(sailor, slug, DESKTOP)
        take(sailor, f"{slug}-phone", PHONE)
        tables[slug] = sailor.page.url
    sailor.go("/")
    take(sailor, "lobby", DESKTOP)
    dark = Visitor(browser, address, Complaints(address), color_scheme="dark")
    dark.go(tables["rubies"])
    take(dark, "rubies-dark", DESKTOP)
    sailor.go(tables["isles"])
    play_out([sailor], sensible)
    take(sailor, "result", DESKTOP)
    sailor.go(f"{tables['isles']}/replay?at=60")
    take(sailor, "replay", DESKTOP)
    simulate(sailor)
    take(sailor, "simulation", DESKTOP)


def main() -> None:
    """Renew the pictures."""
    path = find_chromium()
    if path is None:
        sys.exit(HOW_TO_INSTALL)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, open_server(Path(data)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        take_all(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
