"""One browser at one table: what it asks for is done, what it is told is sent in order."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticSerializationError
from starlette.websockets import WebSocket

from parlour.errors import ParlourError
from parlour.web import messages as m
from parlour.web.answers import ErrorMessage
from parlour.web.hall import Hall
from parlour.web.limits import Rate
from parlour.web.tables import Table

__all__ = ["Browser"]

LARGEST_MESSAGE = 4_000  # characters from a page over its WebSocket
QUEUE = 500  # messages that wait for a slow browser before it is let go
MOST_REFUSED = 200  # messages above the rate before a browser is let go
SILENT = 4001  # the code of a connection that never sat down: the page does not try again
HELLO = 5.0
"""Seconds in which a connection must have sat down at a table."""


class _Dismissed(Exception):
    """Why a connection is closed, with its code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Browser:
    """One WebSocket: the seats it opened, and what is still to be sent to it."""

    def __init__(self, socket: WebSocket, address: str) -> None:
        self.socket, self.address = socket, address
        self.seats: frozenset[int] = frozenset()
        self.viewpoint: int | None = None
        self.table: Table | None = None
        self.rate = Rate(per_second=20, burst=60)
        self.too_slow = False
        self._refused = 0
        self._hello_by = asyncio.get_running_loop().time() + HELLO
        self._queue: asyncio.Queue[str] = asyncio.Queue(QUEUE)

    def send(self, message: BaseModel) -> None:
        """Tell the browser something, in order."""
        try:
            self._queue.put_nowait(message.model_dump_json(exclude_none=True))
        except asyncio.QueueFull:
            self.too_slow = True
        except PydanticSerializationError as error:
            text = f"the board gives what cannot be sent (use plain numbers and texts): {error}"
            print(f"parlour: {text}", file=sys.stderr, flush=True)
            raise ParlourError(text) from error

    def dismiss(self) -> None:
        """Leave the table: whatever is asked for now needs a new hello."""
        self.table = None

    async def write(self) -> None:
        """Send what waits, until the connection ends."""
        while not self.too_slow:
            await self.socket.send_text(await self._queue.get())
        await self.socket.close(1008, "too slow")

    async def read(self, hall: Hall) -> None:
        """Do what the page asks for, until the connection ends."""
        try:
            while (text := await self._next_text()) is not None:
                try:
                    self._check(text)
                    await self._do(hall, m.read_message(text))
                except ParlourError as error:
                    self.send(ErrorMessage(reason=str(error)))
        except _Dismissed as reason:
            await self.socket.close(reason.code, str(reason))

    async def _next_text(self) -> str | None:
        """The next message; None when the connection has ended."""
        try:
            async with asyncio.timeout_at(None if self.table else self._hello_by):
                message = await self.socket.receive()
        except TimeoutError:
            raise _Dismissed(SILENT, "say hello first") from None
        if message["type"] == "websocket.disconnect":
            return None
        if message.get("text") is None:
            raise _Dismissed(1003, "only text is understood")
        return str(message["text"])

    def _check(self, text: str) -> None:
        if not self.rate.allows():
            self._refused += 1
            if self._refused > MOST_REFUSED:
                raise _Dismissed(1008, "too many messages")
            raise ParlourError("too many messages: wait a moment")
        if len(text) > LARGEST_MESSAGE:
            raise ParlourError(f"a message has at most {LARGEST_MESSAGE} characters")

    async def _do(self, hall: Hall, message: Any) -> None:
        if isinstance(message, m.Hello):
            await self._sit_down(hall, message)
        elif self.table is None:
            raise ParlourError("say hello first")
        elif isinstance(message, m.Again):
            await hall.again(self.table, self, message.shift)
        else:
            self._at_table(self.table, message)

    async def _sit_down(self, hall: Hall, message: m.Hello) -> None:
        if self.table:
            raise ParlourError("this connection is at a table already")
        table = await hall.open(message.table)
        self.seats = table.admit(message)
        table.join(self)
        self.table = table
        if self.seats or len(table.sessions) == 1:
            table.client = self.address

    def _at_table(self, table: Table, message: Any) -> None:
        match message:
            case m.Act():
                table.act(self, message)
            case m.TakeBack():
                table.take_back(self)
            case m.Resign():
                table.resign(self, message)
            case m.Hold():
                table.hold(self, message)
            case m.Look():
                table.look(self, message)
            case m.Viewpoint():
                table.see_as(self, message)
            case m.Pace():
                table.engine.pace(message)
            case m.Step():
                table.engine.step()
            case m.Hint():
                table.advice.hint(self, message)
            case m.Analyse():
                table.advice.analyse(message)
            case m.Cancel():
                table.advice.cancel()
