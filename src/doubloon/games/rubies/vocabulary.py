"""The effects as a card file writes them (R1.1): `lose 5, infamy 1`, and `1: lose 5, infamy 1` for a skill that costs 1
ruby.
"""

from typing import NamedTuple

from doubloon.engine.message import Message
from doubloon.engine.reading import number_or
from doubloon.games.rubies.state import MOST_EFFECTS, Effect

MOST_AMOUNT = 99
EFFECT_WORDS = tuple(name.lower() for name in Effect._fields)
"""By number; entry 0 is no effect."""
WITHOUT_NUMBER = ("peek", "ready")
OWN_SIDE = ("gain", "dive", "feed", "feed_all", "clean", "peek", "ready", "infamy", "rum")
"""Effects that touch nobody else and take nothing: a thing that may be used while others decide in secret can have
these.
"""
RENEWING = ("feed", "feed_all", "rum", "ready")
"""Effects that can pay for another use of a skill: one that may be used any number of times cannot have these."""

WRITTEN = ", ".join(word if word in WITHOUT_NUMBER else f"{word} n" for word in EFFECT_WORDS[1:])
EFFECTS_FORM = f"one to {MOST_EFFECTS} of these, with commas between: {WRITTEN} (n 1 .. {MOST_AMOUNT})"
SKILL_FORM = f"a cost 1 .. {MOST_AMOUNT}, a colon, then {EFFECTS_FORM}"
EFFECTS_WORDS = Message("bad.effects", {"most": MOST_EFFECTS, "words": WRITTEN, "amount": MOST_AMOUNT})
SKILL_WORDS = Message("bad.skill", {"amount": MOST_AMOUNT, "effects": EFFECTS_WORDS})
"""Both forms for pages."""


class CardEffect(NamedTuple):
    """An effect of a card: its word, and its number (1 for a word that takes none)."""

    word: str
    number: int


class Skill(NamedTuple):
    """What a skill costs and does."""

    cost: int
    effects: tuple[CardEffect, ...]


def read_amount(text: str) -> int | None:
    """Return a number 1 .. MOST_AMOUNT, or None."""
    text = text.strip()
    number = number_or(text, 0, digits=3)
    return number if 1 <= number <= MOST_AMOUNT else None


def read_effect(text: str) -> CardEffect | None:
    """Return one effect, or None if there is no such effect, or its number is missing or too many."""
    word, _, number = text.strip().partition(" ")
    if word in WITHOUT_NUMBER:
        return None if number else CardEffect(word, 1)
    amount = read_amount(number)
    return CardEffect(word, amount) if word in EFFECT_WORDS[1:] and amount is not None else None


def read_effects(text: str) -> tuple[CardEffect, ...] | None:
    """Return the effects of a list in their order, or None if one of them is not understood, or there are too many."""
    found = [read_effect(part) for part in text.split(",")]
    effects = tuple(effect for effect in found if effect is not None)
    return effects if len(effects) == len(found) <= MOST_EFFECTS else None


def read_skill(text: str) -> Skill | None:
    """Return a skill, or None if it is not understood."""
    cost_text, colon, rest = text.partition(":")
    cost = read_amount(cost_text)
    effects = read_effects(rest)
    return Skill(cost, effects) if colon and cost is not None and effects is not None else None
