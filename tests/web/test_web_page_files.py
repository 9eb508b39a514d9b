"""Files of the page are kept in memory only as long as they stay as they are."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response

from parlour.web.page_files import LARGEST, PageFiles
from support import finish


def ask(folder: Path, path: str, **headers: str) -> Response:
    lines = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": f"/{path}", "headers": lines}
    response: Response = finish(PageFiles(directory=folder).get_response(path, scope))
    return response


def test_a_file_is_sent_packed_where_that_is_asked_for_and_not_again_while_it_is_the_same(
    tmp_path: Path,
) -> None:
    text = b"export const words = 'many';\n" * 100
    (tmp_path / "a.js").write_bytes(text)
    plain, packed = ask(tmp_path, "a.js"), ask(tmp_path, "a.js", accept_encoding="gzip, br")
    assert (plain.body, gzip.decompress(packed.body)) == (text, text)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["content-type"].startswith("text/javascript")
    again = ask(tmp_path, "a.js", if_none_match=packed.headers["etag"])
    assert (again.status_code, again.body) == (304, b"")


def test_a_file_that_was_edited_is_sent_anew(tmp_path: Path) -> None:
    file = tmp_path / "a.js"
    file.write_text("one")
    first = ask(tmp_path, "a.js")
    file.write_text("two")
    os.utime(file, ns=(1, 1))
    second = ask(tmp_path, "a.js", if_none_match=first.headers["etag"])
    assert (first.body, second.body) == (b"one", b"two")


def test_what_is_no_small_file_is_left_to_the_usual_way(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(bytes(LARGEST + 1))
    assert isinstance(ask(tmp_path, "large"), FileResponse)
    (tmp_path / "folder").mkdir()
    for path in ("nothing", "folder", "../large"):
        with pytest.raises(HTTPException):
            ask(tmp_path / "folder", path)
