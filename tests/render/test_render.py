"""Every action has its button, nobody gets another's button or secret, and nothing that people type is markup."""

import re
from dataclasses import replace
from typing import Any

import pytest

from doubloon.engine.contract import CHANCE, SPECTATOR, Game
from doubloon.engine.events import Event
from doubloon.engine.message import Message, SeatName
from doubloon.engine.playthrough import Playthrough
from doubloon.games import load
from doubloon.games.rubies.state import Action, Frame
from doubloon.texts import LANGUAGES
from doubloon.web import templating
from doubloon.web.table import render
from doubloon.web.table.log import LogLine
from doubloon.web.table.pen import Pen
from doubloon.web.table.slots import MARK
from doubloon.web.table.view_model import TableView
from tests.render.views import html_of, played, translator_of, view_of, with_log

ENTRIES = (0, 12, 45, 90)
BUTTON = re.compile(r'name="action" value="(\d+)"')


def buttons(html: str) -> list[int]:
    """Return the actions that have a button, with those that have two."""
    return sorted(int(number) for number in BUTTON.findall(html))


@pytest.mark.parametrize("entries", ENTRIES)
def test_every_legal_action_has_one_button_and_no_other_has(game: Game, entries: int) -> None:
    playthrough = played(game, 3, entries)
    for viewer in range(3):
        view = view_of(playthrough, viewer)
        assert buttons(html_of(view)) == sorted(view.own.legal)
    assert buttons(html_of(view_of(playthrough, SPECTATOR))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_is_said_in_the_language_of_the_viewer(game: Game, language: str) -> None:
    html = html_of(view_of(played(game, 3, 45), 0), language)
    assert MARK not in html
    assert re.findall(r">\s*(?:page|table|kind|card|line|chip)\.[a-z_.]+\s*<", html) == []


def test_a_game_without_templates_shows_its_panels(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(game, slug=f"bare-{game.slug}")
    monkeypatch.setattr(templating, "_TEMPLATES", {})
    monkeypatch.setattr(templating.GAMES, "mapping", {})
    monkeypatch.setattr(templating, "TEMPLATE_FOLDER", "no-such-folder")
    view = view_of(played(game, 3, 45), 0)
    view = replace(view, facts=replace(view.facts, game=bare))
    html = html_of(view)
    assert 'class="panel"' in html
    assert_every_card_is_explained(view)
    assert buttons(html) == sorted(view.own.legal)


def assert_every_card_is_explained(view: TableView) -> None:
    """Hold the panel of cards to the words of every face."""
    pen = Pen(view.facts.game, view.facts.rules, translator_of(view), templating.static)
    module: Any = templating.game_template(view.facts.game, "table.html").module
    html = str(module.cards(pen, view.shared.data))
    assert MARK not in html
    for face in pen.faces.values():
        assert all(str(pen.say(text)) in html for text in face.texts)


def test_every_card_is_explained(game: Game) -> None:
    assert_every_card_is_explained(view_of(played(game, 3, 45), 0))


def test_names_are_text_and_never_slots() -> None:
    names = ("<script>alert(1)</script>", f"{MARK}0{MARK}", "A & B")
    view = view_of(played(load("shipyard"), 3, 45), 0, names)
    line = LogLine(1, 1, Message("event.passed", {"seat": SeatName(0)}))
    html = html_of(with_log(view, line))
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert MARK not in html
    assert buttons(html) == sorted(view.own.legal)


def grasping() -> Playthrough:
    """Return a game of rubies in which seat 0 has grasped and the others have not."""
    playthrough = played(load("rubies"), 3, 0)
    while playthrough.state.frames[0][0] != Frame.GRASP:
        playthrough.act(playthrough.seats_to_act()[0], Action.DONE)
    playthrough.act(0, Action.GRASP + 7)
    return playthrough


def test_a_grasp_is_shown_to_its_owner_alone() -> None:
    playthrough = grasping()
    mark = 'class="own"'
    assert mark in html_of(view_of(playthrough, 0))
    for viewer in (1, 2, SPECTATOR):
        assert mark not in html_of(view_of(playthrough, viewer))


def test_what_is_shared_does_not_depend_on_the_viewer() -> None:
    playthrough = grasping()
    shared = set()
    for viewer in (0, 1, SPECTATOR):
        view = view_of(playthrough, viewer)
        made = render.render_shared(view, render.new_region_cache(view.facts, translator_of(view)))
        shared.add((made.centre.texts, tuple(area.texts for area in made.seats)))
    assert len(shared) == 1


def isles_payout() -> tuple[Playthrough, tuple[Event, ...], int]:
    """Return a game of isles right after a column paid, what happened, and who got it."""
    playthrough = played(load("isles"), 3, 30)
    while True:
        seat = playthrough.seats_to_act()[0]
        events = playthrough.act(seat, playthrough.legal_actions(seat)[-1])
        if any(playthrough.game.page.moment(playthrough.rules, event) for event in events):
            return playthrough, events, seat
        while playthrough.to_act == CHANCE:
            playthrough.chance(int(playthrough.weights().argmax()))


def lines(playthrough: Playthrough, events: tuple[Event, ...], entry: int) -> list[LogLine]:
    """Return the lines of the log for what an entry did."""
    game = playthrough.game
    found = [
        (game.view.event(playthrough.rules, event, SPECTATOR), game.page.moment(playthrough.rules, event))
        for event in events
    ]
    return [LogLine(entry, 0, message, moment=moment) for message, moment in found if message is not None]


def test_what_cards_paid_stands_on_them_until_the_next_act_or_since_the_own_last() -> None:
    playthrough, events, owner = isles_payout()
    last = len(playthrough.entries) - 1
    paid = sum(playthrough.game.page.moment(playthrough.rules, event) is not None for event in events)
    for viewer, new_from, entry, shown in (
        (SPECTATOR, last + 1, last, paid),
        (owner, last + 1, last, paid),
        (owner, last + 1, last - 1, 0),
        ((owner + 1) % 3, last - 9, last - 5, paid),
    ):
        view = with_log(view_of(playthrough, viewer), *lines(playthrough, events, entry))
        view = replace(view, own=replace(view.own, new_from=new_from))
        assert html_of(view).count('class="gains"') == shown
