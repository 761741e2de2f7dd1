"""The cards of a file: their numbers, and what they do as the rules record has it, with all checked that must fit.

Every card gets a kind, in the range of its sort. A card that the game's own `cards.toml` has keeps its number there,
whatever the file, so that records name it alike. New cards get free numbers in alphabetical order, so that a record
with the same cards gives them the same numbers.
"""

from collections.abc import Iterable, Mapping

from doubloon.engine.contract import Record
from doubloon.engine.errors import BadSetting
from doubloon.engine.message import LANGUAGES, Message
from doubloon.engine.settings import Settings
from doubloon.games.rubies.state import (
    FIRST_CAPTAIN,
    FIRST_MONSTER,
    FIRST_PIRATE,
    MOST_ASKING,
    MOST_CHAINS,
    NAME_BYTES,
    NUM_DECK_KINDS,
    NUM_KINDS,
    NUM_THINGS,
    SEA_CARDS,
    EffectList,
    Time,
)
from doubloon.games.rubies.vocabulary import EFFECT_WORDS, OWN_SIDE, RENEWING, CardEffect, read_effects, read_skill

NAME_KEYS = tuple("name" if language == "en" else f"name_{language}" for language in LANGUAGES)
"""The name of a card in each language; a card without names is called by its id."""
EVERY_CARD = ("kind", "copies", "infamy", *NAME_KEYS)
KEYS_OF: Mapping[str, tuple[str, ...]] = {
    "pirate": ("boarding", "skill", "uses", "leaving", "upkeep", "grasp"),
    "captain": ("vigour", "skill", "uses"),
    "treasure": ("effect",),
    "item": ("when", "effect", "grasp"),
    "monster": ("effect",),
}
"""What a card of each sort may have beside EVERY_CARD."""
GIVING = ("gain", "dive")
"""Effects by which a treasure gives rubies to the island (R7.1)."""
TARGETED = ("feed", "rum", "ready")
"""Effects of a treasure that ask for a target."""
MOST_DECK = 100
"""Cards; more than any cabins can hold in a game."""
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


def write_card(rules: Record, settings: Settings, card: str, kind: int, is_own: bool) -> None:
    """Write everything that a file says of a card; `is_own` for one of the game's own file. Raises BadSetting, naming
    the card, the key and what is allowed.
    """
    check_keys(settings, card)
    rules.copies[kind] = settings.number(f"cards.{card}.copies")
    rules.infamy[kind] = settings.number(f"cards.{card}.infamy")
    rules.upkeep[kind] = optional_number(settings, f"cards.{card}.upkeep")
    rules.bonus[kind] = optional_number(settings, f"cards.{card}.grasp")
    rules.vigour[kind] = optional_number(settings, f"cards.{card}.vigour")
    deed = effects_of(settings, f"cards.{card}.boarding") + effects_of(settings, f"cards.{card}.effect")
    write_effects(rules, kind, EffectList.DEED, deed)
    write_effects(rules, kind, EffectList.LEAVING, effects_of(settings, f"cards.{card}.leaving"))
    write_skill(rules, settings, card, kind)
    if kind < NUM_THINGS:
        when = settings.values.get(f"cards.{card}.when", "any")
        rules.when[kind] = Time._fields.index(str(when).upper())
        rules.gives[kind] = when == "any" and any(effect.word in GIVING for effect in deed)
    write_names(rules, settings, card, kind, is_own)


def check_keys(settings: Settings, card: str) -> None:
    """Refuse what a card of this sort lacks, or cannot have."""
    sort = settings.word(f"cards.{card}.kind")
    prefix = f"cards.{card}."
    given = {key.removeprefix(prefix) for key in settings.values if key.startswith(prefix)}
    allowed = (*EVERY_CARD, *KEYS_OF[sort])
    for key in sorted(given):
        if key not in allowed:
            why = Message("bad.no_key", {"key": f"{prefix}{key}", "sort": sort, "allowed": ", ".join(allowed)})
            raise BadSetting(
                f"{settings.place}: {prefix}{key}: a {sort} has no such key; allowed: {', '.join(allowed)}", why
            )
    needed: tuple[str, ...] = {"captain": ("vigour",), "treasure": ("effect",), "monster": ("effect",)}.get(sort, ())
    if sort == "item":
        needed = ("when", "grasp" if settings.word(f"{prefix}when") == "shown" else "effect")
        check_item(settings, prefix)
    for key in needed:
        if key not in given:
            raise settings.missing(prefix + key)
    if sort == "treasure" or settings.values.get(f"{prefix}when") == "grasp":
        check_own_side(settings, f"{prefix}effect", sort)


def check_item(settings: Settings, prefix: str) -> None:
    """Refuse an item whose effect does not go with its time: `shown` counts in R4.4 and nothing else, the others have
    effects.
    """
    shown = settings.word(f"{prefix}when") == "shown"
    wrong = "effect" if shown else "grasp"
    if f"{prefix}{wrong}" in settings.values:
        right = "grasp" if shown else "effect"
        when = settings.word(f"{prefix}when")
        why = Message("bad.item", {"key": f"{prefix}{wrong}", "when": when, "allowed": right})
        raise BadSetting(
            f"{settings.place}: {prefix}{wrong}: an item with when = {when!r} has none; allowed: {right}", why
        )


