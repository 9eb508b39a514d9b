"""The fuzzer for long: ``python -m tests.attacks.fuzz --minutes 10``.

``--case TARGET NUMBER --seed SEED`` repeats one case and shows it.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fuzz.harness import TARGETS, repeat
from fuzz.watch import Defect, fuzz


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.attacks.fuzz")
    parser.add_argument("--minutes", type=float, default=1.0, help="how long, in all")
    parser.add_argument("--seed", type=int, default=None, help="drawn unless it is given")
    parser.add_argument("--target", action="append", choices=TARGETS, help="only this one; may be repeated")
    parser.add_argument("--case", nargs=2, metavar=("TARGET", "NUMBER"), help="one case again")
    return parser.parse_args()


def _show(defect: Defect) -> None:
    print(f"--- {defect.target}, case {defect.number}\n{defect.complaint}", flush=True)


def main() -> int:
    """Attack as the command line says; 1 when there are defects."""
    options = _options()
    seed = secrets.randbelow(10**9) if options.seed is None else options.seed
    if options.case:
        content, complaint = repeat(options.case[0], seed, int(options.case[1]))
        print(f"{content[:5000]!r}\n{complaint or 'accepted, or refused in one line'}")
        return bool(complaint)
    print(f"seed {seed}", flush=True)
    outcome = fuzz(options.target or list(TARGETS), seed, 60 * options.minutes, _show)
    for name, count in outcome.cases.items():
        print(f"{name:36}{count:8} cases")
    print(f"{outcome.cases.total()} cases, {len(outcome.defects)} defects")
    return bool(outcome.defects)


if __name__ == "__main__":
    sys.exit(main())
