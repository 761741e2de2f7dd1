"""The API: the same tables for programs, described by a document that tells the truth."""

import json
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from doubloon.engine.contract import Game
from doubloon.web.api.data import TableDetails
from doubloon.web.api.document import OPERATIONS, openapi
from doubloon.web.guard import LONGEST_BODY

MOST_STEPS = 5000


class Program:
    """A program with a token."""

    def __init__(self, site: TestClient, name: str) -> None:
        self.site = site
        self.token = self.call("POST", "/people", {"name": name}, status=201)["token"]

    def call(self, method: str, path: str, body: object = None, status: int = 200) -> Any:
        headers = {"authorization": f"Bearer {self.token}"} if hasattr(self, "token") else {}
        answer = self.site.request(method, f"/api{path}", json=body, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()


def test_programs_play_a_whole_game_and_see_what_the_document_says(site: TestClient, game: Game) -> None:
    count = game.seats[0]
    programs = [Program(site, f"Program {number}") for number in range(count)]
    table = programs[0].call(
        "POST", "/tables", {"game": game.slug, "seats": ["human"] + ["open"] * (count - 1)}, status=201
    )
    name = table["table"]
    assert name in [row["table"] for row in programs[1].call("GET", "/tables")]
    for number, program in enumerate(programs[1:], start=1):
        program.call("POST", f"/tables/{name}/join", {"seat": number})
    for step in range(MOST_STEPS):
        turn = programs[0].call("GET", f"/tables/{name}/turn")
        if turn["status"] == "over":
            break
        seat = turn["to_act"][0]
        seen = programs[seat].call("GET", f"/tables/{name}")
        if step % 10 == 0:
            msgspec.convert(seen, TableDetails)
        assert seen["seat"] == seat
        action = seen["legal"][step % len(seen["legal"])]
        after = programs[seat].call("POST", f"/tables/{name}/act", {"action": action, "at": seen["at"]})
        assert after["at"] > seen["at"]
    seen = programs[0].call("GET", f"/tables/{name}")
    msgspec.convert(seen, TableDetails)
    assert min(seen["places"]) == 0
    assert len(seen["seed"]) == 64
    assert site.get(f"/api/tables/{name}/record").text.startswith("doubloon record")


def test_refusals_have_words_for_people_and_an_id_for_programs(site: TestClient) -> None:
    program = Program(site, "Ann")
    table = program.call("POST", "/tables", {"game": "shipyard", "seats": ["human", "open"]}, status=201)["table"]
    other = Program(site, "Ben")
    other.call("POST", f"/tables/{table}/join", {"seat": 1})
    turn = program.call("GET", f"/tables/{table}/turn")
    acting, waiting = (program, other) if turn["to_act"] == [0] else (other, program)
    at = turn["at"]
    for who, body, status, reason in (
        (acting, {"action": 13, "at": at}, 422, "illegal"),
        (acting, {"action": 0, "at": at + 1}, 409, "stale"),
        (waiting, {"action": 0, "at": at}, 409, "not_your_turn"),
        (acting, {"action": -1, "at": at}, 400, "json"),
        (acting, {"action": "0", "at": at}, 400, "json"),
        (acting, {"action": 0}, 400, "json"),
        (acting, {"action": 0, "at": at, "seat": 1}, 400, "json"),
        (acting, [], 400, "json"),
        (Program(site, "Eve"), {"action": 0, "at": at}, 403, "not_seated"),
    ):
        assert who.call("POST", f"/tables/{table}/act", body, status)["reason"] == reason, body
    assert program.call("GET", f"/tables/{table}/turn")["at"] == at
    words = site.post(f"/api/tables/{table}/act", json={}, headers={"accept-language": "fr"}).json()
    assert words == {"error": "Jeton inconnu.", "reason": "token"}
    for raw in (b"\xff\xfe", b'{"action": 1e999}', b'{"a":' * 1000, b"\x00"):
        answer = site.post(
            f"/api/tables/{table}/act", content=raw, headers={"authorization": f"Bearer {program.token}"}
        )
        assert (answer.status_code, answer.json()["reason"]) == (400, "json")


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer nonsense", "Basic x", "bearer é"])
def test_tokens_that_nobody_has(site: TestClient, header: str) -> None:
    answer = site.get("/api/me", headers={"authorization": header.encode()})
    assert (answer.status_code, answer.json()["reason"]) == (401, "token")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_the_document_names_every_address_and_only_those(site: TestClient) -> None:
    document = site.get("/api/openapi.json").json()
    assert document == json.loads(json.dumps(openapi()))
    app: Any = site.app
    api = next(route for route in app.app.routes if route.path == "/api")
    served = {
        (method.lower(), route.path.replace(":str", "")) for route in api.routes for method in route.methods - {"HEAD"}
    }
    assert served - {("get", "/openapi.json")} == {(operation.method, operation.path) for operation in OPERATIONS}


def test_private_tables_need_their_key(site: TestClient) -> None:
    ann, eve = Program(site, "Ann"), Program(site, "Eve")
    made = ann.call("POST", "/tables", {"game": "shipyard", "seats": ["human", "open"], "private": True}, status=201)
    assert eve.call("GET", f"/tables/{made['table']}", status=404)["reason"] == "no_table"
    eve.call("POST", f"/tables/{made['table']}/join", {"invite": "wrong"}, 404)
    seen = eve.call("POST", f"/tables/{made['table']}/join", {"invite": made["invite"]})
    assert seen["status"] == "playing"


def test_cookies_are_not_tokens(site: TestClient) -> None:
    answer = site.post(
        "/api/tables", json={"game": "shipyard", "seats": ["human", "sailor"]}, headers={"cookie": "doubloon=x"}
    )
    assert answer.status_code == 401
    assert site.post("/api/people", content=b"x" * (LONGEST_BODY + 1)).status_code == 413
