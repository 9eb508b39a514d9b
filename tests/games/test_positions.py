"""Positions as text: every game writes them and reads them back, and refuses what cannot be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import parlour
from parlour.game import Game
from parlour.kernel import below, new_rng
from parlour.state import State
from parlour.testing import broken_invariants

# How many random games are played, and how many moves apart their positions are looked at.
GAMES = {
    "reversi": (4, 1),
    "jungle": (5, 1),
    "jungle:rules=judge": (3, 1),
    "isolation": (15, 1),
    "isolation:size=3,start=a1-c3": (10, 1),
    "isolation:size=15": (1, 1),
    "dicewars:players=2": (2, 1),
    "dicewars": (2, 3),
    "dicewars:players=8,rules=2020": (1, 5),
    "tichu": (3, 1),
    "tichu:length=match": (1, 301),
    "tichu:rules=mini": (2, 1),
    "tichu:calls=no": (2, 1),
    "ticket-to-ride": (2, 1),
    "ticket-to-ride:players=3,rules=thesis": (1, 1),
    "ticket-to-ride:players=5": (1, 1),
    "ticket-to-ride:deck=92": (1, 1),
}
OPEN = ["reversi", "jungle", "isolation", "dicewars"]
HIDDEN = ["tichu", "tichu:rules=mini", "tichu:calls=no", "ticket-to-ride", "ticket-to-ride:players=4"]


def random_move(state: State, rng) -> int:
    moves = state.legal_moves
    return moves[below(rng, len(moves))]


def positions(game: Game, games: int, apart: int = 1) -> Iterator[State]:
    """The positions of random games, the first and the last of each among them."""
    for seed in range(games):
        state, rng, number = game.new(seed), new_rng(seed, 41), 0
        while not state.over:
            if number % apart == 0:
                yield state
            state.advance(random_move(state, rng))
            number += 1
        yield state


@cache
def texts(spec: str) -> list[str]:
    """Some positions of a game as text, early and late ones."""
    game = parlour.game(spec)
    return [state.text for state in positions(game, 2, 9)]


@pytest.mark.parametrize("spec", GAMES)
def test_every_position_of_random_games_reads_back_byte_for_byte(spec: str) -> None:
    game = parlour.game(spec)
    for state in positions(game, *GAMES[spec]):
        text = state.text
        assert text.isprintable()
        assert (game.position(text).buffer == state.buffer).all(), text


@pytest.mark.parametrize("spec", GAMES)
def test_play_goes_on_from_a_text_as_from_the_position_itself(spec: str) -> None:
    game, (_, apart) = parlour.game(spec), GAMES[spec]
    for state in positions(game, 1, 10 * apart):
        first, second, rng = state.copy(), game.position(state.text), new_rng(3)
        if game.chance:
            second.rng[:] = first.rng
        for _ in range(12):
            assert second.legal_moves == first.legal_moves
            if first.over:
                break
            move = random_move(first, rng)
            first.play(move)
            second.play(move)
            assert (second.buffer == first.buffer).all()


@pytest.mark.parametrize("spec", HIDDEN)
def test_the_text_of_a_view_says_nothing_that_its_seat_cannot_know(spec: str) -> None:
    game, rng = parlour.game(spec), new_rng(5)
    for state in positions(game, 2, 5):
        for seat in range(game.players):
            view = state.view(seat)
            other = view.sample(rng).view(seat)
            assert other.text == view.text


@pytest.mark.parametrize("spec", HIDDEN)
def test_a_view_is_not_read_back_where_it_hides_something(spec: str) -> None:
    game = parlour.game(spec)
    for state in positions(game, 1, 5):
        text = state.view(0).text
        assert "?" in text
        with pytest.raises(parlour.ParlourError, match="^a view cannot be read back: it hides a part of "):
            game.position(text)


@pytest.mark.parametrize("spec", OPEN)
def test_a_view_that_hides_nothing_is_the_position(spec: str) -> None:
    game = parlour.game(spec)
    for state in positions(game, 1, 5):
        assert state.view(0).text == state.text


SIGNS = st.sampled_from("0123456789ABCDKLOX?#./-+;:=,() abegprsw\n\0é²") | st.characters()


@st.composite
def mutants(draw, spec: str) -> str:
    """A text with some of its characters or words changed, or mixed with another one's."""
    text, other = draw(st.sampled_from(texts(spec))), draw(st.sampled_from(texts(spec)))
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(("sign", "cut", "word", "field", "swap")))
        parts, sep = list(text), ""
        if kind in ("word", "swap"):
            parts, sep = text.split(" "), " "
        elif kind == "field":
            parts, sep = text.split("; "), "; "
        if not parts:
            continue
        i, j = draw(st.integers(0, len(parts) - 1)), draw(st.integers(0, len(parts) - 1))
        if kind == "sign":
            parts[i] = draw(SIGNS)
        elif kind == "cut":
            del parts[min(i, j) : max(i, j)]
        elif kind == "swap":
            parts[i], parts[j] = parts[j], parts[i]
        else:
            parts[i] = draw(st.sampled_from(["", "-1", "99999999999", *other.split(sep), *text.split(sep)]))
        text = sep.join(parts)
    return text


