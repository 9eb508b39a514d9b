"""Example games with something wrong with them pass `check-game`, or end in a clear line."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz.games import complaint, mutant

from parlour.testing.checking import STAGES


@pytest.mark.parametrize("seed", range(10))
def test_a_mutated_game_passes_or_ends_in_a_clear_line(seed: int, tmp_path: Path) -> None:
    assert not complaint(mutant(seed), STAGES[0], tmp_path)
