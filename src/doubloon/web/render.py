"""From what one viewer sees of a table (`sight.py`) to HTML: what all share is rendered once, each viewer's own part is joined in."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, Template
from markupsafe import Markup

from doubloon.bots import LEVELS
from doubloon.engine.contract import SPECTATOR, Game
from doubloon.engine.message import Message, Panel, SeatName
from doubloon.texts import Translator
from doubloon.web.pen import ANYBODY, ActionSlot, GainSlot, OwnSlot, Pen, Pieces, Slot, cut
from doubloon.web.sight import LogLine, TableSight

Kept = TypeVar("Kept")
Key = TypeVar("Key", bound=Hashable)
HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
TEMPLATE_FOLDER = "templates"
"""In the folder of a game."""
MOST_LOG_LINES = 20_000
"""Log lines kept in words, over all tables and languages."""
MOST_BESIDE = 2_000
"""Viewers whose talk and facts are kept, 4 kB each."""


def static(path: str) -> str:
    """Return the address of a static file; the app puts one with a version in its place (`environment.globals`)."""
    return f"/static/{path}"


class GameLoader(PrefixLoader):
    """Finds `shipyard/table.html` in the folder of the game, once the game is known (`game_template`)."""

    def __init__(self) -> None:
        super().__init__({})

    def add(self, game: Game) -> None:
        """Make the templates of a game known."""
        self.mapping.setdefault(game.slug, FileSystemLoader(game.folder / TEMPLATE_FOLDER))  # type: ignore[attr-defined]


GAMES = GameLoader()
environment = Environment(
    autoescape=True,
    loader=ChoiceLoader([FileSystemLoader(TEMPLATES), GAMES]),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
environment.globals["static"] = static
environment.globals["levels"] = lambda: tuple(LEVELS)


_TEMPLATES: dict[tuple[str, str], Template] = {}


@dataclass(frozen=True)
class SharedTable:
    """What is the same for all viewers of one language at one version."""

    pen: Pen
    template: Template
    centre: Pieces
    seats: tuple[Pieces, ...]
    placed: frozenset[int]
    """Actions that have a slot of their own; the others are offered below the prompt."""


@cache
def macros(name: str) -> object:
    """Return the macros of a template of ours."""
    return environment.get_template(name).module


def game_template(game: Game, name: str) -> Template:
    """Return a template of a game; one that shows panels of words where the game has none."""
    key = (game.slug, name)
    if key not in _TEMPLATES:
        GAMES.add(game)
        _TEMPLATES[key] = environment.select_template([f"{game.slug}/{name}", f"table/any_{name}"])
    return _TEMPLATES[key]


def render_shared(sight: TableSight, translator: Translator) -> SharedTable:
    """Render what all viewers share, with slots for the rest. From `sight.shared`, which is what a spectator knows."""
    game = sight.game
    pen = Pen(game, sight.rules, translator, environment.globals["static"])  # type: ignore[arg-type]
    template = game_template(game, "table.html")
    module: Any = template.module
    if sight.status == "open":
        return SharedTable(pen, template, cut("", []), tuple(cut("", []) for _ in sight.seats), frozenset())
    data = sight.shared_data
    has_own = str(template.filename).startswith(str(game.folder))
    panels = () if has_own else game.view.board(sight.rules, sight.shared, SPECTATOR)
    centre = cut(str(module.centre(pen, data, panels)), pen.slots)
    seats = tuple(seat_area(module, pen, data, seat, panels) for seat in range(len(sight.seats)))
    slots = [slot for pieces in (centre, *seats) for slot in pieces.slots]
    placed = frozenset(slot.action for slot in slots if isinstance(slot, ActionSlot))
    return SharedTable(pen, template, centre, seats, placed)


def seat_area(module: Any, pen: Pen, data: Mapping[str, Any], seat: int, panels: Sequence[Panel]) -> Pieces:
    """Return the area of a seat. Most stay as they are from entry to entry: kept, a table of `isles` renders in a fifth of the time."""

    def make() -> Pieces:
        return cut(str(module.seat(pen, data, seat, panels)), pen.slots)

    if panels:
        return make()
    return pen.cards.area((seat, repr(data["seats"][seat]), str(module.depends(data, seat))), make)


def render_personal(shared: SharedTable, sight: TableSight, translator: Translator) -> str:
    """Return the inside of `<main id="table">` for one viewer: the shared part with the viewer's buttons and secrets in it."""
    buttons = Buttons(shared, sight)
    around = seats_around(sight)
    module: Any = macros("table/fragment.html")
    context = {
        "p": shared.pen,
        "sight": sight,
        "centre": shared.centre.fill(buttons.fill),
        "areas": [(sight.seats[seat], shared.seats[seat].fill(buttons.fill)) for seat in around],
        "own": (sight.seats[sight.viewer], shared.seats[sight.viewer].fill(buttons.fill)) if sight.viewer >= 0 else None,
        "said": last_said(shared.pen, sight),
        "rest": buttons.rest(),
        "prompt": buttons.prompt(),
        "log": log(shared.pen, sight),
        "beside": beside(shared.pen, sight),
    }
    return str(module.fragment(context))


