"""Bots at tables: they see what a person sees, play to the end, and survive a restart."""

from collections import deque
from pathlib import Path

import pytest

from doubloon.bots import LEVELS, new_bot
from doubloon.engine.contract import Game, copy_record
from doubloon.engine.playthrough import Bot, Sight
from doubloon.games import load
from doubloon.tables import bot_seats
from doubloon.tables.lobby import NewTable
from doubloon.web.table.log import lines_of
from tests.tables.support import in_loop, kinds, open_runtime


@in_loop
async def test_bots_alone_play_to_the_end(game: Game, tmp_path: Path) -> None:
    async with open_runtime(tmp_path) as runtime:
        host = await runtime.people.new_guest("Ann")
        live = await runtime.lobby.create(host, NewTable(game.slug, kinds(game, human=False)))
        await runtime.bots.settle()
        assert live.row.status == "over"


@in_loop
async def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    async with open_runtime(tmp_path) as runtime:
        host = await runtime.people.new_guest("Ann")
        live = await runtime.lobby.create(host, NewTable("isles", ("sailor", "sailor", "random")))
    stored = live.at
    assert not live.playthrough.is_over
    async with open_runtime(tmp_path) as runtime:
        await runtime.resume()
        again = await runtime.service.get(live.id)
        await runtime.bots.settle()
        assert again.row.status == "over"
        assert again.at > stored


@in_loop
async def test_bots_wake_when_their_table_is_made_again(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        host = await runtime.people.new_guest("Ann")
        live = await runtime.lobby.create(host, NewTable("shipyard", ("sailor", "sailor")))
        runtime.service.drop(live)
        again = await runtime.service.get(live.id)
        await runtime.bots.settle()
        assert (again.row.status, live.is_dropped) == ("over", True)


@in_loop
async def test_a_bot_gets_an_observation_and_never_the_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Sight] = []

    class Spy:
        def __init__(self, level: str, game: Game, seed: int) -> None:
            self.bot = new_bot(level, game, seed)

        def choose(self, sight: Sight) -> int:
            seen.append(Sight(sight.game, sight.rules, copy_record(sight.observation), sight.seat, sight.mask))
            return self.bot.choose(sight)

    monkeypatch.setattr(bot_seats, "new_bot", Spy)
    async with open_runtime(tmp_path, games=("rubies",)) as runtime:
        seen.clear()
        host = await runtime.people.new_guest("Ann")
        await runtime.lobby.create(host, NewTable("rubies", ("sailor",) * 3))
        await runtime.bots.settle()
    game = load("rubies")
    assert len(seen) > 50
    for sight in seen:
        again = copy_record(sight.observation)
        game.functions.observe(sight.rules, again, sight.seat)
        assert again.tobytes() == sight.observation.tobytes()


class Broken:
    """Spoils what it was given, and raises."""

    def choose(self, sight: Sight) -> int:
        sight.mask[:] = 0
        raise ArithmeticError("no idea")


def break_levels(monkeypatch: pytest.MonkeyPatch, *levels: str) -> list[tuple[str, int]]:
    """Let the bots of these levels raise; return, as they are made, the level and seed of every bot."""
    made: list[tuple[str, int]] = []

    def make(level: str, game: Game, seed: int) -> Bot:
        made.append((level, seed))
        return Broken() if level in levels else new_bot(level, game, seed)

    monkeypatch.setattr(bot_seats, "new_bot", make)
    return made


@in_loop
async def test_a_bot_that_breaks_is_stood_in_for_and_the_log_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = break_levels(monkeypatch, "deckhand")
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        host = await runtime.people.new_guest("Ann")
        live = await runtime.lobby.create(
            host, NewTable("shipyard", ("deckhand", "sailor"), ("turn_limit=4", "starter=0"))
        )
        await runtime.bots.settle()
        assert live.row.status == "over"
        own = [number for number, entry in enumerate(live.playthrough.entries) if entry.seat == 0]
        assert live.instead == dict.fromkeys(own, "sailor")
        # Made, made anew from the same seed, then the stand-in.
        assert [level for level, _ in made[:3]] == ["deckhand", "deckhand", "sailor"]
        assert made[0][1] == made[1][1]
        assert [record.levelname for record in caplog.records if record.exc_info] == ["ERROR"]
        assert "no idea" in caplog.text
        runtime.service.drop(live)
        assert (await runtime.service.get(live.id)).instead == live.instead
        told = [
            line.message
            for happening in live.happenings
            if happening.number in own
            for line in lines_of(live, happening, 1)
        ]
        assert [message.id for message in told].count("table.faltered") == len(own)


@in_loop
async def test_a_bot_that_stumbles_once_plays_on_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stumbled: list[str] = []

    class Stumbling:
        def __init__(self, level: str, game: Game, seed: int) -> None:
            self.bot = new_bot(level, game, seed)

        def choose(self, sight: Sight) -> int:
            if not stumbled:
                stumbled.append("once")
                return -1
            return self.bot.choose(sight)

    monkeypatch.setattr(bot_seats, "new_bot", Stumbling)
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        host = await runtime.people.new_guest("Ann")
        live = await runtime.lobby.create(host, NewTable("shipyard", ("sailor", "sailor"), ("turn_limit=4",)))
        await runtime.bots.settle()
        assert (live.row.status, stumbled, live.instead) == ("over", ["once"], {})


@in_loop
async def test_even_a_broken_sailor_is_stood_in_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    break_levels(monkeypatch, "captain", "sailor")
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        host = await runtime.people.new_guest("Ann")
        live = await runtime.lobby.create(host, NewTable("shipyard", ("captain", "sailor"), ("turn_limit=4",)))
        await runtime.bots.settle()
        assert live.row.status == "over"
        assert set(live.instead.values()) == {"random"}


@in_loop
async def test_where_every_bot_breaks_nothing_is_harmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    break_levels(monkeypatch, *LEVELS)
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        host = await runtime.people.new_guest("Ann")
        live = await runtime.lobby.create(host, NewTable("shipyard", ("random", "random")))
        at = live.at
        await runtime.bots.settle()
        assert live.at == at
        assert "no idea" in caplog.text


@in_loop
async def test_bots_wait_until_a_payout_has_been_seen(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("isles",)) as runtime:
        host = await runtime.people.new_guest("Ann")
        live = await runtime.lobby.create(host, NewTable("isles", ("sailor", "sailor")))
        await runtime.bots.settle()
        waits = []
        for happening in list(live.happenings):
            live.happenings = deque([happening])
            paid = sum(live.game.event_kinds[event.kind] == "paid" for event in happening.events)
            waits.append((paid, bot_seats.showing_s(live)))
    assert max(paid for paid, _ in waits) > 1
    assert all((wait == 0) == (paid == 0) for paid, wait in waits)
    assert all(wait <= bot_seats.MOST_MOMENTS_S for _, wait in waits)
