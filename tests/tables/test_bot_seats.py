"""Bots at tables: they see what a person sees, play to the end, and survive a restart."""

from pathlib import Path

import pytest

from doubloon.bots import new_bot
from doubloon.bots.protocol import Sight
from doubloon.engine.contract import Game
from doubloon.games import load
from doubloon.tables import bot_seats
from doubloon.tables.lobby import NewTable
from tests.tables.support import in_loop, kinds, open_house


@in_loop
async def test_bots_alone_play_to_the_end(game: Game, tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        host = await house.people.new_guest("Ann")
        live = await house.lobby.create(host, NewTable(game.slug, kinds(game, human=False)))
        await house.bots.settle()
        assert live.row.status == "over"


@in_loop
async def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        host = await house.people.new_guest("Ann")
        live = await house.lobby.create(host, NewTable("isles", ("sailor", "sailor", "random")))
    stored = live.at
    assert not live.playthrough.is_over
    async with open_house(tmp_path) as house:
        await house.resume()
        again = await house.service.get(live.id)
        await house.bots.settle()
        assert again.row.status == "over"
        assert again.at > stored


@in_loop
async def test_bots_wake_when_their_table_is_made_again(tmp_path: Path) -> None:
    async with open_house(tmp_path, games=("shipyard",)) as house:
        host = await house.people.new_guest("Ann")
        live = await house.lobby.create(host, NewTable("shipyard", ("sailor", "sailor")))
        house.service.drop(live)
        again = await house.service.get(live.id)
        await house.bots.settle()
        assert (again.row.status, live.is_dropped) == ("over", True)


@in_loop
async def test_a_bot_gets_an_observation_and_never_the_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Sight] = []

    class Spy:
        def __init__(self, level: str, game: Game, seed: int) -> None:
            self.bot = new_bot(level, game, seed)

        def choose(self, sight: Sight) -> int:
            kept = sight.game.new_states(1)[0]
            kept.setfield(sight.observation, sight.game.state)
            seen.append(Sight(sight.game, sight.rules, kept, sight.seat, sight.mask))
            return self.bot.choose(sight)

    monkeypatch.setattr(bot_seats, "new_bot", Spy)
    async with open_house(tmp_path, games=("rubies",)) as house:
        seen.clear()
        host = await house.people.new_guest("Ann")
        await house.lobby.create(host, NewTable("rubies", ("sailor",) * 3))
        await house.bots.settle()
    game = load("rubies")
    assert len(seen) > 50
    for sight in seen:
        again = game.new_states(1)[0]
        again.setfield(sight.observation, game.state)
        game.functions.observe(sight.rules, again, sight.seat)
        assert again.tobytes() == sight.observation.tobytes()


@in_loop
async def test_a_bot_that_breaks_is_reported_and_harms_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async with open_house(tmp_path, games=("shipyard",)) as house:
        host = await house.people.new_guest("Ann")

        class Broken:
            def choose(self, sight: Sight) -> int:
                raise ArithmeticError("no idea")

        monkeypatch.setattr(bot_seats, "new_bot", lambda level, game, seed: Broken())
        live = await house.lobby.create(host, NewTable("shipyard", ("random", "random")))
        at = live.at
        await house.bots.settle()
        assert live.at == at
        assert "no idea" in caplog.text
