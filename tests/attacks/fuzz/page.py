"""Targets of the page: requests and messages to its server, and the store of its tables."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import parlour
from parlour.arena.play import play
from parlour.errors import ParlourError
from parlour.web.app import make_app
from parlour.web.catalogue import Catalogue
from parlour.web.hall import Hall
from parlour.web.messages import NewTable
from parlour.web.store import TableStore

from .files import Stores
from .target import Target

__all__ = ["Requests", "Sockets", "TableStores"]

HOST = "127.0.0.1:1"
HEAD = {"host": HOST, "origin": f"http://{HOST}"}
ME, AGENT = {"kind": "me"}, {"kind": "agent", "choice": {"agent": "random", "options": {"slips": 0.5}}}
CLOSINGS = {1000, 1003, 1008, 1013, 4001}


class _Page(Target):
    """The application itself, called as its server calls it; every case comes from another address."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        (folder / "results").mkdir()
        self.loop = asyncio.new_event_loop()
        self.store = TableStore(folder / "tables.sqlite")
        self.app = make_app(self.store, folder / "results", Catalogue(), f"http://{HOST}/")
        self.addresses = (f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}" for n in itertools.count())

    def scope(self, kind: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
        raw = [
            (name.encode("latin-1", "replace"), text.encode("latin-1", "replace"))
            for name, text in headers.items()
        ]
        place, _, query = path.partition("?")
        return {
            "type": kind, "path": place, "query_string": query.encode("latin-1", "replace"), "headers": raw,
            "client": (next(self.addresses), 1), "server": ("127.0.0.1", 1), "scheme": "http",
            "method": "GET", "http_version": "1.1", "root_path": "", "asgi": {"version": "3.0"},
            "extensions": {},
        }  # fmt: skip

    async def ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        status, parts = 0, list[bytes]()
        messages = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> dict[str, Any]:
            for message in messages:
                return message
            await asyncio.sleep(3600)
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)
            parts.append(message.get("body", b""))

        await self.app({**self.scope("http", path, headers), "method": method}, receive, send)  # type: ignore[arg-type]
        return status, b"".join(parts)

    def close(self) -> None:
        self.store.close()


class Requests(_Page):
    """Requests by HTTP: new tables, records, questions for what is stored."""

    name = "requests"

    def samples(self) -> Sequence[bytes]:
        game = parlour.game("isolation:size=3")
        record = play(game, [parlour.agent(game, "random") for _ in range(2)], 1)
        new = {"game": "isolation", "options": {"size": 3}, "seats": [ME, AGENT], "seed": 1}
        start = {**new, "start": {"table": "x", "ply": 0}}
        posts = [("/api/tables", new), ("/api/tables", start), ("/api/records", json.loads(record.text()))]
        samples = [{"method": "POST", "path": path, "headers": HEAD, "body": body} for path, body in posts]
        paths = [
            "/", "/api/games", "/api/words", "/api/tables?after=x&archived=1", "/api/tables/x/record",
            "/api/training", "/api/tournaments/x/pairs/0/1", "/games/reversi/board.js", "/static/icon.svg",
            "/api/tournaments/../x",
        ]  # fmt: skip
        samples += [{"method": "GET", "path": path, "headers": HEAD, "body": None} for path in paths]
        log = {
            "method": "POST",
            "path": "/api/records?name=x.tch",
            "headers": HEAD,
            "body": "---Gr.Tichukarten---",
        }
        return [json.dumps(sample).encode() for sample in [*samples, log]]

    def read(self, content: bytes) -> None:
        method, path, headers, body = _request(content)
        status, answer = self.loop.run_until_complete(self.ask(method, path, body, headers))
        assert status in (200, 304, 307, 400, 403, 404, 405), status
        if status == 400 and answer:
            assert "\n" not in json.loads(answer)["reason"]


def _request(content: bytes) -> tuple[str, str, dict[str, str], bytes]:
    """The parts of a request; what is no longer one is the body of a POST."""
    try:
        fields = json.loads(content)
        body = fields.get("body")
        head = fields.get("headers")
        headers = {str(name): str(text) for name, text in head.items()} if isinstance(head, dict) else {}
        sent = b"" if body is None else json.dumps(body).encode()
        path = str(fields.get("path")).encode("utf-8", "replace").decode()
        return str(fields.get("method")), path, headers, sent
    except (ValueError, AttributeError, RecursionError):
        return "POST", "/api/tables" if len(content) % 2 else "/api/records", HEAD, content


