"""From what one viewer sees of a table (`view_model.py`) to HTML: what all share is rendered once, each
viewer's own part is joined in.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from markupsafe import Markup, escape

from doubloon.engine.contract import SPECTATOR
from doubloon.texts import Translator
from doubloon.web.clock_words import left_words
from doubloon.web.table.pen import Pen
from doubloon.web.table.region_cache import Region, RegionCache
from doubloon.web.table.regions import regions_of
from doubloon.web.table.slots import (
    ANYBODY,
    NOTHING,
    ActionSlot,
    Filling,
    GainSlot,
    OwnSlot,
    Pieces,
    PlaceSlot,
    Slot,
    join,
)
from doubloon.web.table.view_model import TableFacts, TableView
from doubloon.web.templating import environment, game_template, macros

AROUND, ASK, BESIDE, CENTRE, LOG, OWN, ROOM = (
    PlaceSlot(name) for name in ("around", "ask", "beside", "centre", "log", "own", "room")
)
CSRF, AT, NOW, LEFT = PlaceSlot("csrf"), PlaceSlot("at"), PlaceSlot("now"), PlaceSlot("left")


@dataclass(frozen=True)
class SharedTable:
    """What is the same for all viewers of one language at one version."""

    cache: RegionCache
    centre: Pieces
    seats: tuple[Pieces, ...]
    shown: tuple[object, ...] = ()
    """What the seats depend on; the same in every language."""

    @cached_property
    def things(self) -> dict[Slot, Pieces]:
        """By their places, with slots that are still to be filled."""
        return {CENTRE: self.centre, **{holdings(seat): pieces for seat, pieces in enumerate(self.seats)}}

    @cached_property
    def bare(self) -> dict[Slot, Filling]:
        """By their places, as text for those who have nothing in their slots: most viewers."""
        return {place: pieces.bare() for place, pieces in self.things.items()}

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """All that were left."""
        return (*self.centre.slots, *[slot for area in self.seats for slot in area.slots])

    @cached_property
    def placed(self) -> frozenset[int]:
        """The actions that have a slot of their own; the others are offered below the prompt."""
        return frozenset([slot.action for slot in self.slots if isinstance(slot, ActionSlot)])

    @cached_property
    def owners(self) -> frozenset[int]:
        """The seats that alone may see something."""
        return self.centre.owners.union(*[area.owners for area in self.seats])


def holdings(seat: int) -> PlaceSlot:
    """Return the place of the things of a seat."""
    return PlaceSlot(f"holdings{seat}")


def new_region_cache(facts: TableFacts, translator: Translator) -> RegionCache:
    """Return an empty cache for a table in one language."""
    return RegionCache(Pen(facts.game, facts.rules, translator, environment.globals["static"]))  # type: ignore[arg-type]


def render_shared(view: TableView, cache: RegionCache, other: SharedTable | None = None) -> SharedTable:
    """Render what all viewers share, with slots for the rest. From `view.shared`, which is what a spectator knows.

    `cache` holds what was rendered of this table in this language before; `other` is the same in another language.
    """
    count = range(len(view.own.seats))
    if view.facts.is_waiting:
        return SharedTable(cache, NOTHING, tuple(NOTHING for _ in count))
    game, pen, data = view.facts.game, cache.pen, view.shared.data
    template = game_template(game, "table.html")
    module: Any = template.module
    if not str(template.filename).startswith(str(game.folder)):
        panels = game.view.board(view.facts.rules, view.shared.observation, SPECTATOR)
        seats = tuple(pen.render(module.seat, data, seat, panels) for seat in count)
        return SharedTable(cache, pen.render(module.centre, data, panels), seats)
    shown = other.shown if other is not None else shown_of(module, data, count)
    centre = Region("centre", view.shared.observation.tobytes(), lambda: pen.render(module.centre, data, ()))
    pieces = cache.pieces([centre, *[seat_area(module, pen, data, seat, shown[seat]) for seat in count]])
    return SharedTable(cache, pieces[0], tuple(pieces[1:]), shown)


def shown_of(module: Any, data: Mapping[str, Any], seats: Iterable[int]) -> tuple[object, ...]:
    """Return all that the things of each seat depend on."""
    return tuple([(data["seats"][seat], str(module.depends(data, seat))) for seat in seats])


def seat_area(module: Any, pen: Pen, data: Mapping[str, Any], seat: int, shown: object) -> Region:
    """Return the things of a seat. Most stay as they are from entry to entry: kept, a table of `isles` renders in a
    fifth of the time.
    """

    def make() -> Pieces:
        return pen.cards.area(repr((seat, shown)), lambda: pen.render(module.seat, data, seat, ()))

    return Region(seat, shown, make)


def render_personal(shared: SharedTable, view: TableView) -> str:
    """Return the inside of `<main id="table">` for one viewer: the shared part with the viewer's buttons and secrets in
    it.
    """
    cache, own = shared.cache, view.own
    buttons = Buttons(shared, view)
    frame, ask, beside, *rest = cache.pieces(regions_of(cache.pen, view, buttons.prompt(), buttons.rest()))
    lines, said = cache.log.parts(own.log, own.seat, own.new_from)
    values: dict[Slot, Filling] = {CSRF: str(escape(own.csrf)), AT: str(view.shared.at)}
    values |= {ASK: ask, BESIDE: beside, LOG: lines, **times(view, cache.pen.language)}
    if view.facts.is_waiting:
        values[ROOM] = rest
    else:
        values[AROUND] = [rest[seat] for seat in seats_around(view)]
        values[OWN] = rest[own.seat] if own.seat >= 0 else ""
        values |= {PlaceSlot(f"said{seat}"): html for seat, html in said.items()}
        values |= buttons.values()
    return join(frame, values)


def times(view: TableView, language: str) -> dict[Slot, Filling]:
    """Return what clocks show at the moment that the view was made; pages count on from there."""
    clock, now = view.shared.clock, view.own.now
    if clock is None:
        return {}
    shown: dict[Slot, Filling] = {NOW: f"{now:.2f}"}
    deadline = clock.deadline(view.own.seat)
    if deadline is not None:
        shown[LEFT] = left_words(deadline - now, language)
    for seat, (bank, out) in enumerate(zip(clock.banks, clock.deadlines, strict=True)):
        if bank is not None:
            shown[PlaceSlot(f"left{seat}")] = left_words(bank if out is None else out - now, language)
    return shown


def render_page(
    fragment: str, view: TableView, translator: Translator, context: dict[str, object], page: str = "table/page.html"
) -> str:
    """Return the whole page around a fragment, by the template `page`."""
    styles = sorted(path.name for path in (view.facts.game.folder / "art").glob("*.css"))
    pen = Pen(view.facts.game, view.facts.rules, translator, environment.globals["static"])  # type: ignore[arg-type]
    module: Any = game_template(view.facts.game, "table.html").module
    # Safe: made by templates that escape
    made = {"fragment": Markup(fragment), "cards": Markup(module.cards(pen, view.shared.data))}
    own = {"styles": styles, "view": view, "title": translator.text("game.title"), **made}
    return environment.get_template(page).render({**context, **own})


def seats_around(view: TableView) -> list[int]:
    """Return the other seats, clockwise from the viewer's left; all for a spectator."""
    count = len(view.own.seats)
    first = view.own.seat + 1 if view.own.seat >= 0 else 0
    return [seat % count for seat in range(first, first + count) if seat % count != view.own.seat]