def refusal(game: Game, text: str) -> str:
    """Why a text is refused; empty when it is read."""
    try:
        game.position(text)
    except parlour.ParlourError as error:
        return str(error)
    return ""


def check_sound(state: State) -> None:
    """A position reads back, can be looked at from every seat, and one can play on from it."""
    game, rng = state.game, new_rng(9)
    assert (game.position(state.text).buffer == state.buffer).all()
    assert str(state)
    for _ in range(30):
        assert not broken_invariants(state)
        for seat in range(game.players if game.hidden else 0):
            assert not broken_invariants(state.view(seat).sample(rng))
        if state.over:
            break
        state.advance(random_move(state, rng))


@pytest.mark.parametrize("spec", [*OPEN, *HIDDEN])
@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_a_changed_text_is_refused_in_one_line_or_is_a_sound_position(spec: str, data: st.DataObject) -> None:
    game, text = parlour.game(spec), data.draw(mutants(spec))
    reason = refusal(game, text)
    assert reason.isprintable()
    assert len(reason) < 600
    if not reason:
        check_sound(game.position(text))


@pytest.mark.parametrize("spec", [*OPEN, *HIDDEN])
@given(text=st.text())
def test_any_text_is_refused_in_one_line(spec: str, text: str) -> None:
    with pytest.raises(parlour.ParlourError) as error:
        parlour.game(spec).position(text)
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    ("spec", "text", "reason"),
    [
        ("isolation:size=3", "1.../..../..../...2 1", "of size 3 is 3 rows of 3 squares"),
        ("isolation:size=3", "1../.1./..2 1", "2 pawns '1' on the board"),
        ("isolation:size=3", "1../..2/... 3", "the pawn to move 1 or 2"),
        ("reversi", "-" * 64 + " XO", "the side to move X or O"),
        ("jungle", "...l..." + "." * 49 + "...L... 0", "player 0 has won"),
        ("jungle", "." * 63 + " 0", "player 0 has won"),
    ],
)
def test_a_short_text_that_cannot_be_says_what_is_wrong(spec: str, text: str, reason: str) -> None:
    assert reason in refusal(parlour.game(spec), text)


