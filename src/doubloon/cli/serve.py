"""`doubloon serve`: the table in the browser."""

import errno
import logging
import os
import socket
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from doubloon.cli.addresses import check_database, check_host, check_proxies
from doubloon.engine.errors import DoubloonError

if TYPE_CHECKING:
    import asyncio

    import uvicorn
    from starlette.types import ASGIApp

    from doubloon.notify.options import NotifyOptions
    from doubloon.tables.folder import InUse, ServerLock
    from doubloon.web.app import ServerOptions

DEFAULT_PORT = 8484
TRIED_PORTS = 20
"""How many ports are tried where the first is taken."""
LARGEST_PORT = 65_535
KEEP_ALIVE_S = 75
"""Longer than proxies keep a connection, so that no request meets one that is being closed."""
STOP_S = 3
"""How long open pages may take to say good-bye."""
BACKLOG = 1024


def serve(
    host: Annotated[str, typer.Option("--host", help="Address to listen at; 0.0.0.0 lets others in.")] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            "--port",
            min=0,
            max=LARGEST_PORT,
            help="Port; where it is taken, the next free one. 0 lets the system choose.",
        ),
    ] = DEFAULT_PORT,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data", metavar="FOLDER", help="Where games and accounts are kept. Without it, $DOUBLOON_DATA or yours."
        ),
    ] = None,
    database: Annotated[
        str,
        typer.Option(
            "--database",
            metavar="URL",
            envvar="DOUBLOON_DATABASE",
            help="Another database than the file in the data folder.",
        ),
    ] = "",
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Whether to open the browser, where there is one.")
    ] = True,
    proxies: Annotated[
        str,
        typer.Option(
            "--proxies",
            metavar="ADDRESSES",
            help="Addresses of proxies whose word about the visitor's address is believed.",
        ),
    ] = "127.0.0.1",
    hosts: Annotated[
        str,
        typer.Option(
            "--hosts",
            metavar="NAMES",
            help="Names of the site, such as pirates.example.org behind a proxy; * for any. At an address of this "
            "machine alone no others are answered.",
        ),
    ] = "",
    people: Annotated[
        int,
        typer.Option(
            "--limit-people",
            min=0,
            metavar="N",
            envvar="DOUBLOON_LIMIT_PEOPLE",
            help="New guests and accounts of one address in an hour; 0 for any number.",
        ),
    ] = 120,
    notifications: Annotated[
        bool,
        typer.Option(
            "--notifications/--no-notifications",
            help="Whether people who ask for it are told of their turn while they have no page open.",
        ),
    ] = True,
    channels: Annotated[
        str,
        typer.Option(
            "--channels",
            metavar="NAMES",
            envvar="DOUBLOON_CHANNELS",
            help="Services by which they may be told, such as ntfy,discord; without it, a list of well-known ones.",
        ),
    ] = "",
    mail: Annotated[
        str,
        typer.Option(
            "--mail",
            metavar="URL",
            envvar="DOUBLOON_MAIL",
            help="Mail server of yours for such messages, such as mailtos://user:password@smtp.example.org.",
        ),
    ] = "",
    private_channels: Annotated[
        bool,
        typer.Option("--private-channels", help="Let messages go to addresses of private networks, such as yours."),
    ] = False,
) -> None:
    """Serve the games to browsers, for yourself or for friends."""
    check_host(host)
    check_proxies(proxies)
    check_database(database)
    # Imported here, for the other commands would start 0.7 s later.
    from doubloon.tables.folder import InUse, data_folder, prepare_folder
    from doubloon.web.app import ServerOptions
    from doubloon.web.hosts import host_names, is_loopback

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    # It warns of every form that cannot be read, so the log would grow as somebody likes.
    logging.getLogger("python_multipart").setLevel(logging.ERROR)
    folder = data_folder() if data is None else data
    prepare_folder(folder)
    try:
        locks = take_locks(folder, database)
    except InUse as running:
        send_to(running, open_browser)
        return
    try:
        for lock in locks:
            if lock.warning:
                typer.echo(lock.warning, err=True)
        listener = listen(host, port)
        url = f"http://{shown_host(host)}:{listener.getsockname()[1]}/"
        for lock in locks:
            lock.tell(url)
        names = host_names(hosts) if hosts or is_loopback(host) else None
        notify = notify_options(notifications, channels, mail, private_channels)
        options = ServerOptions(folder, database, hosts=names, people=people, notify=notify, settled=True)
        run_server(options, listener, proxies, url, open_browser)
    finally:
        for lock in locks:
            lock.release()


