"""Records: a game as text, a header and one line an entry. The format is described in `docs/records.md`.

Reading needs no game and no generator; replaying needs the game, whose rules version and card set must be those of the
record.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from doubloon.engine import fair
from doubloon.engine.contract import CHANCE, Game
from doubloon.engine.errors import ActionRefused, BadInput, BadRecord, BadSeats, BadSetting, RulesChanged
from doubloon.engine.events import Event
from doubloon.engine.playthrough import Entry, Playthrough, build_rules, game_settings
from doubloon.engine.reading import Limits, brief, number_or, parse_json, read_text, shown, shown_path
from doubloon.engine.settings import Settings

FIRST_LINE = "doubloon record 1"
CHANCE_NAME = "chance"
SINGLE_FIELDS = ("game", "rules", "cards", "table", "commitment", "seed")
ALL_FIELDS = (*SINGLE_FIELDS, "seat", "set", "drop")
LONGEST_RECORD = 16 * 1024 * 1024
"""Bytes; a longer file is no record of a game."""
MOST_LINES = 10_000
"""Of one name in a header; a card file has not so many keys."""
NAME_LIMITS = Limits(10_000)


HUMAN = "human"
"""Kind of a seat of a person; every other kind is the level of a bot."""


@dataclass(frozen=True)
class Seat:
    """A player: `human` or the level of a bot, and a name to show."""

    kind: str
    name: str = ""


@dataclass(frozen=True)
class Header:
    """What a game is played with."""

    game: str
    rules_version: int
    seats: tuple[Seat, ...]
    changes: tuple[str, ...]
    """Assignments that make the table's settings out of the game's own `cards.toml`."""
    dropped: tuple[str, ...]
    """Keys of the game's own `cards.toml` that the table's settings do not have."""
    cards: str
    """SHA-256 of the settings."""
    table: str
    commitment: str
    """SHA-256 of the seed; empty when the outcomes come from elsewhere."""
    seed: str = ""
    """Hexadecimal; empty while the seed is secret."""


@dataclass(frozen=True)
class Line:
    """An entry as it stands in a file: the line's number, and names that only the game can read."""

    number: int
    seat: str
    action: str


@dataclass(frozen=True)
class RecordedGame:
    """A record as read: checked for form, not yet against the rules."""

    header: Header
    lines: tuple[Line, ...]


def new_header(game: Game, settings: Settings, seats: Iterable[Seat], table: str, seed: bytes) -> Header:
    """Return the header of a game that is about to begin; the seed itself is not in it."""
    base = game_settings(game)
    dropped = tuple(sorted(base.values.keys() - settings.values.keys()))
    changes = tuple(settings.differences(base))
    return Header(
        game.slug, game.rules_version, tuple(seats), changes, dropped, settings.hash, table, fair.commitment(seed)
    )


def write_header(header: Header) -> str:
    """Return the text of a header, with the empty line that ends it."""
    lines = [FIRST_LINE, f"game: {header.game}", f"rules: {header.rules_version}"]
    lines += [
        f"seat: {seat.kind} {json.dumps(seat.name, ensure_ascii=False)}" if seat.name else f"seat: {seat.kind}"
        for seat in header.seats
    ]
    lines += [f"set: {change}" for change in header.changes]
    lines += [f"drop: {key}" for key in header.dropped]
    lines += [f"cards: {header.cards}", f"table: {json.dumps(header.table, ensure_ascii=False)}"]
    lines += [f"commitment: {header.commitment}"] if header.commitment else []
    lines += [f"seed: {header.seed}"] if header.seed else []
    return "\n".join(lines) + "\n\n"


def write_entry(game: Game, number: int, entry: Entry) -> str:
    """Return the line of an entry."""
    return f"{number} {entry_name(game, entry)}\n"


def entry_name(game: Game, entry: Entry) -> str:
    """Return an entry in words: `chance red`, or the seat and its action as in `0 draw`."""
    is_chance = entry.seat == CHANCE
    return f"{CHANCE_NAME} {game.outcomes[entry.action]}" if is_chance else f"{entry.seat} {game.actions[entry.action]}"


