"""Columns pay out card by card: shown once, within 2.5 seconds, gone at the next act or a key; standing still where
nothing may move.
"""

from collections.abc import Callable

from tests.browser.site import PAST, Visitor

MOST_MS = 2500
PURSE = "#own .purse b"
PAYING = '#centre button.act[title*="pays"]:not([title$="nothing"])'
ENDS = "() => Math.max(...document.getAnimations().map(one => Number(one.effect.getComputedTiming().endTime)))"


def begin(visit: Callable[..., Visitor], **options: object) -> Visitor:
    """Return a person at a table of isles whose turn it is; without script the page is loaded until it is."""
    sailor = visit(**options)
    sailor.enter("Iris")
    sailor.make_table("isles", ("human", "sailor"))
    while not sailor.may_act:
        sailor.go(sailor.page.url)
    return sailor


def buy_paying(visit: Callable[..., Visitor], **options: object) -> Visitor:
    """Return a person who has just bought a card whose column pays."""
    sailor = begin(visit, **options)
    at = sailor.at
    sailor.page.locator(PAYING).first.click()
    if options.get("java_script_enabled", True):
        sailor.page.wait_for_function(PAST, arg=at)
    return sailor


def purse(visitor: Visitor) -> list[str]:
    """Return what the person's purse shows."""
    return visitor.page.locator(PURSE).all_inner_texts()


def stored_purse(visitor: Visitor) -> list[str]:
    """Return what a fresh page shows as the person's purse."""
    fresh = visitor.context.new_page()
    fresh.goto(visitor.page.url)
    found: list[str] = fresh.locator(PURSE).all_inner_texts()
    fresh.close()
    return found


def test_amounts_rise_and_land_within_two_and_a_half_seconds(visit: Callable[..., Visitor]) -> None:
    sailor = buy_paying(visit, reduced_motion="no-preference")
    sailor.page.wait_for_selector("#moments .gain")
    assert purse(sailor) != stored_purse(sailor)
    assert sailor.page.evaluate(ENDS) <= MOST_MS
    sailor.page.wait_for_selector("#moments", state="detached")
    assert purse(sailor) == stored_purse(sailor)
    sailor.page.click("#again")
    sailor.page.wait_for_selector("#moments .gain")


def test_any_key_ends_it(visit: Callable[..., Visitor]) -> None:
    sailor = buy_paying(visit, reduced_motion="no-preference")
    sailor.page.wait_for_selector("#moments .gain")
    sailor.page.keyboard.press("Escape")
    assert sailor.page.locator("#moments").count() == 0
    assert purse(sailor) == stored_purse(sailor)


def test_a_newer_fragment_ends_it(visit: Callable[..., Visitor]) -> None:
    sailor = buy_paying(visit, reduced_motion="no-preference")
    at = sailor.at
    sailor.page.wait_for_selector("#moments .gain")
    # Another page of the same person goes on: no click here that would end it.
    other = sailor.context.new_page()
    other.emulate_media(reduced_motion="reduce")
    other.goto(sailor.page.url)
    other.locator("#ask button.act, #centre button.act").first.click()
    sailor.page.wait_for_function(PAST, arg=at)
    sailor.page.wait_for_selector("#moments", state="detached")
    other.wait_for_function(PAST, arg=at)
    assert purse(sailor) == stored_purse(sailor)


def test_who_looked_away_is_shown_it_on_coming_back(visit: Callable[..., Visitor]) -> None:
    sailor = begin(visit, reduced_motion="no-preference")
    look_away = "isHidden => Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })"
    sailor.page.evaluate(look_away, arg=True)
    at = sailor.at
    sailor.page.locator(PAYING).first.click()
    sailor.page.wait_for_function(PAST, arg=at)
    assert sailor.page.locator("#moments").count() == 0
    sailor.page.evaluate(look_away, arg=False)
    sailor.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    sailor.page.wait_for_selector("#moments .gain")


def test_where_nothing_moves_the_amounts_stand_until_the_next_act(visit: Callable[..., Visitor]) -> None:
    for options in ({"reduced_motion": "reduce"}, {"java_script_enabled": False}):
        sailor = buy_paying(visit, **options)
        sailor.page.wait_for_selector("#own .gain")
        assert sailor.page.locator("#moments").count() == 0
        assert purse(sailor) == stored_purse(sailor)
        sailor.page.locator("#ask button.act, #centre button.act").first.click()
        sailor.page.wait_for_selector("#own .gain", state="detached")


def test_the_log_tells_it_once(visit: Callable[..., Visitor]) -> None:
    sailor = buy_paying(visit)
    paid = sailor.page.locator("#own .gains").count()
    assert sailor.page.locator("#log li.mine", has_text="· ").count() == paid
    assert sailor.page.locator("#own .gains:not([aria-hidden])").count() == 0
