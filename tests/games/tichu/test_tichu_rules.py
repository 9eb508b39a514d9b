"""The phases of a round, read as play."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.errors import ParlourError
from parlour.game import Game, game
from parlour.games.tichu.cards import card_rank, cards_of, hand_text, parse_card
from parlour.games.tichu.combinations import FLUSH, FOUR, kind_of
from parlour.games.tichu.invariants import broken
from parlour.games.tichu.notation import play_text
from parlour.games.tichu.state import OTHER, OVER, PASS, PLAY
from parlour.kernel import draw, new_rng
from parlour.search.simulate import simulate
from parlour.state import State
from parlour.testing import check_agent, check_game

TICHU = game("tichu")
PLAIN = game("tichu:calls=no")


def mask(text: str) -> int:
    return sum(1 << parse_card(word) for word in text.split())


def hands(*texts: str, lead: int = 0, of: Game = PLAIN) -> State:
    """A position in play: four hands (the rest of the deck was played by seat 3), one seat leads."""
    state = of.new()
    s = state.data
    held = [mask(text) for text in texts]
    s["hands"], s["rest"] = np.array(held, np.uint64), 0
    s["counts"] = [one.bit_count() for one in held]
    s["played"][3] = (1 << 56) - 1 - sum(held)
    s["phase"], s["turn"], s["asked"], s["owner"] = PLAY, lead, -1, -1
    s["out"] = sum(not one for one in held)
    s["place"] = [0 if one else 1 for one in held]
    return state


def play(state: State, *moves: str) -> State:
    """Play moves in notation; seats that are asked for a bomb wait unless the move says otherwise."""
    for text in moves:
        seat, _, move = text.partition(" ")
        while not state.over and state.mover != int(seat) and state.data["asked"] >= 0:
            state.play(state.parse("wait"))
        assert state.mover == int(seat), f"{text}: seat {state.mover} is to move"
        state.play(state.parse(move))
    return state


def test_a_trick_ends_when_its_owner_passes_too_and_the_owner_leads() -> None:
    state = hands("5r 9g 9b", "6r 6g 6b", "7r 2g", "8r 2r")
    play(state, "0 play 5r", "1 play 6r", "2 play 7r", "3 play 8r", "0 pass", "1 pass", "2 pass", "3 pass")
    assert state.mover == 3
    assert list(state.data["points"]) == [0, 0, 0, 5]
    assert state.data["top"] == 0


def test_the_owner_may_bomb_the_own_trick_but_not_top_it() -> None:
    state = hands("5r 9g 9b 9r 9s Ks", "6r", "7r", "8r")
    play(state, "0 play 5r", "1 pass", "2 pass", "3 pass")
    assert {state.format(action) for action in state.legal_moves} == {"pass", "play 9r 9g 9b 9s"}


def test_a_bomb_out_of_turn_takes_the_turn() -> None:
    state = hands("5r 2g", "6r 3g", "4r 4g 4b 4s 2b", "8r 8g")
    play(state, "0 play 5r", "2 play 4r 4g 4b 4s")
    assert (state.mover, state.data["owner"]) == (3, 2)


def test_everyone_with_four_cards_is_asked_whether_they_hold_a_bomb_or_not() -> None:
    state = hands("5r 2g 2b 2r 3r", "6r 3g 3b 3s", "4r 4g 4b 4s", "8r 8g 8b")
    state.play(state.parse("play 5r"))
    asked = []
    while state.data["asked"] >= 0:
        asked.append(state.mover)
        state.play(state.parse("wait"))
    assert asked == [2, 0]  # seat 1 is in turn, seat 3 has three cards
    assert state.mover == 1


def test_the_dog_passes_the_lead_to_the_partner_and_cannot_be_bombed() -> None:
    state = hands("dog 2g", "6r 6g 6b 6s", "7r", "8r")
    play(state, "0 play dog")
    assert (state.mover, state.data["asked"], state.data["top"]) == (2, -1, 0)


def test_the_dog_goes_on_past_a_partner_who_is_out() -> None:
    state = play(hands("dog 2g", "6r 6g", "", "8r"), "0 play dog")
    assert state.mover == 3


def test_the_dragon_gives_its_trick_to_an_opponent_and_leads() -> None:
    state = hands("dragon 2g", "10r 6g", "7r 7g", "8r 8g")
    play(state, "0 play dragon", "1 pass", "2 pass", "3 pass", "0 pass", "0 dragon right")
    assert state.mover == 0
    assert list(state.data["points"]) == [0, 0, 0, 25]


def test_a_bombed_dragon_stays_with_the_bomber() -> None:
    state = hands("dragon 2g", "6r 6g 6b 6s 3r", "7r 7g", "8r 8g")
    play(state, "0 play dragon", "1 play 6r 6g 6b 6s", "2 pass", "3 pass", "0 pass", "1 pass")
    assert (state.mover, list(state.data["points"])) == (1, [0, 25, 0, 0])


def test_the_phoenix_is_half_a_rank_above_the_last_single() -> None:
    state = hands("8r 2g", "phoenix 6g", "8g 9g", "10r 3g")
    play(state, "0 play 8r", "1 play phoenix")
    play(state, "2 play 9g")
    state = play(hands("8r 2g", "phoenix 6g", "8g 9g", "10r 3g", lead=1), "1 play phoenix")
    assert state.data["top_value"] == 3


def test_the_mahjong_may_wish_and_the_wish_must_be_honoured_in_turn() -> None:
    state = hands("mahjong 2g", "8r Kg", "7r 8g", "3r 9r")
    play(state, "0 play mahjong", "0 wish 8")
    assert [state.format(action) for action in state.legal_moves] == ["play 8r"]
    play(state, "1 play 8r")
    assert state.data["wish"] == 0


def test_a_wish_lasts_until_it_is_fulfilled() -> None:
    state = hands("mahjong 2g 8b", "9r Kg", "7r 8g", "3r 9g")
    play(state, "0 play mahjong", "0 wish 8", "1 play 9r", "2 pass", "3 pass", "0 pass", "1 pass")
    assert state.data["wish"] == 8
    play(state, "1 play Kg", "2 pass", "3 pass", "0 pass")
    assert state.data["wish"] == 8


def test_a_bomb_in_turn_leaves_the_wish_open_and_tells_nothing_of_the_wished_rank() -> None:
    """As in a logged game: the next player holds the wished 6 and answers with a straight flush."""
    state = hands("mahjong 2g", "6r Qs Js 10s 9s 8s 3b", "6g 8g", "3r 9r")
    play(state, "0 play mahjong", "0 wish 6", "1 play Qs Js 10s 9s 8s")
    assert state.data["wish"] == 6
    assert list(state.data["lacks"]) == [0, 0, 0, 0]
    assert {int(state.view(0).sample(new_rng(seed)).data["hands"][1]) >> 20 & 15 for seed in range(40)} > {0}
    play(state, "2 pass", "3 pass", "0 pass", "1 pass")
    assert [state.format(action) for action in state.legal_moves] == ["play 6r"]


def test_any_other_play_shows_that_the_wished_rank_is_not_held() -> None:
    state = play(hands("mahjong 2g", "7r Kg", "6g 8g", "3r 9r"), "0 play mahjong", "0 wish 6", "1 play 7r")
    assert list(state.data["lacks"]) == [0, 1, 0, 0]


def test_a_double_win_is_200_to_nothing() -> None:
    state = hands("Ar", "10r 10g", "2g", "Kr Kg")
    play(state, "0 play Ar", "1 pass", "2 pass", "3 pass")
    assert state.mover == 1  # seat 0 is out, so the next in order leads
    state = hands("", "10r 10g", "Ag", "Kr Kg", lead=2)
    assert play(state, "2 play Ag").over
    assert state.scores == [200, 0, 200, 0]


def test_the_last_hand_goes_to_the_opponents_and_the_last_tricks_to_the_first() -> None:
    state = hands("", "Ar", "10r 10g", "2r", lead=1)
    s = state.data
    s["out"], s["place"], s["points"] = 1, [1, 0, 0, 0], [30, 5, 20, 25]
    play(state, "1 play Ar", "2 pass", "3 pass", "2 play 10r", "3 pass", "2 pass", "2 play 10g")
    assert state.over
    # 30 + 20 + 10 + 10 for the first team, 5 + 25 taken by the second; the last tricks go to seat 0
    assert list(state.data["place"]) == [1, 2, 3, 0]
    assert state.scores == [95, 5, 95, 5]


def test_the_last_dragon_is_given_away_before_the_round_is_counted() -> None:
    state = hands("", "dragon", "10r 10g", "", lead=1)
    s = state.data
    s["out"], s["place"], s["points"] = 2, [1, 0, 0, 2], [75, 0, 0, 0]
    s["place"] = [1, 0, 0, 2]
    play(state, "1 play dragon", "1 dragon left")
    assert state.over
    assert state.scores == [75 + 25, 20, 75 + 25, 20]


def test_calls_count_for_the_team_in_a_double_win_too() -> None:
    state = hands("", "10r 10g", "Ag", "Kr Kg", lead=2, of=TICHU)
    state.data["calls"] = [2, 1, 0, 0]
    assert play(state, "2 play Ag").scores == [400, -100, 400, -100]


def test_the_phases_of_a_round_in_order() -> None:
    state = TICHU.new(3)
    for seat in range(4):
        assert state.data["counts"][seat] == 8
        play(state, f"{seat} {'grand' if seat == 1 else 'no call'}")
    assert list(state.data["counts"]) == [14] * 4
    play(state, "0 no call", "2 tichu", "3 no call")
    assert list(state.data["calls"]) == [0, 2, 1, 0]
    before = [int(hand) for hand in state.data["hands"]]
    for seat in range(4):
        cards = cards_of(before[seat])[:3]
        for card, side in zip(cards, ("left", "partner", "right"), strict=True):
            play(state, f"{seat} give {hand_text(1 << card)} {side}")
    given = [cards_of(hand)[:3] for hand in before]
    for seat in range(4):
        held = set(cards_of(int(state.data["hands"][seat])))
        assert {given[(seat + 3) % 4][0], given[(seat + 2) % 4][1], given[(seat + 1) % 4][2]} <= held
    assert int(state.data["hands"][state.mover]) & 1


def test_tichu_may_be_called_before_the_first_card_only() -> None:
    state = hands("5r 9g", "6r 6g", "7r 2g", "8r 2r", of=TICHU)
    state.data["played"] = [0, 0, 0, 0]
    play(state, "0 tichu")
    assert state.mover == 0
    assert "tichu" not in {state.format(action) for action in state.legal_moves}
    play(state, "0 play 5r", "1 pass", "2 play 7r", "3 pass", "0 play 9g")
    with pytest.raises(ParlourError, match="not a legal move"):
        play(state, "1 pass", "2 tichu")


def test_tichu_called_out_of_turn_must_be_followed_by_the_bomb() -> None:
    state = hands("5r 2g", "6r 3g", "4r 4g 4b 4s 2b", "8r 8g", of=TICHU)
    state.data["played"] = [0, 0, 0, 0]
    play(state, "0 play 5r", "2 tichu")
    assert [state.format(action) for action in state.legal_moves] == ["play 4r 4g 4b 4s"]


def test_cards_given_away_stay_covered_for_the_others() -> None:
    state = PLAIN.new(1)
    state.advance(state.legal_moves[0])
    assert state.view(0).history[0].text == f"give {state.moves[0].text.split()[1]} left"
    assert state.view(1).history[0].text == "give a card left"


@pytest.mark.parametrize(
    "spec", ["tichu", "tichu:calls=no", "tichu:rules=mini", "tichu:rules=mini,length=match"]
)
def test_the_contract_of_games(spec: str) -> None:
    check_game(game(spec), games=1 if "match" in spec else 2, most_actions=6)


def test_a_match_goes_to_1000() -> None:
    played = simulate(game("tichu:calls=no,length=match"), ["random"] * 4, list(range(20)))
    ends = played.scores[:, :2]
    assert (ends.max(axis=1) >= 1000).all()
    assert (ends[:, 0] != ends[:, 1]).all()


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), mini=st.booleans())
def test_what_holds_in_every_random_round(seed: int, mini: bool) -> None:
    of = game("tichu:rules=mini") if mini else TICHU
    state, rng = of.new(seed), new_rng(seed, 9)
    while not state.over:
        s, actions = state.data, state.legal_moves
        if s["phase"] == PLAY and s["asked"] < 0 and s["wish"] and s["owner"] != state.mover:
            _check_wish(int(s["wish"]), actions)
        state.advance(actions[int(draw(rng)) % len(actions)])
        assert broken(state) == []
    assert state.data["phase"] == OVER


def _check_wish(wish: int, actions: list[int]) -> None:
    """Either every play honours the wish or is a bomb, and nobody may pass; or none could."""
    plays = [action for action in actions if action < OTHER]
    honours = [
        any(card_rank(c) == wish for c in cards_of(action & (1 << 56) - 1) if c > 3) for action in plays
    ]
    bombs = [FOUR <= kind_of(action) <= FLUSH for action in plays]
    if any(honours):
        assert all(np.logical_or(honours, bombs))
        assert PASS not in actions


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32), seat=st.integers(0, 3))
def test_a_guess_fits_what_the_seat_knows(seed: int, seat: int) -> None:
    """The own hand, the cards given away and not yet played, and what a wish has shown."""
    state, rng = TICHU.new(seed), new_rng(seed, 8)
    while not state.over:
        actions = state.legal_moves
        state.advance(actions[int(draw(rng)) % len(actions)])
        if int(draw(rng)) % 16 or state.data["phase"] < PLAY:
            continue
        guessed = state.view(seat).sample(rng).data
        assert guessed["hands"][seat] == state.data["hands"][seat]
        for other in range(4):
            truth, guess = int(state.data["hands"][other]), int(guessed["hands"][other])
            given = int(state.data["given"][seat][(other - seat - 1) % 4]) - 1 if other != seat else -1
            assert given < 0 or truth >> given & 1 == guess >> given & 1
            if state.data["lacks"][other] and state.data["wished"]:
                assert not (truth | guess) & 15 << 4 * (int(state.data["wished"]) - 1)


def test_random_is_fair() -> None:
    check_agent(TICHU, "random", games=1)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("play 7x", "is no card"),
        ("fold", "is no Tichu decision"),
        ("wish 1", "is no rank"),
        ("give 2b up", "is no Tichu decision"),
        ("play 7r=8", "only the Phoenix"),
        ("play 7r 7r", "named twice"),
    ],
)
def test_a_decision_that_cannot_be_read_is_explained(text: str, problem: str) -> None:
    with pytest.raises(ParlourError, match=problem):
        hands("5r", "6r", "7r", "8r").parse(text)


def test_the_phoenix_may_be_left_unexplained_where_only_one_thing_fits() -> None:
    state = hands("7r 7g 8r 8b phoenix", "6r", "9r", "Kr")
    assert play_text(state.parse("play 7r phoenix")) == "7r phoenix=7"
    with pytest.raises(ParlourError, match="phoenix=7 or phoenix=8"):
        state.parse("play 7r 7g 8r 8b phoenix")


def test_a_position_draws_what_its_viewer_may_see() -> None:
    state = hands("5r 2g", "6r 3g", "4r 4g 4b 4s 2b", "8r 8g")
    play(state, "0 play 5r")
    assert "6r" in str(state)
    assert "6r" not in str(state.view(0))
    assert "on the table: 5r by south" in str(state)