class Buttons:
    """Makes the buttons of one viewer, and puts them and the viewer's secrets into slots."""

    def __init__(self, shared: SharedTable, view: TableView) -> None:
        self._shared = shared
        self._view = view
        self._pen = shared.cache.pen
        self._legal = frozenset(view.own.legal) if view.replay is None else frozenset()
        self._moments = view.moments
        self._has_own = bool(self._legal or self._moments) or view.own.seat in shared.owners
        self._data: dict[str, object] | None = None

    def values(self) -> dict[Slot, Filling]:
        """Return the things on the table by their places, with what goes into their slots; most viewers have none."""
        if not self._has_own:
            return self._shared.bare
        return {**self._shared.things, **{slot: html for slot in self._shared.slots if (html := self.fill(slot))}}

    def fill(self, slot: Slot) -> str:
        """Return what goes into a slot."""
        if isinstance(slot, GainSlot):
            return self._gains(slot.source) if slot.source in self._moments else ""
        if isinstance(slot, OwnSlot):
            return self._secret(slot) if slot.seat == self._view.own.seat else ""
        if (
            not isinstance(slot, ActionSlot)
            or slot.action not in self._legal
            or slot.owner not in (ANYBODY, self._view.own.seat)
        ):
            return ""
        return self._button(slot.action, slot.label, slot.style)

    def rest(self) -> list[Markup]:
        """Return the buttons of actions that have no slot, with their whole meaning."""
        return (
            [self._button(action, None, "plain") for action in sorted(self._legal - self._shared.placed)]
            if self._legal
            else []
        )

    def prompt(self) -> Markup | None:
        """Return what is asked of the viewer; None when nothing is."""
        view = self._view
        return (
            self._pen.say(view.facts.game.view.prompt(view.facts.rules, view.own.observation, view.own.seat))
            if self._legal
            else None
        )

    def _button(self, action: int, label: Markup | None, style: str) -> Markup:
        view = self._view
        words = self._pen.say(
            view.facts.game.view.action(view.facts.rules, view.own.observation, view.own.seat, action)
        )
        key = view.facts.game.view.keys.get(action, "")
        if len(key) != 1 or key.isdigit():
            key = ""
        if action == view.own.hinted:
            style += " hinted"
        return button(action, label, words, style, key, is_costly=action in view.own.costly)

    def _gains(self, source: str) -> str:
        module: Any = macros("table/gains.html")
        return str(module.gains(self._pen, *self._moments[source]))

    def _secret(self, slot: OwnSlot) -> str:
        view = self._view
        if self._data is None:
            self._data = view.facts.game.view.data(view.facts.rules, view.own.observation, view.own.seat)
        module: Any = game_template(view.facts.game, "personal.html").module
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
