"""The pattern evaluation: its indices, symmetries, learning and files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.errors import ParlourError
from parlour.games.reversi import GAME
from parlour.games.reversi.best import patterns
from parlour.games.reversi.best.engine import Engine
from parlour.games.reversi.best.midgame import SURE
from parlour.games.reversi.best.patterns import (
    FOLD,
    LANES,
    LAYOUT,
    parts,
    read_after,
    read_patterns,
    unfold,
    worth,
)
from parlour.games.reversi.best.solving import solve
from parlour.games.reversi.kinds import FOLDED, SIZE, STAGES, UNIT, WEIGHTS
from parlour.games.reversi.lab.fitting import fit, predict
from parlour.games.reversi.lab.selfplay import How, Positions, play_games
from parlour.games.reversi.lab.training import PatternLearner
from parlour.games.reversi.lanes import flips
from parlour.kernel import compiled, pointer
from parlour.learn.training import Lesson
from parlour.learn.trial import score
from parlour.model import Arrays, find_model, write_model
from parlour.stats.estimate import Estimate

SOLVED = Path(__file__).parents[2] / "data" / "reversi-25-empties.json"
BOARDS = st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))


@compiled("void(uint64, uint64, uint16[::1], uint16[::1])")
def indices(own, opp, parts, lanes):
    read_patterns(own, opp, pointer(parts), pointer(lanes))


@compiled("void(uint64, uint64, int64, uint64, uint16[::1], uint16[::1])")
def indices_after(own, opp, square, flips, parts, lanes):
    before = np.zeros(LANES, np.uint16)
    read_patterns(opp, own, pointer(parts), pointer(before))
    read_after(square, flips, pointer(before), pointer(parts), pointer(lanes))


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


@given(BOARDS, st.integers(0, 63))
@settings(max_examples=60, deadline=None)
def test_indices_after_a_move_are_those_of_the_position_that_it_leads_to(
    board: tuple[int, int], square: int
) -> None:
    here = 1 << square
    own, opp = board[0] & ~here, board[1] & ~board[0] & ~here
    turned = flips(own, opp, square)
    led_to, read = np.zeros(LANES, np.uint16), np.zeros(LANES, np.uint16)
    indices(opp ^ turned, own | turned | here, parts(), led_to)
    indices_after(own, opp, square, turned, parts(), read)
    assert np.array_equal(read, led_to)


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
    return PatternLearner(
        Lesson(GAME, seed=5, settings={"games": 1200, "depth": 2, "solve": 10, "positions": 60})
    )


@pytest.fixture(scope="module")
def trained(learner: PatternLearner) -> Arrays:
    return learner.learn(learner.learn(learner.begin(), 0)[0], 1)[0]


def positions_of(state: Arrays) -> Positions:
    return Positions(*(np.concatenate([state[f"{name}.{i}"] for i in (0, 1)]) for name in Positions._fields))


def test_twins_are_folded_into_one_weight() -> None:
    assert FOLD.max() + 1 == FOLDED
    assert np.array_equal(FOLD, FOLD[LAYOUT.mirror])
    folded = np.random.default_rng(1).integers(-99, 99, (STAGES, FOLDED)).astype(np.int16)
    unfolded = unfold(folded).reshape(STAGES, SIZE)
    assert np.array_equal(unfolded, unfolded[:, LAYOUT.mirror])
    assert all(set(unfolded[stage]) == set(folded[stage]) for stage in range(STAGES))


def test_near_the_end_positions_are_learned_with_their_exact_result(trained: Arrays) -> None:
    positions, engine, checked = positions_of(trained), Engine(14), 0
    for own, opp, result in zip(*(column[:800] for column in positions), strict=True):
        empties = 64 - int(own | opp).bit_count()
        if empties <= 10 and opp:
            board = "".join(
                "X" if own >> n & 1 else "O" if opp >> n & 1 else "-" for n in map(np.uint64, range(64))
            )
            assert solve(GAME.position(f"{board} X"), engine=engine).score == result
            checked += 1
    assert checked > 100


def test_self_play_is_the_same_for_any_number_of_workers(trained: Arrays) -> None:
    settings = {"games": 600, "depth": 3, "solve": 10, "positions": 60}
    one, two = (
        PatternLearner(Lesson(GAME, 5, workers=n, settings=settings))._play(trained, 2) for n in (1, 2)
    )
    assert all(np.array_equal(first, second) for first, second in zip(one, two, strict=True))


def test_the_fit_finds_what_results_come_from() -> None:
    """Results that follow from some weights are predicted by the fit, on positions that it has not seen."""
    play = How(depth=1, solve=6)
    nothing, spreads = np.zeros(STAGES * SIZE, np.int16), np.zeros((64, 64), np.uint64)
    seen, unseen = (play_games(GAME, nothing, spreads, play, 150, seed) for seed in (1, 2))
    kinds = np.random.default_rng(3).normal(size=FOLDED) * (np.arange(FOLDED) >= FOLDED - 3 * 65)
    truth = np.tile(kinds, STAGES)  # only the numbers of discs and moves matter
    seen = seen._replace(results=predict(truth, seen).astype(np.float32))
    fitted = fit(seen, np.zeros((STAGES, FOLDED)))
    wanted = predict(truth, unseen)
    assert np.std(predict(fitted, unseen) - wanted) < 0.3 * np.std(wanted)


def test_the_fit_improves_on_where_it_starts(trained: Arrays, learner: PatternLearner) -> None:
    settings = {**learner.settings, "games": 400}
    new = PatternLearner(Lesson(GAME, 77, settings=settings))._play(trained, 0)
    errors = [
        float(np.mean((predict(weights, new) - new.results) ** 2))
        for weights in (np.zeros((STAGES, FOLDED)), trained["weights"])
    ]
    assert errors[1] < 0.7 * errors[0]


def test_self_play_teaches_to_beat_random(tmp_path: Path, learner: PatternLearner, trained: Arrays) -> None:
    def share(state: Arrays) -> Estimate:
        path = write_model(tmp_path / "w.npz", WEIGHTS, GAME, learner.model(state), {})
        return score(GAME, f"best:depth=1,model={path}", "random", 100, seed=1)

    nothing = {**trained, "weights": np.zeros_like(trained["weights"])}
    assert share(nothing).value < 0.7
    assert share(trained).low > 0.85


def test_shipped_patterns_judge_positions_25_squares_before_the_end() -> None:
    engine, off = Engine(16), []
    for text, result in json.loads(SOLVED.read_text())["positions"].values():
        state = GAME.position(text)
        engine.forget()
        squares, discs = np.array(state.legal_moves), (int(state.data["own"]), int(state.data["opp"]))
        off.append(abs(engine.search(*discs, squares, 6, SURE) - result))
    assert len(off) > 30
    assert np.mean(off) < 4.6


def test_shipped_weights_are_small_and_say_what_they_are() -> None:
    assert find_model(GAME, "patterns", "patterns").stat().st_size < 2_000_000
    weights, spreads = patterns.load_weights()
    assert weights.size == STAGES * SIZE
    assert spreads.min() >= UNIT


def test_weights_for_other_rules_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "GAME", replace(GAME, rules_version=GAME.rules_version + 1))
    with pytest.raises(ParlourError, match=f"its rules version is {GAME.rules_version}, not"):
        patterns.load_weights()
