"""The kernel contract: bits, random numbers, rules as arguments, the cache, plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

import parlour
from parlour import kernel
from parlour.search.simulate import simulate

WORDS = st.integers(0, 2**64 - 1)


@njit
def bits_of(word, n):
    return kernel.popcount(word), kernel.trailing(word), kernel.leading(word), kernel.nth_bit(word, n)


@given(WORDS, st.integers(0, 63))
def test_bit_counts(word: int, n: int) -> None:
    places = [i for i in range(64) if word >> i & 1]
    n = n % len(places) if places else 0
    count, low, high, nth = bits_of(np.uint64(word), n)
    assert count == len(places)
    assert low == (places[0] if places else 64)
    assert high == (63 - places[-1] if places else 64)
    if places:
        assert nth == places[n]


def test_random_numbers_are_xoshiro256_plus_plus() -> None:
    rng = np.array([1, 2, 3, 4], np.uint64)
    assert [int(kernel.draw(rng)) for _ in range(4)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
    ]


def test_streams_differ_and_repeat() -> None:
    streams = {tuple(kernel.new_rng(seed, stream)) for seed in range(50) for stream in range(9)}
    assert len(streams) == 450
    assert (kernel.new_rng(7, 3) == kernel.new_rng(7, 3)).all()


@njit
def picks(rng, n, count):
    found = np.zeros(n, np.int64)
    for _ in range(count):
        found[kernel.pick(rng, n)] += 1
    return found


def test_picks_are_uniform() -> None:
    found = picks(kernel.new_rng(1), 7, 70_000)
    assert abs(found - 10_000).max() < 500  # five standard deviations


def test_a_rule_must_have_a_known_name() -> None:
    with pytest.raises(TypeError, match="'move' is no rule: one of setup, mover"):

        @kernel.rule
        def move(state):
            return 0


def test_rules_that_are_missing_are_named() -> None:
    with pytest.raises(TypeError, match="lacks these rules: setup, mover, legal, apply, scores, rewards"):
        kernel.Rules()


def test_rules_that_are_not_compiled_are_named() -> None:
    rules = parlour.game("reversi").rules
    with pytest.raises(TypeError, match="'key' is not compiled"):
        rules.but(key=lambda state: 0)


def test_compiled_self_play_equals_play_by_agents() -> None:
    game = parlour.game("reversi")
    compiled = simulate(game, ["random", "random"], range(20))
    for seed in range(20):
        record = parlour.play(game, [parlour.agent(game, "random") for _ in range(2)], seed)
        assert tuple(compiled.scores[seed]) == record.scores
        assert compiled.lengths[seed] == len(record.moves)


def run_python(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, **environment},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


PLAIN = """
import parlour
from parlour.testing import check_game, check_agent
from parlour import kernel
assert kernel.PLAIN
for name in ("isolation:size=3", {examples!r} + "/tictactoe.py", {examples!r} + "/kuhn.py"):
    game = parlour.game(name)
    check_game(game, games=1)
    check_agent(game, "mcts:playouts=8", games=1)
game = parlour.game("reversi")
print(parlour.play(game, [parlour.agent(game, "random"), parlour.agent(game, "random")], 5).text())
"""


def test_plain_python_plays_the_same_games(examples: Path) -> None:
    plain = run_python(PLAIN.format(examples=str(examples)), NUMBA_DISABLE_JIT="1")
    game = parlour.game("reversi")
    compiled = parlour.play(game, [parlour.agent(game, "random") for _ in range(2)], 5)
    assert plain.strip() == compiled.text()


GAME = """
import numpy as np
from parlour.game import Game
from parlour.kernel import record, rule
from helper import VALUE
GAME = Game("tiny", "Tiny", "A game of one move.", __name__)
MAX_ACTIONS = 1
STATE = np.dtype([("done", np.int8)], align=True)
fields = record(STATE)
@rule
def setup(state, options, rng):
    fields(state).done = 0
@rule
def mover(state):
    return -1 if fields(state).done else 0
@rule
def legal(state, actions):
    actions[0] = 0
    return 0 if fields(state).done else 1
@rule
def apply(state, action, rng):
    fields(state).done = 1
@rule
def scores(state, out):
    out[0] = VALUE
@rule
def rewards(state, out):
    out[0], out[1] = 1.0, -1.0
def format(state, action): return "go"
def parse(state, text): return 0
def draw(state): return "."
"""

SHOW = """
import sys; sys.path.insert(0, ".")
import parlour
state = parlour.game("tiny.py").new(); state.play(0); print(int(state.scores[0]))
"""


def test_a_change_in_another_file_of_the_game_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.py").write_text(GAME)
    cache = {"PARLOUR_CACHE": str(tmp_path / "cache")}
    for value in (1, 2):
        (tmp_path / "helper.py").write_text(f"VALUE = {value}\n")
        told = run_python(SHOW, **cache)
        assert told.split()[0] == str(value)
        assert "(once)" in told
    assert "(once)" not in run_python(SHOW, **cache)


def test_a_read_only_cache_falls_back_with_one_warning(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    told = run_python("import parlour; parlour.game('reversi').rules", PARLOUR_CACHE=str(blocked / "x"))
    assert told.count("compiled rules go to") == 1
