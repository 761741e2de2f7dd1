"""What viewers see of tables in the middle of games, without a server."""

from dataclasses import replace

from doubloon.engine.contract import CHANCE, SPECTATOR, Game
from doubloon.engine.playthrough import Playthrough
from doubloon.engine.record import HUMAN
from doubloon.engine.rng import new_rng
from doubloon.texts import Translator
from doubloon.web.table.log import Log, LogLine
from doubloon.web.table.render import render_personal, render_shared
from doubloon.web.table.view_model import SeatView, TableView, Urls
from doubloon.web.templating import HERE
from tests.support import random_step

URLS = Urls(*(f"/tables/1/{name}" for name in Urls.__dataclass_fields__))


def played(game: Game, num_seats: int, entries: int, seed: int = 7) -> Playthrough:
    """Return a random game after so many entries, where a seat must decide."""
    playthrough = Playthrough.new(game, num_seats)
    rng = new_rng(seed)
    while not playthrough.is_over and (len(playthrough.entries) < entries or playthrough.to_act == CHANCE):
        random_step(playthrough, rng)
    return playthrough


def view_of(playthrough: Playthrough, viewer: int, names: tuple[str, ...] | None = None) -> TableView:
    """Return what a viewer sees."""
    game, rules = playthrough.game, playthrough.rules
    shared = playthrough.observation(SPECTATOR)
    labels = names or tuple(f"Name {seat}" for seat in range(playthrough.num_seats))
    over = playthrough.is_over
    return TableView(
        table="1",
        game=game,
        rules=rules,
        status="over" if over else "playing",
        at=len(playthrough.entries),
        version=1,
        shared=shared,
        shared_data=game.view.data(rules, shared, SPECTATOR),
        observation=playthrough.observation(viewer),
        viewer=viewer,
        seats=tuple(SeatView(seat, name, HUMAN) for seat, name in enumerate(labels)),
        legal=tuple(playthrough.legal_actions(viewer)) if viewer >= 0 and not over else (),
        to_act=tuple(playthrough.seats_to_act()),
        is_over=over,
        places=tuple(int(place) for place in playthrough.ranking()) if over else (),
        result=game.view.result(rules, playthrough.state, playthrough.ranking()) if over else (),
        log=Log(),
        new_from=0,
        chat=(),
        phrases=(),
        clock=None,
        commitment="00",
        seed="",
        csrf="token",
        urls=URLS,
    )


def translator_of(view: TableView, language: str = "en") -> Translator:
    """Return the translator of a table."""
    return Translator(language, (view.game.folder / "texts", HERE / "texts"), view.names)


def html_of(view: TableView, language: str = "en") -> str:
    """Return the fragment of a viewer."""
    translator = translator_of(view, language)
    return render_personal(render_shared(view, translator), view, translator)


def with_log(view: TableView, *lines: LogLine) -> TableView:
    """Return the same view with other lines in its log."""
    return replace(view, log=Log(lines))
