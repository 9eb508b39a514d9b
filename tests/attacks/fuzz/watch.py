"""The watch over the process that attacks: it notes defects, and that process's own end or silence."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

__all__ = ["Defect", "Outcome", "fuzz"]

HANG = 300.0
"""Seconds of silence after which a case hangs: an agent may be compiled in it, on a busy machine."""
SLOWEST = 900.0
"""Seconds in which a target gets ready: agents may have to be compiled first, on a busy machine."""
PLACE = Path(__file__).resolve().parents[1]


class Defect(NamedTuple):
    """A case that was neither accepted nor refused in one line."""

    target: str
    number: int  # of the case; -1 before the first
    complaint: str


class Outcome(NamedTuple):
    """How many cases each target had, and the defects."""

    cases: Counter[str]
    defects: list[Defect]


def fuzz(
    names: Sequence[str], seed: int, seconds: float, note: Callable[[Defect], None] = lambda _: None
) -> Outcome:
    """Attack targets for so long; when the process dies or hangs, those that are left get another."""
    outcome, left, until = Outcome(Counter(), []), list(names), time.monotonic() + seconds
    while left:
        before = len(outcome.defects)
        place = _Watch(left, seed, max(0.0, until - time.monotonic())).follow(outcome)
        for defect in outcome.defects[before:]:
            note(defect)
        left = left[left.index(place) + 1 :] if place else []
    return outcome


class _Watch:
    """One process that attacks."""

    def __init__(self, names: Sequence[str], seed: int, seconds: float) -> None:
        places = [str(PLACE), str(PLACE.parent / "web"), *filter(None, [os.environ.get("PYTHONPATH")])]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fuzz.harness", json.dumps(list(names)), str(seed), str(seconds)],
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(places)},
        )
        self.target, self.number = "", -1
        self.lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(b"")

    def follow(self, outcome: Outcome) -> str:
        """Note what happens until the end; the target at which it came too early, or nothing."""
        while line := self._line():
            fields = json.loads(line)
            if "case" in fields:
                self.target, self.number = fields["case"]
            elif "defect" in fields:
                outcome.defects.append(Defect(self.target, self.number, fields["defect"]))
            else:
                outcome.cases[self.target] += fields["count"]
        if line is None:
            self.process.kill()
        code = self.process.wait()
        if line is not None and code == 0:
            return ""
        complaint = "it hangs" if line is None else f"the process ended with {code}"
        outcome.defects.append(Defect(self.target, self.number, complaint))
        return self.target

    def _line(self) -> bytes | None:
        """The next line; empty when the process has closed its output, None when it is silent too long."""
        try:
            return self.lines.get(timeout=SLOWEST if self.number < 0 else HANG)
        except queue.Empty:
            return None
