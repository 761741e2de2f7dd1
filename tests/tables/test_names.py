"""Names and lines: what is seen stays, what cannot be seen goes, what looks alike is told apart."""

import pytest

from doubloon.tables.errors import Refused
from doubloon.tables.names import BOT_NAMES, clean_line, clean_login, clean_name, look, normal_login, told_apart

KEPT = (
    "Anne 🏴\u200d☠️",
    "👨\u200d👩\u200d👧",
    "👩🏽\u200d🚀",
    "❤️\u200d🔥",
    "🏳️\u200d🌈",
    "1️⃣",
    "\U0001fae8",  # newer than some Pythons
    "\U0001faf9",  # nobody's yet
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "می\u200cخواهم",
    "क्\u200dष",
    "葛\U000e0100城",
    "Nguyễn",
    "שָׁלוֹם",
    "อำเภอ",
    "…",
)
UNSEEN = (
    "\u3164",
    "\u2800",
    "\u115f",
    "\u1160",
    "\u034f",
    "\u17b4",
    "\u17b5",
    "\uffa0",
    "\ufe0f",
    "\u200b",
    "\u200d",
    "\u200c",
    "\u00ad",
    "\u2060",
    "\u180e",
    "\u202e",
    "\u0301",
    "\U000e0067",
    "\U000e0100",
    "\ue000",
    "\u0378",
    "\ufffe",
    "\ud800",
)


@pytest.mark.parametrize("text", KEPT)
def test_what_a_script_needs_stays(text: str) -> None:
    assert clean_name(text) == text
    assert clean_name(clean_name(text)) == text


@pytest.mark.parametrize("hidden", UNSEEN, ids=ascii)
def test_what_cannot_be_seen_is_no_name_and_hides_in_none(hidden: str) -> None:
    for name in (hidden, hidden * 5, f" {hidden} {hidden}"):
        with pytest.raises(Refused, match="name"):
            clean_name(name)
    assert look(f"An{hidden}na") == look("Anna") or hidden in "\u0301\u2800"


def test_accents_do_not_pile_up_and_nothing_turns() -> None:
    assert clean_line("Z" + "\u0308" * 20) == "Z" + "\u0308" * 3
    assert clean_line("\u202eevil\u2066 \u200fx") == "evil x"
    assert clean_line("a\u2800\u2800b\tc\nd") == "a b c d"
    assert clean_line("a\u200db\u200c") == "ab"


def test_names_that_look_alike_get_a_number() -> None:
    for other in ("anna", "ANNA", "\u0410nna", "\u0391nna", "Аннa".replace("н", "n"), "An na", "A.nna", "Ａｎｎａ"):
        assert told_apart(other, ["Anna"]) == f"{other} (2)"
    assert told_apart("Anna", ["Anna", "Anna (2)", "Bob"]) == "Anna (3)"
    assert told_apart("anouk", BOT_NAMES) == "anouk (2)"
    for other in ("Hanna", "Änna", "Ann", "アンナ", "☠️"):
        assert told_apart(other, ["Anna"]) == other


def test_logins_are_of_one_alphabet() -> None:
    for login in ("paul", "MÜLLER", "сосна", "παύλος", "日本kana", "김철수", "a.b-c_1", "１２３"):
        assert clean_login(login) == normal_login(login)
    for login in ("p\u0430ul", "\u0440\u0430\u0443\u0440\u0430", "\u03b1\u03bf", "paulλ", "оса"):
        with pytest.raises(Refused, match="alphabet"):
            clean_login(login)
    for login in ("", " ", "a b", "a\0b", "a\u200db", "x" * 33, "a@b", "\ud800"):
        with pytest.raises(Refused, match="letters"):
            clean_login(login)
