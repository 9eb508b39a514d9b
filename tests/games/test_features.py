"""The reasons of a hint: numbers that say what a move changed, each with words on the page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import parlour
from parlour.contract import Feature
from parlour.kernel import below, new_rng
from parlour.state import State
from parlour.web.boards import words_of

GAMES = ("reversi", "isolation:size=7", "jungle", "jungle:rules=judge")


def told(state: State, seat: int = 0) -> dict[str, Feature]:
    return dict(state.game.board.features(state, seat))


def reversi(rows: str, mover: str = "O") -> State:
    """A position of some rows from the top, the others empty."""
    return parlour.game("reversi").position(f"{rows.replace('/', ''):-<64} {mover}")


def isolation(rows: str) -> State:
    return parlour.game("isolation:size=5").position(f"{rows} 1")


def jungle(*animals: str, turn: int = 1) -> State:
    """A position with animals such as ``ra1`` and ``Ed9``."""
    signs = ["."] * 63
    for animal in animals:
        signs[7 * (9 - int(animal[2])) + "abcdefg".index(animal[1])] = animal[0]
    return parlour.game("jungle:rules=judge").position(f"{''.join(signs)} {turn}")


@pytest.mark.parametrize(
    ("make", "feature", "numbers"),
    [
        (lambda: reversi("--XO----"), "given", (0, 0)),
        (lambda: reversi("-XO-----"), "risky", (-1, 0)),
        (lambda: reversi("-XOO----"), "given", (-1, 0)),
        (lambda: reversi("XXX--OOO/X------O"), "anchored", (4, 4)),
        (lambda: reversi("XXX--OOO/X------O"), "corners", (1, 1)),
        (lambda: reversi("XXXXXXXX/XXXXXXXX/OOOOOOOO"), "frontier", (0, -8)),
        (lambda: isolation("1..../...../...../...../....2"), "first", (14, 9)),
        (lambda: isolation("1.#../..#../..#../..#../..#.2"), "apart", (9, 9)),
        (lambda: isolation("1#.../##.../...../...../....2"), "mobility", (0, 3)),
        (lambda: isolation("..1../...../..2../...../....."), "middle", (-2, 0)),
        (lambda: jungle("la1", "Eb1", "Ra9"), "danger", (-7, 0)),
        (lambda: jungle("la3", "Rb9"), "den", (-6, -10)),
        (lambda: jungle("lb3", "Rb9"), "den", (-5, -10)),
        (lambda: jungle("wd2", "cc2", "la9", "Td8", "Eg1"), "guards", (2, 1)),
        (lambda: jungle("ea1", "Eg9"), "advance", (-11, -11)),
    ],
)
def test_a_feature_counts_what_it_says(make: Callable[[], State], feature: str, numbers: Feature) -> None:
    assert told(make())[feature] == numbers


def test_a_move_that_gives_a_corner_away_is_told_apart_from_one_that_does_not() -> None:
    state = reversi("--OXO---/--------/--------/---XO---/---OX---", "X")
    after = {}
    for move in ("b1", "f4"):
        then = state.copy()
        then.play(then.parse(move))
        after[move] = told(then)
    assert after["b1"]["risky"] == (-1, 0)
    assert after["f4"]["risky"] == (0, 0)
    assert after["b1"]["given"] < after["f4"]["given"]


@pytest.mark.parametrize("spec", GAMES)
def test_every_feature_has_words_with_both_numbers(spec: str) -> None:
    game = parlour.game(spec)
    words = words_of(game)
    state, rng = game.new(1), new_rng(1)
    while not state.over:
        for name in told(state):
            sentence = words[f"{game.name}.reason.{name}"]
            assert set(re.findall(r"\{(\w+)\}", str(sentence))) == {"own", "other"}
        moves = state.legal_moves
        state.advance(moves[below(rng, len(moves))])


@pytest.mark.parametrize("spec", GAMES)
def test_the_numbers_of_one_seat_are_the_others_from_the_other_side(spec: str) -> None:
    state, rng = parlour.game(spec).new(2), new_rng(2)
    for _ in range(8):
        moves = state.legal_moves
        state.advance(moves[below(rng, len(moves))])
        first, second = told(state, 0), told(state, 1)
        assert first == {name: (own, other) for name, (other, own) in second.items()}
