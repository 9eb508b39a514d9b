"""Programs of others as child processes: started with limits, ended with everything they started."""

from __future__ import annotations

import contextlib
import ctypes
import math
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from parlour.errors import Broken, CannotStart
from parlour.stopping import whole

__all__ = ["Child", "die_with_parent", "environment"]

MOST_OUTPUT = 1 << 20
"""Bytes that a child may write between two of our messages."""

START_SECONDS = 60.0
"""How long its keeper may take to start, on a busy machine."""

_KEEPER = Path(__file__).with_name("keeper.py")
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG

_NEEDED = {
    "DYLD_LIBRARY_PATH", "HOME", "JAVA_HOME", "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "LOGNAME",
    "PARLOUR_CACHE", "PATH", "PYTHONHOME", "PYTHONPATH", "SHELL", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "TZ",
    "USER", "VIRTUAL_ENV", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
}  # fmt: skip
_NEEDED_KINDS = ("LC_", "NUMBA_", "OMP_")


def environment(more: Sequence[str] = ()) -> dict[str, str]:
    """What a program of others gets to see of our environment: what programs need to run, and these."""
    return {
        name: value
        for name, value in os.environ.items()
        if name in _NEEDED or name.startswith(_NEEDED_KINDS) or name in more
    }


def die_with_parent() -> None:
    """End this process when its parent ends, however that happens (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)


class Child:
    """A program that we talk to line by line; `Broken` says what it did instead of answering.

    Its keeper, a process between it and us, ends it with everything that it has started when we close our end
    of a pipe or are no more.
    """

    def __init__(self, command: Sequence[str], memory: int | None = None, more: Sequence[str] = ()) -> None:
        self.memory = memory
        orders, self._orders = os.pipe()
        self._news, news = os.pipe()
        keeper = [sys.executable, "-I", "-S", str(_KEEPER), str(orders), str(news), str(memory or 0)]
        with whole():  # nothing is started any more once the command is stopped
            self._keeper = subprocess.Popen(
                [*keeper, *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(more),
                start_new_session=True,
                pass_fds=(orders, news),
            )
        os.close(orders)
        os.close(news)
        self._open_pipes()
        self._heard = b""
        self._unsent, self._rest, self._complaints = b"", b"", b""
        self._since_last = 0
        self._bot = 0  # its number, once it runs
        self._wait_until_started(command[0])

    def _open_pipes(self) -> None:
        keeper = self._keeper
        assert keeper.stdin
        assert keeper.stdout
        assert keeper.stderr
        self._in, self._out = keeper.stdin.fileno(), keeper.stdout.fileno()
        self._err: int | None = keeper.stderr.fileno()
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)

    def _wait_until_started(self, program: str) -> None:
        word, _, text = self._hear(START_SECONDS).partition(" ")
        if word != "started":
            self.close()
            raise CannotStart(f"cannot start {program}: {text or 'its keeper has ended'}")
        self._bot = int(text)

    def send(self, line: str, deadline: float) -> None:
        """Write one line to the child, at the latest at `deadline` (of `time.perf_counter`)."""
        self._since_last = 0
        self._unsent += line.encode() + b"\n"
        while self._unsent:
            self._exchange(deadline, "does not read its input")

    def line(self, deadline: float, complaint: str = "no answer in time") -> str:
        """The next line of the child, at the latest at `deadline`."""
        while b"\n" not in self._rest:
            self._exchange(deadline, complaint)
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode("utf-8", "replace")

    def _exchange(self, deadline: float, complaint: str) -> None:
        """Write and read what can be written and read now, or wait until something can."""
        left = deadline - time.perf_counter()
        if left <= 0:
            raise Broken("timeout", complaint)
        sources = [self._out] if self._err is None else [self._out, self._err]
        targets = [self._in] if self._unsent else []
        ready, free, _ = select.select(sources, targets, [], None if math.isinf(left) else left)
        if self._err in ready:
            self._read_complaints()
        if free:
            self._write()
        if self._out in ready:
            self._read_output()

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._in, self._unsent[: 1 << 16]) :]
        except BlockingIOError:
            pass
        except OSError:
            raise self._end() from None

    def _read_output(self) -> None:
        chunk = os.read(self._out, 1 << 16)
        if not chunk:
            raise self._end()
        self._since_last += len(chunk)
        self._rest += chunk
        if self._since_last > MOST_OUTPUT:
            raise Broken("illegal", f"more than {MOST_OUTPUT >> 20} MiB of output for one answer")

    def _read_complaints(self) -> None:
        if self._err is None:
            return
        with contextlib.suppress(BlockingIOError):
            chunk = os.read(self._err, 1 << 16)
            self._complaints = (self._complaints + chunk)[-4096:]
            if not chunk:
                self._err = None

    def _hear(self, seconds: float) -> str:
        """The next news of the keeper; empty when it has none in time, or has ended."""
        until = time.perf_counter() + seconds
        while b"\n" not in self._heard:
            ready, _, _ = select.select([self._news], [], [], max(0.0, until - time.perf_counter()))
            chunk = os.read(self._news, 4096) if ready else b""
            if not chunk:
                return ""
            self._heard += chunk
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode("utf-8", "replace")

    def _end(self) -> Broken:
        """How it ended."""
        word, _, text = self._hear(0.5).partition(" ")
        self._read_complaints()
        if word == "memory":
            return Broken("memory", f"all its processes together held {int(text) >> 20} MiB")
        how = f"ended with {_code_text(int(text))}" if word == "ended" else "closed its input or output"
        complaints = self._complaints.decode("utf-8", "replace").strip()
        last = complaints.splitlines()[-1:]
        reason = "memory" if self.memory and _out_of_memory(complaints) else "crash"
        return Broken(reason, f"{how}{': ' + last[0][:200] if last else ''}")

    def wait(self, seconds: float) -> None:
        """Give it some time to end by itself."""
        self._hear(seconds)

    def close(self) -> None:
        """End the child and everything that it has started."""
        os.close(self._orders)
        try:
            self._keeper.wait(5.0)
        except subprocess.TimeoutExpired:  # something has stopped the keeper
            self._keeper.kill()
            self._keeper.wait()
            if self._bot:
                with contextlib.suppress(OSError):
                    os.killpg(self._bot, signal.SIGKILL)
        os.close(self._news)
        for pipe in (self._keeper.stdin, self._keeper.stdout, self._keeper.stderr):
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()


def _out_of_memory(complaints: str) -> bool:
    """Whether the last words of a process are those of one that got no more memory."""
    signs = ("MemoryError", "bad_alloc", "Cannot allocate memory", "out of memory", "OutOfMemory")
    return any(sign in complaints for sign in signs)


def _code_text(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
