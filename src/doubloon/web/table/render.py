"""From what one viewer sees of a table (`sight.py`) to HTML: what all share is rendered once, each viewer's own part is
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
from doubloon.web.table.region_cache import Kept
from doubloon.web.table.view_model import TableSight
from doubloon.web.templating import environment, game_template, macros


@dataclass(frozen=True)
class SharedTable:
    """What is the same for all viewers of one language at one version."""

    kept: Kept
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


def new_kept(sight: TableSight, translator: Translator) -> Kept:
    """Return a place for what is rendered of a table in one language, with nothing in it."""
    return Kept(Pen(sight.game, sight.rules, translator, environment.globals["static"]))  # type: ignore[arg-type]


def render_shared(
    sight: TableSight, translator: Translator, kept: Kept | None = None, other: SharedTable | None = None
) -> SharedTable:
    """Render what all viewers share, with slots for the rest. From `sight.shared`, which is what a spectator knows.

    `kept` holds what was rendered of this table in this language before; `other` is the same table in another language.
    """
    kept = kept or new_kept(sight, translator)
    if sight.status == "open":
        return SharedTable(kept, NOTHING, tuple(NOTHING for _ in sight.seats))
    game, pen = sight.game, kept.pen
    data: Mapping[str, Any] = sight.shared_data
    template = game_template(game, "table.html")
    module: Any = template.module
    if not str(template.filename).startswith(str(game.folder)):
        panels = game.view.board(sight.rules, sight.shared, SPECTATOR)
        seats = tuple(pen.cut(module.seat(pen, data, seat, panels)) for seat in range(len(sight.seats)))
        return SharedTable(kept, pen.cut(module.centre(pen, data, panels)), seats)
    centre = kept.region("centre", sight.shared.tobytes(), lambda: pen.cut(module.centre(pen, data, ())))
    shown = (
        other.shown
        if other is not None
        else tuple([(data["seats"][seat], str(module.depends(data, seat))) for seat in range(len(sight.seats))])
    )
    return SharedTable(
        kept,
        centre,
        tuple([seat_area(module, kept, data, seat, shown[seat]) for seat in range(len(sight.seats))]),
        shown,
    )


def seat_area(module: Any, kept: Kept, data: Mapping[str, Any], seat: int, shown: object) -> Pieces:
    """Return the things of a seat. Most stay as they are from entry to entry: kept, a table of `isles` renders in a
    fifth of the time.
    """

    def make() -> Pieces:
        return kept.pen.cut(module.seat(kept.pen, data, seat, ()))

    return kept.region(seat, shown, lambda: kept.pen.cards.area(repr((seat, shown)), make))


def render_personal(shared: SharedTable, sight: TableSight, translator: Translator) -> str:
    """Return the inside of `<main id="table">` for one viewer: the shared part with the viewer's buttons and secrets in
    it.
    """
    kept = shared.kept
    buttons = Buttons(shared, sight)
    places = {"csrf": str(escape(sight.csrf)), "at": str(sight.at)}

    def place(slot: Slot) -> str:
        return places[slot.name] if isinstance(slot, PlaceSlot) else ""

    def around(seat: int) -> str:
        places["holdings"] = buttons.fill_in(shared.seats[seat])
        places["said"] = regions.said(kept, sight, seat)
        return regions.area(kept, sight, seat).fill(place)

    places["ask"] = regions.ask(kept, sight, buttons.prompt(), buttons.rest()).fill(place)
    if sight.status == "open":
        places["room"] = regions.room(kept, sight).fill(place)
    else:
        places["centre"] = buttons.fill_in(shared.centre)
        places["around"] = "".join([around(seat) for seat in seats_around(sight)])
        places["own"] = around(sight.viewer) if sight.viewer >= 0 else ""
    places["log"] = regions.log(kept, sight)
    places["beside"] = regions.beside(kept, sight).fill(place)
    return regions.frame(kept, sight).fill(place)


def render_page(fragment: str, sight: TableSight, translator: Translator, context: dict[str, object]) -> str:
    """Return the whole page around a fragment."""
    styles = sorted(path.name for path in (sight.game.folder / "art").glob("*.css"))
    pen = Pen(sight.game, sight.rules, translator, environment.globals["static"])  # type: ignore[arg-type]
    module: Any = game_template(sight.game, "table.html").module
    # Safe: made by templates that escape
    made = {"fragment": Markup(fragment), "cards": Markup(module.cards(pen, sight.shared_data))}
    own = {"styles": styles, "sight": sight, "title": translator.text("game.title"), **made}
    return environment.get_template("table/page.html").render({**context, **own})


def seats_around(sight: TableSight) -> list[int]:
    """Return the other seats, clockwise from the viewer's left; all for a spectator."""
    count = len(sight.seats)
    first = sight.viewer + 1 if sight.viewer >= 0 else 0
    return [seat % count for seat in range(first, first + count) if seat % count != sight.viewer]


class Buttons:
    """Makes the buttons of one viewer, and puts them and the viewer's secrets into slots."""

    def __init__(self, shared: SharedTable, sight: TableSight) -> None:
        self._shared = shared
        self._sight = sight
        self._pen = shared.kept.pen
        self._legal = frozenset(sight.legal) if sight.replay is None else frozenset()
        self._moments = sight.moments
        self._has_own = bool(self._legal or self._moments) or sight.viewer in shared.owners()
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
        sight = self._sight
        return (
            self._pen.say(sight.game.view.prompt(sight.rules, sight.observation, sight.viewer)) if self._legal else None
        )

    def _button(self, action: int, label: Markup | None, style: str) -> Markup:
        sight = self._sight
        words = self._pen.say(sight.game.view.action(sight.rules, sight.observation, sight.viewer, action))
        key = sight.game.view.keys.get(action, "")
        if len(key) != 1 or key.isdigit():
            key = ""
        if action == sight.hinted:
            style += " hinted"
        return button(action, label, words, style, key, is_costly=action in sight.costly)

    def _gains(self, source: str) -> str:
        module: Any = macros("table/gains.html")
        return str(module.gains(self._pen, *self._moments[source]))

    def _secret(self, slot: OwnSlot) -> str:
        sight = self._sight
        if self._data is None:
            self._data = sight.game.view.data(sight.rules, sight.observation, sight.viewer)
        module: Any = game_template(sight.game, "personal.html").module
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
