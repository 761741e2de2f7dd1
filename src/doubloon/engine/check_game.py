"""Whether a game is what the contract asks for, as far as that can be seen without playing it; answers in sentences.

Called for each game that is loaded. That its rules keep the laws too, only playing shows (`doubloon check`).
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from doubloon.engine.contract import (
    HINT_KEY,
    LEAVE_KEY,
    MOST_SEATS,
    Functions,
    Game,
    Page,
    Record,
    StudyNotes,
    View,
)
from doubloon.engine.errors import BadGame, DoubloonError
from doubloon.engine.message import LANGUAGES
from doubloon.engine.playthrough import game_settings

SLUG = re.compile(r"[a-z][a-z0-9]{1,30}")
"""What a game may be called: it stands in addresses, records and ids."""
NO_VIOLATION = "none"
MOST_ACTIONS = 2**15 - 1
"""Kernels keep actions and outcomes as int16."""
MOST_TOLD = 8
"""Faults that one error names."""
NEEDED_RULES = ("num_seats", "max_decisions")
NUM_ARGUMENTS = {
    "start": 2,
    "to_act": 2,
    "legal_actions": 4,
    "outcomes": 3,
    "apply": 5,
    "observe": 3,
    "determinize": 4,
    "standing": 3,
    "prefer": 5,
    "estimate": 3,
    "is_secret": 2,
    "violation": 2,
    "data": 3,
    "board": 3,
    "prompt": 3,
    "action": 4,
    "event": 3,
    "result": 3,
    "faces": 1,
    "costly": 4,
    "moment": 2,
    "reason": 4,
}
"""Of each function of a game, by its name in `Functions`, `View` and `Page`."""


def check_game(game: Game) -> None:
    """Return for a game that keeps to the contract. Raises BadGame with a sentence for each thing that is wrong."""
    found = faults(game)
    if found:
        more = [f"and {len(found) - MOST_TOLD} more"] if len(found) > MOST_TOLD else []
        raise BadGame(f"game {game.slug!r} cannot be played: " + "; ".join([*found[:MOST_TOLD], *more]))


def faults(game: Game) -> list[str]:
    """Return what is wrong with a game, a sentence each, with what was found and what was expected."""
    checks: tuple[Callable[[Game], Iterator[str]], ...] = (
        faults_of_head,
        faults_of_names,
        faults_of_state,
        faults_of_functions,
        faults_of_keys,
        faults_of_folder,
    )
    found = [fault for check in checks for fault in check(game)]
    # The rules are built last, and only of numbers and files that are there.
    return found or list(faults_of_rules(game))


def faults_of_head(game: Game) -> Iterator[str]:
    """Yield what is wrong with name, version, seats and sizes."""
    if SLUG.fullmatch(game.slug) is None:
        yield f"slug is {game.slug!r}; expected lower-case letters and digits, a letter first"
    if game.rules_version < 1:
        yield f"rules_version is {game.rules_version}; expected 1 or more"
    if game.seats.step != 1 or not 2 <= game.seats.start < game.seats.stop <= MOST_SEATS + 1:
        yield f"seats is {game.seats}; expected a range of numbers from 2 to {MOST_SEATS}"
    elif game.usual_seats not in game.seats:
        yield f"usual_seats is {game.usual_seats}; expected {game.seats[0]} to {game.seats[-1]}"
    if game.max_events < 1:
        yield f"max_events is {game.max_events}; expected 1 or more"


def faults_of_names(game: Game) -> Iterator[str]:
    """Yield what is wrong with the names of actions, outcomes, events and violations, and what must be as long as
    these.
    """
    for what in ("actions", "outcomes", "event_kinds"):
        names: tuple[str, ...] = getattr(game, what)
        if not 1 <= len(names) <= MOST_ACTIONS:
            yield f"{what} has {len(names)} names; expected 1 to {MOST_ACTIONS}"
        yield from (f"{what} has {name!r}; expected one word" for name in names if not is_one_word(name))
        yield from (f"{what} has {name!r} twice; expected each name once" for name in repeated(names))
    if not game.violations or game.violations[0] != NO_VIOLATION:
        yield f"violations begins with {game.violations[:1]}; expected {NO_VIOLATION!r} first, for number 0"
    yield from (f"violations has {text!r} twice; expected each once" for text in repeated(game.violations))
    if not isinstance(game.notes, StudyNotes):
        yield f"notes is of {type(game.notes).__name__}; expected StudyNotes"
    elif game.notes.clauses and len(game.notes.clauses) != len(game.event_kinds):
        yield (
            f"notes.clauses has {len(game.notes.clauses)} texts for {len(game.event_kinds)} event_kinds; expected one"
            " for each kind, or none"
        )


def is_one_word(name: object) -> bool:
    """Tell whether a name can stand in a record: printable ASCII without blanks."""
    return (
        isinstance(name, str) and name.isascii() and name.isprintable() and len(name.split()) == 1 and " " not in name
    )


def repeated(names: Iterable[str]) -> list[str]:
    """Return the names that are there more than once."""
    found = list(names)
    return sorted({name for name in found if found.count(name) > 1})


def faults_of_state(game: Game) -> Iterator[str]:
    """Yield what is wrong with the record of a state."""
    yield from faults_of_record("state", game.state)
    if game.state.fields:
        used = sum(part[0].itemsize for part in game.state.fields.values())
        if used != game.state.itemsize:
            yield (
                f"state has {game.state.itemsize - used} bytes of padding; expected none, for equal states must be"
                " equal bytes: give neighbours the same type"
            )


def faults_of_record(what: str, dtype: np.dtype[np.void]) -> Iterator[str]:
    """Yield what is wrong with the fields of a record."""
    if not dtype.fields:
        yield f"{what} is {dtype}; expected a record with fields"
        return
    for name, part in dtype.fields.items():
        # Plain Python would get NumPy's own attribute, compiled code the field: two different games.
        if hasattr(np.record, name):
            yield f"{what} has a field {name!r}, which every NumPy record has already; expected another name"
        if part[0].base.kind not in "iu":
            yield f"{what} field {name!r} is of {part[0].base}; expected an integer"


class Group(NamedTuple):
    """Functions of a game that belong together."""

    name: str
    functions: tuple[object, ...]
    kind: type
    fields: tuple[str, ...]


def faults_of_functions(game: Game) -> Iterator[str]:
    """Yield which functions are missing or take other arguments than they are called with."""
    groups = (
        Group("functions", game.functions, Functions, Functions._fields),
        Group("view", game.view, View, View._fields[:-1]),
        Group("page", game.page, Page, Page._fields),
    )
    for group in groups:
        if not isinstance(group.functions, group.kind):
            yield f"{group.name} is of {type(group.functions).__name__}; expected {group.kind.__name__}"
            continue
        for name in group.fields:
            yield from faults_of_function(f"{group.name}.{name}", getattr(group.functions, name), NUM_ARGUMENTS[name])


def faults_of_function(what: str, function: object, wanted: int) -> Iterator[str]:
    """Yield what is wrong with a function."""
    if not callable(function):
        yield f"{what} is {function!r}; expected a function"
        return
    found = list(inspect.signature(getattr(function, "py_func", function)).parameters)
    if len(found) != wanted:
        yield f"{what} takes ({', '.join(found)}); expected {wanted} arguments"


def faults_of_keys(game: Game) -> Iterator[str]:
    """Yield what is wrong with the keys that choose actions in a terminal."""
    keys = game.view.keys if isinstance(game.view, View) else {}
    for action, key in keys.items():
        if not 0 <= action < game.num_actions:
            yield f"view.keys has a key {key!r} for action {action}; expected 0 .. {game.num_actions - 1}"
        if not is_one_word(key) or key != key.lower() or key in (LEAVE_KEY, HINT_KEY):
            yield f"view.keys has {key!r}; expected one word in small letters, not {LEAVE_KEY!r} or {HINT_KEY!r}"
    yield from (f"view.keys has {key!r} twice; expected each key once" for key in repeated(keys.values()))


def faults_of_folder(game: Game) -> Iterator[str]:
    """Yield which files are missing."""
    translated = [f"texts/{language}/rulebook.md" for language in LANGUAGES if language != LANGUAGES[0]]
    words = [f"texts/{language}/messages.po" for language in LANGUAGES]
    for name in ("cards.toml", "rulebook.md", *words, *translated):
        if not (game.folder / name).is_file():
            yield f"{game.folder / name} is missing"


def faults_of_rules(game: Game) -> Iterator[str]:
    """Yield what is wrong with the rules record that the game's own cards make, at every number of seats."""
    num_seats = game.seats[0]
    try:
        settings = game_settings(game)
        for num_seats in game.seats:
            found = list(faults_of_rules_record(game.build_rules(settings, num_seats), num_seats))
            yield from found
            if found:
                return
    except DoubloonError as error:
        yield f"its own cards are refused at {num_seats} seats: {error}"


def faults_of_rules_record(rules: Record, num_seats: int) -> Iterator[str]:
    """Yield what is wrong with the rules record of a number of seats."""
    yield from faults_of_record("the rules record", rules.dtype)
    missing = [name for name in NEEDED_RULES if name not in (rules.dtype.names or ())]
    if missing:
        yield f"the rules record has no field {' and no '.join(missing)}"
    elif int(rules.num_seats) != num_seats or int(rules.max_decisions) < 1:
        yield (
            f"the rules record of {num_seats} seats has num_seats {rules.num_seats} and max_decisions"
            f" {rules.max_decisions}; expected {num_seats}, and 1 or more"
        )
