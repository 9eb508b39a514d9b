"""Who may talk to the server: this page, from an address that cannot be faked, at a human rate."""

from __future__ import annotations

import ipaddress
import socket
import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Guard", "Rate", "from_this_page"]

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


def known_host(host: str) -> bool:
    """Whether a Host header names this machine: a number, localhost, or its own name.

    Another site could point a name of its own here; it cannot do that with a number.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
        ipaddress.ip_address(name)
    except ValueError:
        own = socket.gethostname().lower()
        return name in ("localhost", own, f"{own}.local")
    return True


def from_this_page(headers: Headers) -> bool:
    """Whether a request comes from a page of this server; a browser always says where it comes from."""
    origin, host = headers.get("origin", ""), headers.get("host", "")
    return bool(host) and known_host(host) and origin in (f"http://{host}", f"https://{host}")


class Guard:
    """Refuses strange hosts and other sites' requests, and tells the browser to trust only us."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it in one line."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        changes = scope["type"] == "websocket" or scope.get("method") not in ("GET", "HEAD")
        if not known_host(headers.get("host", "")) or (changes and not from_this_page(headers)):
            await self._refuse(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self.app(scope, receive, with_headers)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "other sites may not use this"})
            return
        response = PlainTextResponse("other sites may not use this server\n", 403)
        await response(scope, receive, send)


class Rate:
    """A bucket that fills at a steady rate: so many at once, so many a second."""

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second, self.burst = per_second, burst
        self._left, self._at = burst, time.monotonic()

    def allows(self) -> bool:
        """Whether one more is fine now."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
