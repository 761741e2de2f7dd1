"""From what one viewer sees of a table (`sight.py`) to HTML: what all share is rendered once, each viewer's own part is joined in."""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, Template
from markupsafe import Markup

from doubloon.bots import LEVELS
from doubloon.engine.contract import SPECTATOR, Game
from doubloon.engine.message import Message, SeatName
from doubloon.texts import Translator
from doubloon.web.pen import ANYBODY, ActionSlot, OwnSlot, Pen, Pieces, cut
from doubloon.web.sight import LogLine, TableSight

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
MOST_LOG_LINES = 20_000
"""Log lines kept in words, over all tables and languages."""


def static(path: str) -> str:
    """Return the address of a static file; the app puts one with a version in its place (`environment.globals`)."""
    return f"/static/{path}"


class GameLoader(PrefixLoader):
    """Finds `shipyard/table.html` in the folder of the game, once the game is known (`game_template`)."""

    def __init__(self) -> None:
        super().__init__({})

    def add(self, game: Game) -> None:
        """Make the templates of a game known."""
        self.mapping.setdefault(game.slug, FileSystemLoader(game.folder / "templates"))  # type: ignore[attr-defined]


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
    data = game.view.data(sight.rules, sight.shared, SPECTATOR)
    panels = () if template.name == f"{game.slug}/table.html" else game.view.board(sight.rules, sight.shared, SPECTATOR)
    centre = str(module.centre(pen, data, panels))
    seats = [str(module.seat(pen, data, seat, panels)) for seat in range(len(sight.seats))]
    placed = frozenset(slot.action for slot in pen.slots if isinstance(slot, ActionSlot))
    return SharedTable(pen, template, cut(centre, pen.slots), tuple(cut(text, pen.slots) for text in seats), placed)


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
        "log": list(log_lines(shared.pen, sight)),
    }
    return str(module.fragment(context))


def render_page(fragment: str, sight: TableSight, translator: Translator, context: dict[str, object]) -> str:
    """Return the whole page around a fragment."""
    own = {"sight": sight, "fragment": Markup(fragment), "title": translator.text("game.title")}  # noqa: S704: made by render_personal
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

    def fill(self, slot: ActionSlot | OwnSlot) -> str:
        """Return what goes into a slot; nothing for most viewers."""
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


def log_lines(pen: Pen, sight: TableSight) -> Iterator[tuple[str, LogLine, Markup]]:
    """Yield each line of the log with an id that it keeps, and its words."""
    entry = count = -1
    for line in sight.log:
        count = count + 1 if line.entry == entry else 0
        entry = line.entry
        yield f"{entry}.{count}", line, words_of(pen, line.message)


_LINES: OrderedDict[tuple[int, str, tuple[str, ...]], tuple[Message, Markup]] = OrderedDict()


def words_of(pen: Pen, message: Message) -> Markup:
    """Return the words of a line of the log, which are kept: the same message is shown to all viewers many times.

    Kept by identity, with the message itself, so that its number cannot come to mean another one.
    """
    key = (id(message), pen.language, pen.names)
    found = _LINES.get(key)
    if found is None:
        found = _LINES[key] = (message, pen.say(message))
        if len(_LINES) > MOST_LOG_LINES:
            _LINES.popitem(last=False)
    return found[1]
