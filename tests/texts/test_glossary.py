"""One word for one thing: the glossary's list of words that are not used, in every catalogue and rulebook."""

import re
from pathlib import Path

import pytest

from tests.typography import files

GLOSSARY = Path(__file__).parents[2] / "docs" / "rules" / "glossary.md"
NAMES = {"English": "en", "French": "fr", "Japanese": "ja", "Hungarian": "hu"}
ROW = re.compile(r"^\| (English|French|Japanese|Hungarian) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)


def unused_words() -> dict[str, dict[str, str]]:
    """Return of each language the words that are not used, with those that are."""
    found: dict[str, dict[str, str]] = {language: {} for language in NAMES.values()}
    for language, wrong, right in ROW.findall(GLOSSARY.read_text(encoding="utf-8")):
        found[NAMES[language]][wrong.strip()] = right.strip()
    return found


def faults(text: str, language: str) -> list[str]:
    """Return the words in a text that are not used in a language."""
    return [wrong for wrong in unused_words()[language] if wrong in text.lower()]


@pytest.mark.parametrize(
    ("path", "language"), list(files()), ids=lambda value: value if isinstance(value, str) else None
)
def test_no_word_is_used_that_is_not(path: Path, language: str) -> None:
    assert faults(path.read_text(encoding="utf-8"), language) == []


def test_every_language_has_some_and_each_is_found() -> None:
    for language, words in unused_words().items():
        assert words, language
        for wrong in words:
            assert wrong in faults(f"… {wrong} …", language)
