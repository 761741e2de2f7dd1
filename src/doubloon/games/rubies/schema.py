"""What `cards.toml` of `rubies`, a table's options and `--set` may say."""

from doubloon.engine.message import LANGUAGES, Message
from doubloon.engine.settings import Choice, Number, Phrase, Schema
from doubloon.games.rubies.state import MOST_GRASP, MOST_TURNS, NAME_BYTES, NUM_CABINS
from doubloon.games.rubies.vocabulary import (
    EFFECTS_FORM,
    EFFECTS_WORDS,
    MOST_AMOUNT,
    SKILL_FORM,
    SKILL_WORDS,
    read_effects,
    read_skill,
)

SORTS = ("pirate", "captain", "treasure", "item", "monster")
TIMES = ("grasp", "shown", "turn")
"""Of an item; treasures may be used at any time."""
MOST_COPIES = 20
MOST_INFAMY = 20
UNLIMITED_FEASTS = "any"

EFFECTS = Phrase(lambda text: read_effects(text) is not None, EFFECTS_FORM, EFFECTS_WORDS)
SKILL = Phrase(lambda text: read_skill(text) is not None, SKILL_FORM, SKILL_WORDS)
NAME = Phrase(
    lambda text: 0 < len(text.encode()) <= NAME_BYTES and text.isprintable(),
    f"a name of at most {NAME_BYTES} bytes",
    Message("bad.name", {"most": NAME_BYTES}),
)
NAME_KEYS = tuple("name" if language == "en" else f"name_{language}" for language in LANGUAGES)
"""The name of a card in each language; a card without names is called by its id."""

SCHEMA = Schema(
    {
        "start.rubies": Number(0, MOST_GRASP),
        "start.others_bonus": Number(0, MOST_GRASP),
        "start.turns": Number(1, MOST_TURNS),
        "feast.rubies": Number(1, MOST_AMOUNT),
        "feast.infamy_lost": Number(0, MOST_INFAMY),
        "options.captains": Choice(("different", "all_bold")),
        "options.feasts_per_turn": Choice((*(str(feasts) for feasts in range(NUM_CABINS)), UNLIMITED_FEASTS)),
        "options.keep_clean": Number(0, NUM_CABINS),
        "options.screens": Choice(("open", "closed")),
        "cards.*.kind": Choice(SORTS),
        "cards.*.copies": Number(0, MOST_COPIES),
        "cards.*.infamy": Number(-MOST_INFAMY, MOST_INFAMY),
        "cards.*.boarding": EFFECTS,
        "cards.*.skill": SKILL,
        "cards.*.uses": Choice(("once", "any")),
        "cards.*.leaving": EFFECTS,
        "cards.*.upkeep": Number(0, MOST_AMOUNT),
        "cards.*.grasp": Number(0, MOST_AMOUNT),
        "cards.*.vigour": Number(1, MOST_AMOUNT),
        "cards.*.effect": EFFECTS,
        "cards.*.when": Choice(TIMES),
        **{f"cards.*.{key}": NAME for key in NAME_KEYS},
    }
)
