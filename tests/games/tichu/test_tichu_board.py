"""Tichu for the page: what a seat is told, what plays itself, and the score sheet."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_tichu_rules import hands, play

from parlour.game import Game, game
from parlour.games.tichu import board, picture
from parlour.games.tichu.cards import card_name, cards_of
from parlour.games.tichu.state import EXCHANGE, PASS, PLAY, WAIT
from parlour.kernel import new_rng
from parlour.state import State, View

TICHU, MATCH, MINI = game("tichu"), game("tichu:length=match"), game("tichu:rules=mini,length=match")
ART = Path(board.__file__).parent / "board"
CARD = re.compile(r'"((?:10|[2-9JQKA])[rgbs]|mahjong|dog|phoenix|dragon)"')


def walk(of: Game, seed: int, most: int = 5000) -> Iterator[State]:
    """A game at random, position by position; the same state, which goes on."""
    state, choice = of.new(seed), random.Random(seed)
    while not state.over and state.ply < most:
        yield state
        state.advance(choice.choice(state.legal_moves))
    yield state


def known(state: State, seat: int) -> set[str]:
    """The cards that a seat may name: its own, those that it gave and got, and all that were played."""
    s = state.data
    cards = int(s["hands"][seat]) | sum(int(played) for played in s["played"])
    gifts = [int(card) for card in s["given"][seat]]
    if s["phase"] > EXCHANGE:
        gifts += [int(s["given"][other, (seat - other - 1) % 4]) for other in range(4) if other != seat]
    return {card_name(card) for card in cards_of(cards)} | {card_name(card - 1) for card in gifts if card}


@pytest.mark.parametrize("seed", range(4))
def test_a_seat_is_told_no_card_that_it_cannot_know(seed: int) -> None:
    for state in walk(TICHU, seed):
        for seat in range(4):
            told = set(CARD.findall(json.dumps(board.describe(View(state, seat)))))
            assert told <= known(state, seat), (state.ply, seat)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), plies=st.integers(0, 250), seat=st.integers(0, 3))
def test_states_that_a_seat_cannot_tell_apart_are_described_to_it_alike(
    seed: int, plies: int, seat: int
) -> None:
    state = list(walk(TICHU, seed, plies))[-1]
    view = state.view(seat)
    guess = view.sample(seed + 1)
    other = State(TICHU, guess.buffer, new_rng(0), state.seen)
    assert board.describe(other.view(seat)) == board.describe(view)


def test_all_hands_are_open_to_who_may_see_everything() -> None:
    state = TICHU.new(1)
    assert [len(hand) for hand in board.describe(state)["hands"]] == [8, 8, 8, 8]
    assert board.describe(state.view(2))["hands"].count(None) == 3


@pytest.mark.parametrize("of", [MATCH, MINI], ids=["full", "mini"])
def test_the_rounds_of_the_sheet_add_up_to_the_score(of: Game) -> None:
    ends = 0
    for state in walk(of, 3, most=2000):
        if state.data["rounds"] == ends:
            continue
        ends += 1
        sheet = board.describe(state.view(1))
        assert sheet["carried"] == [0, 0]
        assert len(sheet["rounds"]) == ends
        sums = [sum(row["cards"][team] + row["calls"][team] for row in sheet["rounds"]) for team in (0, 1)]
        assert sums == sheet["total"] == state.data["total"].tolist()
    assert ends > 3


def test_a_match_that_began_in_the_middle_carries_its_score_on_the_sheet() -> None:
    state = list(walk(MATCH, 3, 700))[-1]
    later = MATCH.position(state.text, seed=5)
    sheet = board.describe(later)
    assert sheet["carried"] == sheet["total"] == board.describe(state)["total"]
    assert sheet["rounds"] == []


def test_the_table_shows_the_trick_who_passed_and_the_trick_before() -> None:
    state = hands("5r 9g 9b", "6r 6g 6b", "7r 2g", "8r 2r")
    play(state, "0 play 5r", "1 play 6r", "2 pass")
    table = board.describe(state.view(0))
    assert table["trick"] == [{"seat": 0, "cards": ["5r"]}, {"seat": 1, "cards": ["6r"]}]
    assert (table["stake"], table["owner"], table["passed"], table["before"]) == (5, 1, [2], None)
    play(state, "3 play 8r", "0 pass", "1 pass", "2 pass", "3 pass")
    table = board.describe(state.view(0))
    assert table["trick"] == []
    assert (table["before"]["taker"], table["before"]["points"]) == (3, 5)


def test_the_dog_makes_a_trick_that_nobody_takes() -> None:
    state = hands("dog 9g", "6r 6g", "7r 2g", "8r 2r")
    play(state, "0 play dog")
    before = board.describe(state)["before"]
    assert (before["plays"], before["taker"]) == ([{"seat": 0, "cards": ["dog"]}], None)
    assert board.describe(state)["turn"] == 2


def test_the_trick_on_the_table_of_a_position_is_shown_although_no_move_was_seen() -> None:
    state = hands("5r 5g phoenix 9b", "6r 6g 6b", "7r 2g", "8r 2r")
    play(state, "0 play 5r 5g phoenix=5")
    bare = State(state.game, state.buffer, new_rng(0))
    assert board.describe(bare)["trick"] == [{"seat": 0, "cards": ["phoenix", "5r", "5g"], "as": 5}]


def test_a_play_stands_for_its_cards_and_what_the_phoenix_is() -> None:
    state = hands("5r 5g phoenix 9b", "6r 6g 6b", "7r 2g", "8r 2r")
    targets = {state.format(move): board.targets(state, move) for move in state.legal_moves}
    assert targets["play 9b"] == {"cards": ["9b"]}
    assert targets["play 9b phoenix=9"] == {"cards": ["phoenix", "9b"], "as": 9}


def test_every_action_stands_for_something_of_its_own() -> None:
    for state in walk(TICHU, 2):
        targets = [json.dumps(board.targets(state, move)) for move in state.legal_moves]
        assert len(set(targets)) == len(targets)


def test_every_chance_to_bomb_lapses_whatever_the_hand() -> None:
    """With and without a bomb: out of turn, on the own trick, and on what only a bomb can beat."""
    held, bare = "9r 9g 9b 9s 3r", "9r 9g 9b 8s 3r"
    for hand in (held, bare):
        state = play(hands("5r 2g", "6r 6g", hand, "8r 2r 4r 4g"), "0 play 5r")
        assert state.mover == 2
        assert board.lapse(state.view()) == WAIT
        state = play(
            hands(hand + " 10r", "6r 6g", "7r 2g", "8r 2r"), "0 play 10r", "1 pass", "2 pass", "3 pass"
        )
        assert (state.mover, board.lapse(state.view())) == (0, PASS)
        state = play(hands("dragon 2g", hand, "7r 2s", "8r 2r"), "0 play dragon")
        assert (state.mover, board.lapse(state.view())) == (1, PASS)


def test_what_plays_itself_in_a_window_is_the_same_for_all_hands_that_are_possible() -> None:
    for state in walk(TICHU, 5):
        s = state.data
        if s["phase"] == PLAY and s["asked"] >= 0 and not s["vowed"]:
            view = state.view((state.mover + 1) % 4)
            assert {board.lapse(view.sample(i).view()) for i in range(3)} == {WAIT}


def test_who_cannot_play_passes_but_a_choice_is_waited_for() -> None:
    state = play(hands("Ar 2g", "6r 6g", "Ag 2s", "8r 2r", of=TICHU), "0 play Ar")
    assert board.lapse(state.view()) == PASS
    state = play(hands("5r 2g", "6r 6g", "Ag 2s", "8r 2r"), "0 play 5r")
    assert board.lapse(state.view()) is None
    assert board.lapse(TICHU.new(1).view()) is None


def test_a_round_ends_by_a_double_win_or_by_three_who_are_out() -> None:
    double = play(hands("5r", "6r 6g", "7r", "8r 2r"), "0 play 5r", "1 pass", "2 play 7r")
    assert (double.over, board.ending(double)["key"]) == (True, "double")
    three = hands("5r", "6r", "7r 2g 3g", "8r 2r")
    play(three, "0 play 5r", "1 play 6r", "2 play 7r", "3 play 8r", "2 pass", "3 pass", "3 play 2r")
    assert (three.over, board.ending(three)["key"]) == (True, "round")


def test_reasons_tell_who_holds_the_trick_and_how_near_an_opponent_is() -> None:
    state = play(hands("5r 2g 3g", "6r 6g", "Ag 2s", "8r 2r 4r"), "0 play 5r")
    assert board.features(state, 0)["lead"] == (1, 0)
    assert board.features(state, 1)["lead"] == (0, 0)
    assert board.features(state, 0)["near"] == (1, 2)
    assert board.features(state, 0)["turns"] == (-2, 0)


def test_the_suits_are_drawn_as_in_pictures_of_positions() -> None:
    art = (ART / "art.js").read_text()
    for letter, (colour, shape) in zip("rgbs", picture.SUITS, strict=True):
        assert f'{letter}: {{ fill: "{colour}", d: "{shape}" }}' in art
    assert np.all([colour in art for colour in (picture.CARD, picture.VIOLET, picture.OUTLINE)])


def test_every_word_that_the_board_says_is_in_its_catalogue() -> None:
    words = json.loads((ART / "words.json").read_text())
    said = {
        key for path in ART.glob("*.js") for key in re.findall(r't\(\s*"(tichu\.[\w.]+)"', path.read_text())
    }
    assert len(said) > 40
    assert said <= words.keys()
