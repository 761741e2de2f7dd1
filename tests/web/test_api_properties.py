"""Whatever is sent to the API: an answer of the document, never a failure of the server (schemathesis makes the
requests).
"""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from starlette.testclient import TestClient

from doubloon.web.api.document import openapi

FEW, MANY = 12, 560
"""Of each operation: more than 200 and 10,000 in all."""
CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]


@pytest.mark.parametrize("examples", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_whatever_is_sent_gets_an_answer_of_the_document(site: TestClient, examples: int) -> None:
    token = site.post("/api/people", json={"name": "Fuzz"}).json()["token"]
    table = site.post(
        "/api/tables",
        json={"game": "shipyard", "seats": ["human", "sailor"]},
        headers={"authorization": f"Bearer {token}"},
    ).json()["table"]
    operations = [found.ok() for found in schemathesis.openapi.from_dict(openapi()).get_all_operations()]  # type: ignore[union-attr]
    assert len(operations) > 10
    for operation in operations:
        assert operation is not None
        if not operation.path.endswith("/stream"):  # it never ends; see test_stream.py
            hammer(site, operation, token, table, examples)


def hammer(site: TestClient, operation: Any, token: str, table: str, examples: int) -> None:
    """Send many requests to one address."""

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def send(case: Any) -> None:
        case.path_parameters = {name: table if name == "table" else "shipyard" for name in case.path_parameters or {}}
        request = case.as_transport_kwargs(base_url="http://testserver/api")
        request["headers"] = {**dict(request["headers"]), "authorization": f"Bearer {token}"}
        known = {
            name: request[name]
            for name in ("method", "url", "headers", "json", "params")
            if request.get(name) is not None
        }
        response = site.request(**known)
        case.validate_response(response, checks=CHECKS)

    send()
