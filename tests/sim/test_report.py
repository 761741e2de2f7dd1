"""Reports: what they say is true of the batch, the same batch gives the same file, and everybody can read it."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from doubloon.engine.errors import DoubloonError
from doubloon.games import load
from doubloon.sim.gather import gather
from doubloon.sim.page import as_page
from doubloon.sim.plan import Plan, read_bar
from doubloon.sim.report import Report, as_markdown, make_report, write_report
from doubloon.sim.use_answers import games_needed
from tests.sim.batches import KNOWN, KNOWN_FIRST_WINS, bytes_of, play, small_plan

CHROMIUM = Path("/usr/bin/chromium")
VOID = ("meta", "img", "br", "link")


class Outline(HTMLParser):
    """Collects what an accessible page is made of, and complains of what is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> tuple[Report, Path]:
    """A report of shipyard with all that a report can have."""
    root = tmp_path_factory.mktemp("reports")
    game = load("shipyard")
    base = play(small_plan("shipyard", ("sailor",) * 3, 600), root / "base")
    other = play(small_plan("shipyard", ("sailor",) * 3, 600, "pirate.toll=1", seed=2), root / "other")
    mixed = play(small_plan("shipyard", ("sailor", "random", "random"), 600), root / "mixed")
    plan = small_plan("shipyard", ("sailor",) * 3, 600)
    barred = Plan(plan.game, plan.values, plan.levels, plan.games, plan.seed, (read_bar("0:pass", game, plan.levels),))
    return make_report(base, load, other, (mixed, play(barred, root / "barred"))), root


def test_every_question_has_an_answer_in_words(reports: tuple[Report, Path]) -> None:
    asked = [answer.id for answer in reports[0].answers]
    assert asked == [
        "seats",
        "length",
        "scores",
        "leads",
        "cards",
        "actions",
        "rules",
        "choices",
        "skill",
        "bars",
        "against",
    ]
    for answer in reports[0].answers:
        assert answer.question.endswith("?")
        assert answer.sentences
        assert all(sentence.rstrip().endswith(".") for sentence in answer.sentences)
        assert answer.tables
        assert all(len(row) == len(table.headers) for table in answer.tables for row in table.rows)
        assert "nan" not in " ".join(
            [*answer.sentences, *(cell for table in answer.tables for row in table.rows for cell in row)]
        )
        assert all(len(picture.alt) > 30 and picture.svg.startswith("<svg") for picture in answer.pictures)
    assert sum(len(answer.pictures) for answer in reports[0].answers) >= 7


def test_the_same_batch_gives_the_same_files(reports: tuple[Report, Path], tmp_path: Path) -> None:
    for name in ("one", "two"):
        made = make_report(reports[1] / "base", load, reports[1] / "other")
        (tmp_path / name).mkdir()
        write_report(made, as_page(made), tmp_path / name)
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")


def test_the_page_is_accessible_and_stands_alone(reports: tuple[Report, Path]) -> None:
    text = as_page(reports[0])
    outline = Outline(text)
    assert outline.all("html") == [{"lang": "en"}]
    assert (
        len(outline.all("h1"))
        == len(outline.all("main"))
        == len(outline.all("header"))
        == len(outline.all("footer"))
        == 1
    )
    assert not outline.all("script")
    assert not outline.all("h3")
    assert len(outline.all("h2")) == len(reports[0].answers)
    assert all(image["alt"] and (image["src"] or "").startswith("data:image/svg+xml") for image in outline.all("img"))
    assert all(header["scope"] in ("col", "row") for header in outline.all("th"))
    assert len(outline.all("caption")) == len(outline.all("table"))
    ids = [attributes["id"] for _, attributes in outline.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert all((link["href"] or "").removeprefix("#") in ids for link in outline.all("a"))
    assert "http" not in text.replace("http://www.w3.org", "")


def test_the_truth_is_told(tmp_path: Path) -> None:
    """The answer about who begins holds the rate that counting gives."""
    folder = play(small_plan("shipyard", ("sailor", "sailor"), 4_000, *KNOWN), tmp_path)
    found = gather(folder, load)
    assert abs(float(found.by_order[0]) / found.games - KNOWN_FIRST_WINS) < 0.03
    words = as_markdown(make_report(folder, load))
    assert re.search(r"It matters: the first to play wins 7[1-5]\.\d % \(", words) or re.search(
        r"It matters: the second to play wins 2[5-9]\.\d % \(", words
    )
    assert "Never met: " in words


def test_a_better_level_and_a_bar_are_told(reports: tuple[Report, Path]) -> None:
    words = as_markdown(reports[0])
    assert re.search(r"sailor ends before random in [89]\d\.\d %", words)
    assert "A sailor that never does pass" in words
    assert games_needed(0.6, 0.24) == "65"
    assert games_needed(0.5, 0.24) == "–"


def test_differences_that_are_none_are_not_real(tmp_path: Path) -> None:
    """Two batches of the same settings and other seeds: nothing is called real."""
    one = play(small_plan("shipyard", ("sailor",) * 3, 2_000, seed=11), tmp_path / "1")
    two = play(small_plan("shipyard", ("sailor",) * 3, 2_000, seed=12), tmp_path / "2")
    assert "differences is surely real" in make_report(one, load, two).answers[-1].sentences[0]


def test_reports_of_another_game_or_of_nothing_are_refused(reports: tuple[Report, Path], tmp_path: Path) -> None:
    other = play(small_plan("isles", ("sailor",) * 2, 10), tmp_path / "isles")
    with pytest.raises(DoubloonError, match="a simulation of isles; expected one of shipyard"):
        make_report(reports[1] / "base", load, other)
    for path in (other / "games").glob("*.parquet"):
        path.unlink()
    with pytest.raises(DoubloonError, match="no game is finished yet"):
        make_report(other, load)


def test_a_report_of_few_games_is_possible(tmp_path: Path) -> None:
    words = as_markdown(make_report(play(small_plan("rubies", ("sailor",) * 3, 1), tmp_path), load))
    assert "nan" not in words


@pytest.mark.browser
@pytest.mark.skipif(not CHROMIUM.exists(), reason="needs the system's Chromium")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(reports: tuple[Report, Path], scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - only where there is a browser
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    path = write_report(reports[0], as_page(reports[0]), reports[1])[0]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        page = browser.new_page(
            viewport={"width": 360, "height": 800}, color_scheme="dark" if scheme == "dark" else "light"
        )
        page.goto(path.as_uri())
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        browser.close()
