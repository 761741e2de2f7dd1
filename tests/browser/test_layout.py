"""On a screen of 1280×860 whoever must act sees what is asked, what lies in the middle, the own area and every button,
without scrolling.
"""

from collections.abc import Callable

import pytest

from tests.browser.site import Visitor, press_something

SIZE = {"width": 1280, "height": 860}
ACTS = 24
LOWEST = """selector => Math.max(0, ...[...document.querySelectorAll(selector)]
    .filter(one => one.getClientRects().length).map(one => one.getBoundingClientRect().bottom + scrollY))"""

# Where the top of an element stands in each of the next frames, while something under the pointer would move.
PLACES = """element => new Promise(found => {
    const tops = [];
    const look = () => tops.push(element.getBoundingClientRect().y) < 40 ? requestAnimationFrame(look) : found(tops);
    look();
})"""


def lowest(visitor: Visitor, selector: str) -> float:
    """Return how far down the lowest of these elements reaches, in pixels from the top of the page."""
    found: float = visitor.page.evaluate(LOWEST, arg=selector)
    return found


@pytest.mark.parametrize(
    ("slug", "players", "needed"), [("rubies", 3, "#own"), ("rubies", 4, "#own"), ("isles", 5, "#centre")]
)
def test_what_one_must_see_and_press_is_on_the_screen(
    slug: str, players: int, needed: str, visit: Callable[..., Visitor]
) -> None:
    sailor = visit(viewport=SIZE)
    sailor.enter("Karin")
    sailor.make_table(slug, ("human", *["sailor"] * (players - 1)))
    for _ in range(ACTS):
        sailor.page.wait_for_selector("#ask.yours, #ask.over")
        if sailor.is_over:
            break
        seen = lowest(sailor, f"#ask, #centre, {needed}, #table button.act")
        assert seen <= SIZE["height"], f"entry {sailor.at}: {seen} px"
        press_something(sailor)


def test_nothing_moves_away_from_the_pointer(visit: Callable[..., Visitor]) -> None:
    """A card that lifts at its edge leaves the pointer, falls back under it, and so on as long as it rests there."""
    sailor = visit(viewport=SIZE)
    sailor.enter("Karin")
    sailor.make_table("isles", ("human", "sailor"))
    sailor.page.wait_for_selector("#ask.yours .act, .card .act.on")
    card = sailor.page.locator(".card:has(.act.on)").first
    box = card.bounding_box()
    assert box is not None
    sailor.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 1)
    places = card.evaluate(PLACES)
    assert set(places) == {box["y"]}