def write_record(header: Header, game: Game, entries: Iterable[Entry]) -> str:
    """Return the text of a whole record."""
    return write_header(header) + "".join(write_entry(game, number, entry) for number, entry in enumerate(entries))


def read_record_file(path: Path) -> RecordedGame:
    """Read a record from disk. Raises BadRecord, naming the file and the line."""
    try:
        text = read_text(path, LONGEST_RECORD)
    except BadInput as error:
        raise BadRecord(str(error)) from error
    return read_record(text, shown_path(path))


def read_record(text: str, place: str = "record") -> RecordedGame:
    """Read a record. A last line without a line end was never acknowledged and is left out. Raises BadRecord, naming
    the line.
    """
    lines = text.split("\n")[:-1]
    if not lines or lines[0].rstrip("\r") != FIRST_LINE:
        found = lines[0] if lines else text
        raise BadRecord(f"{place}: line 1: expected {FIRST_LINE!r}, found {shown(found)}")
    fields: dict[str, list[str]] = {}
    entries: list[Line] = []
    in_header = True
    for number, raw in enumerate(lines[1:], start=2):
        line = raw.strip()
        here = f"{place}: line {number}"
        if in_header and line:
            read_field(line, fields, here)
        elif in_header:
            in_header = False
        elif line:
            entries.append(read_line(line, number, len(entries), here))
    return RecordedGame(read_header(fields, place), tuple(entries))


def read_field(line: str, fields: dict[str, list[str]], here: str) -> None:
    """Add a header line to the fields read so far."""
    name, colon, value = line.partition(": ")
    if not colon or name not in ALL_FIELDS:
        raise BadRecord(f"{here}: expected one of {', '.join(ALL_FIELDS)} and a value, found {shown(line)}")
    values = fields.setdefault(name, [])
    if name in SINGLE_FIELDS and values:
        raise BadRecord(f"{here}: a second {name!r}")
    if len(values) == MOST_LINES:
        raise BadRecord(f"{here}: more than {MOST_LINES} lines of {name!r}")
    values.append(value.strip())


def read_line(line: str, number: int, expected: int, here: str) -> Line:
    """Read an entry line `number seat action`."""
    parts = line.split()
    if len(parts) != 3:
        raise BadRecord(f"{here}: expected '{expected} seat action', found {shown(line)}")
    if parts[0] != str(expected):
        raise BadRecord(f"{here}: expected entry {expected}, found {shown(parts[0])}")
    return Line(number, parts[1], parts[2])


def read_header(fields: dict[str, list[str]], place: str) -> Header:
    """Make a header of its fields."""
    for name in ("game", "rules", "cards", "seat"):
        if name not in fields:
            raise BadRecord(f"{place}: the header has no {name!r}")
    single = {name: values[0] for name, values in fields.items()}
    rules_version = number_or(single["rules"], 0)
    if not rules_version:
        raise BadRecord(f"{place}: rules: expected a number, found {shown(single['rules'])}")
    return Header(
        game=single["game"],
        rules_version=rules_version,
        seats=tuple(read_seat(value, place) for value in fields["seat"]),
        changes=tuple(fields.get("set", ())),
        dropped=tuple(fields.get("drop", ())),
        cards=single["cards"],
        table=read_name(single.get("table", '""'), place),
        commitment=single.get("commitment", ""),
        seed=single.get("seed", ""),
    )


def read_seat(value: str, place: str) -> Seat:
    """Read `kind`, or `kind "name"`."""
    kind, _, name = value.partition(" ")
    return Seat(kind, read_name(name, place) if name else "")


def read_name(value: str, place: str) -> str:
    """Read a name in double quotes (JSON)."""
    try:
        name = parse_json(value, place, NAME_LIMITS)
    except BadInput:
        name = None
    if not isinstance(name, str):
        raise BadRecord(f"{place}: expected a name in double quotes, found {shown(value)}")
    return name


def open_playthrough(record: RecordedGame, game: Game, place: str = "record") -> Playthrough:
    """Return the beginning of a recorded game. Raises RulesChanged when its rules or cards are no longer here,
    BadRecord when it does not fit.
    """
    settings = record_settings(record, game, place)
    try:
        return Playthrough(game, build_rules(game, settings, len(record.header.seats), record.header.rules_version))
    except BadSeats as error:
        raise BadRecord(f"{place}: {error}") from error
    except BadSetting as error:
        raise BadRecord(str(error)) from error


