"""Who may talk to the server: this page, from an address that cannot be faked, at a human rate."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.web.limits import Patience, Rate, Rates, address_of

__all__ = ["Guard", "from_this_page", "refuse"]

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
    except ValueError:
        return False
    try:
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
    """Refuses strange hosts, other sites' requests and floods, and tells the browser to trust only us."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.requests = Rates(each=Rate(200, 2000), all=Rate(1000, 5000))
        self.patience = Patience(1.0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it in one line."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self._refusal(scope)
        if refusal and refusal[0] == 429:
            await self.patience.wait(address_of(scope))
        await (refuse(*refusal) if refusal else self.app)(scope, receive, with_headers)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """The status and the line with which a request is refused."""
        headers = Headers(scope=scope)
        changes = scope["type"] == "websocket" or scope.get("method") not in ("GET", "HEAD")
        if not known_host(headers.get("host", "")) or (changes and not from_this_page(headers)):
            return 403, "other sites may not use this server"
        if not self.requests.allows(address_of(scope)):
            return 429, "too many requests: wait a moment"
        return None


def refuse(status: int, reason: str) -> ASGIApp:
    """What answers a request with a refusal."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": reason})
            return
        await PlainTextResponse(f"{reason}\n", status)(scope, receive, send)

    return answer
