"""A table as a program sees it: the WebSocket without the page."""

from __future__ import annotations

import json
from typing import Any

from websockets.sync.client import ClientConnection, connect

WAIT = 120


class Client:
    """One connection to a table; `view` is the newest position."""

    def __init__(self, url: str, table: str, tokens: list[str], origin: str | None = None) -> None:
        self.socket: ClientConnection = connect(url.replace("http", "ws") + "/ws", origin=origin or url)  # type: ignore
        self.view: dict[str, Any] = {}
        self.ask(t="hello", table=table, tokens=tokens)

    def ask(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds; views are noted on the way."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(WAIT))
            if message["t"] == "welcome":
                self.view = message["view"]
            elif message["t"] == "view" and message["live"]:
                self.view = message
            if message["t"] in kinds:
                return message

    def until_mine(self) -> dict[str, Any]:
        """Wait for a turn, or the end."""
        while not self.view or not (self.view.get("legal") or self.view.get("result")):
            self.hear("welcome", "view")
        return self.view

    def act(self, action: str | None = None) -> None:
        """Play an action, by default the first that is legal."""
        view = self.until_mine()
        chosen = action or view["legal"][0]["a"]
        self.ask(t="act", seat=view["mover"], ply=view["ply"], action=chosen)
        self.view = {}

    def close(self) -> None:
        self.socket.close()
