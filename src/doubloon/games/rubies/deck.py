"""The numbers of the cards: every card of a file gets a kind, in the range of its sort.

A card that the game's own `cards.toml` has keeps its number there, whatever the file, so that records name it alike.
New cards get free numbers in alphabetical order, so that a record with the same cards gives them the same numbers.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from doubloon.engine.errors import BadSetting
from doubloon.engine.message import Message
from doubloon.engine.settings import Settings, load_settings
from doubloon.games.rubies.schema import SCHEMA
from doubloon.games.rubies.state import (
    FIRST_CAPTAIN,
    FIRST_MONSTER,
    FIRST_PIRATE,
    MOST_GRASP,
    MOST_SEATS,
    NUM_CABINS,
    NUM_KINDS,
    NUM_THINGS,
    SEA_CARDS,
)

RANGES: Mapping[str, range] = {
    "treasure": range(NUM_THINGS),
    "item": range(NUM_THINGS),
    "monster": range(FIRST_MONSTER, FIRST_PIRATE),
    "pirate": range(FIRST_PIRATE, FIRST_CAPTAIN),
    "captain": range(FIRST_CAPTAIN, NUM_KINDS),
}
"""The numbers that cards of a sort may have."""


def card_ids(settings: Settings) -> tuple[str, ...]:
    """Return the cards that a file names, in its order."""
    return tuple(dict.fromkeys(key.split(".")[1] for key in settings.values if key.startswith("cards.")))


def number_cards(settings: Settings, own: Mapping[str, int]) -> dict[str, int]:
    """Return the kind of each card of a file. `own` holds those that keep their number. Raises BadSetting where a sort
    has too many cards.
    """
    kinds: dict[str, int] = {}
    newcomers: dict[range, list[str]] = {numbers: [] for numbers in RANGES.values()}
    for card in card_ids(settings):
        numbers = RANGES[settings.word(f"cards.{card}.kind")]
        if own.get(card, -1) in numbers:
            kinds[card] = own[card]
        else:
            newcomers[numbers].append(card)
    for numbers, cards in newcomers.items():
        free = [kind for kind in numbers if kind not in kinds.values()]
        free.sort(key=lambda kind: kind in own.values())
        if len(cards) > len(free):
            sorts = [sort for sort, allowed in RANGES.items() if allowed == numbers]
            count = len(numbers) - len(free) + len(cards)
            why = Message("bad.kinds", {"n": count, "sorts": ", ".join(sorts), "most": len(numbers)})
            raise BadSetting(
                f"{settings.place}: cards: {count} kinds of {' and '.join(f'{sort}s' for sort in sorts)}; at most "
                f"{len(numbers)}",
                why,
            )
        kinds |= zip(in_order(cards, settings, own), free, strict=False)
    return kinds


def in_order(cards: Iterable[str], settings: Settings, own: Mapping[str, int]) -> list[str]:
    """Return new cards in the order in which they are numbered: alphabetical; that of the file for the game's own,
    which have no numbers yet.
    """
    return sorted(cards) if own else list(cards)


OWN_SETTINGS = load_settings(SCHEMA, Path(__file__).parent / "cards.toml")
OWN_KINDS: Mapping[str, int] = number_cards(OWN_SETTINGS, {})
"""The kind of each card of the game's own file."""
OWN_IDS: tuple[str, ...] = tuple(
    {kind: card for card, kind in OWN_KINDS.items()}.get(kind, "") for kind in range(NUM_KINDS)
)
"""The card of each kind; empty where there is none."""
KIND_NAMES = tuple(card or f"new-card:{kind}" for kind, card in enumerate(OWN_IDS))
"""What records call each kind."""

ACTION_NAMES = (
    "done",
    "feast",
    "sweep",
    "hire",
    "clean",
    *(f"take:{place}" for place in range(SEA_CARDS)),
    *(f"skill:{cabin}" for cabin in range(NUM_CABINS)),
    *(f"dismiss:{cabin}" for cabin in range(NUM_CABINS)),
    *(f"settle:{cabin}" for cabin in range(NUM_CABINS)),
    *(f"seat:{seat}" for seat in range(MOST_SEATS)),
    *(f"crew:{seat}.{cabin}" for seat in range(MOST_SEATS) for cabin in range(NUM_CABINS)),
    *(f"use:{name}" for name in KIND_NAMES[:NUM_THINGS]),
    *(f"grasp:{rubies}" for rubies in range(MOST_GRASP + 1)),
)
OUTCOME_NAMES = (*KIND_NAMES, *(f"starter:{seat}" for seat in range(MOST_SEATS)))