def take_locks(folder: Path, database: str) -> "list[ServerLock]":
    """Keep other servers from the folder, and from the database file, which may lie elsewhere. Raises InUse."""
    from doubloon.tables.database import file_url, lock_database
    from doubloon.tables.folder import FolderLock

    lock = FolderLock(folder)
    try:
        beside = lock_database(database or file_url(folder))
    except DoubloonError:
        lock.release()
        raise
    return [lock] if beside is None else [lock, beside]


def notify_options(is_on: bool, channels: str, mail: str, allows_private: bool) -> "NotifyOptions":
    """Return what is allowed of messages to people who have no page open. Raises DoubloonError."""
    from doubloon.notify.options import SCHEMES, NotifyOptions, parse_schemes

    return NotifyOptions(is_on, parse_schemes(channels) or SCHEMES, mail, allows_private)


def send_to(running: "InUse", open_browser: bool) -> None:
    """Say where the server is that has the folder or the database already, and open it there: what was asked for is to
    be had. Raises InUse where nobody knows where it is.
    """
    if not running.holder.address:
        raise running
    typer.echo(str(running))
    if open_browser and has_browser():
        webbrowser.open(running.holder.address)


def run_server(options: "ServerOptions", listener: socket.socket, proxies: str, url: str, open_browser: bool) -> None:
    """Serve at a socket until Ctrl-C, after saying at which address. Raises DoubloonError."""
    import uvicorn

    from doubloon.web.app import create_app

    app = create_app(options)
    typer.echo(f"Doubloon is at {url}")
    typer.echo(f"Games are kept in {options.data}. Ctrl-C stops.")
    sys.stdout.flush()
    server = uvicorn.Server(server_config(app, proxies))
    if open_browser and has_browser():
        webbrowser.open(url)
    # uvicorn raises Ctrl-C again after it has stopped in order; that is how a server ends, not an interruption.
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listener])


def server_config(app: "ASGIApp", proxies: str = "") -> "uvicorn.Config":
    """Return how uvicorn serves an app."""
    import uvicorn

    return uvicorn.Config(
        app,
        http=protocol(),
        ws="none",
        log_level="warning",
        access_log=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        server_header=False,
        timeout_graceful_shutdown=STOP_S,
        timeout_keep_alive=KEEP_ALIVE_S,
        backlog=BACKLOG,
    )


def protocol() -> "type[asyncio.Protocol] | Literal['h11']":
    """Return what reads requests: ours, with limits; where httptools cannot be had, h11, which has some of its own."""
    try:
        from doubloon.web.wire import BoundedProtocol
    except ImportError:
        return "h11"
    return BoundedProtocol


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at the port, or at the next free one. Raises DoubloonError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, min(port + TRIED_PORTS, LARGEST_PORT + 1)) if port else [0]:
        # Named, for asyncio switches Nagle's algorithm off only where the socket says that it is TCP; with it an answer
        # takes 44 ms instead of 1.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(BACKLOG)
        except OSError as error:
            listener.close()
            if error.errno == errno.EADDRINUSE:
                typer.echo(f"port {candidate} is taken; trying the next", err=True)
                continue
            raise DoubloonError(f"--host {host} --port {candidate}: cannot listen: {error.strerror}") from error
        return listener
    raise DoubloonError(f"--port {port}: taken, and so are the {TRIED_PORTS - 1} after it; name another")


def shown_host(host: str) -> str:
    """Return a host as a browser on this machine reaches it."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def has_browser() -> bool:
    """Tell whether there is a screen on which a browser could open; one in the terminal would take the terminal
    away.
    """
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
