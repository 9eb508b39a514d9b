"""The process that attacks: one case after the other, each looked at when it is over."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from parlour.errors import ParlourError

from .bots import BotProcess, JsonBots, JsonReferee, WroclawBots, WroclawReferee
from .files import Logs, Plans, Records, Stores
from .learnt import Checkpoints, Models
from .page import Requests, Sockets, TableStores
from .target import Target
from .texts import AgentSpecs, GameSpecs, Limits, Moves, Positions

__all__ = ["TARGETS", "attack", "repeat"]

KINDS: tuple[type[Target], ...] = (
    GameSpecs, AgentSpecs, Limits, Moves, Positions, JsonBots, WroclawBots, BotProcess, JsonReferee,
    WroclawReferee, Records, Logs, Plans, Stores, TableStores, Models, Requests, Sockets, Checkpoints,
)  # fmt: skip
TARGETS = {kind.name: kind for kind in KINDS}
FEWEST = 3
"""Cases of each target, however little time there is."""
ROOM = 4 << 30
"""Bytes of addresses that may be taken beyond those at the beginning."""
LONGEST = 1100
"""Characters of a refusal."""
MOST = 500 << 20
"""Bytes that a target may hold beyond what it held when it was ready."""


class Defect(Exception):
    """What went wrong in a case that raised nothing."""


def attack(names: Sequence[str], seed: int, seconds: float, tell: Callable[..., None]) -> None:
    """Attack some targets for so long in all, and tell of every case before it begins."""
    with _workplace() as place:
        until = time.monotonic() + seconds
        for left, name in zip(range(len(names), 0, -1), names, strict=True):
            now = time.monotonic()
            tell(case=[name, -1])
            _attack_one(name, place, seed, now + max(0.0, until - now) / left, tell)


def _attack_one(name: str, place: Path, seed: int, until: float, tell: Callable[..., None]) -> None:
    target, samples = _ready(name, place)
    held, number = _memory(), 0
    while number < FEWEST or time.monotonic() < until:
        tell(case=[name, number])
        if complaint := _verdict(target, samples, seed, number, held):
            tell(defect=complaint)
        number += 1
    target.close()
    gc.collect()
    tell(count=number)


def repeat(name: str, seed: int, number: int) -> tuple[bytes, str]:
    """One case again: what was read, and the complaint about it."""
    with _workplace() as place:
        target, samples = _ready(name, place)
        content = target.case(samples, _random(name, seed, number))
        return content, _verdict(target, samples, seed, number, _memory())


@contextlib.contextmanager
def _workplace() -> Iterator[Path]:
    """A folder to work in, with limits on what may be taken."""
    before, limits = Path.cwd(), resource.getrlimit(resource.RLIMIT_AS)
    with TemporaryDirectory() as place:
        os.chdir(place)
        resource.setrlimit(resource.RLIMIT_AS, (_addresses() + ROOM, limits[1]))
        try:
            yield Path(place)
        finally:
            resource.setrlimit(resource.RLIMIT_AS, limits)
            os.chdir(before)


def _ready(name: str, place: Path) -> tuple[Target, list[bytes]]:
    """A target in a folder of its own, beside a file that nobody may touch; all samples are accepted."""
    folder = place / name.replace(" ", "-")
    folder.mkdir()
    (place / "beside.txt").write_text("whole")
    target = TARGETS[name](folder)
    samples = list(target.samples())
    return target, samples


def _random(name: str, seed: int, number: int) -> Random:
    return Random(f"{seed} {name} {number}")


def _verdict(target: Target, samples: Sequence[bytes], seed: int, number: int, held: int) -> str:
    """What is wrong with how a case was read; empty when it was accepted, or refused in one line."""
    content = target.case(samples, _random(target.name, seed, number))
    before = _files(target.folder.parent)
    try:
        target.read(content)
    except ParlourError as refusal:
        if not str(refusal).isprintable() or len(str(refusal)) > LONGEST:
            return f"a refusal that is no line: {refusal}"
    except BaseException:
        return traceback.format_exc(limit=-8)
    if _files(target.folder.parent) != before:
        return "files beside it have changed"
    grown = _memory() - held
    return f"{grown >> 20} MB more are held" if grown > MOST else ""


def _files(place: Path) -> dict[str, tuple[int, int]]:
    """The files of a place, but for those in the folders of targets."""
    return {
        path.name: (path.stat().st_size, path.stat().st_mtime_ns)
        for path in place.iterdir()
        if path.is_file()
    }


def _memory() -> int:
    """Bytes that this process holds, on Linux."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def _addresses() -> int:
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def main(words: Sequence[str]) -> None:
    """Attack, and write what happens as lines of JSON: for the watch."""
    names, seed, seconds = json.loads(words[0]), int(words[1]), float(words[2])
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what is printed meanwhile must not get between

    def tell(**fields: object) -> None:
        print(json.dumps(fields), file=out, flush=True)

    attack(names, seed, seconds, tell)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
