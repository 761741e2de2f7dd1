"""What templates of a table write with: words, icons, card faces, and slots for what is not the same for all viewers.

The shared part of a page is rendered once, from what a spectator knows. Where a viewer's own things go, a button or a
secret, the template leaves a slot; for each viewer the slots are filled and everything is joined (`render.py`).
"""

import re
from collections.abc import Callable, Hashable, Iterable

from jinja2.runtime import Macro
from markupsafe import Markup, escape

from doubloon.engine.contract import Game, Record
from doubloon.engine.message import Argument, Message
from doubloon.texts import Translator
from doubloon.texts.settings import setting_label, value_label
from doubloon.web.table.card_sets import CARD_SETS
from doubloon.web.table.slots import ANYBODY, MARK, ActionSlot, GainSlot, OwnSlot, Pieces, PlaceSlot, Slot, cut

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
MOST_WORDS = 10_000
"""Short strings of one card set in one language."""


class Pen:
    """Handed to every macro of a table's templates as `p`."""

    def __init__(self, game: Game, rules: Record, translator: Translator, static: Callable[[str], str]) -> None:
        self.game = game
        self.static = static
        self.language = translator.language
        self.names = translator.names
        self.slots: list[Slot] = []
        self._translator = translator
        self.cards = CARD_SETS.of(game, rules, translator.language)
        self.faces = self.cards.faces
        self._memo = self.cards.memo
        self._numbers = action_numbers(game)

    @property
    def comma(self) -> Markup:
        """What stands between things in a list; some languages have no blank there."""
        return self.t("list.comma", first="", rest="")

    @property
    def stop(self) -> Markup:
        """What stands between sentences."""
        return self.t("list.stop", first="", rest="")

    @property
    def colon(self) -> Markup:
        """What stands between a label and its text."""
        return self.t("label", what="", text="")

    def t(self, id: str, count: str | None = None, **args: Argument) -> Markup:
        """Return the words of an id, escaped. Those whose arguments are numbers or texts are made once for each card
        set and language.
        """
        if args:
            return self._t_with(id, count, args)
        found = self._memo.get(id)
        if found is None:
            found = self._memo[id] = self.typed(self._translator.render(Message(id)))
        return found

    def _t_with(self, id: str, count: str | None, args: dict[str, Argument]) -> Markup:
        if not all(type(value) is int or type(value) is str for value in args.values()):
            return self.say(Message(id, args, count))
        key = (id, *args.items())
        found = self._memo.get(key)
        if found is None:
            found = self.say(Message(id, args, count))
            if len(self._memo) < MOST_WORDS:
                self._memo[key] = found
        return found

    def say(self, message: Message) -> Markup:
        """Return the words of a message, escaped and without control characters."""
        if not message.args:
            return self.t(message.id)
        return self.typed(self._translator.render(message))

    def m(self, id: str) -> Message:
        """Return the message of an id, as an argument of another text."""
        return Message(id)

    def name(self, seat: int) -> Markup:
        """Return the name of a seat, escaped."""
        return self.typed(self.names[seat])

    def typed(self, text: str) -> Markup:
        """Return what people typed, escaped and without control characters, which could be taken for a slot."""
        return escape(text if text.isprintable() else CONTROL.sub("", text))

    def terms(self, changes: Iterable[str]) -> list[tuple[Markup, Markup]]:
        """Return changed settings, `key=value`, in words: what it is, and its value."""
        return [self._term(*change.split("=", 1)) for change in changes]

    def _term(self, key: str, value: str) -> tuple[Markup, Markup]:
        schema, translator = self.game.schema, self._translator
        return (
            self.typed(setting_label(translator, schema, key)),
            self.typed(value_label(translator, schema, key, value)),
        )

    def act(self, action: str, label: str, owner: int = ANYBODY, style: str = "on") -> Markup:
        """Leave a slot for the button of an action, by its stable name. `label` is what the button shows; its whole
        meaning is added.
        """
        return self._slot(ActionSlot(self._numbers[action], owner, escape(label), style))

    def own(self, macro: str, seat: int) -> Markup:
        """Leave a slot that a macro of the game's `personal.html` fills for one seat."""
        return self._slot(OwnSlot(macro, seat))

    def gains(self, source: str) -> Markup:
        """Leave a slot inside an element for what it gives (`Page.moment`), shown for a while after it did."""
        return self._slot(GainSlot(source))

    def place(self, name: str) -> Markup:
        """Leave a slot for a part of the page that is rendered by itself (`render.py`)."""
        return self._slot(PlaceSlot(name))

    def csrf(self) -> Markup:
        """Return the hidden field that every form carries; its value is each viewer's own."""
        return Markup('<input type="hidden" name="csrf" value="{}">').format(self.place("csrf"))

    def render(self, macro: Callable[..., object], *args: object) -> Pieces:
        """Return what a macro makes of arguments, cut at the slots that it left."""
        pieces = cut(str(macro(self, *args)), self.slots)
        self.slots.clear()
        return pieces

    def once(self, macro: Macro, *args: Hashable) -> Markup:
        """Return what a macro makes of arguments, made once for each card set and language. It must leave no slot."""
        key = (macro.name, *args)
        found = self._memo.get(key)
        if found is None:
            found = self._memo[key] = Markup(macro(self, *args))
        return found

    def icon(self, name: str, style: str = "") -> Markup:
        """Return a small drawing shared by all games; it says nothing by itself."""
        return self._drawing(self.static("icons.svg"), name, f"i {style}".rstrip())

    def art(self, name: str, style: str = "") -> Markup:
        """Return a drawing of the game; it says nothing by itself."""
        return self._drawing(self.static(f"games/{self.game.slug}/art.svg"), name, f"art {style}".rstrip())

    def _drawing(self, file: str, name: str, style: str) -> Markup:
        key = (file, name, style)
        found = self._memo.get(key)
        if found is None:
            found = Markup('<svg class="{}" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>').format(
                style, file, name
            )
            self._memo[key] = found
        return found

    def _slot(self, slot: Slot) -> Markup:
        self.slots.append(slot)
        return Markup(f"{MARK}{len(self.slots) - 1}{MARK}")  # Safe: a number between two marks


_NUMBERS: dict[str, dict[str, int]] = {}


def action_numbers(game: Game) -> dict[str, int]:
    """Return the number of each action by its stable name."""
    if game.slug not in _NUMBERS:
        _NUMBERS[game.slug] = {name: number for number, name in enumerate(game.actions)}
    return _NUMBERS[game.slug]
