"""What was rendered of a table, kept as long as what it shows stays the same. Most of a page stays as it is from one
entry to the next.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple

from doubloon.web.table.log_html import LogHtml
from doubloon.web.table.pen import Pen
from doubloon.web.table.slots import Pieces

MOST_REGIONS = 256
"""Of one table in one language; viewers who are shown the same share a region."""


class Region(NamedTuple):
    """A part of a page that is rendered by itself."""

    name: Hashable
    """None for one that is a viewer's own, and so is never kept."""
    shows: object
    """All that it depends on beside the names of the seats."""
    make: Callable[[], Pieces]


class RegionCache:
    """The regions of one table in one language, each as it was rendered last. They die with the table, so nothing is
    forgotten by age.
    """

    def __init__(self, pen: Pen) -> None:
        self.pen = pen
        self.log = LogHtml(pen)
        self._regions: dict[Hashable, tuple[object, Pieces]] = {}

    def pieces(self, regions: Iterable[Region]) -> list[Pieces]:
        """Return regions as they are to be shown; made anew where what one shows is not equal to what it was."""
        return [self._kept(region) if region.name is not None else region.make() for region in regions]

    def _kept(self, region: Region) -> Pieces:
        found = self._regions.get(region.name)
        if found is None or found[0] != region.shows:
            found = self._regions[region.name] = (region.shows, region.make())
            if len(self._regions) > MOST_REGIONS:
                del self._regions[next(iter(self._regions))]
        return found[1]
