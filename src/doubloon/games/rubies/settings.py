"""What `cards.toml` of `rubies`, a table's options and `--set` may say, and the rules record made of it."""

from collections.abc import Mapping
from pathlib import Path

from doubloon.engine.contract import Record, new_records
from doubloon.engine.errors import BadSetting
from doubloon.engine.message import Message
from doubloon.engine.settings import Choice, Number, Phrase, Schema, Settings, load_settings
from doubloon.games.rubies.deck import NAME_KEYS, check_deck, number_cards, write_card
from doubloon.games.rubies.state import (
    MOST_GRASP,
    MOST_SEATS,
    MOST_TURNS,
    NAME_BYTES,
    NONE,
    NUM_CABINS,
    NUM_DECK_KINDS,
    NUM_KINDS,
    NUM_THINGS,
    RULES,
    RULES_VERSION,
    SEA_CARDS,
)
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
SAME_CAPTAIN = "bold"
DECISIONS_A_TURN = 1_000
"""Of one seat, and far more than it can have: every skill costs a ruby that only a skill which is used once can bring
back.
"""

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


def build_rules(settings: Settings, num_seats: int) -> Record:
    """Return the rules record of a table. Raises BadSetting for cards or numbers that do not fit together."""
    rules: Record = new_records(RULES, 1)[0]
    rules.version = RULES_VERSION
    rules.num_seats = num_seats
    rules.turns = settings.number("start.turns")
    rules.max_decisions = int(rules.turns) * num_seats * DECISIONS_A_TURN
    rules.start_rubies = settings.number("start.rubies")
    rules.others_bonus = settings.number("start.others_bonus")
    rules.feast_rubies = settings.number("feast.rubies")
    rules.clutter_infamy = settings.number("feast.infamy_lost")
    feasts = settings.word("options.feasts_per_turn")
    rules.feasts_per_turn = NUM_CABINS if feasts == UNLIMITED_FEASTS else int(feasts)
    rules.keep_clean = settings.number("options.keep_clean")
    rules.screens_closed = settings.word("options.screens") == "closed"
    kinds = number_cards(settings, OWN_KINDS)
    for card, kind in kinds.items():
        write_card(rules, settings, card, kind, is_own=card == OWN_IDS[kind])
    check_deck(rules, settings)
    rules.same_captain = NONE
    if settings.word("options.captains") == "all_bold":
        if RANGE_OF_CAPTAINS.isdisjoint({kinds.get(SAME_CAPTAIN, NONE)}):
            raise BadSetting(
                f"{settings.place}: options.captains = 'all_bold' needs a captain cards.{SAME_CAPTAIN}",
                Message("bad.bold", {"key": f"cards.{SAME_CAPTAIN}"}),
            )
        rules.same_captain = kinds[SAME_CAPTAIN]
    elif int(rules.copies[NUM_DECK_KINDS:].sum()) < num_seats:
        captains = int(rules.copies[NUM_DECK_KINDS:].sum())
        why = Message("bad.captains", {"n": captains, "seats": num_seats})
        raise BadSetting(f"{settings.place}: cards: {captains} captains; {num_seats} seats need as many", why)
    return rules


RANGE_OF_CAPTAINS = frozenset(range(NUM_DECK_KINDS, len(OWN_IDS)))
