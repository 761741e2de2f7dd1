"""What viewers see of tables in the middle of games, without a server."""

from dataclasses import replace

from doubloon.engine.contract import CHANCE, Game
from doubloon.engine.playthrough import Playthrough
from doubloon.engine.record import HUMAN
from doubloon.engine.rng import new_rng
from doubloon.tables.rows import OVER, PLAYING
from doubloon.texts import Translator
from doubloon.web.table.log import Log, LogLine
from doubloon.web.table.render import new_region_cache, render_personal, render_shared
from doubloon.web.table.view_model import OwnView, SeatView, TableFacts, TableView, Urls, shared_view
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
    labels = names or tuple(f"Name {seat}" for seat in range(playthrough.num_seats))
    seats = tuple(SeatView(seat, name, HUMAN) for seat, name in enumerate(labels))
    shared = shared_view(playthrough, seats, version=1)
    status = OVER if shared.is_over else PLAYING
    own = OwnView(
        seat=viewer,
        observation=playthrough.observation(viewer),
        seats=seats,
        urls=URLS,
        csrf="token",
        log=Log(),
        new_from=0,
        legal=tuple(playthrough.legal_actions(viewer)) if viewer >= 0 and not shared.is_over else (),
    )
    return TableView(TableFacts("1", playthrough.game, playthrough.rules, status, "00"), shared, own)


def translator_of(view: TableView, language: str = "en") -> Translator:
    """Return the translator of a table."""
    return Translator(language, (view.facts.game.folder / "texts", HERE / "texts"), view.names)


def html_of(view: TableView, language: str = "en") -> str:
    """Return the fragment of a viewer."""
    return render_personal(render_shared(view, new_region_cache(view.facts, translator_of(view, language))), view)


def with_log(view: TableView, *lines: LogLine) -> TableView:
    """Return the same view with other lines in its log."""
    return replace(view, own=replace(view.own, log=Log(lines)))
