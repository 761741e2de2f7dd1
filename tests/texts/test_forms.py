"""Forms of words: by rule, and as catalogues write them."""

from pathlib import Path

import pytest

from doubloon.engine.message import Message, SeatName
from doubloon.texts import Translator
from doubloon.texts.forms import FORMS, apply_form, hungarian_adjective, hungarian_article
from tests.conftest import GAMES

NUMBERS = {
    0: "0-s",
    1: "1-es",
    3: "3-as",
    5: "5-ös",
    6: "6-os",
    7: "7-es",
    8: "8-as",
    10: "10-es",
    20: "20-as",
    30: "30-as",
    40: "40-es",
    60: "60-as",
    66: "66-os",
    80: "80-as",
    100: "100-as",
    200: "200-as",
    1000: "1000-es",
    1500: "1500-as",
    10_000: "10000-es",
    1_000_000: "1000000-s",
}


def test_hungarian_numbers_as_names_of_things() -> None:
    for number, said in NUMBERS.items():
        assert hungarian_adjective(str(number)) == said
    assert hungarian_adjective("zöld 7") == "zöld 7-es"
    assert hungarian_adjective("Kincses") == "Kincses"


def test_the_hungarian_article_goes_by_what_is_said() -> None:
    for words in ("1", "5", "50", "500", "1000", "alma", "Edda", "őrszem", "1500"):
        assert hungarian_article(words) == f"az {words}"
    for words in ("2", "10", "15", "100", "10000", "zöld 7-es", "Ben", "hajó"):
        assert hungarian_article(words) == f"a {words}"


@pytest.mark.parametrize(
    ("form", "pairs"),
    [
        ("t", {"Anna": "Annát", "Ben": "Bent", "Botond": "Botondot", "Gergő": "Gergőt", "zöld 7-es": "zöld 7-est"}),
        ("t", {"szakács": "szakácsot", "őrszem": "őrszemet", "György": "Györgyöt", "5": "5-öst", "kraken": "krakent"}),
        ("nak", {"Anouk": "Anouknak", "Edda": "Eddának", "Daiki": "Daikinak", "Gergő": "Gergőnek", "3": "3-nak"}),
        ("hoz", {"Anna": "Annához", "Ben": "Benhez", "György": "Györgyhöz"}),
    ],
)
def test_hungarian_ends_follow_the_vowels(form: str, pairs: dict[str, str]) -> None:
    for words, said in pairs.items():
        assert apply_form("hu", form, words) == said


def test_french_de_is_shortened_and_drawn_together() -> None:
    for words, said in {
        "Ben": "de Ben",
        "Anouk": "d’Anouk",
        "Émile": "d’Émile",
        "le mousse": "du mousse",
        "les dés": "des dés",
        "la vigie": "de la vigie",
        "l’idole": "de l’idole",
    }.items():
        assert apply_form("fr", "de", words) == said


def test_english_a() -> None:
    assert [FORMS["en"]["a"](words) for words in ("green 7", "orange 7", "Émigré")] == [
        "a green 7",
        "an orange 7",
        "an Émigré",
    ]


def test_a_form_that_a_language_does_not_have_is_named() -> None:
    with pytest.raises(ValueError, match="fr has no form 'nak'; there are: de, du, f, le, un"):
        apply_form("fr", "nak", "Ben")


def test_catalogues_come_before_rules_and_forms_go_through_texts_within_texts() -> None:
    isles = next(game for game in GAMES if game.slug == "isles")
    island = Message("card.island", {"colour": Message("colour.green"), "name": "7"})
    shown = Message("card.shows", {"card": island, "shows": Message("amount.ducats", {"n": 2}, "n")})
    sold = Message("event.moved", {"seat": SeatName(0), "card": shown})
    assert says(isles.folder, "fr", sold) == "Anouk pose le 7 vert (2 ducats) sur le plateau du Borgne."
    assert says(isles.folder, "hu", sold) == "Anouk Félszemű asztalára teszi a zöld 7-est (2 dukát)."
    column = Message("event.laid", {"seat": SeatName(0), "colour": Message("colour.brown")})
    assert says(isles.folder, "fr", column) == "Anouk pose le navire dans sa colonne brune."


def says(folder: Path, language: str, message: Message) -> str:
    """Return the words of a message at a table of Anouk's."""
    return Translator(language, (folder / "texts",), ("Anouk",)).render(message)
