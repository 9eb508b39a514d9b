"""Worker processes as those see them who give them work."""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
from pathlib import Path
from typing import IO, Any, cast

from parlour.errors import ParlourError
from parlour.stopping import whole

__all__ = ["Death", "Worker"]


class Death(Exception):
    """A worker has died."""


class Worker:
    """A process that begins a job and does the items that it is given, in their order."""

    def __init__(self) -> None:
        with whole():  # nothing is started any more once the command is stopped
            self.process = subprocess.Popen(
                [sys.executable, "-m", "parlour.arena.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the main process, which stops its workers itself
            )

    def begin(self, job: bytes, root: Path | None = None, folder: str = "") -> None:
        """Have it begin a pickled job, with files that were laid out under a root."""
        self._send({"job": job, "root": str(root) if root else None, "folder": folder})

    def give(self, items: bytes) -> None:
        """Have it do the items of a pickled list."""
        self._send(items)

    def _send(self, order: Any) -> None:
        stdin = cast(IO[bytes], self.process.stdin)
        with contextlib.suppress(OSError):  # whoever receives notices a dead worker
            pickle.dump(order, stdin)
            stdin.flush()

    def receive(self) -> bytes:
        """The answers to what it was given first, a pickled list, empty when it is ready.

        `Death` when it is no more.
        """
        kind, content = self._message()
        if kind == "mistake":
            raise ParlourError(content)
        return bytes(content)

    def _message(self) -> tuple[str, Any]:
        try:
            kind, content = pickle.load(cast(IO[bytes], self.process.stdout))
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):  # it died, or was stopped meanwhile
            raise Death from None
        return kind, content

    def stop(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()
