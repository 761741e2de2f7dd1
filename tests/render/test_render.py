"""Every action has its button, nobody gets another's button or secret, and nothing that people type is markup."""

import re
from dataclasses import replace

import pytest

from doubloon.engine.contract import SPECTATOR, Game
from doubloon.engine.message import Message, SeatName
from doubloon.engine.playthrough import Playthrough
from doubloon.games import load
from doubloon.games.rubies.state import Action, Frame
from doubloon.texts import LANGUAGES
from doubloon.web import render, templating
from doubloon.web.log import LogLine
from doubloon.web.pen import MARK
from tests.render.sights import html_of, played, sight_of, translator_of, with_log

ENTRIES = (0, 12, 45, 90)
BUTTON = re.compile(r'name="action" value="(\d+)"')


def buttons(html: str) -> list[int]:
    """Return the actions that have a button, with those that have two."""
    return sorted(int(number) for number in BUTTON.findall(html))


@pytest.mark.parametrize("entries", ENTRIES)
def test_every_legal_action_has_one_button_and_no_other_has(game: Game, entries: int) -> None:
    playthrough = played(game, 3, entries)
    for viewer in range(3):
        sight = sight_of(playthrough, viewer)
        assert buttons(html_of(sight)) == sorted(sight.legal)
    assert buttons(html_of(sight_of(playthrough, SPECTATOR))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_is_said_in_the_language_of_the_viewer(game: Game, language: str) -> None:
    html = html_of(sight_of(played(game, 3, 45), 0), language)
    assert MARK not in html
    assert re.findall(r">\s*(?:page|table|kind|card|line|chip)\.[a-z_.]+\s*<", html) == []


def test_a_game_without_templates_shows_its_panels(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(game, slug=f"bare-{game.slug}")
    monkeypatch.setattr(templating, "_TEMPLATES", {})
    monkeypatch.setattr(templating.GAMES, "mapping", {})
    monkeypatch.setattr(templating, "TEMPLATE_FOLDER", "no-such-folder")
    sight = replace(sight_of(played(game, 3, 45), 0), game=bare)
    html = html_of(sight)
    assert 'class="panel"' in html
    assert buttons(html) == sorted(sight.legal)


def test_names_are_text_and_never_slots() -> None:
    names = ("<script>alert(1)</script>", f"{MARK}0{MARK}", "A & B")
    sight = sight_of(played(load("shipyard"), 3, 45), 0, names)
    line = LogLine(1, 1, Message("event.passed", {"seat": SeatName(0)}))
    html = html_of(with_log(sight, line))
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert MARK not in html
    assert buttons(html) == sorted(sight.legal)


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
    assert mark in html_of(sight_of(playthrough, 0))
    for viewer in (1, 2, SPECTATOR):
        assert mark not in html_of(sight_of(playthrough, viewer))


def test_what_is_shared_does_not_depend_on_the_viewer() -> None:
    playthrough = grasping()
    shared = set()
    for viewer in (0, 1, SPECTATOR):
        sight = sight_of(playthrough, viewer)
        made = render.render_shared(sight, translator_of(sight))
        shared.add((made.centre.texts, tuple(area.texts for area in made.seats)))
    assert len(shared) == 1
