"""`doubloon play`: a game in the terminal."""

import secrets
import shlex
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from doubloon.bots import read_level
from doubloon.bots.levels import level_name
from doubloon.cli.choices import PlayerLeft, read_key
from doubloon.cli.console import Board, new_console, new_translator, seat_names
from doubloon.cli.options import (
    Cards,
    Changes,
    GameName,
    Language,
    SeatNames,
    Seed,
    playable_games,
    read_language,
    read_seats,
    read_settings,
)
from doubloon.cli.record_file import RecordFile
from doubloon.cli.table import TerminalTable
from doubloon.engine import fair
from doubloon.engine.contract import LEAVE_KEY, Game
from doubloon.engine.errors import BadRecord, BadSeats
from doubloon.engine.playthrough import Playthrough, build_rules
from doubloon.engine.reading import plain_name, shown_path
from doubloon.engine.record import (
    HUMAN,
    Header,
    Seat,
    new_header,
    read_record_file,
    replay_to_end,
    reveal_seed,
    verify_chance,
)
from doubloon.games import load
from doubloon.tables.folder import data_folder
from doubloon.texts import Translator

DEFAULT_BOT = "sailor"


def play(
    game: GameName = "",
    seats: SeatNames = "",
    seed: Seed = None,
    changes: Changes = None,
    cards: Cards = None,
    auto: Annotated[bool, typer.Option("--auto", help="Let bots play all seats and print the game.")] = False,
    name: Annotated[str, typer.Option("--name", help="Your name at the table.")] = "",
    lang: Language = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record",
            metavar="FILE",
            help="Where to write the game. Without it, games with people go to the data folder.",
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume",
            metavar="FILE",
            help="Go on with a game that was left; GAME and --seats then come from the file.",
        ),
    ] = None,
) -> None:
    """Play a game in the terminal, against bots or with friends at one keyboard."""
    language = read_language(lang)
    if resume is not None:
        table = resumed_table(resume, language)
    else:
        loaded = load(game) if game else playable_games()[0] if auto else choose_game(language)
        kinds = read_seats(seats or default_seats(loaded, auto), loaded)
        if auto and HUMAN in kinds:
            raise BadSeats("--auto: a human has a seat; name only bots, or leave --auto out")
        settings = read_settings(loaded, cards, changes)
        secret = fair.new_seed() if seed is None else fair.seed_of_number(seed)
        players = name_seats(kinds, plain_name(name), new_translator(loaded, language))
        header = new_header(loaded, settings, players, secrets.token_hex(8) if seed is None else f"seed {seed}", secret)
        table = new_table(Playthrough(loaded, build_rules(loaded, settings, len(kinds))), header, secret, language)
        path = record if record is not None or HUMAN not in kinds else own_path(loaded)
        if path is not None:
            # Whoever runs the terminal deals the cards too: the seed is in the file from the start, so that the game
            # can go on.
            table.record = RecordFile.begin(path, reveal_seed(header, secret))
    run(table)


def choose_game(language: str) -> Game:
    """Ask which game to play, and return it. Raises PlayerLeft when the input ends or the person leaves."""
    console = new_console()
    keys = {str(number): game for number, game in enumerate(playable_games(), start=1)}
    by_name = {game.slug: game for game in keys.values()}
    for key, game in keys.items():
        translator = new_translator(game, language)
        console.print(Text(f"  {key}  ", style="bold cyan").append(translator.text("game.title"), style="bold default"))
        console.print(Text(f"     {translator.text('game.pitch')}"))
    while True:
        answer = read_key(console, keys)
        if answer == LEAVE_KEY:
            raise PlayerLeft
        if found := keys.get(answer) or by_name.get(answer):
            return found
        console.print(Text(translator.text("cli.unknown_key", key=answer, keys=", ".join([*keys, LEAVE_KEY]))))


def default_seats(game: Game, auto: bool) -> str:
    """Return who plays when nobody says: a person against bots, or bots alone, as many as usually play."""
    return f"{DEFAULT_BOT if auto else HUMAN},{DEFAULT_BOT}:{game.usual_seats - 1}"


def name_seats(kinds: list[str], name: str, translator: Translator) -> list[Seat]:
    """Return the seats with names: bots by level and seat, people by the given name or their number."""
    players = []
    for seat, kind in enumerate(kinds):
        given = name if kind == HUMAN and kinds.index(HUMAN) == seat else ""
        players.append(Seat(kind, given or translator.text(f"cli.name.{level_name(kind)}", n=seat + 1)))
    return players


def new_table(playthrough: Playthrough, header: Header, seed: bytes, language: str) -> TerminalTable:
    """Return a table that shows itself in a language."""
    names = seat_names(header)
    return TerminalTable(
        playthrough, header, seed, Board(new_console(), new_translator(playthrough.game, language, names))
    )


def resumed_table(path: Path, language: str) -> TerminalTable:
    """Return the table of a record that was left. Raises DoubloonError when it cannot go on."""
    file = RecordFile.resume(path)
    place = shown_path(path)
    found = read_record_file(path)
    game = load(found.header.game)
    playthrough = replay_to_end(found, game, place)
    if playthrough.is_over:
        raise BadRecord(f"{place}: the game is over; `doubloon replay {shlex.quote(str(path))}` tells it")
    if not found.header.seed:
        raise BadRecord(f"{place}: has no seed, so chance cannot go on as it began")
    # What goes on from a forged beginning could never be checked.
    verify_chance(found, game, place)
    check_levels(found.header, game, place)
    table = new_table(playthrough, found.header, bytes.fromhex(found.header.seed), language)
    file.go_on()
    table.record = file
    return table


def check_levels(header: Header, game: Game, place: str) -> None:
    """Raise BadRecord where a seat is neither a person's nor that of a bot we have."""
    for seat in header.seats:
        try:
            if seat.kind != HUMAN:
                read_level(seat.kind, game)
        except BadSeats as error:
            raise BadRecord(f"{place}: {error}") from error


def own_path(game: Game) -> Path:
    """Return a new path in the data folder."""
    return data_folder() / "terminal" / f"{game.slug}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}.record"


def run(table: TerminalTable) -> None:
    """Play a table to its end or until somebody leaves; then say where the record is and how to go on. Raises
    KeyboardInterrupt after that where Ctrl-C ended it.
    """
    console, translator = table.board.console, table.board.translator
    where = "" if table.record is None else shlex.quote(str(table.record.path))
    try:
        with console.status(translator.text("cli.preparing")):
            table.prepare()
        table.play()
    except (PlayerLeft, KeyboardInterrupt) as left:
        console.print()
        words = translator.text("cli.left", command=f"doubloon play --resume {where}")
        console.print(words if where else translator.text("cli.stopped"), soft_wrap=True, markup=False)
        if isinstance(left, KeyboardInterrupt):
            raise
        return
    if where:
        console.print(translator.text("cli.recorded", command=f"doubloon replay {where}"), soft_wrap=True, markup=False)
