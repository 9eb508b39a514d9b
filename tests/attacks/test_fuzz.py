"""Whatever is read, damaged at random for a while: accepted, or refused in one line."""

from __future__ import annotations

import os
import sys

import pytest
from fuzz.harness import TARGETS, repeat
from fuzz.watch import fuzz

SECONDS = float(os.environ.get("PARLOUR_FUZZ_SECONDS", "6"))
"""How long, in all, beside what it takes to get ready."""
SEED = int(os.environ.get("PARLOUR_FUZZ_SEED", "1"))
"""The same cases every time; the command tries others."""

LEARNED = {"models", "checkpoints"}
HALVES = {"learned": sorted(LEARNED), "others": [name for name in TARGETS if name not in LEARNED]}


@pytest.mark.skipif(sys.platform != "linux", reason="memory is watched on Linux")
@pytest.mark.parametrize("half", HALVES)
def test_whatever_is_damaged_is_refused_in_one_line_at_most(half: str) -> None:
    if half == "learned":
        pytest.importorskip("jax", reason="training needs JAX")
    outcome = fuzz(HALVES[half], SEED, SECONDS / 2)
    complaints = [
        f"python -m tests.attacks.fuzz --seed {SEED} --case '{target}' {number}\n{complaint}"
        for target, number, complaint in outcome.defects
    ]
    assert not complaints, "\n\n".join(complaints)
    assert set(outcome.cases) == set(HALVES[half])


def test_a_case_is_the_same_again() -> None:
    assert repeat("limits", 7, 3) == repeat("limits", 7, 3)
    assert repeat("limits", 7, 3) != repeat("limits", 7, 4)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is watched on Linux")
def test_the_limits_of_a_case_end_with_it() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    repeat("limits", 7, 3)
    assert resource.getrlimit(resource.RLIMIT_AS) == before
