"""Whatever is sent to the API: an answer of the document, never a failure of the server (schemathesis makes the requests)."""

import re
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CheckContext, not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from starlette.testclient import TestClient

from doubloon.web.api.document import openapi

EXAMPLES = 15
CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]


def test_whatever_is_sent_gets_an_answer_of_the_document(site: TestClient) -> None:
    token = site.post("/api/people", json={"name": "Fuzz"}).json()["token"]
    table = site.post("/api/tables", json={"game": "shipyard", "seats": ["human", "greedy"]}, headers={"authorization": f"Bearer {token}"}).json()["table"]
    schema = schemathesis.openapi.from_dict(openapi())
    for operation in schema.get_all_operations():
        case = operation.ok()
        if case.path.endswith("/stream"):
            continue
        assert case is not None
        hammer(site, case, token, table)


def hammer(site: TestClient, operation: Any, token: str, table: str) -> None:
    """Send many requests to one address."""

    @settings(max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @schemathesis.generation.hypothesis.given(case=operation.as_strategy())  # type: ignore[attr-defined]
    def send(case: Any) -> None:
        case.path_parameters = {name: table if name == "table" else "shipyard" for name in case.path_parameters or {}}
        response = case.call(session=site, base_url="http://testserver/api", headers={"authorization": f"Bearer {token}"})
        case.validate_response(response, checks=CHECKS)

    send()


__all__ = ["CheckContext", "re"]
