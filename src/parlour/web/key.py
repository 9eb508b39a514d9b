"""The key of a server that others can reach: in the printed link at first, in a cookie from then on."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.errors import ParlourError
from parlour.web.guard import refuse

__all__ = ["Lock", "key_of"]

_YEAR = 365 * 24 * 3600
_ASK = "this page asks for a key: open the whole link that parlour serve printed"


def key_of(store: Path) -> str:
    """The key that belongs to a store: always the same, so that links and cookies stay good."""
    file = store.with_name(f"{store.name}.key")
    with contextlib.suppress(FileNotFoundError):
        return _read(file)
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise ParlourError(f"cannot keep the key in {file}: {error.strerror}; give another --store") from None
    with os.fdopen(handle, "w") as stream:
        stream.write(secrets.token_urlsafe(16))
    return _read(file)


def _read(file: Path) -> str:
    key = file.read_text(encoding="ascii", errors="replace").strip()
    if len(key) < 16 or not key.replace("-", "").replace("_", "").isalnum():
        raise ParlourError(f"{file} holds no key: delete it")
    return key


class Lock:
    """Lets in who has the key: in the address at first, and in a cookie from then on."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self.app, self.key = app, key
        self._mark = hashlib.sha256(key.encode()).hexdigest()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, give its browser the cookie, or refuse it."""
        if scope["type"] == "lifespan" or self._knows(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "http" and self._brings_key(scope):
            await self._welcome(scope, receive, send)
        else:
            await refuse(401, _ASK)(scope, receive, send)

    def _name(self, scope: Scope) -> str:
        """The name of the cookie: browsers do not keep those of several ports apart."""
        server = scope.get("server")
        return f"parlour-{server[1] if server else 0}"

    def _knows(self, scope: Scope) -> bool:
        try:
            cookies = SimpleCookie(Headers(scope=scope).get("cookie", ""))
        except CookieError:
            return False
        cookie = cookies.get(self._name(scope))
        return cookie is not None and secrets.compare_digest(cookie.value.encode(), self._mark.encode())

    def _brings_key(self, scope: Scope) -> bool:
        given = parse_qs(scope["query_string"].decode("latin-1")).get("key", [""])[0]
        return scope["path"] == "/" and secrets.compare_digest(given.encode(), self.key.encode())

    async def _welcome(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Go to the page without the key in its address; browsers keep what stands behind the `#`."""
        answer = RedirectResponse("/", 303)
        answer.set_cookie(
            self._name(scope), self._mark, max_age=_YEAR, httponly=True, samesite="lax", path="/"
        )
        await answer(scope, receive, send)
