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
from parlour.games.reversi.best.patterns import LANES, LAYOUT, SIZE, STAGES, parts, read_patterns, worth
from parlour.games.reversi.lab import training
from parlour.games.reversi.lab.exam import examine
from parlour.kernel import compiled, pointer

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
def trained() -> training.Trainer:
    trainer = training.Trainer(seed=5)
    trainer.play(3000)
    return trainer


def test_weights_of_mirrored_patterns_stay_equal(trained: training.Trainer) -> None:
    stages = trained.weights.reshape(STAGES, SIZE)
    assert np.array_equal(stages, stages[:, LAYOUT.mirror])
    assert np.count_nonzero(stages) > 10_000


def test_self_play_teaches_to_beat_random(trained: training.Trainer) -> None:
    before = examine(np.zeros_like(trained.weights), "random", pairs=100)
    after = examine(trained.weights, "random", pairs=100)
    assert before.value < 0.7
    assert after.low > 0.85


def test_training_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole, parted = tmp_path / "whole.npz", tmp_path / "parted.npz"
    for _ in training.train(training.Trainer(3), 3000, whole):
        pass
    for _ in training.train(training.Trainer(3), 2000, parted):
        pass
    for _ in training.train(training.Trainer.load(parted), 3000, parted):
        pass
    one, two = training.Trainer.load(whole), training.Trainer.load(parted)
    assert one.games == two.games == 3000
    assert np.array_equal(one.weights, two.weights)
    assert one.curve == two.curve
    assert [point.games for point in one.curve] == [1000, 1000, 1000, 2000, 2000, 2000]


def test_a_checkpoint_of_other_patterns_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "checkpoint.npz"
    training.Trainer(1).save(path)
    monkeypatch.setattr(LAYOUT, "names", ["edge"])
    with pytest.raises(ParlourError, match="other patterns"):
        training.Trainer.load(path)


def test_a_broken_checkpoint_is_told(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.npz"
    path.write_bytes(b"PK nonsense")
    with pytest.raises(ParlourError, match="cannot go on"):
        training.Trainer.load(path)


def test_shipped_weights_are_small_and_say_what_they_are() -> None:
    assert patterns.weights_path().stat().st_size < 5_000_000
    weights, spreads = patterns.load_weights()
    assert weights.dtype == np.int16
    assert weights.size == STAGES * SIZE
    assert spreads.shape == (64, 64)
    assert spreads.min() >= patterns.UNIT


def test_weights_for_other_rules_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "GAME", replace(GAME, rules_version=GAME.rules_version + 1))
    with pytest.raises(ParlourError, match=f"its rules is {GAME.rules_version}, this needs"):
        patterns.load_weights()


def test_weights_for_another_game_are_refused(tmp_path: Path) -> None:
    weights, spreads = patterns.load_weights()
    patterns.save_weights(tmp_path / "w.npz", weights, spreads, {"game": "go"})
    with pytest.raises(ParlourError, match="its game is 'go'"):
        patterns.load_weights(tmp_path / "w.npz")
