"""For tests of the lab: a designer at a table, simulations that are started and waited for."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient

from doubloon.web.lab.job import Job
from tests.web.support import Browser, site_of

JSON = {"accept": "application/json"}
PATIENCE_S = 300
"""The first simulation of a game compiles."""
DEARER: dict[str, Any] = {"game": "shipyard", "set.pirate.toll": 2}
LONG = {"choice": "sailor:100000"}
EVERYTHING = "all that the hub tells"
OWNERS: dict[str, dict[str, str]] = {}
"""Cookies of those who have started something, by their ids."""


def wait(site: TestClient, is_so: Callable[[], bool]) -> None:
    """Wait until something is so; the lab tells when anything of it changes."""
    simulations = site_of(site).simulations

    async def until() -> None:
        watch = simulations._hub.watch(EVERYTHING, "")
        async with asyncio.timeout(PATIENCE_S):
            async for _ in watch.changes():
                if is_so():
                    break
        simulations._hub.leave(EVERYTHING, watch)

    publish = simulations._hub.publish

    def publish_twice(table: str) -> None:
        publish(table)
        publish(EVERYTHING)

    simulations._hub.publish = publish_twice  # type: ignore[method-assign]
    assert site.portal is not None
    site.portal.call(until)
    simulations._hub.publish = publish  # type: ignore[method-assign]


def wait_for(site: TestClient, browser: Browser, address: str, wanted: str) -> None:
    """Wait until a simulation is in a state."""
    job = job_of(site, address)
    wait(site, lambda: job.state == wanted)
    assert browser.get(f"/api{address}").json()["state"] == wanted


def job_of(site: TestClient, address: str) -> Job:
    """Return the simulation of an address."""
    return site_of(site).simulations.get(*address.removeprefix("/tables/").split("/simulations/"))


def designer(site: TestClient, language: str = "en", table: dict[str, Any] | None = None) -> tuple[Browser, str]:
    """Return somebody with a table, one with a dearer toll if nothing else is said, and the address of its
    simulations.
    """
    browser = Browser(site, language)
    browser.enter("Dora")
    address = browser.submit("/tables", kind=["human", "sailor", "sailor"], **(table or DEARER))
    found = re.search(r'href="/people/(\w+)"', browser.get(address).text)
    assert found is not None
    OWNERS[found[1]] = browser.cookies
    return browser, f"{address}/simulations"


def ahead(browser: Browser, address: str) -> int:
    """Return how many simulations run before one, as programs see it."""
    return int(browser.get(f"/api{address}").json()["ahead"])


def start(browser: Browser, address: str, **fields: Any) -> str:
    """Start a simulation and return its address."""
    browser.get(address)
    return browser.submit(address, **{"choice": "sailor:100", **fields})
