"""The lesson of a game, read from `lesson.toml` in its folder: positions, each reached by named steps of a table, and
what is said to what is done there (docs/lessons.md).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from doubloon.engine.contract import Game
from doubloon.engine.errors import BadGame, DoubloonError
from doubloon.engine.reading import LONGEST_TOML, parse_toml, read_text
from doubloon.engine.table import Table

LESSON_FILE = "lesson.toml"
LESSON_KEYS = ("seats", "set", "position")
POSITION_KEYS = ("id", "after", "steps", "right", "wrong", "judged")
LEARNER = 0
"""The seat of the learner, who decides in every position."""
ELSE = "else"
"""The answer to every action that a lesson does not name."""


@dataclass(frozen=True)
class Answer:
    """What is said to an action: the text `lesson.<position>.<says>`."""

    says: str
    is_right: bool = False
    then: tuple[str, ...] = ()
    """Steps that follow a right action, for the learner to see what comes of it."""


@dataclass(frozen=True)
class Position:
    """One question of a lesson."""

    id: str
    steps: tuple[str, ...]
    """From the beginning of a game to the question, as `Table.play` takes them."""
    answers: Mapping[str, Answer]
    """By the name of the action; the right ones first."""
    judged: frozenset[str]
    """The wrong answers whose actions a search finds worse than a right one: not those to what is merely not asked."""

    @property
    def right(self) -> tuple[str, ...]:
        """The right actions, by their names."""
        return tuple(name for name, answer in self.answers.items() if answer.is_right)

    def answer(self, action: str) -> Answer:
        """Return what is said to an action."""
        return self.answers.get(action, Answer(ELSE))


@dataclass(frozen=True)
class Lesson:
    """All positions of a game's lesson."""

    game: Game
    seats: int
    changes: tuple[str, ...]
    """Settings of the table, `key=value`."""
    positions: tuple[Position, ...]

    def table(self, position: Position, *more: str) -> Table:
        """Return a table at a position, or some steps after it."""
        table = Table.new(self.game, self.seats, self.changes)
        table.play(*position.steps, *more)
        return table


def has_lesson(folder: Path) -> bool:
    """Tell whether a game has a lesson, by its folder."""
    return (folder / LESSON_FILE).is_file()


_LESSONS: dict[str, Lesson] = {}


def lesson_of(game: Game) -> Lesson:
    """Return the lesson of a game that has one, read once. Raises BadInput, BadGame."""
    if game.slug not in _LESSONS:
        _LESSONS[game.slug] = read_lesson(game)
    return _LESSONS[game.slug]


def read_lesson(game: Game) -> Lesson:
    """Return the lesson in the folder of a game. Raises BadInput, BadGame."""
    path = game.folder / LESSON_FILE
    data = parse_toml(read_text(path, LONGEST_TOML), str(path))
    check_keys(data, LESSON_KEYS, str(path))
    seats, changes, listed = data.get("seats"), data.get("set", []), data.get("position")
    if not isinstance(seats, int) or not isinstance(changes, list) or not isinstance(listed, list):
        raise BadGame(f"{path}: expected `seats`, a number; `set`, a list; and tables `[[position]]`")
    lesson = Lesson(game, seats, tuple(str(change) for change in changes), ())
    found: dict[str, Position] = {}
    for number, entry in enumerate(listed):
        position = read_position(entry, found, f"{path}: position {number + 1}")
        check_position(lesson, position, f"{path}: position {position.id!r}")
        found[position.id] = position
    return replace(lesson, positions=tuple(found.values()))


def read_position(entry: object, before: Mapping[str, Position], place: str) -> Position:
    """Return a position; `after` names an earlier one, whose first right action and what follows come before its own
    steps. Raises BadGame.
    """
    if not isinstance(entry, dict):
        raise BadGame(f"{place}: expected a table")
    check_keys(entry, POSITION_KEYS, place)
    name, after, right, wrong = (entry.get(key) for key in ("id", "after", "right", "wrong"))
    if not isinstance(name, str) or not isinstance(right, dict) or not right or not isinstance(wrong or {}, dict):
        raise BadGame(f"{place}: expected `id`, a word; `right` and `wrong`, tables")
    if name in before or (after is not None and after not in before):
        raise BadGame(f"{place}: expected an `id` of its own and `after`, an earlier one, found {name!r} and {after!r}")
    answers = {action: Answer("right", True, split(str(then))) for action, then in right.items()}
    answers |= {action: Answer(says) for says, actions in (wrong or {}).items() for action in str(actions).split()}
    judged = entry.get("judged", list(wrong or {}))
    steps = (*way_to(before.get(str(after))), *split(str(entry.get("steps", ""))))
    return Position(name, steps, answers, frozenset(judged if isinstance(judged, list) else ()))


def way_to(position: Position | None) -> tuple[str, ...]:
    """Return the steps through a position: to it, its first right action, and what follows."""
    if position is None:
        return ()
    first = position.right[0]
    return (*position.steps, f"{LEARNER} {first}", *position.answers[first].then)


def check_position(lesson: Lesson, position: Position, place: str) -> None:
    """Check that a position comes about by the rules, and that what it speaks of can be done there. Raises BadGame."""
    try:
        legal = lesson.table(position).legal(LEARNER)
        for name in position.right:
            lesson.table(position, f"{LEARNER} {name}", *position.answers[name].then)
    except DoubloonError as error:
        raise BadGame(f"{place}: {error}") from error
    unknown = [name for name in position.answers if name not in legal]
    if unknown:
        raise BadGame(f"{place}: {', '.join(unknown)} cannot be done there; legal: {', '.join(legal) or 'nothing'}")


def split(steps: str) -> tuple[str, ...]:
    """Return the steps of a line, which commas part."""
    return tuple(" ".join(step.split()) for step in steps.split(",") if step.strip())


def check_keys(table: Mapping[str, object], allowed: Iterable[str], place: str) -> None:
    """Check that a table has no other keys. Raises BadGame."""
    for key in table:
        if key not in allowed:
            raise BadGame(f"{place}: unknown key {key!r}; there are: {', '.join(allowed)}")
