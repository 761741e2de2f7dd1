"""Settings in words: labels that know which card, colour or number of players they are about, and their choices."""

from doubloon.engine.message import Argument, Message
from doubloon.engine.settings import Choice, Schema
from doubloon.texts import Translator

THINGS = {"*": "card", "<card>": "card", "<colour>": "colour", "<symbol>": "symbol", "<players>": "players"}
"""What the open parts of a key stand for, as its label names them: `price.<card>` is about `{card}`."""


def setting_label(translator: Translator, schema: Schema, key: str) -> str:
    """Return what a setting is, with the card or the number of players that its key names: "3: price in ducats"."""
    pattern = schema.pattern(key) or key
    text_id = f"setting.{pattern}"
    if not translator.has(text_id):
        return key
    parts = zip(pattern.split("."), key.split("."), strict=True)
    about = {THINGS[wanted]: thing(translator, THINGS[wanted], part) for wanted, part in parts if wanted in THINGS}
    return translator.render(Message(text_id, about))


def thing(translator: Translator, kind: str, name: str) -> Argument:
    """Return the name of what a part of a key stands for, in words where the catalogues have some. A designer's card
    may be called as a text that is no name and wants arguments.
    """
    text_id = f"{kind}.{name}"
    if translator.has(text_id) and not translator.asks(text_id):
        return Message(text_id)
    return name


def choice_label(translator: Translator, schema: Schema, key: str, word: str) -> str:
    """Return what a choice of a setting means; the number of a seat as people count it, and a word without a text as it
    is.
    """
    text_id = f"setting.{schema.pattern(key) or key}"
    if translator.has(f"{text_id}.{word}"):
        return translator.text(f"{text_id}.{word}")
    if word.isdecimal() and translator.has(f"{text_id}.seat"):
        return translator.text(f"{text_id}.seat", n=int(word) + 1)
    return word


def value_label(translator: Translator, schema: Schema, key: str, value: object) -> str:
    """Return a value of a setting in words: a choice by its label, all else as it is written."""
    return choice_label(translator, schema, key, str(value)) if isinstance(schema.find(key), Choice) else str(value)
