"""Lessons and how-to pages: played to the end by forms alone in every language, and true by the rules."""

import html
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from doubloon.bots import new_searcher
from doubloon.engine.contract import Game
from doubloon.engine.errors import BadGame
from doubloon.texts import LANGUAGES, catalogue_ids
from doubloon.web.howto import INTRODUCTION, PICTURE, howto_parts, read_parts
from doubloon.web.howto_url import has_howto, howto_path
from doubloon.web.languages import translator_for
from doubloon.web.lessons.book import LEARNER, Lesson, Position, has_lesson, lesson_of, read_lesson
from doubloon.web.lessons.progress import COOKIE
from tests.conftest import GAMES
from tests.web.support import Browser, buttons

TAUGHT = [game for game in GAMES if has_lesson(game.folder)]
JUDGE = "captain+playouts=2000"
JUDGE_SEED = 1
taught_games = pytest.mark.parametrize("taught", TAUGHT, ids=lambda game: game.slug)


def words(page: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", page))


def test_the_three_games_have_lessons_of_eight_to_twelve_positions() -> None:
    assert {"isles", "rubies", "shipyard"} <= {game.slug for game in TAUGHT}
    for game in TAUGHT:
        assert 8 <= len(lesson_of(game).positions) <= 12


@taught_games
def test_every_act_in_a_position_is_answered(taught: Game) -> None:
    lesson = lesson_of(taught)
    catalogue = catalogue_ids(taught.folder / "texts" / "en" / "messages.po", "en")
    known = {text_id for text_id in catalogue if text_id.startswith("lesson.")}
    said: set[str] = set()
    for position in lesson.positions:
        table = lesson.table(position)
        assert LEARNER in table.seats_to_act()
        says = {position.answer(action).says for action in table.legal(LEARNER)} | {"title", "ask"}
        said |= {f"lesson.{position.id}.{word}" for word in says}
    assert known == said


def worth(lesson: Lesson, position: Position, action: str) -> float:
    searcher = new_searcher(JUDGE, lesson.game, JUDGE_SEED)
    sight = lesson.table(position).sight(LEARNER)
    return float(searcher.search(sight, only=lesson.game.actions.index(action)).utility[0])


@taught_games
def test_what_a_lesson_calls_worse_is_worse_for_a_search(taught: Game) -> None:
    lesson = lesson_of(taught)
    judged = all_wrong = 0
    for position in lesson.positions:
        wrong = [action for action, answer in position.answers.items() if not answer.is_right]
        worse = [action for action in wrong if position.answers[action].says in position.judged]
        best = max(worth(lesson, position, action) for action in position.right) if worse else 0.0
        found = {action: value for action in worse if (value := worth(lesson, position, action)) >= best}
        assert found == {}, f"{position.id}: right is worth {best}"
        judged, all_wrong = judged + len(worse), all_wrong + len(wrong)
    assert judged / all_wrong > 0.8


@pytest.mark.parametrize("language", LANGUAGES)
@taught_games
def test_a_lesson_is_played_to_its_end(site: TestClient, taught: Game, language: str) -> None:
    game = taught
    lesson, browser, say = lesson_of(game), Browser(site, language), translator_for(game, language, ())
    page = browser.get(f"/learn/{game.slug}")
    assert page.status_code == 200
    url = f"/learn/{game.slug}/1"
    assert f'href="{url}"' in page.text
    for number, position in enumerate(lesson.positions):
        page = browser.get(url)
        assert say.text(f"lesson.{position.id}.ask") in words(page.text)
        action = game.actions.index(position.right[-1])
        assert action in buttons(page.text)
        answer = browser.get(browser.post(url, action=action, at=0).headers["location"])
        assert say.text(f"lesson.{position.id}.right") in words(answer.text)
        assert buttons(answer.text) == []
        assert browser.cookies[COOKIE] == f"{game.slug}.{number + 1}"
        (url,) = re.findall(r'id="next" href="([^"]+)"', answer.text)
    end = browser.get(url)
    assert end.status_code == 200
    table = browser.submit(re.findall(rf'action="(/learn/{game.slug})"', end.text)[0])
    assert table.startswith("/tables/")


@taught_games
def test_a_worse_act_is_explained_and_may_be_taken_back(site: TestClient, taught: Game) -> None:
    game = taught
    lesson, browser, say = lesson_of(game), Browser(site), translator_for(game, "en", ())
    for number, position in enumerate(lesson.positions):
        url = f"/learn/{game.slug}/{number + 1}"
        before = buttons(browser.get(url).text)
        for action in lesson.table(position).legal(LEARNER):
            said = position.answer(action)
            if said.is_right:
                continue
            answer = browser.get(browser.post(url, action=game.actions.index(action), at=0).headers["location"])
            assert say.text(f"lesson.{position.id}.{said.says}") in words(answer.text)
            assert buttons(answer.text) == before
    assert COOKIE not in browser.cookies


def test_a_lesson_goes_on_where_it_was_left(site: TestClient) -> None:
    browser = Browser(site)
    browser.get("/learn/shipyard/1")
    browser.submit("/learn/shipyard/1", action=0, at=0)
    assert 'href="/learn/shipyard/2"' in browser.get("/learn/shipyard").text
    again = browser.get("/learn/shipyard/1")
    assert 'href="/learn/shipyard/2"' in again.text
    assert 'href="/learn/shipyard/3"' not in again.text


@pytest.mark.parametrize(
    "cookie", ["", "~", "shipyard", "shipyard.x", "shipyard.9999", "\x7f", "a" * 4000, "no.1~isles.2"]
)
def test_a_bent_cookie_of_progress_does_no_harm(site: TestClient, cookie: str) -> None:
    browser = Browser(site)
    browser.cookies[COOKIE] = cookie
    assert browser.get("/learn/shipyard").status_code == 200
    assert browser.get("/").status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "fields", "status"),
    [
        ("GET", "/learn/nothing", {}, 404),
        ("GET", "/learn/shipyard/0", {}, 404),
        ("GET", "/learn/shipyard/99", {}, 404),
        ("GET", "/learn/shipyard/1?did=nonsense", {}, 200),
        ("GET", "/learn/shipyard/1?did=pass", {}, 200),
        ("POST", "/learn/shipyard/1", {"action": "1", "at": "0"}, 409),
        ("POST", "/learn/shipyard/1", {"action": "x", "at": "0"}, 409),
        ("POST", "/learn/shipyard/99", {"action": "0", "at": "0"}, 404),
        ("GET", "/how-to-play/nothing", {}, 404),
    ],
)
def test_addresses_that_lead_nowhere_say_so(
    site: TestClient, method: str, path: str, fields: dict[str, Any], status: int
) -> None:
    browser = Browser(site)
    browser.get("/learn/shipyard/1")
    response = browser.get(path) if method == "GET" else browser.post(path, **fields)
    assert response.status_code == status
    assert 'id="answer"' not in response.text


