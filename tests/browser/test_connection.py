"""Reloading, a second tab, a lost connection: no act is lost and none is doubled."""

from collections.abc import Callable
from pathlib import Path

from tests.browser.site import PAST, Complaints, Visitor, open_server


def entries_of(visitor: Visitor) -> int:
    """Return how many entries the server has of the table, as a fresh page tells."""
    fresh = visitor.context.new_page()
    fresh.goto(visitor.page.url)
    count = int(fresh.input_value('#act input[name="at"]'))
    fresh.close()
    return count


def begin(visit: Callable[..., Visitor]) -> Visitor:
    """Return a person at a table of isles against a bot, whose turn it is."""
    sailor = visit()
    sailor.enter("Dora")
    sailor.make_table("isles", ("human", "sailor"))
    sailor.page.wait_for_selector("#ask.yours")
    return sailor


def test_reload_and_second_tab(visit: Callable[..., Visitor]) -> None:
    sailor = begin(visit)
    other = sailor.context.new_page()
    other.goto(sailor.page.url)
    at = sailor.at
    sailor.press(sailor.buttons()[0])
    other.wait_for_function(PAST, arg=at)
    assert other.input_value('#act input[name="at"]') == str(sailor.at)
    sailor.page.reload()
    sailor.page.wait_for_selector("#ask.yours")
    assert sailor.at == entries_of(sailor)


def test_an_act_meant_for_an_old_entry_is_refused_with_words(
    visit: Callable[..., Visitor], complaints: Complaints
) -> None:
    complaints.expected = ("409",)
    sailor = begin(visit)
    at = sailor.at
    # In one go, for the next fragment puts the right number there again.
    sailor.page.evaluate(
        "id => { document.querySelector('#act input[name=at]').value = '1'; document.getElementById(id).click(); }",
        arg=sailor.buttons()[0],
    )
    assert sailor.page.locator(".refusal").inner_text()
    assert entries_of(sailor) == at


def test_a_double_click_acts_once(visit: Callable[..., Visitor]) -> None:
    sailor = begin(visit)
    at = sailor.at
    sailor.page.dblclick(f"#{sailor.buttons()[0]}")
    sailor.page.wait_for_function(PAST, arg=at)
    # Bots may have moved since; of one's own there is one entry.
    lines = sailor.page.eval_on_selector_all("#log li.mine", "lines => lines.map(line => line.id)")
    entries = {int(line[1:].partition(".")[0]) for line in lines}
    assert len([entry for entry in entries if entry >= at]) == 1


def test_lost_connection_in_the_middle_of_a_turn(visit: Callable[..., Visitor], complaints: Complaints) -> None:
    complaints.expected = ("ERR_INTERNET_DISCONNECTED",)
    sailor = begin(visit)
    at = sailor.at
    sailor.context.set_offline(offline=True)
    sailor.page.click(f"#{sailor.buttons()[0]}")
    assert sailor.page.locator(".refusal").inner_text()
    sailor.context.set_offline(offline=False)
    assert entries_of(sailor) == at
    sailor.press(sailor.buttons()[0])
    assert entries_of(sailor) == sailor.at > at


def test_a_page_comes_back_by_itself_when_the_server_does(
    visit: Callable[..., Visitor], browser: object, tmp_path: Path
) -> None:
    with open_server(tmp_path) as address:
        port = int(address.rpartition(":")[2])
        complaints = Complaints(address, expected=("ERR_", "Failed to load"))
        sailor = Visitor(browser, address, complaints)  # type: ignore[arg-type]
        sailor.enter("Emil")
        sailor.make_table("shipyard", ("human", "sailor"))
        sailor.page.wait_for_selector("#ask.yours")
        at = sailor.at
    sailor.page.wait_for_selector("#lost")
    with open_server(tmp_path, port):
        sailor.page.wait_for_selector("#lost", state="detached")
        assert sailor.at == at
        sailor.press(sailor.buttons()[0])
        assert sailor.at > at
        sailor.close()
    assert complaints.found == []
