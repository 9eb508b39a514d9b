"""Ctrl-C and SIGTERM at random moments of every long command: how soon it ends, how, and what it leaves.

python benchmarks/stopping.py --moments 50
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from parlour.stopping import children_of

PARLOUR = [sys.executable, "-m", "parlour"]
SIGNALS = (signal.SIGINT, signal.SIGTERM)
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER: orphans become our children

COMMANDS = {
    "match, serial, a long search": "match reversi mcts:playouts=50000000 random",
    "match, serial, minimax": "match reversi minimax:depth=14 random",
    "match, serial, short games": "match reversi mcts:playouts=300 random --games 100000",
    "match, two workers": "match reversi mcts:playouts=300 random --games 100000 --workers 2",
    "match, a bot": "match isolation exec:PARLOUR_bot_isolation_random random --games 100000",
    "tournament": "tournament isolation random mcts:playouts=50 solver --games 10000 --store FOLDER/t.sqlite",
    "ladder": "ladder isolation --games 20000 --most 20000 --store FOLDER/ladder",
    "play": "play reversi minimax:depth=14 minimax:depth=14",
    "perft": "perft reversi 14",
    "solve": "solve isolation --size 6 --start a1,f6",
    "judge": "judge tichu --games 1000",
    "study": "study isolation-minimax --games 100000 --out FOLDER/study",
    "train": "train reversi --rounds 100000 --out FOLDER/model.npz --results FOLDER",
    "selfplay": "selfplay isolation mcts:playouts=50 --games 100000 --out FOLDER/selfplay --workers 2",
    "bench": "bench --seconds 30",
    "serve": "serve --port 0 --store FOLDER/tables.sqlite --results FOLDER",
}


@dataclass
class Tally:
    """What one command did at all moments."""

    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def line(self, name: str) -> str:
        """The figures of one command."""
        times = sorted(self.seconds)
        middle, worst = times[len(times) // 2], times[-1]
        return f"{name:32}{len(times):8}{middle:10.2f}{worst:10.2f}{len(self.wrong):8}"


def stop(words: Sequence[str], after: float, number: signal.Signals, tally: Tally) -> None:
    """Start a command, send it a signal after so many seconds, and note how it ends."""
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        time.sleep(after)
        ended = process.poll() is not None
        began = time.perf_counter()
        process.send_signal(number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(20)
        tally.seconds.append(time.perf_counter() - began)
        errors.seek(0)
        problem = "it had ended by itself" if ended else _problem(process, number, errors.read())
    if problem:
        tally.wrong.append(f"{number.name} after {after:.3f} s: {problem}")


def _problem(process: subprocess.Popen[bytes], number: signal.Signals, errors: str) -> str:
    """What is wrong with how a command ended; empty when nothing is."""
    left = _left_behind(process.pid)
    if process.poll() is None:
        process.kill()
        process.wait()
        return "still running after 20 s"
    if process.returncode not in (128 + number, -number):  # a shell shows both as the same
        return f"exit code {process.returncode}: {errors.strip()[-300:]}"
    if "Traceback" in errors or "Exception ignored" in errors:
        return f"a traceback: {errors.strip()[-300:]}"
    return f"left behind: {left}" if left else ""


def _left_behind(process: int) -> list[str]:
    """What still runs a moment after a command has ended, by its words; it is ended."""
    until, words = time.monotonic() + 0.5, []
    while len(children_of(os.getpid())) > 0 and time.monotonic() < until:
        _reap()
        time.sleep(0.01)
    for child in set(children_of(os.getpid())) - {process}:
        with contextlib.suppress(OSError):
            words.append(Path(f"/proc/{child}/cmdline").read_text().replace("\0", " ")[:80])
            os.kill(child, signal.SIGKILL)
    return words


def _reap() -> None:
    for child in children_of(os.getpid()):
        with contextlib.suppress(ChildProcessError):
            os.waitpid(child, os.WNOHANG)


def resumed(moments: int, latest: float, dice: random.Random) -> str:
    """Stop a match with a store so often, and say whether it ends as one that was never stopped."""
    tally, games = Tally(), str(40 * moments)
    with tempfile.TemporaryDirectory() as folder:
        texts = []
        for name in ("whole", "stopped"):
            records = Path(folder, name)
            match = ["match", "reversi", "mcts:playouts=100", "random", "--games", games]
            words = [*PARLOUR, *match, "--records", str(records), "--store", f"{records}.sqlite"]
            for moment in range(moments if name == "stopped" else 0):
                stop(words, dice.uniform(0.0, latest), SIGNALS[moment % 2], tally)
            subprocess.run(words, capture_output=True, check=True)
            texts.append(records.read_bytes())
    same = "the same records" if texts[0] == texts[1] else "OTHER RECORDS"
    return f"{tally.line('match, resumed each time')}  {games} games: {same}"


def words_of(command: str, folder: Path) -> list[str]:
    """A command of the list as words."""
    bot = f"{sys.executable} -m parlour bot isolation random"
    words = command.replace("FOLDER", str(folder)).split()
    return [*PARLOUR, *(word.replace("PARLOUR_bot_isolation_random", bot) for word in words)]


def main() -> None:
    """Stop every command at so many moments, and print the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--moments", type=int, default=50)
    options.add_argument("--latest", type=float, default=6.0, help="seconds after the start")
    options.add_argument("--earliest", type=float, default=0.0)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--only", default="", help="commands whose name holds this")
    given = options.parse_args()
    ctypes.CDLL(None).prctl(_SUBREAPER, 1)
    dice = random.Random(given.seed)
    print(f"{'command':32}{'moments':>8}{'median s':>10}{'worst s':>10}{'wrong':>8}")
    for name, command in COMMANDS.items():
        if given.only not in name:
            continue
        tally = Tally()
        with tempfile.TemporaryDirectory() as folder:
            for moment in range(given.moments):
                after = dice.uniform(given.earliest, given.latest)
                stop(words_of(command, Path(folder)), after, SIGNALS[moment % 2], tally)
        print(tally.line(name), flush=True)
        for wrong in tally.wrong:
            print(f"    {wrong}")
    print(resumed(given.moments, given.latest, dice))


if __name__ == "__main__":
    main()
