"""The pattern evaluation: its indices, symmetries, learning and files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.errors import ParlourError
from parlour.games.reversi import GAME
from parlour.games.reversi.best import patterns
from parlour.games.reversi.best.patterns import LANES, LAYOUT, parts, read_patterns, worth
from parlour.games.reversi.kinds import SIZE, STAGES, UNIT, WEIGHTS
from parlour.games.reversi.lab.training import PatternLearner
from parlour.kernel import compiled, pointer
from parlour.learn.training import Lesson
from parlour.learn.trial import score
from parlour.model import Arrays, find_model, write_model
from parlour.stats.estimate import Estimate

BOARDS = st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))


@compiled("void(uint64, uint64, uint16[::1], uint16[::1])")
def indices(own, opp, parts, lanes):
    read_patterns(own, opp, pointer(parts), pointer(lanes))


@compiled("float64(uint64, uint64, float32[::1], uint16[::1])")
def value(own, opp, weights, parts):
    lanes = np.zeros(64, np.uint16)
    return worth(own, opp, pointer(weights), pointer(parts), pointer(lanes))


def image_of(mask: int, number: int) -> int:
    places = patterns._images(range(64))[number]
    return sum(1 << places[square] for square in range(64) if mask >> square & 1)


@given(BOARDS)
@settings(max_examples=60, deadline=None)
def test_an_index_writes_the_squares_in_base_three(board: tuple[int, int]) -> None:
    own, opp = board[0], board[1] & ~board[0]
    lanes = np.zeros(LANES, np.uint16)
    indices(own, opp, parts(), lanes)
    for lane, squares in enumerate(LAYOUT.lanes):
        digits = [(own >> square & 1) + 2 * (opp >> square & 1) for square in squares]
        assert lanes[lane] == sum(digit * 3**place for place, digit in enumerate(digits))


def test_there_are_as_many_patterns_as_symmetries_ask_for() -> None:
    assert len(LAYOUT.lanes) == 46
    assert sorted({len(squares) for squares in LAYOUT.lanes}) == [4, 5, 6, 7, 8, 9, 10]
    held = {square for squares in LAYOUT.lanes for square in squares}
    assert held == set(range(64))


@given(BOARDS, st.integers(0, 7))
@settings(max_examples=60, deadline=None)
def test_symmetric_positions_are_worth_the_same(board: tuple[int, int], number: int) -> None:
    own, opp = board[0], board[1] & ~board[0]
    if (own | opp).bit_count() < 4:
        return
    weights, _ = patterns.load_weights()
    held = weights.astype(np.float32)
    assert value(own, opp, held, parts()) == value(
        image_of(own, number), image_of(opp, number), held, parts()
    )


@pytest.fixture(scope="module")
def learner() -> PatternLearner:
    return PatternLearner(Lesson(GAME, seed=5, settings={"games": 3000, "positions": 60}))


@pytest.fixture(scope="module")
def trained(learner: PatternLearner) -> Arrays:
    return learner.learn(learner.begin(), 0)[0]


def test_weights_of_mirrored_patterns_stay_equal(trained: Arrays) -> None:
    stages = trained["weights"].reshape(STAGES, SIZE)
    assert np.array_equal(stages, stages[:, LAYOUT.mirror])
    assert np.count_nonzero(stages) > 10_000


def test_self_play_teaches_to_beat_random(tmp_path: Path, learner: PatternLearner, trained: Arrays) -> None:
    def share(state: Arrays) -> Estimate:
        path = write_model(tmp_path / "w.npz", WEIGHTS, GAME, learner.model(state), {})
        return score(GAME, f"best:depth=1,model={path}", "random", 100, seed=1)

    nothing = {**trained, "weights": np.zeros_like(trained["weights"])}
    assert share(nothing).value < 0.7
    assert share(trained).low > 0.85


def test_shipped_weights_are_small_and_say_what_they_are() -> None:
    assert find_model(GAME, "patterns", "patterns").stat().st_size < 5_000_000
    weights, spreads = patterns.load_weights()
    assert weights.size == STAGES * SIZE
    assert spreads.min() >= UNIT


def test_weights_for_other_rules_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "GAME", replace(GAME, rules_version=GAME.rules_version + 1))
    with pytest.raises(ParlourError, match=f"its rules version is {GAME.rules_version}, not"):
        patterns.load_weights()
