"""The worker process: gets a job and items through standard input, gives answers through standard output."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from parlour.arena.work import Job
from parlour.bots.child import die_with_parent
from parlour.errors import ParlourError
from parlour.luggage import move_into

__all__ = ["main"]


def main() -> None:
    """Work until the input ends."""
    die_with_parent()
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what an agent prints must not get between the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who says here that Ctrl-C was pressed is an agent

    def send(kind: str, content: Any) -> None:
        pickle.dump((kind, content), out)
        out.flush()

    with contextlib.suppress(BrokenPipeError):
        for order in _orders(sys.stdin.buffer):
            send(*_carry_out(order))


def _orders(source: IO[bytes]) -> Iterator[Any]:
    with contextlib.suppress(EOFError):
        while True:
            yield pickle.load(source)


_job: Job[Any, Any] | None = None
_NONE = pickle.dumps([])


def _carry_out(order: Any) -> tuple[str, Any]:
    """Begin a job, or do the items of one; the answers, or the user's mistake.

    Items and answers are pickled for themselves: whoever hands them on need not read them.
    """
    try:
        if isinstance(order, dict):
            _begin(**order)
            return "answers", _NONE
        assert _job is not None
        return "answers", pickle.dumps([_job.do(item) for item in pickle.loads(order)])
    except ParlourError as error:
        return "mistake", str(error)


def _begin(job: bytes, root: str | None, folder: str) -> None:
    global _job
    if _job is not None:
        _job.end()
    if root is not None:
        move_into(Path(root), folder)
    _job = begun = pickle.loads(job)
    begun.begin()


if __name__ == "__main__":
    main()