def render_page(fragment: str, sight: TableSight, translator: Translator, context: dict[str, object]) -> str:
    """Return the whole page around a fragment."""
    styles = sorted(path.name for path in (sight.game.folder / "art").glob("*.css"))
    pen = Pen(sight.game, sight.rules, translator, environment.globals["static"])  # type: ignore[arg-type]
    module: Any = game_template(sight.game, "table.html").module
    parts = {"fragment": Markup(fragment), "cards": Markup(module.cards(pen, sight.shared_data))}  # Safe: made by templates that escape
    own = {"styles": styles, "sight": sight, "title": translator.text("game.title"), **parts}
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
        self._pen = shared.pen
        self._legal = frozenset(sight.legal) if sight.replay is None else frozenset()
        self._words: dict[int, Markup] = {}
        self._data: dict[str, object] | None = None
        self._moments = sight.moments

    def fill(self, slot: Slot) -> str:
        """Return what goes into a slot; nothing for most viewers."""
        if isinstance(slot, GainSlot):
            return self._gains(slot.source) if slot.source in self._moments else ""
        if isinstance(slot, OwnSlot):
            return self._secret(slot) if slot.seat == self._sight.viewer else ""
        if slot.action not in self._legal or slot.owner not in (ANYBODY, self._sight.viewer):
            return ""
        return self._button(slot.action, slot.label, slot.style)

    def rest(self) -> list[Markup]:
        """Return the buttons of actions that have no slot, with their whole meaning."""
        return [self._button(action, None, "plain") for action in sorted(self._legal - self._shared.placed)]

    def prompt(self) -> Markup | None:
        """Return what is asked of the viewer; None when nothing is."""
        sight = self._sight
        return self._pen.say(sight.game.view.prompt(sight.rules, sight.observation, sight.viewer)) if self._legal else None

    def _button(self, action: int, label: Markup | None, style: str) -> Markup:
        sight = self._sight
        words = self._pen.say(sight.game.view.action(sight.rules, sight.observation, sight.viewer, action))
        key = sight.game.view.keys.get(action, "")
        if len(key) != 1 or key.isdigit():
            key = ""
        if action == sight.hinted:
            style += " hinted"
        module: Any = macros("table/button.html")
        return Markup(module.button(action, label, words, style, key, action in sight.costly))

    def _gains(self, source: str) -> str:
        module: Any = macros("table/gains.html")
        return str(module.gains(self._pen, *self._moments[source]))

    def _secret(self, slot: OwnSlot) -> str:
        sight = self._sight
        if self._data is None:
            self._data = sight.game.view.data(sight.rules, sight.observation, sight.viewer)
        module: Any = game_template(sight.game, "personal.html").module
        return str(getattr(module, slot.macro)(self._pen, self._data, slot.seat))


def last_said(pen: Pen, sight: TableSight) -> dict[int, Markup]:
    """Return for each seat the newest line of the log that names it first: what it did last."""
    said: dict[int, Markup] = {}
    for line in reversed(sight.log):
        name = line.message.args.get("seat")
        if isinstance(name, SeatName) and name.seat not in said and not line.is_personal:
            said[name.seat] = words_of(pen, line.message)
            if len(said) == len(sight.seats):
                break
    return said


def log(pen: Pen, sight: TableSight) -> Markup:
    """Return the lines of the log, each with an id that it keeps.

    A line is kept as it was rendered, by its identity and together with it, so that its number cannot come to mean another one: 60 lines take
    0.02 ms instead of 0.5.
    """
    parts = []
    entry = count = -1
    for line in sight.log:
        count = count + 1 if line.entry == entry else 0
        entry = line.entry
        key = (id(line), pen.language, pen.names)
        found = _LINES.get(key)
        if found is None:
            module: Any = macros("table/line.html")
            html = str(module.line(pen, line, f"{entry}.{count}", line.seat == sight.viewer))
            found = remember(_LINES, key, (line, html))
        parts.append(found[1])
    return Markup("".join(parts))  # Safe: made by a template that escapes


def beside(pen: Pen, sight: TableSight) -> Markup:
    """Return the talk and the facts of a table for a viewer, kept as long as nothing in them changes."""
    viewer = (pen.language, sight.csrf, sight.urls, sight.is_spectator, sight.replay is not None)
    key = (*viewer, sight.chat, sight.phrases, sight.changes, sight.commitment, sight.seed, sight.status)
    found = _BESIDE.get(key)
    if found is None:
        module: Any = macros("table/beside.html")
        found = remember(_BESIDE, key, Markup(module.beside(pen, sight)), MOST_BESIDE)  # Safe: made by a template that escapes
    return found


def words_of(pen: Pen, message: Message) -> Markup:
    """Return the words of a message of the log, kept in the same way."""
    key = (id(message), pen.language, pen.names)
    found = _WORDS.get(key)
    if found is None:
        found = remember(_WORDS, key, (message, pen.say(message)))
    return found[1]


LineKey: TypeAlias = tuple[int, str, tuple[str, ...]]
_LINES: dict[LineKey, tuple[LogLine, str]] = {}
_WORDS: dict[LineKey, tuple[Message, Markup]] = {}
_BESIDE: dict[tuple[Hashable, ...], Markup] = {}


def remember(kept: dict[Key, Kept], key: Key, value: Kept, most: int = MOST_LOG_LINES) -> Kept:
    """Keep a value, and forget the oldest where there are too many."""
    kept[key] = value
    if len(kept) > most:
        del kept[next(iter(kept))]
    return value
