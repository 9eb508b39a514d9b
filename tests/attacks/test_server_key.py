"""A server that others can reach lets in who has the key, and nobody else."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import pytest

from parlour.errors import ParlourError
from parlour.web.guard import Guard
from parlour.web.key import Lock, key_of
from support import finish

KEY = "abcdefghijklmnopqrstuv"


async def _inside(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"inside"})


def ask(path: str = "/", query: str = "", cookie: str = "", kind: str = "http") -> tuple[int, dict[str, str]]:
    """The status (of a WebSocket: its close code) and the headers of an answer."""
    messages: list[Any] = []
    headers = [(b"host", b"192.168.1.5:8000"), (b"origin", b"http://192.168.1.5:8000")]
    scope = {
        "type": kind, "method": "GET", "path": path, "query_string": query.encode(), "root_path": "",
        "headers": [*headers, *([(b"cookie", cookie.encode())] if cookie else [])],
        "client": ("192.168.1.9", 5000), "server": ("192.168.1.5", 8000), "scheme": "http",
    }  # fmt: skip

    async def receive() -> Any:
        return {"type": f"{kind}.connect"}

    async def send(message: Any) -> None:
        messages.append(message)

    finish(Guard(Lock(_inside, KEY))(scope, receive, send))
    first = messages[0]
    return first.get("status", first.get("code")), {
        name.decode(): value.decode() for name, value in first.get("headers", [])
    }


def test_without_the_key_nothing_is_answered() -> None:
    for path in ("/", "/api/games", "/api/tables", "/static/main.js", "/games/tichu/board.js"):
        assert ask(path)[0] == 401, path
    assert ask(query="key=wrong")[0] == 401
    assert ask("/api/tables", query=f"key={KEY}")[0] == 401  # only the page's own address takes it
    assert ask(cookie=f"parlour-8000={KEY}")[0] == 401
    assert ask(cookie='parlour-8000="')[0] == 401
    assert ask(kind="websocket")[0] == 1008


def test_the_link_gives_a_cookie_and_takes_the_key_out_of_the_address() -> None:
    status, headers = ask(query=f"key={KEY}")
    assert (status, headers["location"]) == (303, "/")
    cookie = headers["set-cookie"]
    for word in ("HttpOnly", "SameSite=lax", "parlour-8000="):
        assert word in cookie
    assert KEY not in cookie
    assert headers["referrer-policy"] == "no-referrer"
    assert ask("/api/tables", cookie=cookie.partition(";")[0])[0] == 200


def test_the_key_of_a_store_stays_the_same_and_is_the_owners_only(tmp_path: Path) -> None:
    store = tmp_path / "tables.sqlite"
    key = key_of(store)
    assert key_of(store) == key
    assert len(key) >= 20
    file = tmp_path / "tables.sqlite.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text("x")
    with pytest.raises(ParlourError, match="holds no key: delete it"):
        key_of(store)
