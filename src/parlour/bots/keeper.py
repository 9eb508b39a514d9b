"""The keeper of one bot: a small process that starts it, watches it, and ends it with all that it started.

On Linux whatever a bot starts becomes the keeper's child at the latest when its own parent ends, in whichever
session and environment it runs: nothing outlives the keeper, which ends when Parlour does. It counts the
memory of all these processes together. It runs alone, ``keeper.py ORDERS NEWS MEMORY COMMAND...``, and is
quick to start: ORDERS is a pipe whose end means to stop, NEWS one for what happens:

    started PID        the bot runs
    failed REASON      its program cannot be started
    ended CODE         it has ended; a signal as a negative number
    memory BYTES       it was ended, since all its processes together held so much
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time

_WATCH = 0.05  # seconds between two looks at the memory
_SWEEP = 3.0  # seconds after which processes that cannot be ended are given up
_SUBREAPER, _DIE_WITH_PARENT = 36, 1  # of prctl


def main() -> None:
    """Keep one bot until it ends, takes too much, or is no longer wanted."""
    orders, news, memory, command = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    _prctl(_SUBREAPER, 1)
    wake, signalled = os.pipe()
    os.set_blocking(signalled, False)
    signal.set_wakeup_fd(signalled, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    try:
        bot = subprocess.Popen(command, start_new_session=True, preexec_fn=lambda: _prepare(memory))
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        _tell(news, f"failed {getattr(error, 'strerror', None) or error}")
        return
    _tell(news, f"started {bot.pid}")
    _let_go_of_its_pipes()
    _tell(news, _watch(bot.pid, memory, orders, wake))
    _sweep(bot.pid)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value)


def _prepare(memory: int) -> None:
    """What the bot does before it starts: accept its limit, and die with the keeper."""
    _prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if memory:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))


def _let_go_of_its_pipes() -> None:
    """Only the bot holds its input and output: they end when it does."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _tell(news: int, line: str) -> None:
    with contextlib.suppress(OSError):
        os.write(news, line.encode()[:1000] + b"\n")


def _watch(bot: int, memory: int, orders: int, wake: int) -> str:
    """Wait until something ends the bot; what it was."""
    largest = 0
    while True:
        ready, _, _ = select.select([orders, wake], [], [], _WATCH if memory else None)
        if orders in ready:
            return "ended -9"
        if wake in ready and any(number != signal.SIGCHLD for number in os.read(wake, 512)):
            return "ended -9"
        code = _reap(bot)
        if code is not None:
            return f"memory {largest}" if memory and largest > 0.95 * memory else f"ended {code}"
        if memory:
            largest = max(largest, _asked(bot))
            if (held := _held(memory)) > memory:
                return f"memory {held}"


def _reap(bot: int) -> int | None:
    """Let go of all that has ended; the bot's exit code when it is among them."""
    code = None
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == bot:
                code = os.waitstatus_to_exitcode(ended[1])
    return code


def _descendants() -> list[int]:
    """All processes that the keeper or one of these has started."""
    found = [os.getpid()]
    for process in found:
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{process}/task"):  # noqa: PTH208 - pathlib is slow to load
                found += map(int, _read(f"/proc/{process}/task/{thread}/children").split())
    return found[1:]


def _read(path: str) -> str:
    try:
        with open(path) as file:  # noqa: PTH123 - pathlib is slow to load
            return file.read()
    except OSError:
        return ""


def _held(limit: int) -> int:
    """The memory that all processes hold; shared pages are shared out when it seems too much."""
    page = os.sysconf("SC_PAGE_SIZE")
    everyone = _descendants()
    resident = sum(page * _resident_pages(process) for process in everyone)
    if resident <= limit:
        return resident
    return sum(_kilobytes(_read(f"/proc/{process}/smaps_rollup"), "Pss:") for process in everyone) << 10


def _resident_pages(process: int) -> int:
    fields = _read(f"/proc/{process}/statm").split()
    return int(fields[1]) if fields else 0


def _asked(process: int) -> int:
    """The memory that a process may write to: what virtual machines merely reserve does not count."""
    return _kilobytes(_read(f"/proc/{process}/status"), "VmData:") << 10


def _kilobytes(text: str, name: str) -> int:
    for row in text.splitlines():
        if row.startswith(name):
            return int(row.split()[1])
    return 0


def _sweep(bot: int) -> None:
    """End everything that is left: orphans become our children, so no child means that nothing is left."""
    if sys.platform != "linux":  # elsewhere orphans are nobody's: what stayed in the bot's group is ended
        with contextlib.suppress(OSError):
            os.killpg(bot, signal.SIGKILL)
    until = time.monotonic() + _SWEEP
    while time.monotonic() < until:
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for process in _descendants():
                with contextlib.suppress(OSError):
                    os.kill(process, number)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.002)


if __name__ == "__main__":
    main()
    os._exit(0)  # at once: there is nothing to clean up
