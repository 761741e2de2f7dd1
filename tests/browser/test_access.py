"""Axe finds nothing on any page, in the light and in the dark; nothing is wider than a narrow screen."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe

from doubloon.engine.contract import Game
from tests.browser.site import Complaints, Visitor, play_out, press_something
from tests.browser.test_whole_games import people_and_bots
from tests.conftest import short_game

if TYPE_CHECKING:
    from playwright.sync_api import Page

LESSON = ("/learn/rubies", "/learn/isles/1?did=take:red:6", "/how-to-play/shipyard")
PAGES = ("/", *LESSON, "/sign-in", "/rules", "/rules/isles", "/new/rubies", "/ratings", "/no-such-page", "/me")
SCHEMES = ("light", "dark")
NARROW = 320
WIDE = 1280


def faults(page: "Page") -> list[str]:
    """Return what axe finds on a page in both colour schemes, and whether it is wider than a narrow screen."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        results = Axe().run(page)
        if results.violations_count:
            found.append(f"{scheme}: {results.generate_report()}")
    size = page.viewport_size or {"width": WIDE, "height": 800}
    page.set_viewport_size({"width": NARROW, "height": 800})
    wide = page.evaluate("document.documentElement.scrollWidth")
    page.set_viewport_size(size)
    return [*found, f"{wide} px wide"] if wide > NARROW else found


def test_axe_finds_nothing_on_pages_and_none_is_too_wide(visit: Callable[..., Visitor], complaints: Complaints) -> None:
    complaints.expected = ("404",)
    reader = visit(locale="hu")
    reader.enter("Ferenc")
    for path in PAGES:
        reader.go(path)
        assert faults(reader.page) == [], path


def test_axe_finds_nothing_at_tables_and_none_is_too_wide(game: Game, visit: Callable[..., Visitor]) -> None:
    sailor = visit(locale="hu")
    sailor.enter("Gergő")
    sailor.make_table(game.slug, people_and_bots(game), short_game(game))
    assert faults(sailor.page) == [], "waiting"
    sailor.page.click("#start")
    sailor.page.wait_for_selector("#ask.yours, #ask.over")
    for _ in range(6):
        if sailor.may_act:
            press_something(sailor)
        sailor.page.wait_for_selector("#ask.yours, #ask.over")
    assert faults(sailor.page) == [], "playing"
    play_out([sailor])
    assert faults(sailor.page) == [], "over"
    table = sailor.page.url
    for page in ("replay", "verify"):
        sailor.go(f"{table}/{page}")
        assert faults(sailor.page) == [], page
