"""Programs of others as child processes: started with limits, ended with everything they started."""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path

from parlour.errors import Broken

__all__ = ["Child", "die_with_parent"]

MOST_OUTPUT = 1 << 20
"""Bytes that a child may write between two of our messages."""

_MARK = "PARLOUR_CHILD"
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG


def die_with_parent() -> None:
    """End this process when its parent ends, however that happens (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)


def _limits(memory: int | None) -> Callable[[], None]:
    """What the child does before it starts: accept its memory limit, and die when we do."""

    def prepare() -> None:
        die_with_parent()
        if memory is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    return prepare


class Child:
    """A process that we talk to line by line; `Broken` says what it did instead of answering."""

    def __init__(self, command: Sequence[str], memory: int | None = None) -> None:
        self._mark = uuid.uuid4().hex
        self.memory = memory
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, _MARK: self._mark},
                start_new_session=True,
                preexec_fn=_limits(memory),
            )
        except OSError as error:
            raise Broken("crash", f"cannot start {command[0]}: {error.strerror}") from None
        assert self.process.stdout
        assert self.process.stderr
        self._out, self._err = self.process.stdout.fileno(), self.process.stderr.fileno()
        os.set_blocking(self._out, False)
        os.set_blocking(self._err, False)
        self._rest = b""
        self._since_last = 0
        self._complaints = b""
        self._largest = 0

    def send(self, line: str) -> None:
        """Write one line to the child."""
        assert self.process.stdin
        self._since_last = 0
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise self._end() from None

    def line(self, deadline: float, complaint: str = "no answer in time") -> str:
        """The next line of the child, at the latest at `deadline` (of `time.perf_counter`)."""
        while b"\n" not in self._rest:
            self._measure()
            left = deadline - time.perf_counter()
            if left <= 0:
                raise Broken("timeout", complaint)
            ready, _, _ = select.select([self._out, self._err], [], [], min(left, 0.05))
            if self._err in ready:
                self._read_complaints()
            if self._out in ready:
                self._read_output()
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode("utf-8", "replace")

    def _read_output(self) -> None:
        chunk = os.read(self._out, 1 << 16)
        if not chunk:
            self.process.poll()
            raise self._end()
        self._since_last += len(chunk)
        self._rest += chunk
        if self._since_last > MOST_OUTPUT:
            raise Broken("illegal", f"more than {MOST_OUTPUT >> 20} MiB of output for one answer")

    def _read_complaints(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._complaints = (self._complaints + os.read(self._err, 1 << 16))[-4096:]

    def _measure(self) -> None:
        """Remember how much memory it has taken."""
        with contextlib.suppress(OSError, ValueError):
            for row in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
                if row.startswith("VmPeak:"):
                    self._largest = max(self._largest, 1024 * int(row.split()[1]))

    def _end(self) -> Broken:
        """How it ended."""
        text = self._end_text()
        return Broken("memory" if self._out_of_memory() else "crash", text)

    def _out_of_memory(self) -> bool:
        """Whether its end looks like that of a process that got no more memory."""
        if self.memory is None:
            return False
        with contextlib.suppress(OSError):
            self._read_complaints()
        complaints = self._complaints.decode("utf-8", "replace")
        signs = ("MemoryError", "bad_alloc", "Cannot allocate memory", "out of memory", "OutOfMemory")
        return self._largest > 0.95 * self.memory or any(sign in complaints for sign in signs)

    def _end_text(self) -> str:
        """How it ended in words, with the last thing it complained of."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(0.5)
        with contextlib.suppress(OSError):
            self._read_complaints()
        last = self._complaints.decode("utf-8", "replace").strip().splitlines()[-1:]
        code = self.process.returncode
        how = "closed its output" if code is None else f"ended with {_code_text(code)}"
        return f"{how}{': ' + last[0][:200] if last else ''}"

    def close(self) -> None:
        """End the child and everything that it has started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        self._sweep()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()

    def _sweep(self) -> None:
        """End what it has started in sessions of its own: such processes carry the same mark."""
        mark = f"{_MARK}={self._mark}".encode()
        for _ in range(20):
            processes = [path.parent for path in Path("/proc").glob("[0-9]*/environ") if _holds(path, mark)]
            if not processes:
                return
            for pid in (int(process.name) for process in processes):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.01)


def _holds(path: Path, mark: bytes) -> bool:
    try:
        return mark in path.read_bytes().split(b"\0")
    except OSError:
        return False


def _code_text(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
