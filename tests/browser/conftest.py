"""One server and one browser for all tests; every test fails on an error in a console and on a request to another
host.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.site import HOW_TO_INSTALL, Complaints, Visitor, find_chromium, open_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser."""
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with open_server(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture(scope="package")
def browser() -> Iterator["Browser"]:
    # Imported where it is used, for only some machines have a browser.
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    path = find_chromium()
    if path is None:
        pytest.skip(HOW_TO_INSTALL)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def complaints(address: str) -> Iterator[Complaints]:
    noted = Complaints(address)
    yield noted
    assert noted.found == []


@pytest.fixture
def visit(browser: "Browser", address: str, complaints: Complaints) -> Iterator[Callable[..., Visitor]]:
    """Give a function that opens a browser of its own for a person."""
    opened: list[Visitor] = []

    def open_one(**options: object) -> Visitor:
        opened.append(Visitor(browser, address, complaints, **options))
        return opened[-1]

    yield open_one
    for visitor in opened:
        visitor.close()
