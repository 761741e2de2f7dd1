"""Words in the language of the reader: gettext catalogues of text ids, read from the `.po` files themselves.

A message (`doubloon.engine.message`) is an id with arguments; every id stands in all four catalogues (a test compares them).
"""

import io
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from doubloon.engine.message import Argument, GivenName, Message, SeatName

LANGUAGES = ("en", "fr", "ja", "hu")
DEFAULT_LANGUAGE = "en"


@cache
def load_catalogue(path: Path, language: str) -> Translations:
    """Return a catalogue read from a `.po` file. Compiled catalogues would be generated files; reading 200 ids takes 10 ms."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)


class Translator:
    """Turns messages into words of one language, with the names of the seats at one table."""

    def __init__(self, language: str, folders: Sequence[Path], names: Sequence[str] = ()) -> None:
        self.language = language
        self.names = tuple(names)
        self._catalogues = [load_catalogue(folder / language / "messages.po", language) for folder in folders]

    def render(self, message: Message) -> str:
        """Return the words of a message; the id itself where no catalogue has it, which a test keeps from happening."""
        template = self._template(message)
        return template.format(**{name: self._argument(value) for name, value in message.args.items()})

    def text(self, id: str, count: str | None = None, **args: Argument) -> str:
        """Return the words of an id with its arguments; shorthand for `render`."""
        return self.render(Message(id, args, count))

    def has(self, id: str) -> bool:
        """Tell whether one of the catalogues knows an id."""
        return any(catalogue.gettext(id) != id for catalogue in self._catalogues)

    def _template(self, message: Message) -> str:
        for catalogue in self._catalogues:
            if message.count is None:
                found = catalogue.gettext(message.id)
            else:
                number = message.args[message.count]
                found = catalogue.ngettext(message.id, message.id, number if isinstance(number, int) else 1)
            if found != message.id:
                return str(found)
        return message.id

    def _argument(self, value: Argument) -> str:
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
