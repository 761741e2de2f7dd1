"""`doubloon bench server`: acts a second of a whole server, its clients on the same machine."""

import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import typer

from doubloon.cli.load.clients import ApiClient, Client, PageClient, Tally
from doubloon.cli.load.http import Connection
from doubloon.cli.load.server import Server, allow_many_files, running_server

MODES: dict[str, type[ApiClient] | type[PageClient]] = {"api": ApiClient, "page": PageClient}
PREPARED_TOGETHER = 20
WARM_UP_S = 1.0
HEALTH_S = 0.2


def measure(modes: list[str], tables: list[int], seconds: float, game: str) -> list[dict[str, Any]]:
    """Return a row of figures for each mode and number of tables; each row has a fresh server and an empty database."""
    allow_many_files()
    rows = []
    for mode in modes:
        for count in tables:
            with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as server:
                rows.append(asyncio.run(run(server, mode, count, seconds, game)))
    return rows


async def run(server: Server, mode: str, count: int, seconds: float, game: str) -> dict[str, Any]:
    """Return the figures of one run."""
    await until_ready(server, game)
    tally = Tally()
    empty = server.memory_kib()
    clients: list[Client] = [MODES[mode](server.port, game, number, tally) for number in range(count)]
    for start in range(0, count, PREPARED_TOGETHER):
        await asyncio.gather(*(client.prepare() for client in clients[start : start + PREPARED_TOGETHER]))
    full = server.memory_kib()
    tasks = [asyncio.create_task(client.play()) for client in clients]
    await asyncio.wait(tasks, timeout=WARM_UP_S, return_when=asyncio.FIRST_EXCEPTION)
    tally.counts = True
    started, cpu = time.perf_counter(), server.cpu_s()
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    elapsed, cpu = time.perf_counter() - started, server.cpu_s() - cpu
    tally.counts = False
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()
    more = {
        "server_cpu_ms_per_act": round(1000 * cpu / max(1, tally.acts), 2),
        "memory_kib_per_table": round((full - empty) / count),
    }
    return {**row(mode, count, tally, elapsed), **more}


def row(mode: str, count: int, tally: Tally, elapsed: float) -> dict[str, Any]:
    """Return the figures of a run as plain data: rates in acts a second, times in milliseconds."""
    figures: dict[str, Any] = {
        "mode": mode,
        "tables": count,
        "acts": tally.acts,
        "acts_per_s": round(tally.acts / elapsed),
    }
    figures |= {f"{name}_ms": value for name, value in percentiles(tally.answered_s).items()}
    if tally.seen_s:
        figures |= {f"seen_{name}_ms": value for name, value in percentiles(tally.seen_s).items()}
    return figures


def percentiles(seconds: list[float]) -> dict[str, float]:
    """Return p50 and p99 in milliseconds."""
    if len(seconds) < 2:
        return {}
    cuts = statistics.quantiles(seconds, n=100)
    return {"p50": round(1000 * cuts[49], 2), "p99": round(1000 * cuts[98], 2)}


async def until_ready(server: Server, game: str) -> None:
    """Wait until a game is compiled."""
    link = await Connection.open(server.port)
    while True:
        _, answer = await link.ask("GET", "/healthz")
        if game in json.loads(answer)["ready"]:
            break
        await asyncio.sleep(HEALTH_S)
    link.close()


def show(rows: list[dict[str, Any]], *, as_json: bool) -> None:
    """Print figures, for people or for programs."""
    if as_json:
        typer.echo(json.dumps(rows))
        return
    for figures in rows:
        answered = f"answered p50 {figures['p50_ms']} ms, p99 {figures['p99_ms']} ms"
        seen = (
            f"; seen by all p50 {figures['seen_p50_ms']} ms, p99 {figures['seen_p99_ms']} ms"
            if "seen_p50_ms" in figures
            else ""
        )
        typer.echo(f"{figures['mode']}, {figures['tables']} tables: {figures['acts_per_s']:,} acts/s; {answered}{seen}")
        typer.echo(
            f"  server: {figures['server_cpu_ms_per_act']} ms of a core an act, {figures['memory_kib_per_table']} "
            "KiB a table"
        )
