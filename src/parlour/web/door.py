"""The connections of the server: so many for each address, and none that keeps it waiting."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import sys
import time
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from parlour.web.limits import Places, network_of

__all__ = ["Door", "complain_quietly", "raise_limit"]

WITHIN = 5.0
"""Seconds in which a connection must have sent a whole request, or the next one."""
MOST_OF_ONE, MOST = 128, 500
"""Connections of one address, and of all of them, beside those that sit at a table."""
OUTSIDE, MOST_OUTSIDE = 20.0, 1_200
"""Seconds for which connections above these are left waiting before they are sent away, and how many."""
_PAUSE = 60.0  # seconds between two complaints about the limits of the machine


class Door(H11Protocol):
    """One connection: it is let go of when its address has too many, or when it sends no request."""

    places = Places(MOST_OF_ONE, MOST)
    outside = Places(MOST_OUTSIDE, MOST_OUTSIDE)
    _address: str | None = None  # that has taken a place
    _since = 0.0  # when it was last asked to send something

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A browser has come, or whoever."""
        super().connection_made(transport)
        address = network_of(self.client[0]) if self.client else ""
        if self.places.take(address):
            self._address, self._since = address, self.loop.time()
            self.loop.call_later(WITHIN, self._look)
        elif self.outside.take(address):  # it may wait there: who is sent away comes back at once
            transport.pause_reading()
            self.loop.call_later(OUTSIDE, self._send_away, address)
        else:
            transport.abort()

    def _send_away(self, address: str) -> None:
        self.outside.leave(address)
        self.transport.abort()

    def _look(self) -> None:
        """Let go of a connection that has sent no request for too long."""
        if self._address is None or self.transport.is_closing():
            return
        answers = self.cycle is not None and not self.cycle.response_complete
        rest = WITHIN if answers else self._since + WITHIN - self.loop.time()
        if rest > 0:
            self.loop.call_later(rest, self._look)
        else:
            self.transport.abort()

    def on_response_complete(self) -> None:
        """The next request may come."""
        self._since = self.loop.time()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """It becomes a connection to a table: those have limits of their own."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        if self._address is not None:
            self.places.leave(self._address)
            self._address = None


def raise_limit() -> None:
    """Let this process have as many files open as it may ask for: nobody waits outside if few."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 4096 if hard == resource.RLIM_INFINITY else min(hard, 4096)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
        Door.outside = Places(MOST_OUTSIDE, max(0, min(MOST_OUTSIDE, wanted - 1_500)))


def complain_quietly(loop: asyncio.AbstractEventLoop) -> None:
    """When the machine has no room for another connection, say so in one line, and not all the time."""
    spoken = -_PAUSE

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal spoken
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS):
            loop.default_exception_handler(context)
        elif time.monotonic() - spoken > _PAUSE:
            spoken = time.monotonic()
            text = f"parlour: no room for more connections ({error.strerror}): raise the limit (ulimit -n)"
            print(text, file=sys.stderr, flush=True)

    loop.set_exception_handler(handle)