@pytest.mark.parametrize(
    ("spec", "part", "other", "reason"),
    [
        ("dicewars", "map: .*? ", "", "a Dicewars position lacks map"),
        ("dicewars", "map: .", "map: x", "expected 16 digits 0-9 and a-f"),
        ("dicewars", "areas: ..", "areas:", "areas: there are 28: expected 29 to 31"),
        ("dicewars", "areas: ..", "areas: E3", "'E' is no player: expected a letter from A to D"),
        ("dicewars", "areas: ..", "areas: A9", "'9' is no whole number from 1 to 8"),
        ("dicewars", "$", "; last: 1-1 8:8 0123456789abcdef", "is no battle"),
        ("dicewars", "$", "; turn: B", "the field 'turn' is given twice"),
        ("dicewars", "$", "; trun: B", "did you mean 'turn'?"),
        ("tichu", "south: ..", "south:", "south: 13 cards in the hand and played: expected 14"),
        ("tichu", "dragon", "phoenix", "phoenix is named twice"),
        ("tichu", "dragon", "joker", "'joker' is no card"),
        ("tichu", "phase: grand calls", "phase: calls", "cards have not been taken up"),
        ("tichu", r" \+", "", "a seat does not have six cards to take up"),
        ("tichu", "phase: grand calls", "phase: play", "south gave: there are 0 cards: expected 3"),
        ("tichu", "$", "; wish: 8", "a wish was made without the Mahjong"),
        ("tichu", "$", "; trick: As by south", "'As' is nothing that south has played"),
        ("tichu:rules=mini", "2r", "dog", "dog is named twice, or is not in this deck"),
        ("tichu:calls=no", "$", "; calls: west tichu", "nobody may call"),
        ("ticket-to-ride", "face up: .", "face up: ", "face up: 4 cards"),
        ("ticket-to-ride", "deck: ", "deck: L", "there are 15 locomotive cards"),
        ("ticket-to-ride", "Boston-Miami", "Denver-El Paso", "a ticket is missing or there twice"),
        ("ticket-to-ride", "Boston-Miami", "Boston-Rome", "'Boston-Rome' is no ticket"),
        ("ticket-to-ride", "$", "; blue routes: Dallas-Houston (2)", "Dallas-Houston (2) cannot be claimed"),
        ("ticket-to-ride", "$", "; red routes: Denver-Rome", "'Denver-Rome' is no route"),
        ("ticket-to-ride", ", opening", "", "tickets are offered to others than those who have to choose"),
    ],
)
def test_a_start_that_was_changed_says_what_is_wrong(spec: str, part: str, other: str, reason: str) -> None:
    game = parlour.game(spec)
    text = re.sub(part, other, game.new().text, count=1)
    assert reason in refusal(game, text)


BOMBS = (
    "phase: play; turn: south; "
    "south: 5r 4r 4g 4b 4s 3r 3g 3b 3s 2r 2g 2b 2s mahjong; south gave: 5g 8r Jb; "
    "west: 7r 7g 7b 7s 6r 6g 6b 6s 5g 5b 5s dog phoenix dragon; west gave: 8g Js mahjong; "
    "north: Jr Jg 10r 10g 10b 10s 9r 9g 9b 9s 8r 8g 8b 8s; north gave: Qr 2r 5b; "
    "east: Ar Ag Ab As Kr Kg Kb Ks Qr Qg Qb Qs Jb Js; east gave: 2g 5s 8b"
)


def test_who_has_called_tichu_for_a_bomb_must_bomb_after_reading_back_too() -> None:
    game = parlour.game("tichu")
    state = game.position(BOMBS)
    for move in ("play 5r", "tichu"):
        state.play(move)
    text = state.text
    assert "asked: north must bomb; trick: 5r by south; calls: north tichu" in text
    again = game.position(text)
    assert (again.buffer == state.buffer).all()
    assert {again.format(move)[:5] for move in again.legal_moves} == {"play "}


def test_a_phoenix_keeps_what_it_was_played_on() -> None:
    game = parlour.game("tichu")
    state = game.position(BOMBS)
    for move in ("play 5r", "wait", "wait", "wait", "play phoenix"):
        state.play(move)
    text = state.text
    assert "trick: phoenix over 5 by west" in text
    assert (game.position(text).buffer == state.buffer).all()


def test_a_game_of_passes_is_over_when_all_have_passed() -> None:
    game = parlour.game("ticket-to-ride")
    state = next(state for state in positions(game, 1) if state.data["phase"] == 0)
    text = state.text
    once, twice = (game.position(f"{text}; passes: {number}") for number in (1, 2))
    assert "passes: 1" in once.text
    assert not once.over
    assert twice.over
    assert (game.position(twice.text).buffer == twice.buffer).all()
