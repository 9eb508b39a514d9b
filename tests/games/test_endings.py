"""Why a game ended: every ending of every game is told, in words that the page has."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import parlour
from parlour.games.dicewars.rules import MOST_BATTLES
from parlour.games.tichu.state import MOST_ROUNDS
from parlour.kernel import below, new_rng
from parlour.state import State
from parlour.web.boards import words_of

NAMES = ("reversi", "isolation", "jungle", "dicewars", "ticket-to-ride", "tichu")
RANDOM = (*NAMES, "isolation:size=3", "jungle:rules=judge", "tichu:rules=mini", "dicewars:players=2")


def told(state: State) -> dict[str, object]:
    """Why a finished game ended."""
    assert state.over
    ending = state.game.board.ending(state)
    assert ending is not None
    return dict(ending)


def at(spec: str, text: str) -> State:
    return parlour.game(spec).position(text)


def random_end(spec: str, seed: int) -> State:
    """The last position of a game of random moves."""
    state, rng = parlour.game(spec).new(seed), new_rng(seed, 7)
    while not state.over:
        moves = state.legal_moves
        state.advance(moves[below(rng, len(moves))])
    return state


def jungle(*animals: str, quiet: int = 0, rules: str = "sheet") -> State:
    """A position with animals such as ``ra1`` and ``Ed9``; the first player is to move."""
    signs = ["."] * 63
    for animal in animals:
        signs[7 * (9 - int(animal[2])) + "abcdefg".index(animal[1])] = animal[0]
    return at(f"jungle:rules={rules}", f"{''.join(signs)} 0 {quiet}")


def dicewars(owner: str, counters: str) -> State:
    """A map on which the first area is A's, and all others are one player's."""
    areas = " ".join(["A2", *(f"{owner}1" for _ in range(28))])
    return at("dicewars:players=2", f"map: 366aa1aec12080b8; areas: {areas}; turn: A; {counters}")


def tichu(**fields: object) -> State:
    """A round that has ended, with some fields of the state put otherwise."""
    state = random_end("tichu", 0)
    for name, value in fields.items():
        state.data[name] = value
    return state


def all_passed() -> State:
    """Tickets and cards are all gone and nobody begins the last round."""
    state = random_end("ticket-to-ride", 0)
    state.data["last"], state.data["passes"] = -1, 2
    return state


CASES: list[tuple[str, Callable[[], State], dict[str, object]]] = [
    ("reversi", lambda: at("reversi", f"{'XO' * 32} X"), {"key": "full"}),
    ("reversi", lambda: at("reversi", f"X{'-' * 61}-O X"), {"key": "stuck", "n": 62}),
    ("reversi", lambda: at("reversi", f"XXX{'-' * 61} O"), {"key": "wiped", "seats": [1]}),
    ("isolation", lambda: at("isolation:size=3", "1#./##./..2 1"), {"key": "stuck", "seats": [0]}),
    ("isolation", lambda: at("isolation:size=3", "1.#/.##/##2 2"), {"key": "stuck", "seats": [1]}),
    ("jungle", lambda: jungle("rd9", "Ea9"), {"key": "den", "seats": [0]}),
    ("jungle", lambda: jungle("ra1", "ea3", "Ed1"), {"key": "den", "seats": [1]}),
    ("jungle", lambda: jungle("ra1"), {"key": "taken", "seats": [1]}),
    ("jungle", lambda: jungle("la1", "Eg9", quiet=50, rules="judge"), {"key": "drawn", "n": 50}),
    (
        "jungle",
        lambda: jungle("ea1", "ta3", "Eg9", "Lg7", quiet=30),
        {"key": "lead", "seats": [1], "n": 30, "animal": "jungle.animal.7"},
    ),
    ("jungle", lambda: jungle("ea1", "Eg9", quiet=30), {"key": "equal", "seats": [1], "n": 30}),
    ("dicewars", lambda: dicewars("A", ""), {"key": "conquest", "seats": [0], "areas": 29}),
    ("dicewars", lambda: dicewars("B", "passes: 16"), {"key": "peace", "rounds": 8}),
    (
        "dicewars",
        lambda: dicewars("B", f"battles: {MOST_BATTLES}"),
        {"key": "battles", "battles": MOST_BATTLES},
    ),
    ("ticket-to-ride", all_passed, {"key": "passes"}),
    ("tichu", lambda: tichu(place=[1, 2, 3, 0]), {"key": "round", "seats": [3]}),
    ("tichu", lambda: tichu(place=[2, 0, 1, 0]), {"key": "double", "seats": [0, 2]}),
    (
        "tichu",
        lambda: tichu(match=1, total=[640, 1010]),
        {"key": "match", "seats": [1, 3], "goal": 1000, "own": 1010, "other": 640},
    ),
    ("tichu", lambda: tichu(match=1, total=[900, 310]), {"key": "limit", "rounds": MOST_ROUNDS}),
]


@pytest.mark.parametrize(("name", "make", "expected"), CASES)
def test_an_ending_is_told(name: str, make: Callable[[], State], expected: dict[str, object]) -> None:
    state = make()
    assert state.game.name == name
    assert told(state) == expected


@pytest.mark.parametrize("seed", range(3))
def test_the_last_round_of_ticket_to_ride_ends_with_who_began_it(seed: int) -> None:
    state = random_end("ticket-to-ride:players=3", seed)
    few, seats = [seat for seat in range(3) if state.data["cars"][seat] <= 2], told(state)["seats"]
    assert isinstance(seats, list)
    assert set(seats) <= set(few)


def test_a_game_without_the_hook_has_no_ending() -> None:
    from parlour.contract import Board, furnish

    assert furnish(Board, None).ending(parlour.game("reversi").new()) is None


def sentences(name: str) -> dict[str, list[str]]:
    """The sentences of a game's endings by their keys, one for each form."""
    start = f"{name}.ending."
    return {
        key.removeprefix(start): [words] if isinstance(words, str) else list(words.values())
        for key, words in words_of(parlour.game(name)).items()
        if key.startswith(start)
    }


@pytest.mark.parametrize("name", NAMES)
def test_every_ending_has_words_and_all_words_have_an_ending(name: str) -> None:
    endings = [expected for game, _, expected in CASES if game == name]
    endings += [{"key": "cars", "seats": [0], "cars": 2}] if name == "ticket-to-ride" else []
    assert {str(ending["key"]) for ending in endings} == set(sentences(name))
    for ending in endings:
        for sentence in sentences(name)[str(ending["key"])]:
            fields = {"who" if field == "seats" else field for field in ending}
            assert set(re.findall(r"\{(\w+)\}", sentence)) <= fields


@pytest.mark.parametrize("spec", RANDOM)
def test_a_random_game_ends_in_a_way_that_has_words(spec: str) -> None:
    for seed in range(3):
        state = random_end(spec, seed)
        assert told(state)["key"] in sentences(state.game.name)
