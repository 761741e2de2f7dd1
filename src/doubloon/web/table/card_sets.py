"""What looks the same at all tables with one card set in one language, made once."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TypeAlias

from markupsafe import Markup

from doubloon.engine.contract import Face, Game, Record
from doubloon.web.table.slots import Pieces

MOST_CARD_SETS = 64
"""Of tables with different numbers, and languages; one holds some hundred short strings."""
MOST_AREAS = 2000
"""Areas of seats in one card set and language; about 5 kB each."""

Memo: TypeAlias = dict[Hashable, Markup]


@dataclass
class CardSet:
    """What looks the same at all tables with one card set in one language."""

    faces: dict[str, Face]
    memo: Memo = field(default_factory=dict)
    """Fixed words, drawings, and what `Pen.once` made."""
    areas: OrderedDict[str, Pieces] = field(default_factory=OrderedDict)
    """Areas of seats by all that they show: as the turn goes round, most come back."""

    def area(self, key: str, make: Callable[[], Pieces]) -> Pieces:
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
