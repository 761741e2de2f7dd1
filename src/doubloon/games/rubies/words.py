"""Cards and effects in words: every text is made from the card's data, so that an edited or a new card reads right in
all languages.
"""

from doubloon.engine.contract import Record
from doubloon.engine.message import LANGUAGES, Argument, GivenName, Message
from doubloon.games.rubies.settings import OWN_IDS
from doubloon.games.rubies.state import (
    FIRST_CAPTAIN,
    FIRST_MONSTER,
    FIRST_PIRATE,
    MOST_EFFECTS,
    EffectList,
    Time,
)
from doubloon.games.rubies.vocabulary import EFFECT_WORDS, WITHOUT_NUMBER


def card_name(rules: Record, kind: int) -> Message:
    """Return the name of a card: what its file calls it, else that of the catalogues."""
    given = {
        language: bytes(rules.names[kind, column]).rstrip(b"\0").decode() for column, language in enumerate(LANGUAGES)
    }
    own = Message(f"card.{OWN_IDS[kind]}")
    if all(given.values()):
        return Message("card.given", {"name": GivenName(given)})
    return own


def card_id(rules: Record, kind: int) -> str:
    """Return the id of a card for plain data: its own, or `new-card:17`."""
    return OWN_IDS[kind] or f"new-card:{kind}"


def sort_of(rules: Record, kind: int) -> str:
    """Return what sort of card a kind is."""
    if kind >= FIRST_CAPTAIN:
        return "captain"
    if kind >= FIRST_PIRATE:
        return "pirate"
    if kind >= FIRST_MONSTER:
        return "monster"
    return "treasure" if rules.when[kind] == Time.ANY else "item"


def effect(word: int, number: int) -> Message:
    """Return what one effect does."""
    name = EFFECT_WORDS[word]
    return Message(f"effect.{name}") if name in WITHOUT_NUMBER else Message(f"effect.{name}", {"n": number}, "n")


def joined(parts: list[Message], id: str) -> Message:
    """Return several messages as one, two at a time."""
    if len(parts) == 1:
        return parts[0]
    return Message(id, {"first": parts[0], "rest": joined(parts[1:], id)})


def effects(rules: Record, kind: int, which: int) -> Message | None:
    """Return what a list of effects does, in its order; None for an empty list."""
    found = [effect(int(word), int(number)) for word, number in rules.effects[kind, which, :MOST_EFFECTS] if word]
    return joined(found, "effects.then") if found else None


def skill(rules: Record, kind: int) -> Message | None:
    """Return a skill with its cost, or None."""
    done = effects(rules, kind, EffectList.SKILL)
    if done is None:
        return None
    return Message(
        "text.skill_any" if rules.any_uses[kind] else "text.skill", {"n": int(rules.cost[kind]), "effects": done}, "n"
    )


def deed(rules: Record, kind: int) -> Message | None:
    """Return the boarding action of a pirate, or what a thing or monster does, with its time."""
    if kind < FIRST_MONSTER and rules.when[kind] == Time.SHOWN:
        return Message("text.shown", {"n": int(rules.bonus[kind])}, "n")
    done = effects(rules, kind, EffectList.DEED)
    if done is None:
        return None
    if kind >= FIRST_PIRATE:
        return Message("text.boarding", {"effects": done})
    if kind >= FIRST_MONSTER:
        return Message("text.monster", {"effects": done})
    return Message(("text.treasure", "text.grasp_item", "", "text.turn_item")[int(rules.when[kind])], {"effects": done})


def abilities(rules: Record, kind: int) -> list[Message]:
    """Return everything that a card can do, a message each."""
    found = [deed(rules, kind), skill(rules, kind)]
    leaving = effects(rules, kind, EffectList.LEAVING)
    found.append(leaving and Message("text.leaving", {"effects": leaving}))
    if rules.upkeep[kind]:
        found.append(Message("text.upkeep", {"n": int(rules.upkeep[kind])}, "n"))
    if rules.bonus[kind] and kind >= FIRST_PIRATE:
        found.append(Message("text.bonus", {"n": int(rules.bonus[kind])}, "n"))
    return [message for message in found if message is not None]


def whole_card(rules: Record, kind: int) -> Message:
    """Return a card with its infamy and everything it can do."""
    texts = abilities(rules, kind)
    arguments: dict[str, Argument] = {"card": card_name(rules, kind), "infamy": int(rules.infamy[kind])}
    if not texts:
        return Message("card.plain", arguments)
    return Message("card.whole", {**arguments, "text": joined(texts, "text.also")})
