"""The kernel contract: bits, random numbers, rules as arguments, plain Python."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit, types

import parlour
from parlour import ParlourError, kernel
from parlour.search.simulate import simulate
from support import run_python

ROOT = Path(__file__).resolve().parents[1]
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


@njit
def pairs_of_bits(one, other):
    """The bits of two masks, as nested loops meet them."""
    pairs = np.empty((64 * 64, 2), np.int64)
    n = 0
    for first in kernel.bits(one):
        for second in kernel.bits(other):
            pairs[n, 0], pairs[n, 1] = first, second
            n += 1
    return pairs[:n]


@given(WORDS, WORDS)
def test_bits_are_visited_from_the_lowest_up_in_nested_loops_too(one: int, other: int) -> None:
    places, others = ([i for i in range(64) if word >> i & 1] for word in (one, other))
    pairs = pairs_of_bits(np.uint64(one), np.uint64(other))
    assert pairs.tolist() == [[first, second] for first in places for second in others]


@njit
def doubled(numbers):
    seen = kernel.borrowed(numbers)
    for i in range(seen.size):
        kernel.prefetch(seen, i + 8)
        seen[i] *= 2
    return seen.size


def test_a_borrowed_array_is_the_same_array_and_nobody_holds_it_then() -> None:
    numbers = np.arange(4)
    before = sys.getrefcount(numbers)
    assert doubled(numbers) == 4
    assert numbers.tolist() == [0, 2, 4, 6]
    assert sys.getrefcount(numbers) == before


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
def count_picks(rng, n, draws):
    counts = np.zeros(n, np.int64)
    for _ in range(draws):
        counts[kernel.pick(rng, n)] += 1
    return counts


def test_picks_are_uniform() -> None:
    counts = count_picks(kernel.new_rng(1), 7, 70_000)
    assert abs(counts - 10_000).max() < 500  # five standard deviations


@given(WORDS, st.integers(1, 2**32 - 1))
def test_a_number_below_a_limit_is_the_upper_half_of_a_draw_scaled_down(seed: int, n: int) -> None:
    rng, same = kernel.new_rng(seed), kernel.new_rng(seed)
    number = kernel.below(rng, n)
    assert number == ((int(kernel.draw(same)) >> 32) * n) >> 32
    assert (rng == same).all()


def kernel_imports(path: Path) -> set[str]:
    """What a file imports from the kernel."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
    return {alias.name for node in nodes if node.module == "parlour.kernel" for alias in node.names}


def test_whatever_others_use_of_the_kernel_is_on_offer() -> None:
    rooms = [ROOT / name for name in ("src", "tests", "benchmarks", "examples")]
    files = [path for room in rooms for path in room.rglob("*.py")]
    hidden = {(path.name, name) for path in files for name in kernel_imports(path) - set(kernel.__all__)}
    assert not hidden


def test_a_rule_must_have_a_known_name() -> None:
    with pytest.raises(ParlourError, match="'move' is no rule: .*there are setup, mover"):

        @kernel.rule
        def move(state):
            return 0


def test_rules_that_are_missing_are_named() -> None:
    with pytest.raises(ParlourError, match="lacks these rules: setup, mover, legal, apply, scores, rewards"):
        kernel.Rules()


def test_rules_that_are_not_compiled_are_named() -> None:
    rules = parlour.game("reversi").rules
    with pytest.raises(ParlourError, match="'key' is not compiled"):
        rules.but(key=lambda state: 0)


@kernel.compiled(types.int64(kernel.RULES, kernel.STATE), keep=False)
def mover_of(rules, state):
    """Compiled code that is given all rules, and asks for one."""
    return rules.mover(state)


def test_a_rule_is_compiled_when_something_asks_for_it() -> None:
    @kernel.compiled(kernel.SIGNATURES["value"], keep=False, late=True)
    def value(state, seat):
        return 0.5

    state = parlour.game("reversi").new()
    rules = state.game.rules.but(value=value)
    assert rules.mover(state.buffer) == 0
    assert not value.overloads
    assert mover_of(rules, state.buffer) == 0
    assert value.overloads


def test_compiled_code_that_is_given_a_rule_that_cannot_be_compiled_tells_so() -> None:
    @kernel.compiled(kernel.SIGNATURES["value"], keep=False, late=True)
    def value(state, seat):
        return state.no_such_thing

    state = parlour.game("reversi").new()
    with pytest.raises(ParlourError, match="no_such_thing"):
        mover_of(state.game.rules.but(value=value), state.buffer)


def test_a_helper_is_translated_once_for_all_constants() -> None:
    @kernel.helper
    def more(number, by):
        return number + by

    @kernel.compiled(types.int64(types.int64), keep=False)
    def much_more(number):
        return more(more(more(number, 1), 2), number)

    assert much_more(4) == 11
    assert len(more.overloads) == 1


def test_compiled_self_play_equals_play_by_agents() -> None:
    game = parlour.game("reversi")
    compiled = simulate(game, ["random", "random"], range(20))
    for seed in range(20):
        record = parlour.play(game, [parlour.agent(game, "random") for _ in range(2)], seed)
        assert tuple(compiled.scores[seed]) == record.scores
        assert compiled.lengths[seed] == len(record.moves)


PLAIN = """
import parlour
from parlour.testing import check_game, check_agent
from parlour import ParlourError, kernel
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