class Sockets(_Page):
    """Messages over a WebSocket, a whole conversation of them a case."""

    name = "messages"

    def samples(self) -> Sequence[bytes]:
        talks = [
            [("act", {"seat": 0, "ply": 0, "action": "a1"}), ("takeback", {}), ("look", {"ply": 0})],
            [
                ("pace", {"playing": True, "delay": 0.0}),
                ("step", {}),
                ("viewpoint", {"seat": 1}),
                ("hold", {"seat": 0}),
            ],
            [("resign", {"seat": 0}), ("again", {"shift": 1}), ("analyse", {"choice": None}), ("cancel", {})],
            [("hint", {"ply": 0}), ("analyse", {"choice": {"agent": "mcts", "options": {"playouts": 5}}})],
        ]
        hello = json.dumps({"t": "hello", "table": "TABLE", "tokens": ["TOKEN"], "links": {}})
        return [
            "\n".join([hello, *(json.dumps({"t": kind, **fields}) for kind, fields in talk)]).encode()
            for talk in talks
        ]

    def read(self, content: bytes) -> None:
        self.loop.run_until_complete(asyncio.wait_for(self.talk(content), 20))

    async def talk(self, content: bytes) -> None:
        """Say everything at a new table, and look at every answer."""
        wanted = {"game": "isolation", "options": {"size": 3}, "seats": [ME, AGENT]}
        _, answer = await self.ask("POST", "/api/tables", json.dumps(wanted).encode(), HEAD)
        table = json.loads(answer)
        text = (
            content.decode("utf-8", "replace")
            .replace("TABLE", table["id"])
            .replace("TOKEN", table["tokens"]["0"])
        )
        messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        messages.put_nowait({"type": "websocket.connect"})
        for line in text.split("\n")[:50]:
            messages.put_nowait({"type": "websocket.receive", "text": line})
        await self.app(self.scope("websocket", "/ws", HEAD), self._last(messages), self.hear)

    def _last(self, messages: asyncio.Queue[dict[str, Any]]) -> Any:
        async def receive() -> dict[str, Any]:
            if messages.empty():
                await asyncio.sleep(0.01)
                return {"type": "websocket.disconnect", "code": 1000}
            return messages.get_nowait()

        return receive

    async def hear(self, message: Any) -> None:
        """An answer is a message of a known kind, and an error one line."""
        if message["type"] == "websocket.close":
            assert message.get("code", 1000) in CLOSINGS, message
        elif message["type"] == "websocket.send":
            answer = json.loads(message["text"])
            assert "\n" not in answer.get("reason", "")


class TableStores(Stores):
    """Stores of the page's tables."""

    name = "stores of tables"
    cells = (
        ("tables", "game"), ("tables", "rules"), ("tables", "seed"), ("tables", "seats"),
        ("tables", "result"), ("tables", "updated"), ("tables", "start"), ("tables", "plies"),
        ("moves", "text"), ("moves", "seconds"), ("analyses", "body"),
    )  # fmt: skip

    def samples(self) -> Sequence[bytes]:
        path = self.folder / "sample.sqlite"
        store = TableStore(path)
        asyncio.run(self._fill(Hall(store, self.catalogue)))
        store.close()
        content = path.read_bytes()
        path.unlink()
        return [content]

    async def _fill(self, hall: Hall) -> None:
        seats = [ME, AGENT]
        wanted = {"game": "isolation", "options": {"size": 3}, "seats": seats}
        table, _ = await hall.create(NewTable.model_validate(wanted))
        for _ in range(2):
            table.play(table.state.legal_moves[0], 0.5)
        hall.store.keep_analysis(table.id, 0, "{}")

    def read(self, content: bytes) -> None:
        path = self.file(content, "case.sqlite")
        try:
            with contextlib.closing(Hall(TableStore(path), self.catalogue)) as hall:
                asyncio.run(self._open(hall))
        finally:
            for beside in path.parent.glob("case.sqlite-*"):
                beside.unlink()

    async def _open(self, hall: Hall) -> None:
        listed = json.dumps([info.model_dump() for info in hall.tables()], allow_nan=False)
        assert listed
        for row in hall.store.tables():
            with contextlib.suppress(ParlourError):
                table = await hall.open(row.id)
                assert table.record().text()
