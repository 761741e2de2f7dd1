"""The OpenAPI document, made from the types that the API reads and writes."""

from functools import cache
from typing import Any, NamedTuple

import msgspec

from doubloon import __version__
from doubloon.web.api import data

REF = "#/components/schemas/{name}"
SIMULATIONS = "/tables/{table}/simulations"
ERRORS = {
    400: "the body is not what was expected",
    401: "no token, or one that nobody has",
    403: "not allowed to you",
    404: "no such thing",
    405: "no such method",
    408: "too slow",
    409: "not now: stale, not your turn, over, taken",
    413: "too long",
    414: "the address is too long",
    421: "not served under this name",
    422: "illegal action or setting",
    429: "too often; see Retry-After",
    431: "too many headers",
    500: "a failure on our side; the log of the server has it under `code`",
    503: "the game is being prepared, or nothing can be saved at the moment; see Retry-After",
}


class Operation(NamedTuple):
    """One way to call the API."""

    method: str
    path: str
    summary: str
    result: Any
    body: Any = None
    status: int = 200
    needs_token: bool = True
    media: str = "application/json"


OPERATIONS = (
    Operation(
        "post", "/people", "Come in as a guest, and get a token.", data.Welcome, data.NewPerson, 201, needs_token=False
    ),
    Operation("get", "/me", "Who the token belongs to.", data.PersonInfo),
    Operation("get", "/games", "The games.", list[data.GameInfo], needs_token=False),
    Operation("get", "/games/{game}", "A game: seats, actions, settings.", data.GameDetails, needs_token=False),
    Operation("get", "/tables", "Your tables, and those with open seats.", list[data.TableInfo], needs_token=False),
    Operation(
        "post", "/tables", "Make a table; it begins when no seat is open.", data.TableDetails, data.NewTableBody, 201
    ),
    Operation("get", "/tables/{table}", "A table as you see it.", data.TableDetails, needs_token=False),
    Operation("get", "/tables/{table}/turn", "How far a table is, and what you may do.", data.Turn, needs_token=False),
    Operation(
        "post", "/tables/{table}/join", "Take a seat; the game begins with the last.", data.TableDetails, data.SeatBody
    ),
    Operation("post", "/tables/{table}/leave", "Free your seat before the game.", data.TableDetails),
    Operation(
        "post", "/tables/{table}/start", "Fill the open seats with bots and begin.", data.TableDetails, data.StartBody
    ),
    Operation("post", "/tables/{table}/return", "Take your seat back from a bot.", data.TableDetails),
    Operation(
        "post",
        "/tables/{table}/pause",
        "Agree to a pause, or no longer; it begins when all people who play agree.",
        data.TableDetails,
        data.PauseBody,
    ),
    Operation("post", "/tables/{table}/resume", "Go on after a pause; anybody who sits there may.", data.TableDetails),
    Operation("post", "/tables/{table}/act", "Act. When the answer comes, it is on disk.", data.Turn, data.ActBody),
    Operation(
        "get",
        "/tables/{table}/stream",
        "Server-sent events: `table` with a TableDetails, now and after every change.",
        str,
        None,
        200,
        False,
        "text/event-stream",
    ),
    Operation("get", "/tables/{table}/record", "The record of a finished game.", str, None, 200, False, "text/plain"),
    Operation(
        "get",
        SIMULATIONS,
        "What has been simulated with the cards of a table, newest first.",
        list[data.SimulationInfo],
        needs_token=False,
    ),
    Operation(
        "post",
        SIMULATIONS,
        "Simulate many games with the cards of a table; it may have to wait.",
        data.SimulationInfo,
        data.SimulationBody,
        201,
    ),
    Operation(
        "get",
        f"{SIMULATIONS}/{{simulation}}",
        "How far a simulation is, and what came of it.",
        data.SimulationInfo,
        needs_token=False,
    ),
    Operation(
        "get",
        f"{SIMULATIONS}/{{simulation}}/report",
        "Its report: one page of HTML.",
        str,
        None,
        200,
        False,
        "text/html",
    ),
    Operation(
        "post",
        f"{SIMULATIONS}/{{simulation}}/cancel",
        "Stop a simulation of yours; what was played is kept.",
        data.SimulationInfo,
    ),
    Operation(
        "post",
        f"{SIMULATIONS}/{{simulation}}/again",
        "Go on with a simulation of yours that was stopped, or failed.",
        data.SimulationInfo,
    ),
)


@cache
def openapi() -> dict[str, Any]:
    """Return the document."""
    kinds = [kind for operation in OPERATIONS for kind in (operation.result, operation.body) if kind is not None]
    schemas, components = msgspec.json.schema_components([*kinds, data.ErrorBody], ref_template=REF)
    found = dict(zip(map(repr, kinds), schemas, strict=False))
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = describe(operation, found)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Doubloon",
            "version": __version__,
            "description": "Tables of three pirate card games, for programs. A bot sees what a person sees.",
        },
        "servers": [{"url": "/api"}],
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


def describe(operation: Operation, schemas: dict[str, Any]) -> dict[str, Any]:
    """Return the description of one operation."""
    names = [part[1:-1] for part in operation.path.split("/") if part.startswith("{")]
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
    ]
    if operation.path.startswith("/tables/{") and operation.method == "get":
        parameters.append(
            {"name": "invite", "in": "query", "schema": {"type": "string"}, "description": "Key of a private table."}
        )
    refused = {"application/json": {"schema": {"$ref": REF.format(name="ErrorBody")}}}
    responses: dict[str, Any] = {
        str(status): {"description": words, "content": refused} for status, words in ERRORS.items()
    }
    responses[str(operation.status)] = {
        "description": "done",
        "content": {operation.media: {"schema": schemas[repr(operation.result)]}},
    }
    described: dict[str, Any] = {"summary": operation.summary, "parameters": parameters, "responses": responses}
    if operation.body is not None:
        described["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schemas[repr(operation.body)]}},
        }
    described["security"] = [{"token": []}] if operation.needs_token else [{}, {"token": []}]
    return described
