"""Every test of the lab has quick workers, and leaves nothing running."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from doubloon.web.lab import queue as lab_module
from tests.web.lab.support import OWNERS, designer, start, wait, wait_for
from tests.web.support import Browser, site_of


@pytest.fixture(autouse=True)
def not_nice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have workers not wait for other tests."""
    monkeypatch.setattr(lab_module, "NICENESS", 0)


@pytest.fixture(autouse=True)
def nothing_runs(site: TestClient) -> Iterator[None]:
    """Stop what a test has started."""
    yield
    simulations = site_of(site).simulations
    for job in list(simulations._jobs.values()):
        if job.is_unfinished:
            owner = Browser(site)
            owner.cookies = OWNERS[job.person]
            owner.get(f"/tables/{job.table}/simulations")
            owner.post(f"/tables/{job.table}/simulations/{job.id}/cancel")
    wait(site, lambda: simulations._run is None)


@pytest.fixture(scope="module")
def done(site: TestClient) -> tuple[Browser, str]:
    """Return a designer, and the address of a simulation of theirs that is finished."""
    browser, address = designer(site)
    one = start(browser, address, compare=1)
    wait_for(site, browser, one, "done")
    return browser, one
