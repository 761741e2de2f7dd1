"""Records: a round trip whatever was played, and a clear refusal of whatever does not fit."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doubloon.engine import fair
from doubloon.engine.contract import CHANCE, Game
from doubloon.engine.errors import BadRecord, RulesChanged
from doubloon.engine.playthrough import Playthrough, build_rules, game_settings
from doubloon.engine.record import (
    Header,
    Seat,
    new_header,
    open_playthrough,
    read_record,
    read_record_file,
    replay,
    replay_to_end,
    reveal_seed,
    verify_chance,
    write_record,
)
from doubloon.engine.rng import new_rng
from doubloon.games import load
from tests.conftest import every_table
from tests.support import random_step

ISLES, SHIPYARD = load("isles"), load("shipyard")

TABLES = list(every_table())
NAMES = st.text(st.characters(blacklist_categories=["Cs"]), max_size=30)


def play(
    game: Game, num_seats: int, changes: tuple[str, ...], seed: int, steps: int
) -> tuple[Header, Playthrough, bytes]:
    """Play with fair chance, and return header, playthrough and seed."""
    secret = fair.seed_of_number(seed)
    table_settings = game_settings(game).changed(changes)
    header = new_header(
        game, table_settings, [Seat("random", f"Bot {seat}") for seat in range(num_seats)], "table", secret
    )
    playthrough = Playthrough(game, build_rules(game, table_settings, num_seats))
    rng = new_rng(seed)
    for _ in range(steps):
        if playthrough.is_over:
            break
        if playthrough.to_act == CHANCE:
            playthrough.chance(playthrough.draw(secret, "table"))
        else:
            random_step(playthrough, rng)
    return header, playthrough, secret


@settings(max_examples=60, deadline=None)
@given(table=st.sampled_from(TABLES), seed=st.integers(0, 10**6), steps=st.integers(0, 250))
def test_whatever_is_played_replays_to_the_same_state(
    table: tuple[Game, int, tuple[str, ...]], seed: int, steps: int
) -> None:
    game, num_seats, changes = table
    header, playthrough, secret = play(game, num_seats, changes, seed, steps)
    record = read_record(write_record(reveal_seed(header, secret), game, playthrough.entries))
    again = replay_to_end(record, game)
    assert again.entries == playthrough.entries
    assert again.state.tobytes() == playthrough.state.tobytes()
    assert verify_chance(record, game) == sum(entry.seat == CHANCE for entry in playthrough.entries)


def test_a_card_file_that_leaves_something_out_is_written_down() -> None:
    game = SHIPYARD
    base = game_settings(game)
    key, value = next(iter(base.values.items()))
    smaller = base.without([key])
    header = new_header(game, smaller, [Seat("random")] * game.seats[0], "table", b"seed")
    found = read_record(write_record(header, game, [])).header
    assert found.dropped == (key,)
    assert found.changes == ()
    assert base.without(found.dropped).hash == smaller.hash != base.hash
    assert smaller.changed([f"{key}={value}"]).hash == base.hash


@settings(max_examples=100, deadline=None)
@given(name=NAMES, table=NAMES)
def test_names_of_any_characters_survive(name: str, table: str) -> None:
    game = ISLES
    seats = [Seat("human", name)] * game.seats[0]
    header = new_header(game, game_settings(game), seats, table, b"seed")
    found = read_record(write_record(header, game, [])).header
    assert found == header


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_damaged_record_is_refused_or_still_a_game(data: st.DataObject) -> None:
    """Change any character: the reader says what is wrong, or the change did no harm. It never fails in another way."""
    game = SHIPYARD
    header, playthrough, _ = play(game, game.seats[0], (), 3, 40)
    text = write_record(header, game, playthrough.entries)
    position = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:position] + data.draw(st.characters()) + text[position + data.draw(st.integers(0, 3)) :]
    try:
        record = read_record(damaged)
        replay_to_end(record, game)
    except BadRecord as error:
        assert str(error).startswith("record: ")  # noqa: PT017 - either outcome is right


def example(game: Game = SHIPYARD) -> str:
    header, playthrough, secret = play(game, game.seats[0], (), 5, 30)
    return write_record(reveal_seed(header, secret), game, playthrough.entries)


def test_a_line_that_was_cut_off_was_never_acknowledged() -> None:
    text = example()
    assert len(read_record(text[:-3]).lines) == len(read_record(text).lines) - 1


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("doubloon record 1", "doubloon record 9", "line 1: expected 'doubloon record 1'"),
        ("game: ", "gane: ", "line 2: expected one of game, rules"),
        ("rules: 1", "rules: x", "rules: expected a number, found 'x'"),
        ("seat: random", "seat: random Bob", "expected a name in double quotes"),
        ("0 ", "7 ", "expected entry 0, found '7'"),
        ("1 ", "1 2 3 ", "expected '1 seat action'"),
    ],
)
def test_a_record_of_another_form_is_refused_by_line(old: str, new: str, message: str) -> None:
    head, _, body = example().partition("\n\n")
    whole = head + "\n\n" + "\n".join(body.split("\n"))
    if old[0].isdigit():
        lines = body.split("\n")
        at = int(old)
        lines[at] = lines[at].replace(old, new, 1)
        whole = head + "\n\n" + "\n".join(lines)
    else:
        whole = whole.replace(old, new, 1)
    with pytest.raises(BadRecord, match=message):
        read_record(whole, "a.record")


def test_old_rules_and_other_cards_are_refused_in_plain_words() -> None:
    game = SHIPYARD
    text = example(game)
    with pytest.raises(
        RulesChanged, match=f"played under rules 99 of {game.slug}; this version has rules {game.rules_version}"
    ):
        open_playthrough(read_record(text.replace(f"rules: {game.rules_version}", "rules: 99", 1)), game)
    with pytest.raises(RulesChanged, match="played with card set 0123"):
        open_playthrough(read_record(text.replace("cards: ", "cards: 0123", 1)), game)


def test_an_action_that_is_not_legal_is_refused_at_its_line() -> None:
    game = SHIPYARD
    text = example(game)
    head, _, body = text.partition("\n\n")
    lines = body.split("\n")
    number = next(index for index, line in enumerate(lines) if " chance " not in line)
    lines[number] = f"{number} 0 dance"
    record = read_record(head + "\n\n" + "\n".join(lines))
    playthrough = open_playthrough(record, game)
    line_in_file = head.count("\n") + 3 + number
    with pytest.raises(BadRecord, match=f"line {line_in_file}: dance: "):
        list(replay(record, playthrough))


def test_a_forged_draw_or_seed_does_not_verify() -> None:
    game = SHIPYARD
    header, playthrough, secret = play(game, game.seats[-1], (), 5, 30)
    text = write_record(reveal_seed(header, secret), game, playthrough.entries)
    other = fair.seed_of_number(6)
    with pytest.raises(BadRecord, match="does not fit the commitment"):
        verify_chance(read_record(write_record(reveal_seed(header, other), game, playthrough.entries)), game)
    with pytest.raises(BadRecord, match="has no seed yet"):
        verify_chance(read_record(write_record(header, game, playthrough.entries)), game)
    forged = text.replace(fair.commitment(secret), fair.commitment(other)).replace(secret.hex(), other.hex())
    with pytest.raises(BadRecord, match=r"entry \d+: the seed gives"):
        verify_chance(read_record(forged), game)


def test_files_that_are_no_records(tmp_path: Path) -> None:
    for name, content in (("empty", b""), ("binary", bytes(range(256))), ("text", b"hello\nworld\n")):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(BadRecord, match=name):
            read_record_file(path)
    with pytest.raises(BadRecord, match="is a folder"):
        read_record_file(tmp_path)
