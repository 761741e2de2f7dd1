"""One site for all tests of a module: to open one takes a third of a second."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from tests.web.support import open_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A site with limits switched off."""
    with open_site(tmp_path_factory.mktemp("data")) as client:
        yield client
