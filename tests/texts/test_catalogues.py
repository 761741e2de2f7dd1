"""Words: every id in all four languages, with the same placeholders; none missing, none unused; and every message of
real games renders.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import doubloon
from doubloon.bots import LEVELS
from doubloon.cli.console import OWN_TEXTS, new_translator
from doubloon.engine.contract import CHANCE, SPECTATOR, Game
from doubloon.engine.message import TONES, Message, Panel
from doubloon.engine.playthrough import Playthrough
from doubloon.engine.rng import new_rng
from doubloon.engine.settings import Choice
from doubloon.texts import LANGUAGES, SHARED_TEXTS, catalogue_ids
from doubloon.texts.forms import COMBINED, FORMS, WRITTEN, is_form
from doubloon.web.lessons.book import has_lesson
from tests.conftest import GAMES, variants
from tests.support import random_step

WEB_TEXTS = Path(doubloon.__file__).parent / "web" / "texts"
FOLDERS = [SHARED_TEXTS, OWN_TEXTS, WEB_TEXTS, *(game.folder / "texts" for game in GAMES)]
ID_IN_TEMPLATE = re.compile(r"[\"'](page\.[a-z_.]+)[\"']")
REASON = re.compile(r"\"(guide\.[a-z_.]+)\"")
REFUSAL = re.compile(r"[\"'](bad\.[a-z_]+)[\"']")
PLURAL_FORMS = {"en": 2, "fr": 2, "ja": 1, "hu": 2}
GAMES_PER_VARIANT = 6


def placeholders(text: str) -> set[str]:
    """Return the names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_agree(folder: Path, language: str) -> None:
    english = catalogue_ids(folder / "en" / "messages.po", "en")
    other = catalogue_ids(folder / language / "messages.po", language)
    bases = {text_id for text_id in other if not is_form(language, text_id)}
    assert sorted(bases) == sorted(english)
    for text_id, texts in other.items():
        assert all(texts), f"{text_id} has no words in {language}"
        assert len(texts) in (1, PLURAL_FORMS[language])
        for text in texts:
            base = text_id if text_id in english else text_id.rpartition(".")[0]
            assert placeholders(text) == placeholders(english[base][0]), f"{text_id} in {language}"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_that_a_text_asks_for_exists_and_belongs_to_a_text(folder: Path, language: str) -> None:
    texts = catalogue_ids(folder / language / "messages.po", language)
    known = {*FORMS[language], *WRITTEN[language], *COMBINED[language]}
    for text_id, forms in texts.items():
        asked = {form for text in forms for _, _, form, _ in Formatter().parse(text) if form}
        assert asked <= known, text_id
        if is_form(language, text_id):
            assert text_id.rpartition(".")[0] in texts, text_id


NOUN_AFTER_NUMBER = re.compile(r"\{(n|most|least|needed|left|cards|seats|bundles|days|votes)\} [a-z]+s\b")
ALWAYS_MANY = frozenset(
    {
        *("bad.few", "bad.captains", "bad.deck", "bad.chains", "bad.asking", "bad.kinds", "bad.name"),
        *("bad.long", "bad.digits", "bad.parts", "bad.seats", "bad.nested"),
        *("refused.clock", "refused.text", "refused.login", "refused.password", "refused.name", "refused.lab_games"),
        *("refused.lab_yours", "lab.which", "page.profile.rest_help", "result.won"),
    }
)
"""Texts whose number is never one: limits of the program, seats of a table, counts that are refused as too many."""


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_a_noun_after_a_number_has_a_plural_form(folder: Path) -> None:
    for text_id, texts in catalogue_ids(folder / "en" / "messages.po", "en").items():
        if len(texts) == 1 and text_id not in ALWAYS_MANY:
            assert NOUN_AFTER_NUMBER.search(texts[0]) is None, text_id


def test_every_colour_has_its_french_feminine() -> None:
    for game in GAMES:
        texts = catalogue_ids(game.folder / "texts" / "fr" / "messages.po", "fr")
        if any(text_id.endswith(".f") for text_id in texts):
            colours = {text_id for text_id in texts if re.fullmatch(r"colour\.\w+", text_id)}
            assert {f"{text_id}.f" for text_id in colours} <= set(texts)


