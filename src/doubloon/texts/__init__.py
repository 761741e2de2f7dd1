"""Words in the language of the reader: gettext catalogues of text ids, read from the `.po` files themselves.

A message (`doubloon.engine.message`) is an id with arguments; every id stands in all four catalogues (a test compares
them).
"""

import io
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from doubloon.engine.message import LANGUAGES as LANGUAGES
from doubloon.engine.message import Argument, GivenName, Message, SeatName
from doubloon.texts.forms import COMBINED, apply_form

DEFAULT_LANGUAGE = LANGUAGES[0]
SHARED_TEXTS = Path(__file__).parent / "words"
"""The catalogues of what terminal and pages share: separators, percent signs, variants of rules."""
MOST_FOUND = 5_000
"""Texts that are kept as found, each plural form by its number."""


@cache
def load_catalogue(path: Path, language: str) -> Translations:
    """Return a catalogue read from a `.po` file. Compiled catalogues would be generated files; reading 200 ids takes 10
    ms.
    """
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)


class Texts:
    """The texts of a language in catalogues that are asked one after the other. One for all translators that read the
    same ones.
    """

    def __init__(self, language: str, folders: tuple[Path, ...]) -> None:
        self._catalogues = [load_catalogue(folder / language / "messages.po", language) for folder in folders]
        self._found: dict[tuple[str, int | None], str] = {}

    def find(self, id: str, number: int | None) -> str:
        """Return the text of an id, in the plural form of a number if there is one; the id itself where no catalogue
        has it.

        Kept as found: to ask two catalogues takes 3 µs, and a page has a hundred texts.
        """
        found = self._found.get((id, number))
        if found is None:
            found = self._ask(id, number)
            if len(self._found) < MOST_FOUND:
                self._found[id, number] = found
        return found

    def _ask(self, id: str, number: int | None) -> str:
        for catalogue in self._catalogues:
            found = catalogue.gettext(id) if number is None else catalogue.ngettext(id, id, number)
            if found != id:
                return str(found)
        return id

    def has(self, id: str) -> bool:
        """Tell whether one of the catalogues knows an id."""
        return any(catalogue.gettext(id) != id for catalogue in self._catalogues)


@cache
def texts_of(language: str, folders: tuple[Path, ...]) -> Texts:
    """Return the texts of a language in the catalogues of folders."""
    return Texts(language, folders)


def has_text(folder: Path, id: str) -> bool:
    """Tell whether the catalogues of a folder have an id; that they all have the same ones is for tests."""
    return texts_of(DEFAULT_LANGUAGE, (folder,)).has(id)


@cache
def asks_for_forms(template: str) -> bool:
    """Tell whether a text asks for a form of one of its arguments: `{colour:f}`."""
    return any(form for _, _, form, _ in Formatter().parse(template))


class Formed:
    """An argument of a text that asks for forms; it gives the one that is asked for when the text is put together."""

    def __init__(self, translator: "Translator", value: Argument) -> None:
        self._translator = translator
        self._value = value

    def __format__(self, form: str) -> str:
        """Return the words of the argument in a form."""
        return self._translator.form(self._value, form)


class Translator:
    """Turns messages into words of one language, with the names of the seats at one table."""

    def __init__(self, language: str, folders: Sequence[Path], names: Sequence[str] = ()) -> None:
        self.language = language
        self.names = tuple(names)
        self._texts = texts_of(language, (*folders, SHARED_TEXTS))

    def render(self, message: Message) -> str:
        """Return the words of a message; the id itself where no catalogue has it, which a test keeps from happening."""
        args = message.args
        if message.count is None:
            template = self._texts.find(message.id, None)
        else:
            number = args[message.count]
            template = self._texts.find(message.id, number if isinstance(number, int) else 1)
        if not args:
            return template.format()
        if asks_for_forms(template):
            return template.format(**{name: Formed(self, value) for name, value in args.items()})
        return template.format(**{name: self._argument(value) for name, value in args.items()})

    def text(self, id: str, count: str | None = None, **args: Argument) -> str:
        """Return the words of an id with its arguments; shorthand for `render`."""
        return self.render(Message(id, args, count))

    def has(self, id: str) -> bool:
        """Tell whether one of the catalogues knows an id."""
        return self._texts.has(id)

    def asks(self, id: str) -> bool:
        """Tell whether a text has placeholders."""
        return any(name is not None for _, name, _, _ in Formatter().parse(self._texts.find(id, None)))

    def form(self, value: Argument, form: str) -> str:
        """Return the words of an argument in a form: as a catalogue writes it, or made by rule (`texts.forms`)."""
        first, then = COMBINED[self.language].get(form, (form, ""))
        if isinstance(value, Message) and self._texts.has(f"{value.id}.{first}"):
            words = self.render(Message(f"{value.id}.{first}", value.args, value.count))
        else:
            words = apply_form(self.language, first, self._argument(value))
        return apply_form(self.language, then, words)

    def _argument(self, value: Argument) -> str:
        if type(value) is int or type(value) is str:  # most are, and two questions less are a tenth of the rendering
            return str(value)
        if isinstance(value, Message):
            return self.render(value)
        if isinstance(value, SeatName):
            return self.names[value.seat] if 0 <= value.seat < len(self.names) else f"#{value.seat + 1}"
        if isinstance(value, GivenName):
            return value.names[self.language]
        return str(value)


def catalogue_ids(path: Path, language: str) -> Mapping[str, tuple[str, ...]]:
    """Return the ids of a `.po` file with their texts, one a plural form. For tests of completeness."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    found: dict[str, tuple[str, ...]] = {}
    for entry in catalogue:
        if entry.id:
            key = entry.id if isinstance(entry.id, str) else entry.id[0]
            found[key] = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
    return found