def check_own_side(settings: Settings, key: str, sort: str) -> None:
    """Refuse effects that reach others in a thing that may be used while grasps are hidden: they would tell what is in
    a hand (R4.2).
    """
    for effect in effects_of(settings, key):
        if effect.word not in OWN_SIDE:
            raise BadSetting(
                f"{settings.place}: {key}: {effect.word!r} is not for a {sort} that is used while others grasp in "
                f"secret; allowed: {', '.join(OWN_SIDE)}",
                Message("bad.secret", {"key": key, "effect": effect.word, "allowed": ", ".join(OWN_SIDE)}),
            )


def optional_number(settings: Settings, key: str) -> int:
    """Return a number, 0 where the file does not say it."""
    return settings.number(key) if key in settings.values else 0


def effects_of(settings: Settings, key: str) -> tuple[CardEffect, ...]:
    """Return the effects that a key names, none where the file does not have it."""
    return (read_effects(settings.word(key)) or ()) if key in settings.values else ()


def write_effects(rules: Record, kind: int, which: int, effects: tuple[CardEffect, ...]) -> None:
    """Write a list of effects into the tables."""
    for place, effect in enumerate(effects):
        rules.effects[kind, which, place] = (EFFECT_WORDS.index(effect.word), effect.number)


def write_skill(rules: Record, settings: Settings, card: str, kind: int) -> None:
    """Write the skill of a card. Refuses one that could be used for ever."""
    key = f"cards.{card}.skill"
    skill = read_skill(settings.word(key)) if key in settings.values else None
    if skill is None:
        return
    rules.cost[kind] = skill.cost
    rules.any_uses[kind] = settings.values.get(f"cards.{card}.uses", "once") == "any"
    write_effects(rules, kind, EffectList.SKILL, skill.effects)
    words = [effect.word for effect in skill.effects]
    if rules.any_uses[kind] and any(word in RENEWING for word in words):
        why = Message("bad.endless", {"key": key, "effects": ", ".join(RENEWING)})
        raise BadSetting(
            f"{settings.place}: {key}: a skill used any number of times cannot have {', '.join(RENEWING)}; it "
            "would never end",
            why,
        )
    if words.count("ready") > 1:
        raise BadSetting(
            f"{settings.place}: {key}: 'ready' twice in a skill would never end; allowed: once",
            Message("bad.ready", {"key": key}),
        )


def write_names(rules: Record, settings: Settings, card: str, kind: int, is_own: bool) -> None:
    """Write the names that the file gives a card; a new one without is called by its id. The game's own names are in
    its catalogues.
    """
    given = [settings.values.get(f"cards.{card}.{key}") for key in NAME_KEYS]
    fallback = given[0] or (card.replace("-", " ").replace("_", " ") if not is_own else None)
    if fallback is None and not any(given):
        return
    for column, name in enumerate(given):
        raw = str(name or fallback or "").encode()[:NAME_BYTES]
        rules.names[kind, column, : len(raw)] = list(raw)


def check_deck(rules: Record, settings: Settings) -> None:
    """Count the deck (R2.2). Refuses too few cards for the bundles, and decks that could need more frames than there
    are.
    """
    cards = int(rules.copies[:NUM_DECK_KINDS].sum())
    bundled = SEA_CARDS * int(rules.turns)
    if not bundled <= cards <= bundled + MOST_DECK:
        why = Message(
            "bad.deck", {"n": cards, "bundles": int(rules.turns), "least": bundled, "most": bundled + MOST_DECK}
        )
        raise BadSetting(
            f"{settings.place}: cards: {cards} without captains; {rules.turns} bundles need {bundled} .. "
            f"{bundled + MOST_DECK}",
            why,
        )
    rules.deck = cards - bundled
    check_chains(rules, settings)
    check_asking(rules, settings)


def check_chains(rules: Record, settings: Settings) -> None:
    """Refuse chains of leaving longer than the stack of frames is high."""
    reaching = [word for word in EFFECT_WORDS[1:] if word not in OWN_SIDE]
    chains = sum(
        int(rules.copies[kind])
        for kind in range(NUM_DECK_KINDS)
        if any(EFFECT_WORDS[effect] in reaching for effect, _ in rules.effects[kind, EffectList.LEAVING])
    )
    if chains > MOST_CHAINS:
        why = Message("bad.chains", {"n": chains, "effects": ", ".join(reaching), "most": MOST_CHAINS})
        raise BadSetting(
            f"{settings.place}: cards: {chains} pirates have one of {', '.join(reaching)} on leaving; at most "
            f"{MOST_CHAINS}",
            why,
        )


def check_asking(rules: Record, settings: Settings) -> None:
    """Refuse more treasures that ask for a target than the stack of frames holds: all may ask at once (R9.1)."""
    asking = sum(
        int(rules.copies[kind])
        for kind in range(NUM_THINGS)
        if rules.when[kind] == Time.ANY
        and any(EFFECT_WORDS[effect] in TARGETED for effect, _ in rules.effects[kind, EffectList.DEED])
    )
    if asking > MOST_ASKING:
        why = Message("bad.asking", {"n": asking, "effects": ", ".join(TARGETED), "most": MOST_ASKING})
        raise BadSetting(
            f"{settings.place}: cards: {asking} treasures have one of {', '.join(TARGETED)}; at most {MOST_ASKING}", why
        )
