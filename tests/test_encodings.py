"""Encodings: the page is current, and a wrong one is found."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numba import types

import encodings_page as tool
import parlour
from parlour.encoding import Block, names_of, starts
from parlour.game import game_names
from parlour.kernel import INTS, RULES, compiled, copy, new_rng, pick, seed_rng
from parlour.testing import check_game, random_positions
from support import lay_text

SOUND = """
from parlour.encoding import Block

OBSERVATION = (Block("own", "an own mark", "123456789"), Block("other", "a mark of the other's", "123456789"))
ACTIONS = (Block("square", "a mark here", "123456789"),)


@rule
def observe(state, seat, out):
    s = fields(state)
    for square in range(9):
        out[square] = s.marks[seat] >> square & 1
        out[9 + square] = s.marks[1 - seat] >> square & 1
"""


def variant_of(example: Path, folder: Path, encoding: str) -> parlour.Game:
    """Tic-tac-toe with an encoding of its own."""
    return parlour.game(str(lay_text(folder / example.name, example.read_text() + encoding)))


def test_the_page_lists_every_number_and_code() -> None:
    text = tool.PAGE.read_text(encoding="utf-8")
    assert text == tool.page(text), "run tools/encodings_page.py"


def test_blocks_name_their_numbers() -> None:
    blocks = (Block("own", "an own mark", ("a1", "b1")), Block("turn", "to move"))
    assert names_of(blocks) == ["own a1", "own b1", "turn"]
    assert starts(blocks) == [0, 2]


def test_a_game_without_an_encoding_says_so(examples: Path, tmp_path: Path) -> None:
    game = variant_of(examples / "tictactoe.py", tmp_path, "\nOBSERVATION = ()\n")
    with pytest.raises(parlour.ParlourError, match="tictactoe has no encoding"):
        _ = game.encoding


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("out[square] =", "out[square + 20] =", "writes more than its 18 numbers"),
        ("for square in range(9)", "out[0] = 5.0\n    for square in range(1, 9)", "keep to -1..1"),
        ("ACTIONS = (Block(", "ACTIONS = (Block('none', 'of nine', '1'),) or (Block(", "the code of 2 is 1"),
        ("@rule", "@rule\ndef code(state, action):\n    return action // 2\n\n\n@rule", "reads back as"),
        ("@rule", "@rule\ndef candidates(state, actions, n):\n    return 0\n\n\n@rule", "candidates keeps"),
        (
            "@rule",
            "@rule\ndef depict_all(state, actions, n, seen, out):\n    return 1\n\n@rule",
            "all differs",
        ),
        ("@rule", "@rule\ndef target(state, out):\n    out[0] = 3.0\n\n\n@rule", "encoding.target gives"),
    ],
)
def test_a_wrong_encoding_is_found(old: str, new: str, complaint: str, examples: Path, kept: Path) -> None:
    game = variant_of(examples / "tictactoe.py", kept / complaint, SOUND.replace(old, new, 1))
    with pytest.raises(AssertionError, match=complaint):
        check_game(game, games=1)


def test_a_sound_encoding_passes(examples: Path, kept: Path) -> None:
    game = variant_of(examples / "tictactoe.py", kept / "encoded", SOUND)
    check_game(game, games=2)
    state = game.new()
    state.play("5")
    assert game.encoding.observe(state.view(0)).nonzero()[0].tolist() == [4]
    assert game.encoding.observe(state.view(1)).nonzero()[0].tolist() == [13]


@compiled(types.UniTuple(types.int64, 3)(RULES, INTS, types.int64, types.int64, types.int64, types.int64))
def count_wrong_codes(rules, options, state_bytes, max_actions, codes, games):
    """Play random games; how many actions had a code, how many a wrong one, how many shared theirs."""
    state, view = np.zeros(state_bytes, np.uint8), np.zeros(state_bytes, np.uint8)
    actions = np.empty(max_actions, np.int64)
    rng, total, wrong, shared = np.zeros(4, np.uint64), 0, 0, 0
    for game in range(games):
        seed_rng(rng, np.uint64(game), np.uint64(0))
        state[:] = 0
        rules.setup(state, options, rng)
        seat = rules.mover(state)
        while seat >= 0:
            copy(view, state)
            rules.hide(view, seat)
            n = rules.legal(view, actions)
            for i in range(n):
                code = rules.code(view, actions[i])
                again = rules.decode(view, code) if 0 <= code < codes else np.int64(-1)
                listed = False
                for j in range(n):
                    listed |= actions[j] == again
                wrong += not listed or rules.code(view, again) != code
                shared += again != actions[i]
            total += n
            rules.apply(state, actions[pick(rng, n)], rng)
            seat = rules.mover(state)
    return total, wrong, shared


@pytest.mark.parametrize("name", game_names())
def test_every_action_of_a_thousand_games_has_a_code_that_reads_back(name: str) -> None:
    """Only Tichu's plays share codes: those of the same ranks, whose suits cannot matter."""
    game = parlour.game(name)
    encoding = game.encoding
    total, wrong, shared = count_wrong_codes(
        encoding.rules, game.encoded, game.size, game.max_actions, encoding.action_count, 1000
    )
    assert total > 1000
    assert wrong == 0
    assert (shared > 0) == (name == "tichu")


