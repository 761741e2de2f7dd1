"""Killed, with a full disk, a locked database and a jumping clock: nothing acknowledged is lost, and all goes on."""

import asyncio
from pathlib import Path

import pytest

from tests.storm import storm


@pytest.mark.parametrize(
    ("faults", "people"), [pytest.param(4, 3, id="quick"), pytest.param(200, 8, id="whole", marks=pytest.mark.slow)]
)
def test_nothing_is_lost_in_a_storm_and_every_table_goes_on(tmp_path: Path, faults: int, people: int) -> None:
    figures = asyncio.run(storm(tmp_path, faults, people))
    assert sum(figures["faults"].values()) == faults
    assert (figures["missing"], figures["standing still"], figures["tracebacks"]) == (0, 0, 0), figures
    assert figures["acknowledged"] >= people
    assert "500" not in figures["answers"]
