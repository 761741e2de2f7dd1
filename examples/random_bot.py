"""A bot in twenty lines plays a game against two bots of the server, choosing at random: `python examples/random_bot.py
http://localhost:8484 isles`.
"""

import json
import random
import sys
import time
from urllib.request import Request, urlopen

SERVER, GAME = (sys.argv[1:] + ["http://localhost:8484", "shipyard"][len(sys.argv) - 1 :])[:2]


def call(method: str, path: str, token: str = "", body: object = None) -> dict:
    """Call the API (GET /api/openapi.json describes it) and return its answer."""
    headers = (
        {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        if token
        else {"Content-Type": "application/json"}
    )
    with urlopen(
        Request(f"{SERVER}/api{path}", json.dumps(body).encode() if body is not None else None, headers, method=method)
    ) as answer:
        return json.load(answer)


token = call("POST", "/people", body={"name": "Twenty Lines"})["token"]
table = call("POST", "/tables", token, {"game": GAME, "seats": ["human", "sailor", "sailor"]})
while table["status"] == "playing":
    if table["seat"] in table["to_act"]:
        call(
            "POST", f"/tables/{table['table']}/act", token, {"action": random.choice(table["legal"]), "at": table["at"]}
        )
    else:
        time.sleep(0.05)  # or follow GET /tables/{table}/stream
    table = call("GET", f"/tables/{table['table']}", token)
print(f"place {table['places'][table['seat']] + 1} of {len(table['places'])}")