@pytest.mark.parametrize("name", ["tichu", "tichu:rules=mini", "ticket-to-ride:players=4"])
def test_shuffling_what_is_hidden_never_changes_an_observation(name: str) -> None:
    game, rng = parlour.game(name), new_rng(7)
    for view in random_positions(game, 60, seed=5):
        for seat in range(game.players):
            seen = view.sample(rng).view(seat)
            observation = game.encoding.observe(seen)
            for _ in range(3):
                other = seen.sample(rng).view(seat)
                assert (game.encoding.observe(other) == observation).all()


def test_one_network_may_know_ticket_to_ride_of_any_number_of_players() -> None:
    two, five = parlour.game("ticket-to-ride"), parlour.game("ticket-to-ride:players=5,rules=thesis")
    assert two.encoding.observation == five.encoding.observation
    assert two.encoding.features == five.encoding.features


def test_plays_of_tichu_that_share_a_code_differ_in_suits_alone() -> None:
    """And of those the code gives the one that spares a bomb."""
    game = parlour.game("tichu:calls=no")
    encoding, shared = game.encoding, 0
    for view in random_positions(game, 150, seed=9):
        for action in view.legal_moves:
            again = encoding.decode(view, encoding.code(view, action))
            if again != action:
                shared += 1
                assert ranks_of(again) == ranks_of(action)
                assert (encoding.depict(view, again) == encoding.depict(view, action)).all()
    assert shared > 10


def ranks_of(play: int) -> tuple[int, list[int]]:
    """What the Phoenix stands for, and the ranks of the cards."""
    return play >> 56, [card // 4 for card in range(4, 56) if play >> card & 1]


def test_each_number_says_what_its_name_says() -> None:
    """A few of every game's, by name, in positions that anyone can check."""

    def told(spec: str, moves: str = "", seat: int | None = None) -> dict[str, float]:
        state = parlour.game(spec).new(1)
        for move in moves.split():
            state.play(move)
        view = state.view(seat)
        numbers = state.game.encoding.observe(view)
        return dict(zip(names_of(state.game.encoding.observation), numbers.tolist(), strict=True))

    reversi = told("reversi", "d3")
    assert (reversi["opponent d3"], reversi["own e5"], reversi["turn"]) == (1, 1, 1)
    jungle = told("jungle", seat=1)
    assert (jungle["own rat g3"], jungle["opponent rat a7"], jungle["turn"]) == (1, 1, 0)
    tichu = told("tichu")
    assert (tichu["cards own 8+"], tichu["cards own 9+"]) == (1, 0)
    rails = told("ticket-to-ride")
    assert sum(rails[name] for name in rails if name.startswith("offer ")) == 3
    dice = told("dicewars:players=2")
    assert dice["share own areas"] + dice["share next 1 areas"] == pytest.approx(1)
