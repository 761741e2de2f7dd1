"""What every card does can be read: by touch, by keyboard, without script; nothing is wider than a narrow screen."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.site import Visitor
from tests.browser.test_access import NARROW, SCHEMES

CARDS = {"shipyard": 7, "isles": 8, "rubies": 39}
"""Different cards of each game."""
OVERFLOW = "() => { const cards = document.getElementById('cards'); return cards.scrollWidth - cards.clientWidth; }"


@pytest.mark.parametrize("slug", CARDS)
def test_the_cards_can_be_read_on_a_phone_without_script(slug: str, visit: Callable[..., Visitor]) -> None:
    plain = visit(java_script_enabled=False, has_touch=True, viewport={"width": 390, "height": 844})
    plain.enter("Lena")
    plain.make_table(slug, ("human", "sailor", "sailor"))
    cards = plain.page.locator("#cards")
    assert not cards.is_visible()
    plain.page.tap("#open-cards")
    assert cards.is_visible()
    assert cards.locator("li:not(.signs li)").count() == CARDS[slug]
    assert all(text.strip() for text in cards.locator("li").all_inner_texts())
    plain.page.tap("#cards button")
    assert not cards.is_visible()


@pytest.mark.parametrize("slug", CARDS)
def test_the_cards_by_keyboard_in_hungarian_on_a_narrow_screen(slug: str, visit: Callable[..., Visitor]) -> None:
    sailor = visit(locale="hu", viewport={"width": NARROW, "height": 700})
    sailor.enter("Gergő")
    sailor.make_table(slug, ("human", "sailor", "sailor"))
    sailor.page.wait_for_selector("#ask.yours")
    at = sailor.at
    sailor.page.focus("#open-cards")
    sailor.page.keyboard.press("Enter")
    assert sailor.page.locator("#cards").is_visible()
    assert sailor.page.evaluate(OVERFLOW) <= 0
    for scheme in SCHEMES:
        sailor.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        results = Axe().run(sailor.page)
        assert results.violations_count == 0, results.generate_report()
    # Shortcuts of the table do nothing meanwhile.
    for key in ("d", "p", "f"):
        sailor.page.keyboard.press(key)
    sailor.page.keyboard.press("Escape")
    assert not sailor.page.locator("#cards").is_visible()
    assert sailor.at == at
