"""Settings: what a card file and --set may say, and what they are told when they say something else."""

from pathlib import Path

import pytest

from doubloon.engine.contract import Game
from doubloon.engine.errors import BadInput, BadSetting
from doubloon.engine.playthrough import game_settings
from doubloon.engine.settings import Choice, Number, Phrase, Schema, Settings, load_settings, parse_settings
from tests.conftest import OWN_GAMES

SCHEMA = Schema(
    {
        "price": Number(1, 9),
        "options.mode": Choice(("fast", "slow")),
        "cards.*.power": Number(-3, 3),
        "cards.*.text": Phrase(lambda text: text.startswith("gain "), "gain and a number"),
    }
)


def test_values_are_read_flat() -> None:
    settings = parse_settings(
        SCHEMA, 'price = 3\n[options]\nmode = "fast"\n[cards.siren]\npower = -2\ntext = "gain 1"\n', "my.toml"
    )
    assert settings.values == {
        "price": 3,
        "options.mode": "fast",
        "cards.siren.power": -2,
        "cards.siren.text": "gain 1",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("price = 12", r"my.toml: price = 12 is not allowed; expected 1 .. 9"),
        ('price = "much"', r"my.toml: price = 'much' is not allowed; expected 1 .. 9"),
        ("price = true", r"price = True is not allowed"),
        ("price = 2.5", r"price = 2.5 is not allowed"),
        ('[options]\nmode = "odd"', r"options.mode = 'odd' is not allowed; expected fast | slow"),
        ("prise = 3", r"unknown key 'prise'; allowed: price, options.mode, cards.\*.power"),
        ("[cards.siren]\npower = 7", r"cards.siren.power = 7 is not allowed; expected -3 .. 3"),
        ('[cards.siren]\ntext = "win"', r"cards.siren.text = 'win' is not allowed; expected gain and a number"),
        ("[cards]\npower = 1", r"unknown key 'cards.power'"),
        ("price = =", r"my.toml: not valid TOML: .*line 1"),
        ("price = 1\nprice = 2", r"my.toml: not valid TOML"),
    ],
)
def test_what_is_not_allowed_is_refused_by_file_key_and_value(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        parse_settings(SCHEMA, text, "my.toml")


def test_a_named_part_of_a_key_stands_for_its_names_alone() -> None:
    schema = Schema({"power.<card>": Number(0, 9)}, {"<card>": ("siren", "parrot")})
    settings = parse_settings(schema, "power = { siren = 1, parrot = 2 }", "my.toml").changed(["power.parrot=3"])
    assert settings.values == {"power.siren": 1, "power.parrot": 3}
    assert schema.pattern("power.siren") == "power.<card>"
    for key in ("power.whale", "power.<card>", "power"):
        with pytest.raises(
            BadSetting, match=rf"--set: unknown key '{key}'; allowed: power.<card>; <card> is siren \| parrot"
        ):
            settings.changed([f"{key}=1"])


@pytest.mark.parametrize(
    "assignment", ["price", "=3", "price=", "price=10", "price=١", "nope=1", "options.mode=", "price=--3"]
)
def test_bad_assignments_are_refused(assignment: str) -> None:
    with pytest.raises(BadSetting, match="--set"):
        parse_settings(SCHEMA, "price = 1", "my.toml").changed([assignment])


def test_changes_leave_the_original_alone_and_options_need_no_prefix() -> None:
    base = parse_settings(SCHEMA, 'price = 3\n[options]\nmode = "fast"\n', "my.toml")
    changed = base.changed(["mode=slow", " price = 4 "])
    assert changed.values == {"price": 4, "options.mode": "slow"}
    assert base.values["price"] == 3
    assert changed.differences(base) == ["options.mode=slow", "price=4"]
    assert base.changed(changed.differences(base)).hash == changed.hash != base.hash


def test_a_name_of_ones_own_has_nothing_that_takes_an_assignment_apart() -> None:
    schema = Schema({"cards.*.power": Number(0, 9)})
    for name in ("cook", "first-mate", "mate_2", "One-Eye", "the bo's'n", "é", "猫"):
        assert parse_settings(schema, f'[cards."{name}"]\npower = 1', "x").values == {f"cards.{name}.power": 1}
    for name in ("a=b", "", " a", "a\u3000", "a\\nb", "\\u0000", "\\u202e", "x" * 41, "*", "a.b"):
        with pytest.raises(BadSetting, match="unknown key"):
            parse_settings(schema, f'[cards."{name}"]\npower = 1', "x")


def test_the_hash_is_of_what_is_said_not_how() -> None:
    one = parse_settings(SCHEMA, 'price = 3\n[options]\nmode = "fast"\n', "a")
    other = parse_settings(SCHEMA, '# comment\noptions.mode = "fast"\nprice   =   3', "b")
    assert one.hash == other.hash


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nowhere\.toml: cannot be read"):
        load_settings(SCHEMA, tmp_path / "nowhere.toml")
    (tmp_path / "latin.toml").write_bytes(b'price = "\xe9"')
    with pytest.raises(BadInput, match=r"latin\.toml: line 1: not text in UTF-8"):
        load_settings(SCHEMA, tmp_path / "latin.toml")


def test_a_missing_key_is_named(game: Game) -> None:
    whole = game_settings(game)
    for key in whole.values:
        if "*" in key or (key.startswith("cards.") and game.schema.allowed.get(key) is None):
            continue
        rest = {name: value for name, value in whole.values.items() if name != key}
        with pytest.raises(BadSetting, match=f"{key} is missing; expected"):
            game.build_rules(Settings(game.schema, rest, "my.toml"), game.seats[0])


def test_every_number_takes_its_bounds(game: Game) -> None:
    """The least and the most that a schema allows either builds, or is refused in a sentence; it never breaks."""
    base = game_settings(game)
    for pattern, allowed in game.schema.allowed.items():
        key = ".".join(game.schema.names.get(part, (part,))[0] for part in pattern.split("."))
        if isinstance(allowed, Number) and "*" not in key:
            for value in (allowed.least, allowed.most):
                try:
                    game.build_rules(base.changed([f"{key}={value}"]), game.seats[0])
                except BadSetting as error:
                    assert key in str(error) or str(value) in str(error)  # noqa: PT017 - both ways are right, which one depends on the key
            for value in (allowed.least - 1, allowed.most + 1):
                with pytest.raises(
                    BadSetting, match=f"{key} = '{value}' is not allowed; expected {allowed.least} .. {allowed.most}"
                ):
                    base.changed([f"{key}={value}"])


def test_card_sets_change_only_with_the_rules_version() -> None:
    """A record names the hash of its cards; were a default changed without a new rules_version, old records would break
    unexplained.
    """
    assert {game.slug: (game.rules_version, game_settings(game).hash[:12]) for game in OWN_GAMES} == CARD_SETS


CARD_SETS = {"isles": (1, "114b60f92461"), "rubies": (2, "7382b6077a30"), "shipyard": (1, "7cdd5f69e118")}
