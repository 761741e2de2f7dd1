"""Forms of words that a sentence asks for: `{seat:de}` in a French text is "de Ben" or "d’Anouk", `{name:es}` in a
Hungarian one "3-as" or "5-ös".

A form is made by rule, by a function here, or written in a catalogue: `colour.green.f` is the feminine of
`colour.green`. What a catalogue has comes first. docs/translating.md lists them for those who translate.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final

BACK = "aáoóuú"
FRONT_ROUND = "öőüű"
HUNGARIAN_VOWELS = "aáeéiíoóöőuúüű"
UNITS: Final = dict(zip("123456789", ("es", "es", "as", "es", "ös", "os", "es", "as", "es"), strict=True))
TENS: Final = dict(zip("123456789", ("es", "as", "as", "es", "es", "as", "es", "as", "es"), strict=True))
"""How the spoken names of numbers end in Hungarian, as adjectives: hármas, ötös; tízes, húszas."""
LINKLESS = re.compile(r"(?:[aáeéiíoóöőuúüű]|[lrnjz]|(?<!c)s|ny|ly)\Z")
"""Ends after which a Hungarian accusative needs no vowel of its own (`l`, `r`, `n`, `ny`, `j`, `ly`, `s`, `sz`, `z`,
`zs`)."""


def plain_letter(letter: str) -> str:
    """Return a letter without its accents, in lower case: `É` gives `e`."""
    return unicodedata.normalize("NFD", letter)[:1].casefold()


def english_a(words: str) -> str:
    """Put the indefinite article before words: "a green", "an orange"."""
    return f"{'an' if words and plain_letter(words[0]) in 'aeio' else 'a'} {words}"


def french_de(words: str) -> str:
    """Put "de" before a name, shortened before a vowel, drawn together with an article: "de Ben", "d’Anouk", "du sept
    vert", "des Îles".
    """
    for article, together in (("le ", "du "), ("Le ", "du "), ("les ", "des "), ("Les ", "des ")):
        if words.startswith(article):
            return together + words[len(article) :]
    return f"d’{words}" if words and plain_letter(words[0]) in "aeiouy" else f"de {words}"


def hungarian_article(words: str) -> str:
    """Put the definite article before words, as they are spoken: "a zöld", "az ötös", "az 5", "a 10", "az 1000"."""
    return f"{'az' if starts_with_vowel(words) else 'a'} {words}"


def starts_with_vowel(words: str) -> bool:
    """Tell whether Hungarian words begin with a vowel as they are spoken; of numbers, one (egy), five (öt) and a
    thousand (ezer) do.
    """
    number = re.match(r"\d+", words)
    if number:
        digits = number[0]
        return digits[0] == "5" or (digits[0] == "1" and len(digits) % 3 == 1)
    return bool(words) and words[0].casefold() in HUNGARIAN_VOWELS


def spoken_end(digits: str) -> str:
    """Return how a number ends as an adjective, by its last spoken word: "3" (három) gives "as", "20" "as"."""
    number = digits.lstrip("0")
    if not number:
        return "s"
    zeros = len(number) - len(number.rstrip("0"))
    if zeros < 2:
        return (UNITS, TENS)[zeros][number[-1 - zeros]]
    return "as" if zeros == 2 else "es" if zeros < 6 else "s"


def harmony(words: str) -> str:
    """Return which vowels the ends of a Hungarian word follow: `a` (back), `e` (front) or `ö` (front and round)."""
    for letter in reversed(words.casefold()):
        if letter.isdigit():
            return {"as": "a", "os": "a", "ös": "ö", "s": "a"}.get(spoken_end(re.findall(r"\d+", words)[-1]), "e")
        if letter in BACK:
            return "a"
        if letter in FRONT_ROUND:
            return "ö"
        if letter in "eé":
            return "e"
    return "e"


def with_end(words: str, end: str) -> str:
    """Put an end to a Hungarian word: a final a or e grows long, and numbers take a hyphen: "Annának", "3-nak"."""
    if not words or words[-1].isdigit() or not words[-1].isalpha():
        return f"{words}-{end}"
    return words[:-1] + {"a": "á", "e": "é", "A": "Á", "E": "É"}.get(words[-1], words[-1]) + end


def by_harmony(back: str, front: str, rounded: str | None = None) -> Callable[[str], str]:
    """Return a function that puts the end to a word which its vowels ask for."""
    ends = {"a": back, "e": front, "ö": rounded or front}
    return lambda words: with_end(words, ends[harmony(words)])


def hungarian_adjective(words: str) -> str:
    """Return a number as the name of a thing: "3-as", "5-ös", "6-os", "7-es"; other words as they are."""
    number = re.search(r"\d+\Z", words)
    return f"{words}-{spoken_end(number[0])}" if number else words


def hungarian_object(words: str) -> str:
    """Return words as the object of a sentence: "Annát", "Botondot"; a number as the name of a thing: "5-öst"."""
    if words[-1:].isdigit():
        return f"{hungarian_adjective(words)}t"
    if LINKLESS.search(words.casefold()):
        return with_end(words, "t")
    return with_end(words, {"a": "ot", "e": "et", "ö": "öt"}[harmony(words)])


FORMS: Final[Mapping[str, Mapping[str, Callable[[str], str]]]] = {
    "en": {"a": english_a},
    "fr": {"de": french_de},
    "ja": {},
    "hu": {
        "az": hungarian_article,
        "es": hungarian_adjective,
        "t": hungarian_object,
        "nak": by_harmony("nak", "nek"),
        "tól": by_harmony("tól", "től"),
        "ról": by_harmony("ról", "ről"),
        "ból": by_harmony("ból", "ből"),
        "ban": by_harmony("ban", "ben"),
        "hoz": by_harmony("hoz", "hez", "höz"),
    },
}
"""Forms that are made by rule, by language."""
WRITTEN: Final[Mapping[str, frozenset[str]]] = {
    "en": frozenset(),
    "fr": frozenset({"f", "le", "un"}),
    "ja": frozenset(),
    "hu": frozenset({"t"}),
}
"""Forms that catalogues write out, by language: French feminine (`f`) and articles (`le`: le, la, l’, `un`: un, une),
Hungarian objects that no rule makes (`t`)."""


COMBINED: Final[Mapping[str, Mapping[str, tuple[str, str]]]] = {
    "en": {},
    "fr": {"du": ("le", "de")},
    "ja": {},
    "hu": {"azt": ("t", "az")},
}
"""Forms that are two in a row, by language: the object with its article ("a szakácsot"), "de" with an article ("du
mousse").
"""


def is_form(language: str, text_id: str) -> bool:
    """Tell whether a text id is that of a form of another one: `colour.green.f` of `colour.green` in French."""
    return text_id.rpartition(".")[2] in WRITTEN[language]


def apply_form(language: str, form: str, words: str) -> str:
    """Return words in a form that is made by rule; as they are where only catalogues write the form, and this one does
    not. Raises ValueError for a form that the language does not have.
    """
    made = FORMS[language].get(form)
    if made is not None:
        return made(words)
    if form and form not in WRITTEN[language]:
        known = sorted({*FORMS[language], *WRITTEN[language], *COMBINED[language]})
        raise ValueError(f"{language} has no form {form!r}; there are: {', '.join(known)}")
    return words
