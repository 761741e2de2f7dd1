"""What templates of a table write with: words, icons, card faces, and slots for what is not the same for all viewers.

The shared part of a page is rendered once, from what a spectator knows. Where a viewer's own things go, a button or a
secret, the template leaves a slot; for each viewer the slots are filled and everything is joined (`render.py`).
"""

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from jinja2.runtime import Macro
from markupsafe import Markup, escape

from doubloon.engine.contract import Face, Game, Record
from doubloon.engine.message import Argument, Message
from doubloon.texts import Translator

MARK = "\x1f"
"""Stands around the number of a slot. Taken out of everything that people typed."""
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
ANYBODY = -9
"""Owner of a slot that is filled for whoever may take its action."""
MOST_CARD_SETS = 64
"""Of tables with different numbers, and languages; one holds some hundred short strings."""

MOST_AREAS = 2000
"""Areas of seats in one card set and language; about 5 kB each."""
MOST_WORDS = 10_000
"""Short strings of one card set in one language."""

Memo: TypeAlias = dict[Hashable, Markup]


class ActionSlot(NamedTuple):
    """Place of the button of one action."""

    action: int
    owner: int
    """The seat for which alone it is filled, or ANYBODY."""
    label: Markup
    style: str
    """Class of the button."""


class OwnSlot(NamedTuple):
    """Place of something that only one seat may see: a macro of the game's `personal.html`."""

    macro: str
    seat: int


class PlaceSlot(NamedTuple):
    """Place of a part of the page that is rendered by itself, such as `log`."""

    name: str


class GainSlot(NamedTuple):
    """Place of what an element of the page gave when it last did."""

    source: str
    """Id of the element."""


Slot: TypeAlias = ActionSlot | OwnSlot | PlaceSlot | GainSlot


@dataclass
class CardSet:
    """What looks the same at all tables with one card set in one language."""

    faces: dict[str, Face]
    memo: Memo = field(default_factory=dict)
    """Fixed words, drawings, and what `Pen.once` made."""
    areas: OrderedDict[str, "Pieces"] = field(default_factory=OrderedDict)
    """Areas of seats by all that they show: as the turn goes round, most come back."""

    def area(self, key: str, make: Callable[[], "Pieces"]) -> "Pieces":
        """Return the area of a seat, made anew only when it is not known any more."""
        found = self.areas.get(key)
        if found is None:
            found = self.areas[key] = make()
            if len(self.areas) > MOST_AREAS:
                self.areas.popitem(last=False)
        return found


class CardSets:
    """The card sets that tables use now; the least used are forgotten."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, CardSet] = OrderedDict()

    def of(self, game: Game, rules: Record, language: str) -> CardSet:
        """Return a card set in a language."""
        key = (game.slug, language, rules.tobytes())
        if key not in self._kept:
            self._kept[key] = CardSet(dict(game.page.faces(rules)))
            if len(self._kept) > MOST_CARD_SETS:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]


CARD_SETS = CardSets()


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
        """Return changed settings, `key=value`, in words: name and value. The key stays beside a name that several
        share.
        """
        return [self._term(*change.split("=", 1)) for change in changes]

    def _term(self, key: str, value: str) -> tuple[Markup, Markup]:
        pattern = self.game.schema.pattern(key) or key
        label, word = f"setting.{pattern}", f"setting.{pattern}.{value}"
        shown = self.t(label) if self._translator.has(label) else self.typed(key)
        if pattern != key:
            shown += f" ({key})"
        return shown, self.t(word) if self._translator.has(word) else self.typed(value)

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

    def cut(self, html: str) -> "Pieces":
        """Return what a macro has rendered, cut at the slots that it left."""
        texts = str.split(html, MARK)  # not Markup's own, which makes every piece a Markup
        slots = tuple([self.slots[int(number)] for number in texts[1::2]])
        self.slots.clear()
        return Pieces(tuple(texts[::2]), slots, frozenset([slot.seat for slot in slots if isinstance(slot, OwnSlot)]))

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


class Pieces(NamedTuple):
    """Rendered text with slots in it: text, slot, text, slot, text."""

    texts: tuple[str, ...]
    slots: tuple[Slot, ...]
    owners: frozenset[int] = frozenset()
    """Seats that alone may see something in it."""

    def fill(self, fill: Callable[[Slot], str]) -> str:
        """Return the text with every slot filled."""
        parts = [self.texts[0]]
        for slot, text in zip(self.slots, self.texts[1:], strict=True):
            parts += (fill(slot), text)
        return "".join(parts)

    def bare(self) -> str:
        """Return the text with nothing in its slots."""
        return "".join(self.texts)


NOTHING = Pieces(("",), ())
