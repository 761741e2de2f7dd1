"""`doubloon serve`: starts, says where it is, stops cleanly, starts again; streams; the example bot."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

from tests.support import ROOT, run_command

STOP_S = 120


@contextmanager
def served(folder: Path, *arguments: str, **more: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Start a server with some more environment, and yield its address."""
    command = [sys.executable, "-m", "doubloon", "serve", "--no-open", "--data", str(folder), *arguments]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LC_ALL": "C.UTF-8", **more},
        cwd=ROOT,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+/", line)
        assert found is not None, line + (
            process.stderr.read() if process.stderr and process.poll() is not None else ""
        )
        # Until it answers it has no handler of its own for Ctrl-C, and where the tests run in the background the
        # system's ignores it.
        urlopen(f"{found[0]}healthz").close()
        yield found[0], process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def stop(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Press Ctrl-C, and return the exit code and what was said on the way."""
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=STOP_S)
    return process.returncode, errors


def ask(url: str, body: object = None, token: str = "") -> dict[str, object]:
    """Ask the API of a server."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    with urlopen(Request(url, json.dumps(body).encode() if body is not None else None, headers)) as answer:
        found: dict[str, object] = json.load(answer)
        return found


def test_it_starts_stops_and_starts_again(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as (url, process):
        person = ask(f"{url}api/people", {"name": "Ann"})
        code, errors = stop(process)
        assert (code, errors) == (0, "")
    with served(tmp_path, "--port", "0") as (url, process):
        assert ask(f"{url}api/me", token=str(person["token"]))["name"] == "Ann"
        assert stop(process)[0] == 0


def test_bodies_that_are_cut_off_are_not_logged_and_hold_up_no_stop(tmp_path: Path) -> None:
    head = b"POST %b HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: %b\r\nContent-Length: 50\r\n\r\n"
    form, parts, data = b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x", b"application/json"
    with served(tmp_path, "--port", "0") as (url, process):
        address = ("127.0.0.1", int(url.rstrip("/").rpartition(":")[2]))
        slow = []
        for path, kind in ((b"/tables", form), (b"/tables", parts), (b"/sign-in/guest", form), (b"/api/people", data)):
            for is_kept in (False, True):
                connection = socket.create_connection(address)
                connection.sendall(head % (path, kind) + b'{"na')
                if is_kept:
                    slow.append(connection)
                else:
                    connection.close()
        assert ask(f"{url}healthz")
        assert stop(process) == (0, "")
        for connection in slow:
            connection.close()


def test_a_taken_port_is_named_and_the_next_one_tried(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with served(tmp_path, "--port", str(port)) as (url, process):
            assert f":{port}/" not in url
            assert f"port {port} is taken; trying the next" in stop(process)[1]


def test_a_server_stops_while_it_compiles(tmp_path: Path) -> None:
    """The compiler's thread has locks that Python asks for at its end."""
    cache = tmp_path / "cache"
    for compiled in (1, 4, 8):
        with served(tmp_path / "data", "--port", "0", DOUBLOON_CACHE=str(cache)) as (_, process):
            while sum(1 for _ in cache.rglob("*.code")) < compiled:
                assert process.poll() is None
            assert stop(process)[0] == 0


def test_what_cannot_be_served_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for arguments, words in (
        (("--data", str(tmp_path / "file" / "folder")), "can be kept there"),
        (("--data", str(tmp_path), "--host", "192.0.2.1"), "cannot listen"),
        (("--data", str(tmp_path), "--database", "nonsense"), "database"),
    ):
        run = run_command("serve", "--no-open", "--port", "0", *arguments)
        assert run.returncode == 2, run.stderr
        assert words in run.stderr
        assert "Traceback" not in run.stderr


def test_streams_send_the_table_at_once_and_after_every_act(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as (url, process):
        token = str(ask(f"{url}api/people", {"name": "Ann"})["token"])
        table = ask_until_ready(url, token)
        with urlopen(
            Request(f"{url}api/tables/{table}/stream", headers={"Authorization": f"Bearer {token}"})
        ) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            last = acted = -1
            acts = 0
            while acts < 5:
                line = stream.readline().decode()
                if not line.startswith("data: {"):
                    continue
                seen = json.loads(line.removeprefix("data: "))
                assert seen["at"] >= last
                last = seen["at"]
                if seen["status"] == "over":
                    break
                if 0 in seen["to_act"] and last > acted:
                    acted = last
                    assert (
                        ask(f"{url}api/tables/{table}/act", {"action": seen["legal"][0], "at": seen["at"]}, token)["at"]
                        > last
                    )
                    acts += 1
            # The stream is still open: stopping ends it.
            code, errors = stop(process)
            assert (code, errors) == (0, "")


def ask_until_ready(url: str, token: str) -> str:
    """Make a table as soon as the game is ready."""
    while "shipyard" not in str(ask(f"{url}healthz")["ready"]):
        pass
    return str(ask(f"{url}api/tables", {"game": "shipyard", "seats": ["human", "random"]}, token)["table"])


def test_the_example_bot_plays_a_game(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as (url, process):
        ask_until_ready(url, str(ask(f"{url}api/people", {"name": "Ann"})["token"]))
        run = subprocess.run(
            [sys.executable, str(ROOT / "examples" / "random_bot.py"), url.rstrip("/"), "shipyard"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert re.fullmatch(r"place [123] of 3\n", run.stdout), run.stderr
        assert stop(process)[0] == 0


def test_a_second_start_on_a_folder_says_where_the_first_one_is(tmp_path: Path) -> None:
    with served(tmp_path / "one", "--port", "0") as (url, process):
        again = run_command("serve", "--no-open", "--port", "0", "--data", str(tmp_path / "one"))
        assert (again.returncode, again.stderr) == (0, "")
        assert again.stdout == f"Doubloon already runs at {url} with the data folder {tmp_path / 'one'}\n"
        port = url.rstrip("/").rpartition(":")[2]
        file = tmp_path / "one" / "doubloon.sqlite3"
        same = run_command("serve", "--no-open", "--data", str(tmp_path / "two"), "--database", f"sqlite:///{file}")
        assert (same.returncode, same.stdout) == (0, f"Doubloon already runs at {url} with the database {file}\n")
        with served(tmp_path / "two", "--port", port) as (other, beside):
            assert other != url
            assert stop(beside)[0] == 0
        process.kill()
    with served(tmp_path / "one", "--port", "0") as (_, process):
        assert stop(process)[0] == 0
