"""Games are prepared behind the scenes: who asks too early is told so, and a game that cannot be prepared holds up no
other.
"""

import threading

import pytest

from doubloon.engine.contract import Game
from doubloon.engine.errors import UnknownGame
from doubloon.games import load
from doubloon.tables.errors import Unready
from doubloon.tables.games import Games
from tests.tables.support import in_loop


@in_loop
async def test_who_asks_too_early_is_told_so() -> None:
    may_load = threading.Event()

    def load_late(slug: str) -> Game:
        may_load.wait()
        return load(slug)

    games = Games(load_late, ("shipyard",), patience_s=0)
    with pytest.raises(Unready, match="shipyard is being prepared"):
        await games.get("shipyard")
    assert not games.is_ready("shipyard")
    with pytest.raises(UnknownGame, match="chess"):
        await games.get("chess")
    may_load.set()
    assert (await games.when_ready("shipyard")).slug == "shipyard"
    assert games.is_ready("shipyard")
    assert (await games.get("shipyard")).slug == "shipyard"
    games.close()


@in_loop
async def test_a_game_that_cannot_be_prepared_holds_up_no_other(caplog: pytest.LogCaptureFixture) -> None:
    def load_some(slug: str) -> Game:
        if slug == "isles":
            raise ImportError("no such file")
        return load(slug)

    games = Games(load_some, ("isles", "shipyard"))
    assert (await games.when_ready("shipyard")).slug == "shipyard"
    with pytest.raises(ImportError, match="no such file"):
        await games.get("isles")
    assert "isles cannot be prepared" in caplog.text
    games.close()
