"""What is kept of a page between two looks is what would be rendered anew, at every point of a game."""

import random
from pathlib import Path

import pytest

from doubloon.engine.contract import Game
from doubloon.tables.live import LiveTable
from doubloon.tables.lobby import NewTable
from doubloon.tables.rows import Person
from doubloon.tables.runtime import Runtime
from doubloon.web.table import build, pen
from doubloon.web.table.build import TableViews
from doubloon.web.table.card_sets import CardSets
from doubloon.web.table.viewer import Viewer
from tests.tables.support import in_loop, open_runtime, seat_people

ENTRIES = 100
CHECKED = 5
"""Every fifth entry: to render anew takes 12 ms for each viewer."""
LANGUAGES = ("en", "hu")


def viewers(people: list[Person]) -> list[Viewer]:
    """Return people at the table, one who does not hear another, and somebody without a name."""
    deaf = frozenset({people[0].id})
    return [
        Viewer(person, language, f"token {language}", "http://x", "", deaf if person is people[1] else frozenset())
        for person in (*people[:2], None)
        for language in LANGUAGES
    ]


def check(
    kept: TableViews, runtime: Runtime, live: LiveTable, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compare what cached views show that has seen all with one that comes just now."""
    seen = [kept.fragment(live, viewer)[0] for viewer in viewers(people)]
    if live.at % CHECKED == 0:
        with monkeypatch.context() as patched:
            patched.setattr(pen, "CARD_SETS", CardSets())
            assert seen == [
                TableViews(runtime.hub, runtime.service.now).fragment(live, viewer)[0] for viewer in viewers(people)
            ]


def test_what_is_kept_is_what_would_be_rendered(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @in_loop
    async def play() -> None:
        dice = random.Random(5)
        async with open_runtime(tmp_path, games=(game.slug,)) as runtime:
            live, people = await seat_people(runtime, game.slug, 3)
            kept = TableViews(runtime.hub, runtime.service.now)
            while live.is_playing and live.at < ENTRIES:
                check(kept, runtime, live, people, monkeypatch)
                seat = dice.choice(live.seats_to_act())
                await runtime.service.act(
                    live.id, people[seat].id, dice.choice(live.playthrough.legal_actions(seat)), live.at
                )
                if live.at % 13 == 0:
                    await runtime.chat.say(live.id, dice.choice(people), f"<b>{live.at}</b>")
                if live.at % 17 == 0:
                    runtime.hub.watch(live.id, dice.choice(people).id)
                if live.at % 29 == 0:
                    await runtime.people.rename(people[2], f"Name {live.at} & more")

    play()


@in_loop
async def test_little_is_kept_of_tables_that_nobody_looks_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "MOST_DRAWN", 3)
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        person = await runtime.people.new_guest("Ann")
        wanted = NewTable("shipyard", ("human", "open"))
        tables = [await runtime.lobby.create(person, wanted) for _ in range(6)]
        views = TableViews(runtime.hub, runtime.service.now)
        reader = viewers([person, person])[0]
        runtime.hub.watch(tables[0].id, "")
        before = [views.fragment(live, reader)[0] for live in tables]
        kept = [live for live in tables if live in views._caches]
        assert kept == [tables[0], *tables[4:]]
        assert [views.fragment(live, reader)[0] for live in tables] == before
