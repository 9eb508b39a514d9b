"""Positions draw themselves: well-formed, the same each time, complete, and without what is hidden."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from parlour import svg as drawing
from parlour.game import game
from parlour.games.tichu.cards import card_name, cards_of
from parlour.games.ticket_to_ride.looks import OWNERS
from parlour.games.ticket_to_ride.usa import THESIS_LACKS, TRACK_LENGTH, TRACKS
from parlour.kernel import new_rng
from parlour.state import Position, State

STATIC = Path(drawing.__file__).parent / "web" / "static"
SVG = "{http://www.w3.org/2000/svg}"
OPEN = (
    "reversi",
    "jungle",
    "isolation:size=6",
    "isolation:size=15",
    "dicewars:players=2",
    "dicewars:players=8",
)
HIDDEN = (
    "ticket-to-ride:players=2", "ticket-to-ride:players=5", "ticket-to-ride:players=3,rules=thesis",
    "tichu", "tichu:rules=mini", "tichu:length=match",
)  # fmt: skip


def positions(spec: str, seed: int = 1, most: int = 7) -> Iterator[State]:
    """The start, some positions and the end of a game that is played at random."""
    rng, state, plies = random.Random(seed), game(spec).new(seed), [0]
    while not state.over and plies[-1] < 3000:
        state.advance(rng.choice(state.legal_moves))
        plies.append(plies[-1] + 1)
    chosen = {0, plies[-1], *rng.sample(plies, min(most, len(plies)))}
    rng, state = random.Random(seed), game(spec).new(seed)
    for ply in plies:
        if ply in chosen:
            yield state
        if ply < plies[-1]:
            state.advance(rng.choice(state.legal_moves))


def svg(position: Position) -> str:
    return str(position.game.room("picture").svg(position))


def marked(position: Position, name: str) -> list[ElementTree.Element]:
    """The elements of a position's picture that have an attribute `data-name`."""
    return [
        element
        for element in ElementTree.fromstring(svg(position)).iter()
        if f"data-{name}" in element.attrib
    ]


def values(position: Position, name: str) -> list[str]:
    return [element.attrib[f"data-{name}"] for element in marked(position, name)]


@pytest.mark.parametrize("spec", OPEN + HIDDEN)
def test_every_position_and_view_is_well_formed_and_always_the_same_bytes(spec: str) -> None:
    for state in positions(spec):
        for position in (state, *(state.view(seat) for seat in range(state.game.players))):
            picture = svg(position)
            assert picture == svg(position)
            root = ElementTree.fromstring(picture)
            assert root.tag == SVG + "svg"
            assert root.find(SVG + "title") is not None
            assert not re.search(
                r"nan|inf\b|\d\.\d{3}|e-\d", re.sub(r"<title>.*?</title>|scale\(\S+\)", "", picture)
            )


@pytest.mark.parametrize("spec", OPEN + HIDDEN)
def test_pictures_bring_no_scripts_styles_links_or_names_that_could_clash(spec: str) -> None:
    state = game(spec).new(3)
    root = ElementTree.fromstring(svg(state))
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg", "title", "g", "rect", "circle", "path", "text",
    }  # fmt: skip
    assert not {name for element in root.iter() for name in element.attrib} & {
        "id",
        "class",
        "href",
        "onload",
    }


@pytest.mark.parametrize("spec", HIDDEN)
def test_a_view_looks_the_same_whatever_is_hidden_from_its_seat(spec: str) -> None:
    rng, differences = new_rng(7), 0
    for state in positions(spec, seed=2):
        for seat in range(state.game.players):
            view = state.view(seat)
            assert svg(view.sample(rng).view(seat)) == svg(view)
            differences += svg(view) != svg(state)
    assert differences


def test_a_view_of_an_open_game_is_drawn_like_its_state() -> None:
    for spec in OPEN:
        for state in positions(spec, most=3):
            assert svg(state.view(0)) == svg(state)


def test_reversi_has_a_disc_for_every_disc_and_a_mark_for_every_legal_square() -> None:
    for state in positions("reversi", seed=4):
        assert Counter(values(state, "disc")) == Counter(
            black=int(state.scores[0]), white=int(state.scores[1])
        )
        assert [int(move) for move in values(state, "move")] == [
            move for move in state.legal_moves if move < 64
        ]


def test_isolation_has_both_pawns_and_every_square_that_is_gone() -> None:
    for state in positions("isolation:size=6", seed=4):
        assert values(state, "pawn") == ["1", "2"]
        free = sum(int(row).bit_count() for row in state.data["free"])
        assert len(values(state, "gone")) == 36 - free - 2


def test_jungle_has_every_animal_that_is_on_the_board() -> None:
    for state in positions("jungle", seed=4):
        assert Counter(values(state, "animal")) == Counter(
            str(state).translate({ord("."): ""}) and animals(state)
        )


def animals(state: State) -> str:
    """The letters of the animals on the board, those of the second player in capitals."""
    sides = ("rcdwjtle", "RCDWJTLE")
    return "".join(
        sides[seat][rank] for seat in (0, 1) for rank in range(8) if state.data["places"][seat][rank] < 63
    )


