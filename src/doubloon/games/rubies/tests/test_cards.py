"""The deck is data: files with other cards, and files that are refused with the place and what is allowed."""

import re
from pathlib import Path

import pytest

from doubloon.engine.errors import BadSetting
from doubloon.engine.playthrough import Playthrough, build_rules, game_settings, new_rules
from doubloon.engine.settings import load_settings
from doubloon.games.rubies.game import GAME
from doubloon.games.rubies.state import NUM_DECK_KINDS
from doubloon.games.rubies.words import card_name, whole_card

OWN = GAME.folder / "cards.toml"
STOWAWAY = """
[cards.stowaway]
kind = "pirate"
copies = 1
infamy = 2
skill = "1: steal 1, feed_all 1"
leaving = "others_lose 1"
name_fr = "passager clandestin"
"""


def file_with(folder: Path, text: str) -> Path:
    path = folder / "my-cards.toml"
    path.write_text(OWN.read_text(encoding="utf-8") + text, encoding="utf-8")
    return path


def test_a_new_card_of_known_effects_needs_no_code(tmp_path: Path) -> None:
    rules = build_rules(GAME, load_settings(GAME.schema, file_with(tmp_path, STOWAWAY)), 3)
    assert rules.copies[:NUM_DECK_KINDS].sum() == 45
    assert rules.deck == 9
    playthrough = Playthrough(GAME, rules)
    for name in ("starter:0", "bold", "sly", "tidy", "new-card:44"):
        assert playthrough.to_act == -1
        playthrough.chance(GAME.outcomes.index(name))
    kind = GAME.outcomes.index("new-card:44")
    assert playthrough.state.sea[0] == kind
    assert dict(card_name(rules, kind).args["name"].names) == {  # type: ignore[union-attr]
        "en": "stowaway",
        "fr": "passager clandestin",
        "ja": "stowaway",
        "hu": "stowaway",
    }
    assert whole_card(rules, kind).args["infamy"] == 2


def test_new_cards_get_the_same_numbers_in_any_order(tmp_path: Path) -> None:
    other = STOWAWAY.replace("stowaway", "parrot").replace("feed_all 1", "gain 2")
    one = build_rules(GAME, load_settings(GAME.schema, file_with(tmp_path, STOWAWAY + other)), 3)
    two = build_rules(GAME, load_settings(GAME.schema, file_with(tmp_path, other + STOWAWAY)), 3)
    assert one.tobytes() == two.tobytes()


def test_changes_can_add_a_card_too() -> None:
    changes = (
        "cards.parrot.kind=pirate",
        "cards.parrot.copies=2",
        "cards.parrot.infamy=1",
        "cards.parrot.boarding=gain 1, peek",
    )
    rules = new_rules(GAME, 4, changes)
    assert rules.copies[:NUM_DECK_KINDS].sum() == 46


def refused(folder: Path, text: str) -> str:
    with pytest.raises(BadSetting) as caught:
        build_rules(GAME, load_settings(GAME.schema, file_with(folder, text)), 3)
    assert re.search(r"my-cards\.toml", str(caught.value))
    return str(caught.value)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            ("steal 1, feed_all 1", "juggle 3"),
            "cards.stowaway.skill = '1: juggle 3' is not allowed; expected a cost 1 .. 99, a colon, then one to "
            "4 of these",
        ),
        (("steal 1,", "steal,"), "cards.stowaway.skill = '1: steal, feed_all 1' is not allowed"),
        (("1: steal", "steal"), "cards.stowaway.skill = 'steal 1, feed_all 1' is not allowed"),
        (("copies = 1\n", ""), "cards.stowaway.copies is missing; expected 0 .. 20"),
        (("infamy = 2\n", ""), "cards.stowaway.infamy is missing; expected -20 .. 20"),
        (
            ('kind = "pirate"\n', ""),
            "cards.stowaway.kind is missing; expected pirate | captain | treasure | item | monster",
        ),
        (('"pirate"', '"parrot"'), "cards.stowaway.kind = 'parrot' is not allowed; expected pirate"),
        (("leaving", "laughing"), "unknown key 'cards.stowaway.laughing'; allowed: start.rubies"),
        (('"pirate"', '"monster"'), "cards.stowaway.leaving: a monster has no such key; allowed: kind, copies, infamy"),
        (("others_lose 1", "others_lose 100"), "cards.stowaway.leaving = 'others_lose 100' is not allowed"),
        (("copies = 1", "copies = 9"), "10 pirates have one of steal, lose"),
        (("steal 1, feed_all 1", "ready, ready"), "cards.stowaway.skill: 'ready' twice in a skill would never end"),
        (
            ("name_fr", 'uses = "any"\nname_fr'),
            "cards.stowaway.skill: a skill used any number of times cannot have feed, feed_all, rum, ready",
        ),
    ],
)
def test_what_a_card_cannot_be_is_refused_with_its_place(
    tmp_path: Path, change: tuple[str, str], expected: str
) -> None:
    assert expected in refused(tmp_path, STOWAWAY.replace(*change))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ('kind = "treasure"', "cards.map.effect is missing; expected one to 4 of these"),
        (
            'kind = "treasure"\neffect = "steal 3"',
            "cards.map.effect: 'steal' is not for a treasure that is used while others grasp in secret; allowed: gain",
        ),
        ('kind = "item"\neffect = "peek"', "cards.map.when is missing; expected grasp | shown | turn"),
        (
            'kind = "item"\nwhen = "shown"\ngrasp = 2\neffect = "peek"',
            "cards.map.effect: an item with when = 'shown' has none; allowed: grasp",
        ),
        (
            'kind = "item"\nwhen = "turn"\ngrasp = 2',
            "cards.map.grasp: an item with when = 'turn' has none; allowed: effect",
        ),
        ('kind = "captain"\nskill = "1: gain 1"', "cards.map.vigour is missing; expected 1 .. 99"),
    ],
)
def test_things_and_captains_are_checked_too(tmp_path: Path, lines: str, expected: str) -> None:
    assert expected in refused(tmp_path, f"\n[cards.map]\ncopies = 1\ninfamy = 1\n{lines}\n")


def test_too_few_cards_too_many_kinds_and_too_few_captains() -> None:
    settings = game_settings(GAME)
    without = [f"cards.{card}.copies=0" for card in ("ruby-casket", "golden-idol", "kraken", "sea-serpent")]
    with pytest.raises(BadSetting, match=r"34 without captains; 9 bundles need 36 \.\. 136"):
        build_rules(GAME, settings.changed(without), 3)
    with pytest.raises(BadSetting, match="3 captains; 4 seats need as many"):
        build_rules(GAME, settings.changed(["cards.bold.copies=0"]), 4)
    many = [
        line
        for number in range(7)
        for line in (f"cards.thing-{number}.kind=treasure", f"cards.thing-{number}.copies=1")
    ]
    with pytest.raises(BadSetting, match="13 kinds of treasures and items; at most 12"):
        build_rules(GAME, settings.changed(many), 3)
