"""Whole games through buttons alone."""

from collections.abc import Callable

import pytest

from doubloon.engine.contract import Game
from doubloon.games import load
from tests.browser.site import ANSWERED, SETTLED, Complaints, Visitor, play_out
from tests.conftest import short_game
from tests.support import acts_at_once


def people_and_bots(game: Game) -> tuple[str, ...]:
    """Return two people, and a bot where the game has a seat for it; more only where it needs them."""
    return ("human", "open", *("sailor",) * max(game.seats[0] - 2, min(1, game.seats[-1] - 2)))


def test_two_people_and_a_bot_play_a_whole_game(
    game: Game, visit: Callable[..., Visitor], complaints: Complaints
) -> None:
    if acts_at_once(game):
        # An act may meet an entry that is taken already, and is refused with words.
        complaints.expected = ("409",)
    host, friend = visit(), visit(viewport={"width": 390, "height": 844})
    host.enter("Anne")
    host.make_table(game.slug, people_and_bots(game), short_game(game))
    invite = host.page.input_value("#invite")
    friend.enter("Ben")
    friend.go(invite)
    friend.page.click("#join1")
    host.page.wait_for_selector("#centre")
    play_out([host, friend])
    for visitor in (host, friend):
        assert visitor.page.locator("#count li").count() >= len(people_and_bots(game))
        assert visitor.page.locator("#around .seat, #own .seat").count() == len(people_and_bots(game))
        assert visitor.page.inner_text("#prompt")
    host.page.click("#rematch")
    host.page.wait_for_url(lambda url: url != friend.page.url)
    friend.page.wait_for_selector('#ask a[href^="/tables/"]')


def test_one_plays_by_keyboard_alone(visit: Callable[..., Visitor]) -> None:
    sailor = visit()
    sailor.enter("Carla")
    sailor.make_table("shipyard", ("human", "sailor"), short_game(load("shipyard")))
    sailor.page.wait_for_selector("#ask.yours, #ask.over")
    keyboard = sailor.page.keyboard

    def press_keys(visitor: Visitor) -> None:
        """Go to the button by Tab as a person does, or use its own key."""
        at, offered = visitor.at, visitor.buttons()
        wanted = offered[at % len(offered)]
        key = visitor.page.get_attribute(f"#{wanted}", "aria-keyshortcuts")
        if key and at % 2:
            keyboard.press(key)
        else:
            for _ in range(200):
                keyboard.press("Tab")
                if visitor.page.evaluate("document.activeElement.id") == wanted:
                    break
            assert visitor.page.evaluate("document.activeElement.id") == wanted
            keyboard.press("Enter")
        visitor.page.wait_for_function(ANSWERED, arg=at)
        if visitor.page.locator("#confirm[open]").count():
            keyboard.press("Enter")
        visitor.page.wait_for_function(SETTLED, arg=at)
        # Whoever acted is still at the table, not thrown back to the top of the page.
        assert visitor.page.evaluate("document.getElementById('table').contains(document.activeElement)")

    play_out([sailor], press_keys)


@pytest.mark.parametrize(("language", "words"), [("fr", "Journal"), ("ja", "記録"), ("hu", "Napló")])
def test_in_each_language(language: str, words: str, visit: Callable[..., Visitor]) -> None:
    reader = visit(locale=language)
    reader.go("/")
    assert reader.page.get_attribute("html", "lang") == language
    reader.page.click("#play-shipyard")
    reader.page.wait_for_selector("#table")
    assert words in (reader.page.get_attribute("#side", "aria-label") or "")
    for _ in range(3):
        reader.page.wait_for_selector("#ask.yours, #ask.over")
        if reader.may_act:
            reader.press(reader.buttons()[0])
    reader.page.click('[name="language"][value="en"]')
    reader.page.wait_for_selector('html[lang="en"] #table')


def test_with_script_off(visit: Callable[..., Visitor], complaints: Complaints) -> None:
    # Bots grasp at the same time: whoever is slower is told so, and finds the table as it is now.
    complaints.expected = ("409",)
    plain = visit(java_script_enabled=False)
    plain.go("/")
    plain.page.click("#play-rubies")
    table = plain.page.url
    acts = 0
    while acts < 12:
        plain.page.wait_for_selector("#table")
        buttons = plain.page.locator("#table button.act")
        if buttons.count() == 0:
            plain.go(table)
            continue
        at = plain.at
        buttons.nth(acts % buttons.count()).click()
        if plain.page.locator("#ask-twice button").count():
            plain.page.click("#ask-twice button")
        plain.page.wait_for_selector("#table")
        if plain.page.locator(".refusal").count() == 0:
            assert plain.at > at
            acts += 1