def test_dicewars_has_every_area_with_its_owner_and_dice() -> None:
    for state in positions("dicewars:players=8", seed=4):
        areas, s = marked(state, "area"), state.data
        assert [int(area.attrib["data-area"]) for area in areas] == list(range(1, s["areas"] + 1))
        assert [int(area.attrib["data-dice"]) for area in areas] == s["dice"][: s["areas"]].tolist()
        for area in areas:
            owner, number = int(area.attrib["data-owner"]) - 1, int(area.attrib["data-area"]) - 1
            assert int(s["owned"][owner]) >> number & 1
            words = [text.text for text in area.iter(SVG + "text")]
            assert words == [str(owner + 1), str(s["dice"][number]), str(number + 1)]


@pytest.mark.parametrize("spec", ["ticket-to-ride:players=5", "ticket-to-ride:players=3,rules=thesis"])
def test_every_claimed_track_is_drawn_in_its_owners_colour_and_no_other(spec: str) -> None:
    for state in positions(spec, seed=4):
        owners = [int(owner) for owner in state.data["owner"]]
        tracks = {int(track.attrib["data-track"]): track for track in marked(state, "track")}
        lacking = {THESIS_LACKS} if "thesis" in spec else set()
        assert set(tracks) == set(range(len(TRACKS))) - lacking
        for track, element in tracks.items():
            assert int(element.attrib.get("data-owner", 0)) == owners[track]
            cars = [car.attrib["fill"] for car in element.iter(SVG + "rect")]
            assert len(cars) == TRACK_LENGTH[track]
            if owners[track]:
                assert set(cars) == {OWNERS[owners[track] - 1].fill}


def test_ticket_to_ride_shows_as_many_cards_and_tickets_as_each_seat_has() -> None:
    for state in positions("ticket-to-ride:players=3", seed=5):
        for position in (state, state.view(1)):
            hands = {int(hand.attrib["data-hand"]): hand for hand in marked(position, "hand")}
            counts = [sum(int(pile.attrib["data-count"]) for pile in list(hands[seat])) for seat in (1, 2, 3)]
            assert counts == state.data["cards"][:3].tolist()
        tickets = Counter(values(state, "ticket"))
        assert tickets["offered"] == state.data["offered"][:3].sum()
        assert tickets["open"] + tickets["done"] + tickets["missed"] == state.data["held"][:3].sum()


@pytest.mark.parametrize("spec", ["tichu", "tichu:rules=mini"])
def test_tichu_lays_open_the_own_hand_and_covers_the_others(spec: str) -> None:
    for state in positions(spec, seed=4):
        for seat in range(4):
            for position, is_open in (
                (state, True),
                (state.view(seat), True),
                (state.view((seat + 1) % 4), False),
            ):
                hand = next(
                    hand for hand in marked(position, "hand") if hand.attrib["data-hand"] == str(seat)
                )
                cards = [card.attrib["data-card"] for card in hand.iter() if "data-card" in card.attrib]
                backs = [card for card in hand.iter() if "data-back" in card.attrib]
                held = [card_name(card) for card in cards_of(int(state.data["hands"][seat]))]
                assert sorted(cards) == (sorted(held) if is_open else [])
                assert len(backs) == (0 if is_open else state.data["counts"][seat])


def test_tichu_shows_the_play_to_beat_and_the_calls() -> None:
    for state in positions("tichu", seed=6, most=60):
        trick = marked(state, "trick")[0]
        cards = {card.attrib["data-card"] for card in trick.iter() if "data-card" in card.attrib}
        assert cards == {card_name(card) for card in cards_of(int(state.data["top"]) & (1 << 56) - 1)}
        assert len(values(state, "call")) == sum(int(call) > 0 for call in state.data["calls"])


def test_the_colours_are_those_of_the_page() -> None:
    glyphs = (STATIC / "kit" / "glyphs.js").read_text()
    assert re.findall(r"#[0-9A-F]{6}", glyphs)[:8] == [look.fill for look in drawing.LOOKS]
    assert [shape.replace(".900", ".9") for shape in re.findall(r'"(M[^"]+)"', glyphs)[:8]] == [
        look.shape for look in drawing.LOOKS
    ]
    tokens = (STATIC / "style" / "base.css").read_text().split("}")[0].upper().replace(" ", "")
    names = {"bg": "PAPER", "panel": "PANEL", "sunk": "SUNK", "ink": "INK", "mut": "MUTED", "line": "LINE"}
    for token, name in names.items():
        assert f"--{token}:{getattr(drawing, name)}".upper() in tokens


def test_words_and_attributes_are_escaped_and_numbers_short() -> None:
    words = drawing.text("<Tom & 'Jerry'>", 1 / 3, -0.001, 12, data_name='"&<')
    element = ElementTree.fromstring(words)
    assert element.text == "<Tom & 'Jerry'>"
    assert element.attrib["data-name"] == '"&<'
    assert (element.attrib["x"], element.attrib["y"]) == ("0.33", "0")
