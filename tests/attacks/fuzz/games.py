"""Example games with something wrong with them, through `check-game`: each passes, or ends in a clear line.

``python -m tests.attacks.fuzz.games --count 200`` tries many; ``--compiled`` by every stage.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from parlour.testing.checking import STAGES, Stage, run_stage

__all__ = ["complaint", "mutant"]

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
NAMES = ("tictactoe.py", "kuhn.py")
NUMBERS = ("0", "1", "-1", "2", "7", "64", "127", "600", "-600", "0.5", "None", "'1'")
TYPES = ("np.int8", "np.uint8", "np.int16", "np.uint64", "np.float32", "np.bool_", "np.nothing")


def mutant(seed: int) -> str:
    """The source of an example with one or two things wrong with it."""
    random = Random(seed)
    source = (EXAMPLES / random.choice(NAMES)).read_text(encoding="utf-8")
    for _ in range(random.choice((1, 1, 2))):
        source = random.choice(_WAYS)(source, random)
    return source


def _other(pattern: str, source: str, random: Random, change: Callable[[str], str]) -> str:
    """The source with one of the places that fit a pattern changed."""
    places = list(re.finditer(pattern, source))
    if not places:
        return source
    place = random.choice(places)
    return source[: place.start()] + change(place.group()) + source[place.end() :]


def _constant(source: str, random: Random) -> str:
    return _other(r"(?<![\w.\"'])\d+(?![\w.])", source, random, lambda _: random.choice(NUMBERS))


def _type(source: str, random: Random) -> str:
    return _other(r"np\.u?int\d+", source, random, lambda _: random.choice(TYPES))


def _field(source: str, random: Random) -> str:
    return _other(r"(?<=\bs\.)\w+", source, random, lambda name: name[:-1] + random.choice(("", "s", "x")))


def _declared(source: str, random: Random) -> str:
    return _other(r"(?<=\(\")\w+(?=\", np)", source, random, lambda name: name + "_")


def _answer(source: str, random: Random) -> str:
    return _other(
        r"return .+", source, random, lambda _: random.choice(("pass", "return", "return 99", "return []"))
    )


def _line(source: str, random: Random) -> str:
    return _other(r"(?m)^    .+\n", source, random, lambda _: "")


def _decorator(source: str, random: Random) -> str:
    return _other(r"@\w+\n", source, random, lambda _: "")


def _sign(source: str, random: Random) -> str:
    return _other(
        r" (?:[-+|&<>]|<<|>>|[<>=]=) ", source, random, lambda _: random.choice((" + ", " - ", " < ", " | "))
    )


def _name(source: str, random: Random) -> str:
    return _other(r"(?m)(?<=def )\w+|^[A-Z_]+(?= = )", source, random, lambda name: name[:-1])


_WAYS = (_constant, _constant, _type, _field, _declared, _answer, _line, _decorator, _sign, _name)


def complaint(source: str, stage: Stage, folder: Path) -> str:
    """What is wrong with how a stage takes a game; empty when that passes or ends in a clear line."""
    file = folder / "mutant.py"
    file.write_text(source, encoding="utf-8")
    mistake = run_stage(stage, [str(file)], 120).mistake
    if mistake is None:
        return ""
    unclear = "Traceback" in str(mistake) or "killed by" in mistake.words or not 5 < len(mistake.words) < 700
    return str(mistake) if unclear else ""


def main() -> int:
    """Try as many as the command line says; 1 when one is taken badly."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks.fuzz.games")
    parser.add_argument("--count", type=int, default=200, help="how many")
    parser.add_argument("--seed", type=int, default=0, help="the first")
    parser.add_argument("--compiled", action="store_true", help="by every stage, not as plain Python alone")
    options = parser.parse_args()
    wrong = 0
    for seed in range(options.seed, options.seed + options.count):
        for stage in STAGES if options.compiled else STAGES[:1]:
            with tempfile.TemporaryDirectory() as folder:
                words = complaint(mutant(seed), stage, Path(folder))
            wrong += bool(words)
            if words:
                print(f"--- seed {seed}, {stage.title}\n{words}", flush=True)
    print(f"{options.count} games, {wrong} taken badly")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
