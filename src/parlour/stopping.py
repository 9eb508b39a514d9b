"""Stopping: Ctrl-C and SIGTERM end a command within a second, with what was finished kept.

A command runs in a thread of its own while the main thread waits for signals: no compiled search, however
long, delays or swallows one. The main thread then waits for what must not be cut in two (`whole`), does what
is left to do (`ending`), ends the processes that were started, and leaves.
"""

from __future__ import annotations

import contextlib
import functools
import os
import shlex
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn, TypeVar, cast

__all__ = ["children_of", "command_line", "ending", "goes_on", "run", "whole"]

PATIENCE = 0.8
"""Seconds that leaving may take altogether."""

_HOLD = 0.3  # seconds to wait for something that must not be cut in two, and for processes that end
_STACK = 64 << 20  # bytes for the command's thread; compiled searches go deep
_FINISHED = 0  # what the command's thread says; every other byte is a signal's number

Ending = Callable[[], str | None]
"""Something to do when a command is stopped, and what to tell of it."""

Command = TypeVar("Command", bound=Callable[..., Any])

_endings: list[Ending] = []
_whole = threading.RLock()


def whole() -> contextlib.AbstractContextManager[bool]:
    """Guards a short block, in a ``with``, that a stop does not cut in two."""
    return _whole


@contextlib.contextmanager
def ending(act: Ending) -> Iterator[None]:
    """When the command is stopped within this block, `act` is done first, and what it answers is told."""
    _endings.append(act)
    try:
        yield
    finally:
        _endings.remove(act)


def goes_on(command: Command) -> Command:
    """A command that goes on where it was stopped: who stops it is told how."""

    @functools.wraps(command)
    def run_it(*words: Any, **options: Any) -> Any:
        with ending(lambda: f"to go on: {command_line()}"):
            return command(*words, **options)

    return cast(Command, run_it)


def command_line() -> str:
    """The command as a person would type it again."""
    return shlex.join(["parlour", *sys.argv[1:]])


def run(command: Callable[[], Any]) -> None:
    """Run a command to its end, or until a signal stops it: the process then ends with 128 and its number."""
    ours, theirs = socket.socketpair()
    with _signals(theirs):
        outcome = _start(command, theirs)
        number = ours.recv(1)[0]
        if number != _FINISHED:
            _leave(number)
    if outcome:
        raise outcome[0]


def _start(command: Callable[[], Any], done: socket.socket) -> list[BaseException]:
    """Start the command in a thread; the list holds what it raised when it has ended."""
    outcome: list[BaseException] = []

    def work() -> None:
        try:
            command()
        except BaseException as error:
            outcome.append(error)
        done.send(bytes([_FINISHED]))

    before = threading.stack_size(_STACK)
    threading.Thread(target=work, name="command", daemon=True).start()
    threading.stack_size(before)
    return outcome


@contextlib.contextmanager
def _signals(wake: socket.socket) -> Iterator[None]:
    """Signals that mean to stop write their number to a socket; afterwards they end the process at once."""
    wake.setblocking(False)
    numbers = [number for number in _stopping_signals() if signal.getsignal(number) != signal.SIG_IGN]
    for number in numbers:
        signal.signal(number, lambda *_: None)
    signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(-1)
        for number in numbers:
            signal.signal(number, lambda number, _: os._exit(128 + number))


def _stopping_signals() -> list[signal.Signals]:
    names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


def _leave(number: int) -> NoReturn:
    """Keep what is finished, say how to go on, and end the process."""
    code = 128 + number
    last = threading.Timer(PATIENCE, _give_up, (code,))
    last.daemon = True
    last.start()
    _whole.acquire(timeout=_HOLD)  # for good: from here on nothing is begun that must stay whole
    texts = [text for text in map(_end, reversed(_endings)) if text]  # the innermost first
    _end_children()
    _restore_terminal()
    with contextlib.suppress(OSError, ValueError):
        print(f"parlour: {'; '.join(['stopped', *texts])}", file=sys.stderr, flush=True)
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    os._exit(code)


def _give_up(code: int) -> NoReturn:
    """End the process whatever is still to be done."""
    with contextlib.suppress(OSError, ValueError):
        os.write(2, b"parlour: stopped\n")
    os._exit(code)


def _end(act: Ending) -> str | None:
    try:
        return act()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _end_children() -> None:
    """Ask every process that was started here to end, and give them a moment."""
    until = time.monotonic() + _HOLD
    for child in children_of(os.getpid()):
        with contextlib.suppress(OSError):
            os.kill(child, signal.SIGTERM)
    while time.monotonic() < until:
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not children_of(os.getpid()):
            return
        time.sleep(0.005)


def children_of(process: int) -> list[int]:
    """The numbers of a process's children, where the system tells (Linux)."""
    numbers: list[int] = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            numbers += map(int, path.read_text().split())
    return numbers


def _restore_terminal() -> None:
    """Show the cursor that a progress bar has hidden, and end its line."""
    with contextlib.suppress(OSError, ValueError):
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K\x1b[?25h")
