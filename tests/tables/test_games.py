"""Games are prepared behind the scenes: who asks too early is told so, and a game that cannot be prepared holds up no
other.
"""

import threading

import pytest

from doubloon.engine.contract import Game
from doubloon.engine.errors import UnknownGame
from doubloon.games import load
from doubloon.tables.errors import Unready
from doubloon.tables.games import Shelf
from tests.tables.support import in_loop


@in_loop
async def test_who_asks_too_early_is_told_so() -> None:
    may_load = threading.Event()

    def load_late(slug: str) -> Game:
        may_load.wait()
        return load(slug)

    shelf = Shelf(load_late, ("shipyard",), patience_s=0)
    with pytest.raises(Unready, match="shipyard is being prepared"):
        await shelf.get("shipyard")
    assert not shelf.is_ready("shipyard")
    with pytest.raises(UnknownGame, match="chess"):
        await shelf.get("chess")
    may_load.set()
    assert (await shelf.when_ready("shipyard")).slug == "shipyard"
    assert shelf.is_ready("shipyard")
    assert (await shelf.get("shipyard")).slug == "shipyard"
    shelf.close()


@in_loop
async def test_a_game_that_cannot_be_prepared_holds_up_no_other(caplog: pytest.LogCaptureFixture) -> None:
    def load_some(slug: str) -> Game:
        if slug == "isles":
            raise ImportError("no such file")
        return load(slug)

    shelf = Shelf(load_some, ("isles", "shipyard"))
    assert (await shelf.when_ready("shipyard")).slug == "shipyard"
    with pytest.raises(ImportError, match="no such file"):
        await shelf.get("isles")
    assert "isles cannot be prepared" in caplog.text
    shelf.close()
