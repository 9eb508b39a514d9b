"""Start the server, and say where it is."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import shutil
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from parlour.errors import ParlourError
from parlour.stopping import ending

if TYPE_CHECKING:
    from parlour.agent import Terms
    from parlour.record import Record
    from parlour.web.catalogue import Catalogue
    from parlour.web.store import TableStore

__all__ = ["default_store", "listen", "reachable", "serve", "serve_replay"]


EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that stand for all addresses of the machine."""


def default_store() -> Path:
    """Where tables are kept unless told otherwise."""
    from platformdirs import user_data_path

    return user_data_path("parlour", appauthor=False) / "tables.sqlite"


PORTS = range(8000, 8100)
"""Where the page is unless told otherwise: at the first of these that is free."""


def listen(host: str, port: int | None) -> socket.socket:
    """A bound socket at a port, or at the first free one of the usual."""
    if port is not None:
        return _bind(host, port)
    for usual in PORTS:
        with contextlib.suppress(_InUse):
            return _bind(host, usual)
    return _bind(host, 0)


class _InUse(ParlourError):
    """Another program listens there."""


def _bind(host: str, port: int) -> socket.socket:
    """A bound socket; a port in use or a strange address is one clear line."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family, kind, protocol)  # asyncio sends small answers at once where it sees TCP
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(100)
    except socket.gaierror:
        raise ParlourError(f"--host {host}: there is no such address on this machine") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise _InUse(f"port {port} is in use: stop what uses it, or give another --port") from None
        raise ParlourError(f"cannot listen on {host} port {port}: {error.strerror}") from None
    return bound


def _local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _warning(key: str) -> str:
    """What whoever lets others in should know."""
    who = "everyone who has this link" if key else "everyone who reaches this address"
    return (
        f"{who} can see and start games here, and make this machine compute; "
        "without encryption, so only in a network you trust"
    )


def reachable(host: str) -> str:
    """The address under which others reach a server; one that listens everywhere has the network's own."""
    if host not in EVERYWHERE:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def serve(
    files: list[str],
    host: str,
    port: int | None,
    store: Path | None,
    results: Path,
    *,
    show: bool,
    locked: bool = True,
    limits: Terms | None = None,
) -> None:
    """Serve the page until Ctrl-C; `files` are games and agents beside those that are installed.

    A server that others can reach asks for a key, unless it is not `locked`. Agents of files play under
    `limits`.
    """
    from parlour.web.catalogue import Catalogue
    from parlour.web.key import key_of
    from parlour.web.store import TableStore
    from parlour.web.yours import LIMITS

    catalogue, bound = Catalogue(files, limits or LIMITS), listen(host, port)
    tables = TableStore(store or default_store())
    key = "" if _local(host) or not locked else key_of(tables.path)
    url = _address(reachable(host), bound, key)
    print(f"Parlour is at {url} (tables are kept in {tables.path}; Ctrl-C stops it)", flush=True)
    if not _local(host):
        print(f"parlour: {_warning(key)}", file=sys.stderr, flush=True)
    _run(_Hosting(tables, results, catalogue, url, key), bound, url if show else "")


def serve_replay(record: Record, move: int, port: int | None) -> None:
    """Serve a recorded game until Ctrl-C, opened at the position before a move; nothing is kept."""
    from parlour.web.catalogue import Catalogue
    from parlour.web.hall import Hall
    from parlour.web.store import TableStore

    path = record.open_game().path
    catalogue, bound = Catalogue([path] if path else []), listen("127.0.0.1", port)
    with TemporaryDirectory() as folder, ending(lambda: shutil.rmtree(folder, ignore_errors=True)):
        tables = TableStore(Path(folder) / "tables.sqlite")
        table = asyncio.run(Hall(tables, catalogue).take_in(record))
        url = _address("127.0.0.1", bound)
        page = f"{url}#/table/{table.id}?review={move}"
        print(f"The game is at {page} (Ctrl-C stops it)", flush=True)
        _run(_Hosting(tables, Path(folder), catalogue, url), bound, page)


def _address(near: str, bound: socket.socket, key: str = "") -> str:
    place = f"{f'[{near}]' if ':' in near else near}:{bound.getsockname()[1]}"
    return f"http://{place}/?key={key}" if key else f"http://{place}/"


class _Hosting(NamedTuple):
    """What the application is made from."""

    tables: TableStore
    results: Path
    catalogue: Catalogue
    url: str
    key: str = ""


def _run(hosting: _Hosting, bound: socket.socket, shown: str) -> None:
    """Answer until Ctrl-C; a page that is to be shown is opened in the browser."""
    import uvicorn

    from parlour.web.app import make_app
    from parlour.web.door import Door, raise_limit

    if shown:
        threading.Timer(0.5, webbrowser.open, (shown,)).start()
    raise_limit()
    config = uvicorn.Config(
        make_app(*hosting), http=Door, backlog=100, log_level="warning",
        access_log=False, server_header=False, ws_max_size=65_536, ws_max_queue=64,
        timeout_graceful_shutdown=2,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[bound])
