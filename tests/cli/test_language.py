"""The language of the terminal, as the environment asks for it."""

import pytest

from doubloon.cli.options import read_language

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "hu_HU.UTF-8"}, "hu"),
        ({"LANG": "hu_HU.UTF-8", "LC_MESSAGES": "ja_JP"}, "ja"),
        ({"LANG": "hu_HU.UTF-8", "LC_ALL": "fr_CA@euro"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:fr_FR:hu"}, "fr"),
        ({"LANG": "hu_HU", "LANGUAGE": "de:nl"}, "hu"),
        ({"LC_ALL": "C.UTF-8", "LANGUAGE": "fr"}, "en"),
        ({"LANG": "POSIX", "LANGUAGE": "fr"}, "en"),
        ({"LANG": "frog"}, "en"),
        ({"LANG": "FR"}, "fr"),
        ({"LANG": "…"}, "en"),
    ],
)
def test_variables_are_asked_in_the_order_of_gettext(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert read_language(None) == language
