"""Chat at a table: words, ready-made phrases that everybody reads in their own language, and muting."""

from sqlalchemy import Connection

from doubloon.tables.errors import Refused
from doubloon.tables.live import LiveTable
from doubloon.tables.names import clean_line
from doubloon.tables.rows import ChatRow, Person
from doubloon.tables.service import News, Service
from doubloon.tables.store import insert_chat, muted_by, set_mute

PHRASES = (
    "hello",
    "luck",
    "well_played",
    "ouch",
    "thinking",
    "your_turn",
    "one_moment",
    "thanks",
    "again",
    "good_game",
)
LONGEST_TEXT = 300
CLEANED_TIMES = 8


class Chat:
    """What is said at tables."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._muted: dict[str, frozenset[str]] = {}

    async def say(self, table: str, person: Person, text: str = "", phrase: str = "") -> LiveTable:
        """Add a line to the chat of a table. Raises Refused for nothing, too much, or an unknown phrase."""
        if phrase and phrase not in PHRASES:
            raise Refused("phrase", f"unknown phrase {phrase!r}; there are: {', '.join(PHRASES)}")
        # Cleaning takes 2 µs a character; so much more than the longest text is too long, whatever is left out of it.
        words = "" if phrase else clean_line(text[: CLEANED_TIMES * LONGEST_TEXT])
        if not phrase and not (0 < len(words) <= LONGEST_TEXT and len(text) <= CLEANED_TIMES * LONGEST_TEXT):
            raise Refused("text", f"{len(words)} characters; expected 1 .. {LONGEST_TEXT}", most=LONGEST_TEXT)
        live = await self.service.get(table)
        async with live.lock:
            number = live.chat[-1].number + 1 if live.chat else 0
            line = ChatRow(number, person.id, live.name_of(person), words, phrase, self.service.now())
            news = self.service.news(News("spoken", live, line.time, person.id))

            def write(connection: Connection) -> None:
                insert_chat(connection, table, line)
                if news is not None:
                    news(connection)

            await self.service.store.write(write)
            live.chat.append(line)
            self.service.tell(live)
        return live

    async def muted(self, person: Person) -> frozenset[str]:
        """Return whom a person does not want to hear."""
        if person.id not in self._muted:
            self._muted[person.id] = await self.service.store.read(lambda connection: muted_by(connection, person.id))
        return self._muted[person.id]

    def known_muted(self, person: str) -> frozenset[str]:
        """Return whom a person does not want to hear, as far as it has been read (`muted`)."""
        return self._muted.get(person, frozenset())

    async def mute(self, person: Person, other: str, *, muted: bool) -> None:
        """Stop hearing somebody, or hear them again. Raises Refused for oneself."""
        if other == person.id:
            raise Refused("mute_self", "nobody can mute themselves")
        await self.service.store.write(lambda connection: set_mute(connection, person.id, other, muted=muted))
        self._muted.pop(person.id, None)
        await self.muted(person)
