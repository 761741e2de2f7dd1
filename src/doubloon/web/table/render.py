"""From what one viewer sees of a table (`view.py`) to HTML: what all share is rendered once, each viewer's own part is
joined in.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from doubloon.engine.contract import SPECTATOR
from doubloon.texts import Translator
from doubloon.web.table import regions
from doubloon.web.table.pen import ANYBODY, NOTHING, ActionSlot, GainSlot, OwnSlot, Pen, Pieces, PlaceSlot, Slot
from doubloon.web.table.region_cache import RegionCache
from doubloon.web.table.view_model import TableView
from doubloon.web.templating import environment, game_template, macros


@dataclass(frozen=True)
class SharedTable:
    """What is the same for all viewers of one language at one version."""

    cache: RegionCache
    centre: Pieces
    seats: tuple[Pieces, ...]
    shown: tuple[object, ...] = ()
    """What the seats depend on; the same in every language."""

    def placed(self) -> frozenset[int]:
        """Return the actions that have a slot of their own; the others are offered below the prompt."""
        return frozenset(
            slot.action
            for pieces in (self.centre, *self.seats)
            for slot in pieces.slots
            if isinstance(slot, ActionSlot)
        )

    def owners(self) -> frozenset[int]:
        """Return the seats that alone may see something."""
        return self.centre.owners.union(*[pieces.owners for pieces in self.seats])


def new_region_cache(view: TableView, translator: Translator) -> RegionCache:
    """Return a place for what is rendered of a table in one language, with nothing in it."""
    return RegionCache(Pen(view.game, view.rules, translator, environment.globals["static"]))  # type: ignore[arg-type]


def render_shared(
    view: TableView, translator: Translator, cache: RegionCache | None = None, other: SharedTable | None = None
) -> SharedTable:
    """Render what all viewers share, with slots for the rest. From `view.shared`, which is what a spectator knows.

    `cache` holds what was rendered of this table in this language before; `other` is the same in another language.
    """
    cache = cache or new_region_cache(view, translator)
    if view.is_waiting:
        return SharedTable(cache, NOTHING, tuple(NOTHING for _ in view.seats))
    game, pen = view.game, cache.pen
    data: Mapping[str, Any] = view.shared_data
    template = game_template(game, "table.html")
    module: Any = template.module
    if not str(template.filename).startswith(str(game.folder)):
        panels = game.view.board(view.rules, view.shared, SPECTATOR)
        seats = tuple(pen.cut(module.seat(pen, data, seat, panels)) for seat in range(len(view.seats)))
        return SharedTable(cache, pen.cut(module.centre(pen, data, panels)), seats)
    centre = cache.region("centre", view.shared.tobytes(), lambda: pen.cut(module.centre(pen, data, ())))
    shown = (
        other.shown
        if other is not None
        else tuple([(data["seats"][seat], str(module.depends(data, seat))) for seat in range(len(view.seats))])
    )
    return SharedTable(
        cache,
        centre,
        tuple([seat_area(module, cache, data, seat, shown[seat]) for seat in range(len(view.seats))]),
        shown,
    )


def seat_area(module: Any, cache: RegionCache, data: Mapping[str, Any], seat: int, shown: object) -> Pieces:
    """Return the things of a seat. Most stay as they are from entry to entry: kept, a table of `isles` renders in a
    fifth of the time.
    """

    def make() -> Pieces:
        return cache.pen.cut(module.seat(cache.pen, data, seat, ()))

    return cache.region(seat, shown, lambda: cache.pen.cards.area(repr((seat, shown)), make))


def render_personal(shared: SharedTable, view: TableView, translator: Translator) -> str:
    """Return the inside of `<main id="table">` for one viewer: the shared part with the viewer's buttons and secrets in
    it.
    """
    cache = shared.cache
    buttons = Buttons(shared, view)
    places = {"csrf": str(escape(view.csrf)), "at": str(view.at)}

    def place(slot: Slot) -> str:
        return places[slot.name] if isinstance(slot, PlaceSlot) else ""

    def around(seat: int) -> str:
        places["holdings"] = buttons.fill_in(shared.seats[seat])
        places["said"] = regions.said(cache, view, seat)
        return regions.area(cache, view, seat).fill(place)

    places["ask"] = regions.ask(cache, view, buttons.prompt(), buttons.rest()).fill(place)
    if view.is_waiting:
        places["room"] = regions.room(cache, view).fill(place)
    else:
        places["centre"] = buttons.fill_in(shared.centre)
        places["around"] = "".join([around(seat) for seat in seats_around(view)])
        places["own"] = around(view.viewer) if view.viewer >= 0 else ""
    places["log"] = regions.log(cache, view)
    places["beside"] = regions.beside(cache, view).fill(place)
    return regions.frame(cache, view).fill(place)


def render_page(fragment: str, view: TableView, translator: Translator, context: dict[str, object]) -> str:
    """Return the whole page around a fragment."""
    styles = sorted(path.name for path in (view.game.folder / "art").glob("*.css"))
    pen = Pen(view.game, view.rules, translator, environment.globals["static"])  # type: ignore[arg-type]
    module: Any = game_template(view.game, "table.html").module
    # Safe: made by templates that escape
    made = {"fragment": Markup(fragment), "cards": Markup(module.cards(pen, view.shared_data))}
    own = {"styles": styles, "view": view, "title": translator.text("game.title"), **made}
    return environment.get_template("table/page.html").render({**context, **own})


def seats_around(view: TableView) -> list[int]:
    """Return the other seats, clockwise from the viewer's left; all for a spectator."""
    count = len(view.seats)
    first = view.viewer + 1 if view.viewer >= 0 else 0
    return [seat % count for seat in range(first, first + count) if seat % count != view.viewer]


