"""A friend opens a link for the first time, without a cookie: whatever makes somebody of them, the page knows it at
once and loses nothing that was typed; and so do the other tabs of the browser.
"""

from collections.abc import Callable

import pytest

from tests.browser.site import Complaints, Visitor, press_something

DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
TYPED = "I shall take the red ships"


def invite_to(visit: Callable[..., Visitor], *, private: bool, kinds: tuple[str, ...] = ("human", "open")) -> Visitor:
    """Return a host at a table of the shipyard that waits for others."""
    host = visit()
    host.enter("Anne")
    host.make_table("shipyard", kinds, private=private)
    return host


def signs(visitor: Visitor) -> int:
    """Return how many links to the own profile the page's header has."""
    return visitor.page.locator(".top .me").count()


@pytest.mark.parametrize("language", ["en", "fr", "ja", "hu"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("private", [True, False], ids=["private", "public"])
def test_a_friend_sits_down_and_plays(
    private: bool, size: dict[str, int], language: str, visit: Callable[..., Visitor]
) -> None:
    host = invite_to(visit, private=private)
    friend = visit(viewport=size, locale=language)
    friend.go(host.page.input_value("#invite"))
    assert not friend.context.cookies() or signs(friend) == 0
    friend.page.click("#join1")
    friend.page.wait_for_selector("#own")
    assert signs(friend) == 1
    acted: set[Visitor] = set()
    while len(acted) < 2:
        for visitor in (host, friend):
            if visitor.may_act:
                press_something(visitor)
                acted.add(visitor)


@pytest.mark.parametrize("private", [True, False], ids=["private", "public"])
def test_a_friend_sits_down_without_script(private: bool, visit: Callable[..., Visitor]) -> None:
    host = invite_to(visit, private=private)
    friend = visit(java_script_enabled=False)
    friend.go(host.page.input_value("#invite"))
    friend.page.click("#join1")
    friend.page.wait_for_selector("#own")
    assert signs(friend) == 1


def test_an_invitation_that_is_shown_works(visit: Callable[..., Visitor], complaints: Complaints) -> None:
    complaints.expected = ("404",)
    host = invite_to(visit, private=True, kinds=("human", "open", "open"))
    friend, other = visit(), visit()
    friend.go(host.page.input_value("#invite"))
    other.go(friend.page.input_value("#invite"))
    other.page.click("#join1")
    other.page.wait_for_selector(".chair.mine")
    # Whoever looks on by the bare address knows no key, and is shown no address that would not open the table.
    other.page.click("#leave")
    other.page.wait_for_selector("#join1")
    other.go(other.page.url.partition("?")[0])
    assert other.page.locator("#invite").count() == 0


def test_a_first_word_makes_a_guest_and_is_said(visit: Callable[..., Visitor]) -> None:
    host = invite_to(visit, private=True, kinds=("human", "open", "open"))
    reader = visit()
    reader.go(host.page.input_value("#invite"))
    reader.page.fill("#say-text", TYPED)
    reader.page.click("#say button")
    # The name is asked for where it is missing, and what was typed stays.
    assert reader.page.input_value("#say-text") == TYPED
    reader.page.fill("#say-name", "Bertille")
    reader.page.click("#say button")
    reader.page.wait_for_selector("#chat li.mine")
    assert signs(reader) == 1
    assert reader.page.locator("#say-name").count() == 0
    host.page.wait_for_selector("#chat li")
    line = host.page.inner_text("#chat li")
    assert "Bertille" in line
    assert TYPED in line


def test_other_tabs_learn_who_came_and_who_went(visit: Callable[..., Visitor]) -> None:
    host = invite_to(visit, private=False, kinds=("human", "open", "open"))
    friend = visit()
    friend.go(host.page.input_value("#invite"))
    friend.page.fill("#say-text", TYPED)
    other = friend.context.new_page()
    other.goto(friend.address + "/sign-in")
    other.fill("#guest-name", "Carla")
    other.click("#be-guest")
    other.wait_for_selector(".top .me")
    friend.page.wait_for_selector(".top .me")
    friend.page.wait_for_function("text => document.getElementById('say-text')?.value === text", arg=TYPED)
    friend.page.click("#join1")
    friend.page.wait_for_selector(".chair.mine")
    other.goto(friend.address + "/me")
    other.click("#sign-out")
    other.wait_for_selector(".top .me", state="detached")
    friend.page.wait_for_selector(".top .me", state="detached")
    assert friend.page.locator(".chair.mine").count() == 0


def test_a_lobby_in_another_tab_begins_a_game(visit: Callable[..., Visitor]) -> None:
    friend = visit()
    friend.go("/")
    other = friend.context.new_page()
    other.goto(friend.address + "/sign-in")
    other.fill("#guest-name", "Dora")
    other.click("#be-guest")
    other.wait_for_selector(".top .me")
    friend.page.wait_for_selector(".top .me")
    friend.page.click("#play-shipyard")
    friend.page.wait_for_selector("#table")
    assert friend.page.inner_text(".top .me") == "Dora"


@pytest.mark.parametrize("private", [True, False], ids=["private", "public"])
def test_a_lost_cookie_is_told(private: bool, visit: Callable[..., Visitor], complaints: Complaints) -> None:
    complaints.expected = ("403", "404")
    sailor = visit()
    sailor.enter("Emil")
    sailor.make_table("shipyard", ("human", "sailor"), private=private)
    # The page must know who it is for before the cookie goes: its stream says so as it opens.
    with sailor.page.expect_response(lambda answer: "event-stream" in answer.headers.get("content-type", "")):
        sailor.page.reload()
    sailor.page.wait_for_selector("#ask.yours")
    sailor.context.clear_cookies()
    assert sailor.click_if_there(f"#{sailor.buttons()[0]}")
    sailor.page.wait_for_selector('a[href^="/sign-in?next=/tables/"]')
    assert signs(sailor) == 0
    sailor.page.wait_for_selector(".refusal")


def test_who_is_invited_reads_what_to_sit_down_to(visit: Callable[..., Visitor]) -> None:
    host = visit()
    host.enter("Anne")
    host.make_table("isles", ("human", "open"), {"price.8": "9"}, private=True)
    friend = visit(viewport=PHONE)
    friend.go(host.page.input_value("#invite"))
    about = " ".join(friend.page.inner_text("#room .about").split())
    for words in ("2 players", "no clock", "by invitation", "island 8: price in ducats, in every colour (I1.2): 9"):
        assert words in about
    assert friend.page.inner_text("#room h2") in friend.page.title()
