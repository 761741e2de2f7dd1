"""Whatever is wrong with a card file or an option is said in the reader's language, detail and all."""

from collections.abc import Callable

import pytest

from doubloon.engine.errors import BadInput, BadSeats, Explained
from doubloon.engine.message import Message
from doubloon.engine.playthrough import build_rules
from doubloon.engine.reading import parse_json, small_number
from doubloon.games import load
from doubloon.tables.card_files import LONGEST_CARDS, said_by, table_settings
from doubloon.tables.errors import reason
from doubloon.tables.lobby import NewTable, check_wanted
from doubloon.texts import LANGUAGES, catalogue_ids
from doubloon.web.languages import OWN_TEXTS, refusal_words

SHIPYARD = (load("shipyard").folder / "cards.toml").read_text(encoding="utf-8")
RUBIES = (load("rubies").folder / "cards.toml").read_text(encoding="utf-8")
THING = '\n[cards.mine]\nkind = "{}"\ncopies = 1\ninfamy = 1\n{}\n'
ENDLESS = THING.format("pirate", 'uses = "any"\nskill = "1: feed 2"')
READY = THING.format("pirate", 'skill = "1: ready, ready"')
SECRET = THING.format("treasure", 'effect = "steal 2"')
CHAINS = "".join(
    THING.replace("mine", f"mine{n}").replace("copies = 1", "copies = 20").format("pirate", 'leaving = "steal 1"')
    for n in range(2)
)
MONSTERS = "".join(THING.replace("mine", f"mine{n}").format("monster", 'effect = "gain 1"') for n in range(60))
FEW = tuple(f"cards.{card}.copies=0" for card in ("ruby-casket", "golden-idol", "kraken", "sea-serpent"))

CASES = [
    ("shipyard", SHIPYARD, ("nonsense",), "bad.assignment"),
    ("shipyard", SHIPYARD, ("pirate.toll=99",), "bad.value"),
    ("shipyard", SHIPYARD, ("ship.size=6", "cards.ships=3"), "bad.value"),
    ("shipyard", SHIPYARD, ("starter=3",), "bad.value"),
    ("shipyard", "ships = 3", (), "bad.key"),
    ("shipyard", "[cards]\nships = = 3", (), "bad.toml"),
    ("shipyard", "[cards]\nships = [3", (), "bad.toml"),
    ("shipyard", "[cards]\nships = 3", (), "bad.missing"),
    ("shipyard", "#" * (LONGEST_CARDS + 1), (), "bad.long"),
    ("shipyard", "x = " + "9" * 5_000, (), "bad.digits"),
    ("shipyard", "[" + "a." * 20_000 + "a]", (), "bad.parts"),
    ("shipyard", "x = " + "[" * 60_000, (), "bad.nested"),
    ("isles", "", ("display.cards=20", "board.start=20", "colours.3=1"), "bad.few"),
    ("isles", "", ("board.start=9",), "bad.value"),
    ("isles", "", ("starter=4",), "bad.value"),
    ("rubies", RUBIES + THING.format("treasure", 'effect = "win 3"'), (), "bad.effects"),
    ("rubies", RUBIES + THING.format("pirate", 'skill = "much"'), (), "bad.skill"),
    ("rubies", RUBIES + THING.format("pirate", f'name = "{"x" * 99}"'), (), "bad.name"),
    ("rubies", RUBIES + THING.format("pirate", "vigour = 1"), (), "bad.no_key"),
    ("rubies", RUBIES + THING.format("item", 'when = "shown"\ngrasp = 2\neffect = "gain 1"'), (), "bad.item"),
    ("rubies", RUBIES + THING.format("treasure", ""), (), "bad.missing"),
    ("rubies", RUBIES + SECRET, (), "bad.secret"),
    ("rubies", RUBIES + ENDLESS, (), "bad.endless"),
    ("rubies", RUBIES + READY, (), "bad.ready"),
    ("rubies", RUBIES + CHAINS, (), "bad.chains"),
    ("rubies", RUBIES, ("cards.cask-of-rum.copies=20", "cards.golden-idol.effect=rum 1"), "bad.asking"),
    ("rubies", RUBIES + MONSTERS, (), "bad.kinds"),
    ("rubies", RUBIES, FEW, "bad.deck"),
    ("rubies", RUBIES, ("cards.bold.copies=0", "cards.sly.copies=0"), "bad.captains"),
    ("rubies", RUBIES.replace("[cards.bold]", "[cards.brave]"), ("captains=all_bold",), "bad.bold"),
]
SEATS = [
    (("human", "sailor"), "bad.seats"),
    (("human", "pope", "sailor"), "bad.kind"),
    (("human", "human", "sailor"), "bad.yours"),
]
TEXTS: list[tuple[Callable[[], object], str]] = [
    (lambda: parse_json("[", "body"), "bad.json"),
    (lambda: small_number("٣"), "bad.number"),
]
ENGLISH = ("allowed", "expected", "Expected", "missing", "cards.toml", "/")


def ids_in(message: Message) -> set[str]:
    """Return the ids of a message and of all in it."""
    return {message.id}.union(*(ids_in(value) for value in message.args.values() if isinstance(value, Message)))


def check(error: Explained, wanted: str) -> None:
    """Hold a reason to its id, and to words of its own in every language."""
    assert wanted in ids_in(reason(error))
    said = {language: refusal_words(error, language) for language in LANGUAGES}
    assert len(set(said.values())) == len(LANGUAGES)
    for language, words in said.items():
        assert "bad." not in words
        if language != "en":
            assert not any(word in words for word in ENGLISH), words


@pytest.mark.parametrize(
    ("slug", "cards", "changes", "wanted"),
    CASES,
    ids=[f"{slug}-{wanted}-{number}" for number, (slug, _, _, wanted) in enumerate(CASES)],
)
def test_bad_settings_are_explained_in_all_languages(
    slug: str, cards: str, changes: tuple[str, ...], wanted: str
) -> None:
    game = load(slug)
    with pytest.raises(BadInput) as caught, said_by(game):
        build_rules(game, table_settings(game, changes, cards), 3)
    check(caught.value, wanted)


@pytest.mark.parametrize(("kinds", "wanted"), SEATS)
def test_bad_seats_are_explained_in_all_languages(kinds: tuple[str, ...], wanted: str) -> None:
    with pytest.raises(BadSeats) as caught:
        check_wanted(load("rubies"), NewTable("rubies", kinds))
    check(caught.value, wanted)


@pytest.mark.parametrize(("read", "wanted"), TEXTS)
def test_bad_texts_are_explained_in_all_languages(read: Callable[[], object], wanted: str) -> None:
    with pytest.raises(BadInput) as caught:
        read()
    check(caught.value, wanted)


def test_every_explanation_is_tried() -> None:
    folders = (OWN_TEXTS, *(load(slug).folder / "texts" for slug in ("shipyard", "isles", "rubies")))
    known = {
        text_id
        for folder in folders
        for text_id in catalogue_ids(folder / "en" / "messages.po", "en")
        if text_id.startswith("bad.")
    }
    assert known == {wanted for *_, wanted in (*CASES, *SEATS, *TEXTS)} | {"bad.line"}
