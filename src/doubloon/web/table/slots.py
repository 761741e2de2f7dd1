"""Slots of a page: places in what is rendered once for what is not the same for all viewers, and their filling."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias, Union

from markupsafe import Markup

MARK = "\x1f"
"""Stands around the number of a slot. Taken out of everything that people typed."""
ANYBODY = -9
"""Owner of a slot that is filled for whoever may take its action."""


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


class Pieces(NamedTuple):
    """Rendered text with slots in it: text, slot, text, slot, text."""

    texts: tuple[str, ...]
    slots: tuple[Slot, ...]
    owners: frozenset[int] = frozenset()
    """Seats that alone may see something in it."""

    def bare(self) -> str:
        """Return the text with nothing in its slots."""
        return "".join(self.texts)


NOTHING = Pieces(("",), ())
Filling: TypeAlias = Union[str, Pieces, "list[Pieces]"]
"""What goes into a slot: text, or pieces whose own slots are filled from the same values."""


def join(pieces: Pieces, values: Mapping[Slot, Filling]) -> str:
    """Return the text with every slot filled; one without a value stays empty."""
    parts: list[str] = []
    add(parts, pieces, values)
    return "".join(parts)


def add(parts: list[str], pieces: Pieces, values: Mapping[Slot, Filling]) -> None:
    """Append all text of pieces, and of what is in their slots."""
    parts.append(pieces.texts[0])
    for slot, text in zip(pieces.slots, pieces.texts[1:], strict=True):
        value = values.get(slot, "")
        if isinstance(value, str):
            parts.append(value)
        else:
            for inner in [value] if isinstance(value, Pieces) else value:
                add(parts, inner, values)
        parts.append(text)


def cut(html: str, slots: list[Slot]) -> Pieces:
    """Return what a template has rendered, cut at the slots that it left."""
    texts = str.split(html, MARK)  # not Markup's own, which makes every piece a Markup
    left = tuple([slots[int(number)] for number in texts[1::2]])
    return Pieces(tuple(texts[::2]), left, frozenset([slot.seat for slot in left if isinstance(slot, OwnSlot)]))