class Reached:
    """Collects the messages of a game as it is played, and renders each in all languages."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.ids: set[str] = set()
        self.translators = [
            new_translator(game, language, [f"Name {seat}" for seat in range(8)]) for language in LANGUAGES
        ]

    def add(self, message: Message) -> None:
        self.ids.add(message.id)
        for translator in self.translators:
            words = translator.render(message)
            assert words, message
            assert words != message.id, f"{message.id} has no words in {translator.language}"
            assert "{" not in words
        for value in message.args.values():
            if isinstance(value, Message):
                self.add(value)

    def add_panels(self, panels: tuple[Panel, ...]) -> None:
        for panel in panels:
            self.add(panel.title)
            for line in panel.lines:
                self.add(line.label)
                for chip in line.chips:
                    self.add(chip.text)
                    assert chip.tone in ("", *TONES)

    def add_state(self, playthrough: Playthrough) -> None:
        view = self.game.view
        for viewer in (SPECTATOR, *range(playthrough.num_seats)):
            observation = playthrough.observation(viewer)
            self.add_panels(view.board(playthrough.rules, observation, viewer))
            if viewer >= 0 and playthrough.legal_actions(viewer):
                self.add(view.prompt(playthrough.rules, observation, viewer))
                for action in playthrough.legal_actions(viewer):
                    self.add(view.action(playthrough.rules, observation, viewer, action))
                    self.add_reason(playthrough, viewer, action)

    def add_reason(self, playthrough: Playthrough, seat: int, action: int) -> None:
        if seat in playthrough.seats_to_act():
            why = self.game.page.reason(playthrough.rules, playthrough.observation(seat), seat, action)
            if why is not None:
                self.add(why)

    def add_events(self, playthrough: Playthrough, told: tuple[object, ...]) -> None:
        for event in told:
            for viewer in (SPECTATOR, *range(playthrough.num_seats)):
                message = self.game.view.event(playthrough.rules, event, viewer)  # type: ignore[arg-type]
                if message is not None:
                    self.add(message)


def play_out(reached: Reached, playthrough: Playthrough, seed: int) -> None:
    """Play a random game and collect every message on the way; the board of every fourth state, for time."""
    rng = new_rng(seed)
    step = 0
    while not playthrough.is_over:
        if playthrough.to_act != CHANCE and step % 4 == 0:
            reached.add_state(playthrough)
        before = len(playthrough.entries)
        events = recorded_step(playthrough, rng)
        assert len(playthrough.entries) == before + 1
        reached.add_events(playthrough, events)
        step += 1
    reached.add_state(playthrough)
    for message in reached.game.view.result(playthrough.rules, playthrough.state, playthrough.ranking()):
        reached.add(message)


def recorded_step(playthrough: Playthrough, rng: object) -> tuple[object, ...]:
    """Apply a random step and return its events."""
    told: list[object] = []
    apply = playthrough._apply

    def listen(seat: int, action: int):  # type: ignore[no-untyped-def]
        events = apply(seat, action)
        told.extend(events)
        return events

    playthrough._apply = listen  # type: ignore[method-assign]
    try:
        random_step(playthrough, rng)  # type: ignore[arg-type]
    finally:
        playthrough._apply = apply  # type: ignore[method-assign]
    return tuple(told)


def test_a_catalogue_of_words_that_all_share_has_no_word_too_many() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in Path(doubloon.__file__).parent.rglob("*.[ph][yt]*"))
    for text_id in catalogue_ids(SHARED_TEXTS / "en" / "messages.po", "en"):
        assert f'"{text_id}"' in sources or f"'{text_id}'" in sources, text_id


def setting_ids(game: Game) -> Iterator[str]:
    """Yield the ids that describe a game's settings."""
    for key, allowed in game.schema.allowed.items():
        yield f"setting.{key}"
        if isinstance(allowed, Choice):
            yield from (f"setting.{key}.{word}" for word in allowed.words if not word.isdigit())
            if key == "options.starter":
                yield f"setting.{key}.seat"


def page_ids(game: Game) -> Iterator[str]:
    """Yield the ids that a game's templates and faces of cards name; what ends in a dot stands for all that begin
    so.
    """
    known = catalogue_ids(game.folder / "texts" / "en" / "messages.po", "en")
    for source in (game.folder / "page.py", *(game.folder / "templates").glob("*.html")):
        for found in ID_IN_TEMPLATE.findall(source.read_text(encoding="utf-8")):
            yield from (text_id for text_id in known if text_id.startswith(found)) if found.endswith(".") else [found]


def source_ids(game: Game) -> set[str]:
    """Return the ids with which a game's code refuses settings in its own words."""
    own = {text_id for path in game.folder.glob("*.py") for text_id in REFUSAL.findall(path.read_text("utf-8"))}
    return own - set(catalogue_ids(WEB_TEXTS / "en" / "messages.po", "en"))


def reasons(game: Game) -> set[str]:
    """Return the texts of a game that say why a move is advised: all that its code names."""
    source = game.folder / "reasons.py"
    return set(REASON.findall(source.read_text(encoding="utf-8"))) if source.is_file() else set()


def lesson_ids(game: Game, known: set[str]) -> set[str]:
    """Return the texts of a game's lesson; `tests/web/test_lessons.py` says that none of them is missing or idle."""
    return {text_id for text_id in known if text_id.startswith("lesson.")} if has_lesson(game.folder) else set()


def test_every_message_of_real_games_has_words_and_every_word_is_used(game: Game) -> None:
    reached = Reached(game)
    for number, changes in enumerate(variants(game)):
        for num_seats in (game.seats[0], game.seats[-1]):
            for seed in range(GAMES_PER_VARIANT):
                play_out(reached, Playthrough.new(game, num_seats, changes), 100 * number + seed)
    known = set(catalogue_ids(game.folder / "texts" / "en" / "messages.po", "en"))
    static = {"game.title", "game.pitch", *setting_ids(game), *page_ids(game), *source_ids(game), *reasons(game)}
    static |= lesson_ids(game, known)
    assert sorted((reached.ids | static) - known) == []
    assert sorted(known - reached.ids - static) == []


def test_the_command_line_uses_all_of_its_words() -> None:
    known = set(catalogue_ids(OWN_TEXTS / "en" / "messages.po", "en"))
    sources = "".join(
        path.read_text(encoding="utf-8") for path in (Path(doubloon.__file__).parent / "cli").glob("*.py")
    )
    used = set(re.findall(r"[\"'](cli\.[a-z_.]+)[\"']", sources)) | {f"cli.name.{kind}" for kind in ("human", *LEVELS)}
    used |= {f"cli.settings.{column}" for column in ("key", "value", "allowed", "meaning")}
    assert used == known


def test_counts_choose_the_plural_form() -> None:
    game = GAMES[-1]
    words = {
        language: [new_translator(game, language).text("cli.verified", n=n, count="n") for n in (0, 1, 2)]
        for language in LANGUAGES
    }
    assert words["en"][1].startswith("1 draw checked")
    assert words["en"][2].startswith("2 draws checked")
    assert words["en"][0].startswith("0 draws checked")
    assert words["fr"][0].startswith("0 tirage vérifié")
    assert words["ja"][1].startswith("1回")