def record_settings(record: RecordedGame, game: Game, place: str = "record") -> Settings:
    """Return the settings that a game was played with. Raises RulesChanged, BadRecord."""
    header = record.header
    if header.game != game.slug:
        raise BadRecord(f"{place}: a game of {shown(header.game)}, not of {game.slug!r}")
    if header.rules_version not in (game.rules_version, *game.older_rules):
        known = ", ".join(map(str, sorted((game.rules_version, *game.older_rules))))
        raise RulesChanged(
            f"{place}: played under rules {header.rules_version} of {game.slug}; this version has rules {known}"
        )
    try:
        settings = game_settings(game).without(header.dropped).changed(header.changes, f"{place}: set")
        settings = replace(settings, place=place)
    except BadSetting as error:
        raise BadRecord(str(error)) from error
    if settings.hash != header.cards:
        raise RulesChanged(
            f"{place}: played with card set {brief(header.cards[:12])}; these rules with the record's changes give "
            f"{settings.hash[:12]}"
        )
    return settings


def replay(record: RecordedGame, playthrough: Playthrough, place: str = "record") -> Iterator[tuple[Event, ...]]:
    """Play a record's entries on a fresh playthrough, yielding what each did. Raises BadRecord at the line that does
    not fit.
    """
    actions = {name: number for number, name in enumerate(playthrough.game.actions)}
    outcomes = {name: number for number, name in enumerate(playthrough.game.outcomes)}
    for line in record.lines:
        try:
            is_chance = line.seat == CHANCE_NAME
            seat = CHANCE if is_chance else read_seat_number(line.seat)
            events = playthrough.apply(Entry(seat, (outcomes if is_chance else actions).get(line.action, -1)))
        except ActionRefused as error:
            raise BadRecord(f"{place}: line {line.number}: {brief(line.action)}: {error}") from error
        yield events


def read_seat_number(text: str) -> int:
    """Return the seat of an entry; -1, which no table has, for what is not a number."""
    return number_or(text, -1, digits=2)


def replay_to_end(record: RecordedGame, game: Game, place: str = "record") -> Playthrough:
    """Return the playthrough after the last entry of a record."""
    playthrough = open_playthrough(record, game, place)
    for _ in replay(record, playthrough, place):
        pass
    return playthrough


def verify_chance(record: RecordedGame, game: Game, place: str = "record") -> int:
    """Check that every outcome follows from the seed, and the seed from the commitment; return how many were checked.
    Raises BadRecord.
    """
    header = record.header
    seed = read_seed(header, place)
    if not seed:
        raise BadRecord(f"{place}: has no seed yet, so its outcomes cannot be checked")
    if fair.commitment(seed) != header.commitment:
        raise BadRecord(f"{place}: the seed does not fit the commitment {brief(header.commitment[:12])}")
    playthrough = open_playthrough(record, game, place)
    weights = playthrough.weights()
    checked = 0
    for _ in replay(record, playthrough, place):
        entry = playthrough.entries[-1]
        if entry.seat == CHANCE:
            number = len(playthrough.entries) - 1
            drawn = fair.draw(seed, header.table, number, weights)
            if drawn != entry.action:
                names = game.outcomes
                raise BadRecord(
                    f"{place}: entry {number}: the seed gives {names[drawn]}, the record says {names[entry.action]}"
                )
            checked += 1
        weights = playthrough.weights()
    return checked


def read_seed(header: Header, place: str = "record") -> bytes:
    """Return the seed of a record; nothing while it is secret. Raises BadRecord."""
    try:
        return bytes.fromhex(header.seed)
    except ValueError as error:
        raise BadRecord(f"{place}: seed: expected hexadecimal digits, found {shown(header.seed)}") from error


def reveal_seed(header: Header, seed: bytes) -> Header:
    """Return the header of a finished game, whose seed may be seen."""
    return replace(header, seed=seed.hex())
