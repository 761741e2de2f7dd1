"""A position of a lesson as the learner sees it: the table of the game, with a teacher beside it."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from doubloon.engine.message import Message
from doubloon.engine.table import Table
from doubloon.tables.live import Happening
from doubloon.tables.rows import PLAYING
from doubloon.texts import Translator
from doubloon.web.howto_url import howto_url
from doubloon.web.lessons.book import LEARNER, Lesson, Position
from doubloon.web.table.log import Log, LogLine, event_lines
from doubloon.web.table.regions import area, ask
from doubloon.web.table.render import AT, CSRF, Buttons, new_region_cache, render_shared, seats_around
from doubloon.web.table.slots import Filling, PlaceSlot, Slot, join
from doubloon.web.table.view_model import OwnView, SeatView, TableFacts, TableView, Urls, shared_view
from doubloon.web.templating import macros

OTHERS = ("Anouk", "Botond", "Corin", "Daiki", "Edda", "Farid", "Greta")
"""Who sits at the other seats of a lesson."""
BOT = "sailor"


@dataclass(frozen=True)
class Shown:
    """What a page of a lesson shows beside its table."""

    lesson: Lesson
    number: int
    """Of the position, from 0."""
    done: int
    """Positions that the learner has done."""
    table: Table
    did: str = ""
    """The action that was chosen; empty before."""
    happened: tuple[Message, ...] = ()
    """What came of a right one, line by line."""

    @property
    def position(self) -> Position:
        """The question."""
        return self.lesson.positions[self.number]

    @property
    def is_right(self) -> bool:
        """Whether what was chosen is right."""
        return bool(self.did) and self.position.answer(self.did).is_right

    @property
    def is_last(self) -> bool:
        """Whether no position comes after this one."""
        return self.number == len(self.lesson.positions) - 1

    @property
    def url(self) -> str:
        """Return the address of the position."""
        return self.url_of(self.number)

    def url_of(self, number: int) -> str:
        """Return the address of another position."""
        return position_url(self.lesson.game.slug, number)

    @property
    def next_url(self) -> str:
        """Return where to go on."""
        return f"/learn/{self.lesson.game.slug}/end" if self.is_last else self.url_of(self.number + 1)

    def text(self, says: str) -> Message:
        """Return one of the texts of the position."""
        return Message(f"lesson.{self.position.id}.{says}")


def position_url(slug: str, number: int) -> str:
    """Return the address of a position, which people count from 1."""
    return f"/learn/{slug}/{number + 1}"


def show(lesson: Lesson, number: int, done: int, did: str = "") -> tuple[Shown, Log]:
    """Return a position with the answer to what was done, and what happened after a right action."""
    position = lesson.positions[number]
    table = lesson.table(position)
    answer = position.answer(did) if did in table.legal(LEARNER) else None
    if answer is None or not answer.is_right:
        return Shown(lesson, number, done, table, did if answer else ""), Log()
    log = Log(line for happening in play(table, (f"{LEARNER} {did}", *answer.then)) for line in lines(table, happening))
    return Shown(lesson, number, done, table, did, tuple(line.message for line in log)), log


def play(table: Table, steps: Iterable[str]) -> list[Happening]:
    """Play steps, and return what happened at each."""
    found = []
    for step in steps:
        due, entry = table.to_act, table.entry_of(step)
        found.append(Happening(len(table.entries), entry.seat, due, table.apply(entry)))
    return found


def lines(table: Table, happening: Happening) -> list[LogLine]:
    """Return what an entry is in the log of the learner."""
    return event_lines(table, happening, LEARNER)


def table_view(shown: Shown, log: Log, name: str, csrf: str) -> TableView:
    """Return what the learner sees of the table of a position; `name` is the learner's."""
    lesson, table = shown.lesson, shown.table
    names = [name, *OTHERS[: lesson.seats - 1]]
    seats = tuple(
        SeatView(seat, who, "human" if seat == LEARNER else BOT, is_here=True) for seat, who in enumerate(names)
    )
    shared = shared_view(table, seats, version=len(table.entries))
    facts = TableFacts(table="", game=lesson.game, rules=table.rules, status=PLAYING)
    own = OwnView(
        seat=LEARNER,
        observation=table.observation(LEARNER),
        seats=seats,
        urls=urls(shown),
        csrf=csrf,
        log=log,
        new_from=0,
        legal=() if shown.is_right else tuple(table.legal_actions(LEARNER)),
    )
    return TableView(facts, shared, own)


def urls(shown: Shown) -> Urls:
    """Return the addresses of a lesson's table: one form, and nobody to talk to."""
    found = dict.fromkeys((field.name for field in fields(Urls)), "")
    game = shown.lesson.game
    more = {"rules": f"/rules/{game.slug}", "howto": howto_url(game.slug, game.folder)}
    return Urls(**{**found, "table": shown.url, "act": shown.url, "here": shown.url, **more})


def render(shown: Shown, view: TableView, translator: Translator) -> str:
    """Return the inside of `<main id="table">`: the teacher, the question, and the table."""
    cache = new_region_cache(view.facts, translator)
    shared = render_shared(view, cache)
    buttons = Buttons(shared, view)
    template: Any = macros("lesson/fragment.html")
    frame = cache.pen.render(template.frame, shown, view.own.urls, len(view.own.seats) - 1)
    seats = [area(cache.pen, view, seat).make() for seat in range(len(view.own.seats))]
    values: dict[Slot, Filling] = {CSRF: view.own.csrf, AT: "0"}
    values[PlaceSlot("ask")] = "" if shown.is_right else ask(cache.pen, view, buttons.prompt(), buttons.rest()).make()
    values[PlaceSlot("around")] = [seats[seat] for seat in seats_around(view)]
    values[PlaceSlot("own")] = seats[LEARNER]
    return join(frame, {**values, **buttons.values()})