class Buttons:
    """Makes the buttons of one viewer, and puts them and the viewer's secrets into slots."""

    def __init__(self, shared: SharedTable, view: TableView) -> None:
        self._shared = shared
        self._sight = view
        self._pen = shared.cache.pen
        self._legal = frozenset(view.legal) if view.replay is None else frozenset()
        self._moments = view.moments
        self._has_own = bool(self._legal or self._moments) or view.viewer in shared.owners()
        self._data: dict[str, object] | None = None

    def fill_in(self, pieces: Pieces) -> str:
        """Return a part of the table with the viewer's own things in it; most viewers have none."""
        return pieces.fill(self.fill) if self._has_own else pieces.bare()

    def fill(self, slot: Slot) -> str:
        """Return what goes into a slot."""
        if isinstance(slot, GainSlot):
            return self._gains(slot.source) if slot.source in self._moments else ""
        if isinstance(slot, OwnSlot):
            return self._secret(slot) if slot.seat == self._sight.viewer else ""
        if (
            not isinstance(slot, ActionSlot)
            or slot.action not in self._legal
            or slot.owner not in (ANYBODY, self._sight.viewer)
        ):
            return ""
        return self._button(slot.action, slot.label, slot.style)

    def rest(self) -> list[Markup]:
        """Return the buttons of actions that have no slot, with their whole meaning."""
        return (
            [self._button(action, None, "plain") for action in sorted(self._legal - self._shared.placed())]
            if self._legal
            else []
        )

    def prompt(self) -> Markup | None:
        """Return what is asked of the viewer; None when nothing is."""
        view = self._sight
        return self._pen.say(view.game.view.prompt(view.rules, view.observation, view.viewer)) if self._legal else None

    def _button(self, action: int, label: Markup | None, style: str) -> Markup:
        view = self._sight
        words = self._pen.say(view.game.view.action(view.rules, view.observation, view.viewer, action))
        key = view.game.view.keys.get(action, "")
        if len(key) != 1 or key.isdigit():
            key = ""
        if action == view.hinted:
            style += " hinted"
        return button(action, label, words, style, key, is_costly=action in view.costly)

    def _gains(self, source: str) -> str:
        module: Any = macros("table/gains.html")
        return str(module.gains(self._pen, *self._moments[source]))

    def _secret(self, slot: OwnSlot) -> str:
        view = self._sight
        if self._data is None:
            self._data = view.game.view.data(view.rules, view.observation, view.viewer)
        module: Any = game_template(view.game, "personal.html").module
        return str(getattr(module, slot.macro)(self._pen, self._data, slot.seat))


def button(action: int, label: Markup | None, words: Markup, style: str, key: str, *, is_costly: bool) -> Markup:
    """Return the button of an action: what it shows, then its whole meaning for those who do not see where it lies.

    Not a template: who must act has a dozen of them at each entry, and a macro takes ten times as long.
    """
    shown = (
        f'<span class="say">{words}</span>'
        if label is None
        else f'<span class="label">{label}</span><span class="vh"> – {words}</span>'
    )
    shortcut = f' aria-keyshortcuts="{escape(key)}"' if key else ""
    hint = f'<kbd aria-hidden="true">{escape(key)}</kbd>' if key else ""
    costly = " data-costly" if is_costly else ""
    names = f'name="action" value="{action}" id="a{action}" class="act {style}" title="{words}"'
    # Safe: words and label are escaped, the rest is ours
    return Markup(f'<button form="act" {names}{shortcut}{costly}>{shown}{hint}</button>')
