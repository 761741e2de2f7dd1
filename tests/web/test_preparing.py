"""A site whose games are still being compiled answers at once, and says so."""

import threading
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from doubloon.engine.contract import Game
from doubloon.games import load
from doubloon.web import app
from doubloon.web.app import ServerOptions, create_app
from tests.tables.support import options
from tests.web.support import Browser


def test_pages_say_that_a_game_is_being_prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    may_load = threading.Event()

    def load_late(slug: str) -> Game:
        may_load.wait()
        return load(slug)

    monkeypatch.setattr(app, "load", load_late)
    with TestClient(create_app(ServerOptions(tmp_path, runtime=options()))) as site:
        try:
            site.cookies.clear()
            browser = Browser(site, "hu")
            assert site.get("/healthz").json()["ready"] == []
            assert browser.get("/").status_code == 200
            early = browser.get("/new/isles")
            assert (early.status_code, early.headers["retry-after"]) == (503, "2")
            assert "url=/new/isles" in early.text
            begun = browser.post("/play/isles")
            assert (begun.status_code, "url=/&#34;" in begun.text or 'url=/"' in begun.text) == (503, True)
            assert site.get("/api/games/isles").json()["reason"] == "unready"
            assert site.get("/rules/isles").status_code == 200
        finally:
            may_load.set()
