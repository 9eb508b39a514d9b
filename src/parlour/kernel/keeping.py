"""Where compiled code is kept: only in a folder that nobody else could have filled, each file with a seal.

Loading compiled code is running it. A folder of somebody else's is never read, and a file that is damaged is
compiled anew.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.runtime import rtsys

__all__ = ["KeptCode", "cache_folder", "cache_root", "prune"]

_DAY = 24 * 60 * 60
_UNUSED = 30 * _DAY  # compiled code that was not asked for in so long is dropped
_SEAL = hashlib.sha256().digest_size


@cache
def cache_root() -> Path:
    """The user's cache directory, or a temporary one (with a warning) when that cannot be used."""
    from platformdirs import user_cache_path

    chosen = os.environ.get("PARLOUR_CACHE")
    root = Path(chosen) if chosen else user_cache_path("parlour")
    refusal = _refusal(root)
    if not refusal:
        return root
    fallback = _temporary_root()
    print(f"parlour: cannot use {root} ({refusal}); compiled rules go to {fallback}", file=sys.stderr)
    return fallback


def cache_folder(name: str) -> Path:
    """A folder of compiled code; when it is new, what nobody has used for long is dropped."""
    folder = cache_root() / name
    try:
        if time.time() - folder.stat().st_mtime > _DAY:
            os.utime(folder)
    except OSError:
        prune(cache_root())
    return folder


def prune(root: Path) -> None:
    """Drop the folders of compiled code that were not used for a month, and marks as old."""
    for folder in root.glob("*-*/"):
        if folder.is_dir() and time.time() - folder.stat().st_mtime > _UNUSED:
            shutil.rmtree(folder, ignore_errors=True)
    for mark in root.glob("warm/*"):
        if time.time() - mark.stat().st_mtime > _UNUSED:
            mark.unlink(missing_ok=True)


def _refusal(root: Path) -> str:
    """Why a folder cannot keep compiled code; empty when it can."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
        return "" if _is_safe(root.stat(), others=stat.S_IWOTH) else "others can write to it"
    except OSError as error:
        return error.strerror or str(error)


def _temporary_root() -> Path:
    """A temporary folder that only this user can write to: the one of earlier runs where that is so."""
    usual = Path(tempfile.gettempdir()) / f"parlour-{_user()}"
    try:
        usual.mkdir(mode=0o700, exist_ok=True)
        if _is_safe(usual.lstat(), others=stat.S_IWOTH | stat.S_IWGRP):
            return usual
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="parlour-"))


def _user() -> int:
    return os.geteuid() if hasattr(os, "geteuid") else 0


def _is_safe(about: os.stat_result, others: int) -> bool:
    """Whether a path is a folder of this user (or the system's), to which no `others` may write."""
    if not hasattr(os, "geteuid"):
        return stat.S_ISDIR(about.st_mode)
    return stat.S_ISDIR(about.st_mode) and about.st_uid in (_user(), 0) and not about.st_mode & others


class SealedFiles(IndexDataCacheFile):
    """The files of one function: Numba's, each behind a hash of its bytes."""

    def _load_index(self) -> dict[Any, str]:
        try:
            version, stamp, overloads = self._unseal(self._index_path)
        except OSError:
            return {}
        return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._seal(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        return self._unseal(self._data_path(name))

    def _save_data(self, name: str, data: Any) -> None:
        self._seal(self._data_path(name), data)

    def _seal(self, path: str, content: Any) -> None:
        data = self._dump(content)
        with self._open_for_write(path) as file:
            file.write(hashlib.sha256(data).digest() + data)

    def _unseal(self, path: str) -> Any:
        """What a file holds; `OSError`, which means that there is none, when it is damaged."""
        content = Path(path).read_bytes()
        seal, data = content[:_SEAL], content[_SEAL:]
        if hashlib.sha256(data).digest() != seal:
            raise OSError(f"{path} is damaged")
        return pickle.loads(data)


class KeptCode(FunctionCache):
    """What was compiled of one function, on disk; `begins` is told when it must be compiled."""

    def __init__(self, function: Callable[..., Any], begins: Callable[[], Callable[[], None]]) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = SealedFiles(self._cache_path, self._impl.filename_base, stamp)
        self._begins, self._ends = begins, _nothing

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was compiled for a signature; None, so that it is compiled anew, when it cannot be read.

        Numba would make its whole compiler ready first, which takes as long as all the rest of a start.
        """
        try:
            rtsys.initialize(target_context)
            kept = self._load_overload(sig, target_context)
        except Exception:  # whatever Numba makes of what another version of a library has written
            kept = None
        if kept is None:
            self._ends = self._begins()
        return kept

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled."""
        super().save_overload(sig, data)
        self._ends()


def _nothing() -> None:
    """Nobody waits for the end."""
