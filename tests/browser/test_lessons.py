"""A lesson as people take it: by keyboard on a phone, and with script switched off."""

from collections.abc import Callable

import pytest

from tests.browser.site import Visitor

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}


def press(learner: Visitor, selector: str) -> None:
    """Press Enter on something that the keyboard reaches."""
    learner.page.locator(selector).first.focus()
    learner.page.keyboard.press("Enter")


def fits(learner: Visitor) -> bool:
    return bool(learner.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_lesson_is_taken_by_keyboard_on_a_phone(visit: Callable[..., Visitor]) -> None:
    learner = visit(locale="hu", viewport=PHONE)
    learner.go("/")
    press(learner, "#lesson-shipyard")
    learner.page.wait_for_selector("#begin")
    assert fits(learner)
    press(learner, "#begin")
    press(learner, 'button[value="0"]')
    learner.page.wait_for_selector("#answer.right")
    assert learner.page.evaluate("document.activeElement.id") == "answer"
    assert fits(learner)
    press(learner, "#next")
    learner.page.wait_for_url("**/learn/shipyard/2")
    press(learner, 'button[value="1"]')
    learner.page.wait_for_selector("#answer.wrong")
    press(learner, 'button[value="0"]')
    learner.page.wait_for_selector("#answer.right")
    learner.go("/learn/shipyard")
    assert learner.page.get_attribute("#begin", "href") == "/learn/shipyard/3"


def test_a_lesson_needs_no_script(visit: Callable[..., Visitor]) -> None:
    learner = visit(java_script_enabled=False)
    learner.go("/learn/isles/1")
    learner.page.click(".act >> nth=0")
    learner.page.wait_for_selector("#answer")
    learner.go("/how-to-play/isles")
    assert learner.page.locator(".gallery .card").count() == 5
