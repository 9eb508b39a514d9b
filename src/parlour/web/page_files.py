"""The files of the page and of boards: a page asks for fifty of them whenever it is opened."""

from __future__ import annotations

import gzip
import mimetypes
import stat
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

__all__ = ["PageFiles"]

LARGEST = 200_000  # bytes of a file that is kept
SMALLEST = 1000  # bytes of a file that is worth packing


class PageFiles(StaticFiles):
    """The files of a folder; those that were sent once are kept, packed, until they change."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the news that it is as the browser knows it."""
        return self._kept(path, scope) or await super().get_response(path, scope)

    def _kept(self, path: str, scope: Scope) -> Response | None:
        """What answers without a look into the file; None where the usual way has to decide."""
        if scope["method"] != "GET":
            return None
        try:
            full, found = self.lookup_path(path)
            if found is None or not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
                return None
            plain, packed = _content(full, found.st_mtime_ns, found.st_size)
        except (OSError, ValueError):
            return None
        tag = f'"{found.st_mtime_ns:x}-{found.st_size:x}"'
        return self._answer(full, plain, packed, tag, Headers(scope=scope))

    def _answer(self, full: str, plain: bytes, packed: bytes, tag: str, asked: Headers) -> Response:
        """The content as the browser can read it, unless it has it."""
        packs = bool(packed) and "gzip" in asked.get("accept-encoding", "")
        headers = {"ETag": tag, "Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if packs else {})}
        kind = mimetypes.guess_type(full)[0] or "text/plain"
        answer = Response(packed if packs else plain, headers=headers, media_type=kind)
        return NotModifiedResponse(answer.headers) if self.is_not_modified(answer.headers, asked) else answer


@lru_cache(maxsize=512)
def _content(path: str, changed: int, size: int) -> tuple[bytes, bytes]:
    """A file that has changed at a time, and the same packed; empty where that is not worth it."""
    plain = Path(path).read_bytes()
    return plain, gzip.compress(plain) if size >= SMALLEST else b""
