"""Example games with something wrong with them, through `check-game`: each passes, or ends in a clear line.

``python -m tests.attacks.fuzz.games --count 200`` tries many; ``--compiled`` each by every stage.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from parlour.testing.checking import STAGES, Stage, run_stage
from parlour.testing.mistakes import Mistake

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
    mistake = _mistake(source, stage, folder)
    return str(mistake) if mistake and _unclear(mistake) else ""


def _mistake(source: str, stage: Stage, folder: Path) -> Mistake | None:
    """What a stage says of a game."""
    file = folder / "mutant.py"
    file.write_text(source, encoding="utf-8")
    return run_stage(stage, [str(file)], 120).mistake


def _unclear(mistake: Mistake) -> bool:
    return "Traceback" in str(mistake) or "killed by" in mistake.words or not 5 < len(mistake.words) < 700


def _take(seed: int, *, everything: bool) -> list[tuple[Stage, Mistake]]:
    """What the stages say of a mutant: as `check-game` up to the first mistake, or everything."""
    mistakes = []
    with tempfile.TemporaryDirectory() as folder:
        for stage in STAGES:
            mistake = _mistake(mutant(seed), stage, Path(folder))
            mistakes += [(stage, mistake)] if mistake else []
            if mistake and not everything:
                break
    return mistakes


def main() -> int:
    """Try as many as the command line says; 1 when one is taken badly."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks.fuzz.games")
    parser.add_argument("--count", type=int, default=200, help="how many")
    parser.add_argument("--seed", type=int, default=0, help="the first")
    parser.add_argument("--compiled", action="store_true", help="by every stage, whatever the first says")
    options = parser.parse_args()
    ends = Counter[str]()
    for seed in range(options.seed, options.seed + options.count):
        mistakes = _take(seed, everything=options.compiled)
        wrong = [(stage, mistake) for stage, mistake in mistakes if _unclear(mistake)]
        for stage, mistake in wrong:
            print(f"--- seed {seed}, {stage.title}\n{mistake}", flush=True)
        ends["taken badly" if wrong else f"told ({mistakes[0][0].title})" if mistakes else "passed"] += 1
    print(", ".join(f"{count} {end}" for end, count in ends.most_common()))
    return bool(ends["taken badly"])


if __name__ == "__main__":
    sys.exit(main())
