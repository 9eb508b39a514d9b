"""Files of users: read, and written so that they are whole and new or untouched, never half written."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from parlour.errors import ParlourError
from parlour.stopping import ending

__all__ = ["is_there", "make_folder", "new_file", "read_text", "write_bytes", "write_text"]


def is_there(path: Path) -> bool:
    """Whether a path leads to something; a name that the system cannot even look up leads nowhere."""
    try:
        return path.exists()
    except OSError:
        return False


def read_text(path: Path) -> str:
    """The text of a user's file; `ParlourError` when it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise ParlourError(f"cannot read {path}: {reason}") from None


def write_text(path: str | os.PathLike[str], text: str) -> Path:
    """Put `text` at `path` as UTF-8 in one step, line ends as they are."""
    return write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str | os.PathLike[str], data: bytes) -> Path:
    """Put `data` at `path` in one step: readers see the old file or the new one."""
    with new_file(path) as stream:
        stream.write(data)
    return Path(path)


@contextlib.contextmanager
def new_file(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A stream whose bytes are at `path` when the block ends; an error leaves the old file as it was.

    Only a regular file is ever replaced: a device or a pipe is written into.
    """
    target = Path(path)
    try:
        with target.open("wb") if _takes_bytes(target) else _replacement(target) as stream:
            yield stream
    except OSError as error:
        raise _refusal(target, error) from error


def _takes_bytes(path: Path) -> bool:
    """Whether a path is a device or a pipe."""
    if not path.exists() or path.is_file():
        return False
    if path.is_char_device() or path.is_fifo():
        return True
    raise OSError(errno.EINVAL, "it is not a regular file")


@contextlib.contextmanager
def _replacement(target: Path) -> Iterator[IO[bytes]]:
    """A new file that takes the place of an old one when the block ends."""
    real = Path(os.path.realpath(target))
    temporary = real.with_name(f".parlour-{secrets.token_hex(8)}.tmp")
    with ending(lambda: temporary.unlink(missing_ok=True)):
        try:
            # A plain open gives the permissions of any new file (the umask decides); an old one keeps them.
            with temporary.open("xb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            if real.exists():
                temporary.chmod(real.stat().st_mode & 0o777)
            temporary.replace(real)
            _sync_folder(real.parent)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink()


def make_folder(path: str | os.PathLike[str]) -> Path:
    """The folder `path`, created with its parents when it is missing."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _refusal(folder, error) from error
    return folder


def _sync_folder(folder: Path) -> None:
    # Only POSIX opens folders, and some network drives refuse: the file itself is safe by then.
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _refusal(path: Path, error: OSError) -> OSError:
    return OSError(error.errno, f"cannot write {path}: {error.strerror or error}")
