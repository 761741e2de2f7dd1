"""From a designer's cards at a table to the report of many games, without leaving the browser."""

from collections.abc import Callable

from doubloon.games import load
from tests.browser.site import Visitor
from tests.browser.test_access import faults

REPORT_MS = 120_000
"""For a simulation of few games, with the first start of its worker."""


def paste_cards(visitor: Visitor, text: str) -> None:
    """Make a table of shipyard with a card file, against two sailors."""
    visitor.go("/new/shipyard")
    for number, kind in enumerate(("human", "sailor", "sailor", "")):
        visitor.page.select_option(f"#kind-{number}", kind)
    visitor.page.click("details:has(#cards) > summary")
    visitor.page.fill("#cards", text)
    visitor.page.click("#create")
    visitor.page.wait_for_selector("#table")


def test_own_cards_are_simulated_and_reported(visit: Callable[..., Visitor]) -> None:
    designer = visit(locale="hu")
    designer.enter("Dóra")
    own = (load("shipyard").folder / "cards.toml").read_text(encoding="utf-8")
    assert "toll = 3" in own
    paste_cards(designer, own.replace("toll = 3", "toll = 1"))
    page = designer.page
    page.click("#simulations")
    page.wait_for_selector("#start")
    assert page.locator("details.numbers code").all_inner_texts() == ["pirate.toll=1"]
    assert faults(page) == [], "simulations, the form"
    # By keyboard: the arrow leads from 1,000 games back to 100, Enter sends the form.
    page.focus('input[value="sailor:1000"]')
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_selector("#bar")
    assert faults(page) == [], "a simulation that runs"
    page.wait_for_selector("#open-report", timeout=REPORT_MS)
    assert faults(page) == [], "a simulation that is done"
    assert "pirate.toll=1" in page.input_value("#commands")
    page.click("#open-report")
    page.wait_for_selector("h1")
    assert page.inner_text("h1") == "shipyard, 3 players: 100 games"
    assert "pirate.toll=1" in page.inner_text("header dl")
    # The style and the pictures of the report are there: its policy lets them in.
    assert page.evaluate("getComputedStyle(document.querySelector('main')).maxWidth") == "992px"
    assert page.evaluate("Math.min(...[...document.images].map(image => image.naturalWidth))") > 100
    assert faults(page) == [], "the report"
    page.click("nav.back a")
    page.wait_for_selector("#table")


def test_a_simulation_with_script_off_is_stopped_and_gone_on_with(visit: Callable[..., Visitor]) -> None:
    designer = visit(java_script_enabled=False)
    designer.enter("Emma")
    designer.make_table("shipyard", ("human", "sailor"))
    designer.page.click("#simulations")
    designer.page.check('input[value="sailor:100000"]')
    designer.page.click("#start")
    address = designer.page.url
    assert designer.page.locator("#state").inner_text()
    designer.page.click("#cancel")
    designer.page.wait_for_selector("#again")
    other = visit()
    other.go(address)
    assert other.page.locator("#again, #cancel").count() == 0
    designer.page.click("#again")
    # The page loads itself again, and tells how far it is.
    designer.page.wait_for_function("document.querySelector('#bar').value > 0", timeout=REPORT_MS)
    designer.page.click("#cancel")
