"""Names and lines of talk as they are shown, and which names look alike.

Kept is what a script needs to be read: joiners within emoji and within words of scripts that use them, selectors of
Japanese name characters. Left out is what cannot be seen, turns the direction of what stands beside it, or piles up.
"""

import re
import unicodedata
from collections.abc import Iterable

from doubloon.tables.errors import Refused

BOT_NAMES = ("Anouk", "Botond", "Corin", "Daiki", "Edda", "Ferko", "Gwen", "Haru")
"""Proper names are the same in all languages."""
LONGEST_NAME = 24
LONGEST_LOGIN = 32
MOST_MARKS = 3
"""Accents on one letter: Vietnamese and Hebrew need two and three."""
HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Of characters that turn, hide or break what stands beside them."""
SEEN_CATEGORIES = "LNPS"
ZWNJ, ZWJ = "\u200c", "\u200d"
BRAILLE_BLANK = "\u2800"
FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
"""Letters and marks that show nothing."""
SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
EMOJI_BLOCKS = range(0x1F000, 0x1FB00)
"""New emoji appear here; Python may be older than they are."""
TAGGED_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
"""Flags of regions are written in invisible letters behind a black flag."""
PICTURES = frozenset({"So", "Sk", "Me"})
JOINED_SCRIPTS = frozenset(
    (
        "ARABIC",
        "SYRIAC",
        "MANDAIC",
        "NKO",
        "MONGOLIAN",
        "DEVANAGARI",
        "BENGALI",
        "GURMUKHI",
        "GUJARATI",
        "ORIYA",
        "TAMIL",
        "TELUGU",
        "KANNADA",
        "MALAYALAM",
        "SINHALA",
        "KHMER",
        "MYANMAR",
        "TIBETAN",
        "BALINESE",
        "JAVANESE",
        "LIMBU",
    )
)
"""First words of the names of letters between which a joiner changes the look."""
TWINS = {
    "a": "аαɑ", "b": "вβ", "c": "сϲ", "d": "ԁ", "e": "еε", "g": "ɡԍ", "h": "һнη", "j": "јϳ", "k": "кκ", "l": "1|iіιɩıӏ",
    "m": "мϻ", "n": "ոпν", "o": "0оοօ", "p": "рρ", "q": "ԛ", "r": "гʀ", "s": "ѕꜱ", "t": "тτ", "u": "սυ", "v": "ѵʋ",
    "w": "ԝω", "x": "хχ", "y": "уγ", "z": "ᴢζ",
}  # fmt: skip
"""By a small letter, what is taken for it, or for the capital of it."""
SAME_LOOK = {ord(twin): letter for letter, twins in TWINS.items() for twin in twins}
TWINS_AS_CAPITALS = frozenset("вкмнтпгβηκμτγζν")
"""Small ones look like nothing else, so a login, which is small, may be made of them."""
EAST_ASIAN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "LATIN"})
"""Scripts that are written together."""


def clean_line(text: str) -> str:
    """Return a text as one line, without what cannot be seen: blanks made one, a few accents on each letter at most."""
    flags = {at for found in TAGGED_FLAG.finditer(text) for at in range(*found.span())}
    composed = text if flags else unicodedata.normalize("NFC", text)
    kept: list[str] = []
    marks = 0
    for at, character in enumerate(composed):
        if character in "\t\n\r" or character == BRAILLE_BLANK:
            kept.append(" ")
            continue
        if at not in flags and not is_kept(composed, at):
            continue
        is_mark = unicodedata.category(character) in ("Mn", "Me") and not SELECTORS.match(character)
        marks = marks + 1 if is_mark else marks if SELECTORS.match(character) else 0
        if is_mark and (marks > MOST_MARKS or not kept or kept[-1].isspace()):
            continue
        kept.append(character)
    return " ".join("".join(kept).split())


def is_kept(text: str, at: int) -> bool:
    """Tell whether the character at a place of a text is shown, or needed to show its neighbours."""
    character = text[at]
    before, after = text[at - 1] if at else "", text[at + 1] if at + 1 < len(text) else ""
    if character == ZWJ and is_picture(before_selector(text, at)) and is_picture(after):
        return True
    if character in (ZWJ, ZWNJ):
        return is_joined(before) and is_joined(after)
    if SELECTORS.match(character):
        return takes_selector(character, before)
    if unicodedata.category(character) == "Cn":
        return ord(character) in EMOJI_BLOCKS
    return character not in FILLERS and unicodedata.category(character) not in HIDDEN_CATEGORIES


def before_selector(text: str, at: int) -> str:
    """Return the character before a place, leaving out one selector."""
    if at and SELECTORS.match(text[at - 1]):
        at -= 1
    return text[at - 1] if at else ""


def is_picture(character: str) -> bool:
    """Tell whether a character is an emoji, or a colour of one."""
    return bool(character) and (unicodedata.category(character) in PICTURES or ord(character) in EMOJI_BLOCKS)


def is_joined(character: str) -> bool:
    """Tell whether a character is of a script in which joiners matter."""
    return bool(character) and script_of(character) in JOINED_SCRIPTS


def takes_selector(selector: str, before: str) -> bool:
    """Tell whether a selector means something behind a character: text or emoji, or the form of a Chinese character."""
    if selector in "\ufe0e\ufe0f":
        return (
            is_picture(before)
            or (bool(before) and before in "#*0123456789")
            or unicodedata.category(before or " ")
            in (
                "Sm",
                "Po",
            )
        )
    return script_of(before) == "CJK"


def script_of(character: str) -> str:
    """Return the first word of the name of a character, which for letters is their script; empty for none."""
    return unicodedata.name(character, "").partition(" ")[0] if character else ""


def is_seen(text: str) -> bool:
    """Tell whether there is one character in a text, cleaned, that shows something by itself."""
    return any(unicodedata.category(character)[0] in SEEN_CATEGORIES or is_picture(character) for character in text)


def clean_name(name: str) -> str:
    """Return a name as it is shown. Raises Refused for none, one that cannot be seen, or a long one."""
    words = clean_line(name[: 100 * LONGEST_NAME])
    if not 0 < len(words) <= LONGEST_NAME or not is_seen(words):
        raise Refused("name", f"a name of {len(words)} characters; expected 1 .. {LONGEST_NAME}", most=LONGEST_NAME)
    return words


def normal_login(login: str) -> str:
    """Return how a login is looked up, whatever may stand in it: all spellings of one login are one."""
    return unicodedata.normalize("NFKC", login[: 10 * LONGEST_LOGIN]).strip().casefold()


def clean_login(login: str) -> str:
    """Return a new login in lower case. Raises Refused for one with characters other than letters, digits, dots, dashes
    and underscores, and for one that looks like another in another alphabet.
    """
    words = normal_login(login)
    if not (0 < len(words) <= LONGEST_LOGIN and all(character.isalnum() or character in "._-" for character in words)):
        raise Refused(
            "login",
            f"login {login[:40]!r}; expected 1 .. {LONGEST_LOGIN} letters, digits, dots, dashes, underscores",
            most=LONGEST_LOGIN,
        )
    scripts = {script_of(character) for character in words if character.isalpha()}
    is_mixed = len(scripts) > 1 and not scripts <= EAST_ASIAN
    is_twin = not words.isascii() and look(words).isascii() and not TWINS_AS_CAPITALS & set(words)
    if is_mixed or (is_twin and scripts != {"LATIN"}):
        raise Refused("login_mixed", f"login {login[:40]!r} has letters that look like those of another alphabet")
    return words


def look(name: str) -> str:
    """Return what a name looks like at a glance: equal for names that people take for each other."""
    folded = unicodedata.normalize("NFKC", clean_line(name)).casefold().translate(SAME_LOOK)
    return "".join(character for character in folded if not character.isspace() and character not in "._-'’")


def told_apart(name: str, others: Iterable[str]) -> str:
    """Return a name, with a number behind it where it looks like one of the others."""
    taken = {look(other) for other in others}
    if look(name) not in taken:
        return name
    number = 2
    while look(marked(name, number)) in taken:
        number += 1
    return marked(name, number)


def marked(name: str, number: int) -> str:
    """Return a name with a number behind it."""
    return f"{name} ({number})"