def test_a_game_without_a_lesson_has_no_way_to_one(site: TestClient, game: Game) -> None:
    if has_lesson(game.folder):
        return
    browser = Browser(site)
    assert f'href="/learn/{game.slug}"' not in browser.get("/").text
    for path in (f"/learn/{game.slug}", f"/learn/{game.slug}/1", f"/learn/{game.slug}/end"):
        assert browser.get(path).status_code == 404
    if not has_howto(game.folder):
        assert browser.get(f"/how-to-play/{game.slug}").status_code == 404
        assert f"/how-to-play/{game.slug}" not in browser.get(f"/rules/{game.slug}").text


def test_the_lesson_is_the_first_choice_for_who_is_new(site: TestClient) -> None:
    browser = Browser(site)
    strong = re.findall(r'class="plain strong" id="lesson-(\w+)"', browser.get("/").text)
    assert sorted(strong) == sorted(game.slug for game in TAUGHT)
    browser.get("/learn/isles/1")
    browser.submit("/learn/isles/1", action=lesson_of(TAUGHT[0]).game.actions.index("take:red:5"), at=0)
    browser.get("/")
    browser.submit("/play/rubies")
    page = browser.get("/").text
    assert re.findall(r'class="plain strong" id="lesson-(\w+)"', page) == ["shipyard"]
    assert sorted(re.findall(r'id="play-(\w+)" class="plain strong"', page)) == sorted(
        game.slug for game in GAMES if game.slug != "shipyard"
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("seats = 3", "expected `seats`, a number"),
        ("seats = 3\nwhat = 1\n[[position]]", "unknown key 'what'"),
        ("seats = 3\n[[position]]\nid = 'a'", "expected `id`, a word; `right`"),
        ("seats = 3\n[[position]]\nid = 'a'\nafter = 'b'\nright = { draw = '' }", "expected an `id` of its own"),
        ("seats = 3\nset = ['starter=0']\n[[position]]\nid = 'a'\nright = { pass = '' }", "'a': illegal action"),
        ("seats = 3\nset = ['starter=0']\n[[position]]\nid = 'a'\nright = { draw = 'blue, hop' }", "no action 'hop'"),
        ("seats = 9\n[[position]]\nid = 'a'\nright = { draw = 'red' }", "9 seats"),
        (
            "seats = 3\nset = ['starter=0']\n[[position]]\nid = 'a'\nright = { draw = 'red' }\nwrong = { no = 'pass' }",
            "pass cannot be done there; legal: draw",
        ),
    ],
)
def test_a_lesson_that_does_not_hold_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, says: str
) -> None:
    game = next(game for game in TAUGHT if game.slug == "shipyard")
    (tmp_path / "lesson.toml").write_text(text, encoding="utf-8")
    (tmp_path / "cards.toml").write_text((game.folder / "cards.toml").read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setitem(game.__dict__, "folder", tmp_path)
    with pytest.raises(BadGame) as refused:
        read_lesson(game)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


@taught_games
def test_how_to_pages_have_the_same_parts_and_pictures_in_every_language(site: TestClient, taught: Game) -> None:
    game = taught
    english = howto_parts(game, "en")
    assert tuple(part.id for part in english)[:3] == INTRODUCTION
    drawn = PICTURE.findall(howto_path(game.folder, "en").read_text(encoding="utf-8"))
    assert drawn
    for language in LANGUAGES:
        parts = howto_parts(game, language)
        assert [part.id for part in parts] == [part.id for part in english]
        assert PICTURE.findall(howto_path(game.folder, language).read_text(encoding="utf-8")) == drawn
        page = Browser(site, language).get(f"/how-to-play/{game.slug}").text
        assert "{card" not in page
        assert "{#" not in page
        for part in parts:
            assert f'<a href="#{part.id}">' in page
            assert f'id="{part.id}"' in page
    for path in (f"/rules/{game.slug}", "/rules", "/"):
        assert f'href="/how-to-play/{game.slug}"' in Browser(site).get(path).text


def test_a_how_to_page_with_an_unknown_picture_is_refused() -> None:
    def picture(kind: str, name: str) -> str:
        raise KeyError(name)

    with pytest.raises(BadGame, match=r"howto.md: \{card no:1\}: the game has no such card"):
        read_parts(Path("howto.md"), "## Goal {#goal}\n{card no:1}", picture)


def test_the_table_leads_to_the_how_to_page(site: TestClient) -> None:
    browser = Browser(site)
    browser.get("/")
    assert 'href="/how-to-play/shipyard"' in browser.get(browser.submit("/play/shipyard")).text
