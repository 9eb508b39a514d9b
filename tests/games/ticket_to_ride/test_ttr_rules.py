import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import types

from parlour.errors import IllegalMove, ParlourError
from parlour.game import game
from parlour.games.ticket_to_ride.invariants import joined, railway
from parlour.games.ticket_to_ride.railways import N_CITIES, longest_ways
from parlour.games.ticket_to_ride.state import (
    CLAIM,
    DECK,
    FIRST,
    PASS,
    SECOND,
    TICKETS,
    fields,
    pack_claim,
    unpack_claim,
)
from parlour.games.ticket_to_ride.usa import CITIES, COLOURS, LOCOMOTIVE, TRACK_ROUTE
from parlour.games.ticket_to_ride.usa import TICKETS as ALL_TICKETS
from parlour.kernel import INTS, STATE, compiled
from parlour.testing import broken_invariants, check_game

VARIANTS = [
    "ticket-to-ride",
    "ticket-to-ride:players=3",
    "ticket-to-ride:players=4",
    "ticket-to-ride:players=5",
    "ticket-to-ride:rules=thesis",
    "ticket-to-ride:players=5,rules=thesis",
    "ticket-to-ride:players=4,deck=92",
]


def longest_trail(edges: list[tuple[str, str, int]]) -> int:
    """The longest path that uses no route twice, by trying all of them."""

    def on_from(city: str, left: list[tuple[str, str, int]]) -> int:
        best = 0
        for i, (first, second, length) in enumerate(left):
            if city in (first, second):
                there = second if city == first else first
                best = max(best, length + on_from(there, left[:i] + left[i + 1 :]))
        return best

    return max((on_from(city, edges) for city in {c for edge in edges for c in edge[:2]}), default=0)


def table(spec="ticket-to-ride", seed=1):
    """A game after everybody has kept the first two tickets."""
    state = game(spec).new(seed)
    for _ in range(state.game.players):
        state.play(state.parse("keep 1,2"))
    return state


def deal(state, seat, **cards):
    """Give a player exactly these cards, in exchange with the deck and the discards."""
    s = state.data
    for colour in range(9):
        s["discards"][colour] += s["hands"][seat][colour]
    s["hands"][seat], s["shown"][seat] = 0, 0
    for name, n in cards.items():
        colour = COLOURS.index(name)
        pile = [i for i in range(s["deck_size"]) if s["deck"][i] == colour]
        take = min(n, len(pile))
        keep = np.delete(s["deck"][: s["deck_size"]], pile[:take])
        s["deck"][: len(keep)], s["deck"][len(keep) :] = keep, -1
        s["deck_size"] = len(keep)
        s["discards"][colour] -= n - take
        s["hands"][seat][colour] = n
    s["cards"][seat] = sum(cards.values())
    assert not broken_invariants(state)


def lay_out(state, *colours):
    """Put these cards face up, in exchange with the deck."""
    s = state.data
    for place, name in enumerate(colours):
        colour = COLOURS.index(name)
        at = next(i for i in range(s["deck_size"]) if s["deck"][i] == colour)
        s["deck"][at], s["market"][place] = s["market"][place], colour


def texts(state):
    return [state.format(action) for action in state.legal_moves]


def play_all(state, *moves):
    for text in moves:
        state.play(state.parse(text))


@pytest.mark.parametrize("spec", VARIANTS)
def test_conformance(spec, monkeypatch):
    monkeypatch.setattr("parlour.testing._DENSE", 40)  # a position takes long to check
    check_game(game(spec), games=1, most_actions=5)


def test_every_claim_has_a_number_of_its_own_that_reads_back():
    claims = [
        (track, colour, n) for track in range(len(TRACK_ROUTE)) for colour in range(9) for n in range(7)
    ]
    numbers = [pack_claim(*claim) for claim in claims]
    assert numbers == list(range(CLAIM, CLAIM + len(claims)))
    assert [unpack_claim(number) for number in numbers] == claims


def test_the_start():
    state = game("ticket-to-ride:players=5").new(3)
    s = state.data
    assert s["cards"].tolist() == [4] * 5
    assert s["cars"].tolist() == [45] * 5
    assert s["deck_size"] == 110 - 5 * 4 - 5
    assert s["tickets_left"] == 30 - 5 * 3
    assert texts(state) == ["keep 1,2", "keep 1,3", "keep 2,3", "keep 1,2,3"]


def test_the_thesis_keeps_exactly_two_first_tickets():
    assert texts(game("ticket-to-ride:rules=thesis").new()) == ["keep 1,2", "keep 1,3", "keep 2,3"]


def test_later_one_ticket_is_enough():
    state = table()
    play_all(state, "tickets")
    assert len(texts(state)) == 7
    before = state.data["ticket_deck"].copy()
    returned = [int(t) for t in state.data["offers"][0]]
    play_all(state, "keep 2")
    deck = [int(t) for t in state.data["ticket_deck"][: state.data["tickets_left"]]]
    assert deck == [int(t) for t in before[before >= 0]] + [returned[0], returned[2]]
    assert state.mover == 1


def test_the_last_tickets_are_offered_even_when_they_are_fewer_than_three():
    state = table()
    s = state.data
    s["tickets"][1] |= sum(1 << int(t) for t in s["ticket_deck"][2 : s["tickets_left"]])
    s["held"][1] += s["tickets_left"] - 2
    s["ticket_deck"][2:], s["tickets_left"] = -1, 2
    play_all(state, "tickets")
    assert texts(state) == ["keep 1", "keep 2", "keep 1,2"]
    play_all(state, "keep 1,2")
    assert TICKETS not in state.legal_moves


def test_colour_and_locomotives_pay():
    state = table()
    deal(state, 0, purple=3, locomotive=2)
    claims = [text for text in texts(state) if "Denver-Omaha" in text]
    assert claims == [
        "claim Denver-Omaha purple with 1 locomotive",
        "claim Denver-Omaha purple with 2 locomotives",
    ]
    play_all(state, "claim Denver-Omaha purple")
    s = state.data
    assert s["hands"][0].tolist() == [0, 0, 0, 0, 0, 0, 0, 0, 1]
    assert (s["cars"][0], s["points"][0]) == (41, 7)
    assert state.mover == 1


def test_any_one_colour_pays_for_grey():
    state = table()
    deal(state, 0, red=2, blue=1, locomotive=1)
    claims = [text for text in texts(state) if "Denver-Santa Fe" in text]
    assert claims == [
        "claim Denver-Santa Fe blue with 1 locomotive",
        "claim Denver-Santa Fe red",
        "claim Denver-Santa Fe red with 1 locomotive",
    ]
    deal(state, 0, locomotive=2)
    assert [text for text in texts(state) if "Denver-Santa Fe" in text] == [
        "claim Denver-Santa Fe locomotive"
    ]


def test_no_route_is_longer_than_the_cars_left():
    state = table()
    deal(state, 0, purple=4)
    state.data["cars"][0] = 3
    assert not any("claim Denver-Omaha" in text for text in texts(state))


@pytest.mark.parametrize(("players", "second"), [(2, False), (3, False), (4, True), (5, True)])
def test_the_second_track_is_for_four_and_five(players, second):
    state = table(f"ticket-to-ride:players={players}")
    deal(state, 0, red=3)
    deal(state, 1, yellow=3)
    play_all(state, "claim Denver-Salt Lake City red")
    assert ("claim Denver-Salt Lake City yellow" in texts(state)) is second


@pytest.mark.parametrize("players", [2, 4])
def test_nobody_gets_both_tracks(players):
    state = table(f"ticket-to-ride:players={players}")
    deal(state, 0, red=4, blue=2)
    play_all(state, "claim Dallas-Houston red")
    while state.mover != 0:
        play_all(state, "take deck", "take deck")
    assert not any("claim Dallas-Houston" in text for text in texts(state))


def test_equal_grey_tracks_are_one_action_and_the_second_opens_with_the_first():
    state = table("ticket-to-ride:players=4")
    deal(state, 0, red=1)
    deal(state, 1, red=1)
    assert texts(state).count("claim Dallas-Houston red") == 1
    play_all(state, "claim Dallas-Houston red")
    assert texts(state).count("claim Dallas-Houston red") == 1
    play_all(state, "claim Dallas-Houston red")
    owners = [int(state.data["owner"][t]) for t in range(100) if TRACK_ROUTE[t] == TRACK_ROUTE[25]]
    assert owners == [1, 2]


def test_california_has_one_yellow_track_in_the_thesis():
    for rules, colours in (("official", {"purple", "yellow"}), ("thesis", {"yellow"})):
        state = table(f"ticket-to-ride:rules={rules}")
        deal(state, 0, purple=3, yellow=3)
        claims = {text.split()[-1] for text in texts(state) if "Los Angeles-San Francisco" in text}
        assert claims == colours


def test_a_turn_draws_two_cards():
    state = table()
    lay_out(state, "red", "red", "blue", "white", "locomotive")
    play_all(state, "take red")
    assert (state.mover, state.data["phase"]) == (0, SECOND)
    assert "take locomotive" not in texts(state)
    play_all(state, "take deck")
    assert (state.mover, state.data["phase"]) == (1, FIRST)
    assert state.data["cards"][0] == 6
    assert state.data["shown"][0].sum() == 1


def test_a_face_up_locomotive_is_both_cards():
    state = table()
    lay_out(state, "red", "red", "blue", "white", "locomotive")
    play_all(state, "take locomotive")
    assert state.mover == 1
    assert state.data["cards"][0] == 5


def test_three_locomotives_are_swept_away():
    state = table()
    lay_out(state, "red", "locomotive", "blue", "white", "locomotive")
    s = state.data
    at = next(i for i in range(s["deck_size"]) if s["deck"][i] == LOCOMOTIVE)
    top = s["deck_size"] - 1
    s["deck"][at], s["deck"][top] = s["deck"][top], LOCOMOTIVE
    play_all(state, "take red")
    assert s["discards"].tolist() == [0, 1, 1, 0, 0, 0, 0, 0, 3]
    assert s["market"].tolist().count(LOCOMOTIVE) < 3


def test_three_locomotives_stay_when_no_five_could_do_better():
    state = table()
    s = state.data
    lay_out(state, "locomotive", "locomotive", "blue", "red", "white")
    for colour in range(9):
        s["hands"][1][colour] += sum(s["deck"][: s["deck_size"]] == colour)
    s["cards"][1] = s["hands"][1].sum()
    s["hands"][1][LOCOMOTIVE] -= 1
    s["cards"][1] -= 1
    s["deck"][:], s["deck"][0], s["deck_size"] = -1, LOCOMOTIVE, 1
    play_all(state, "take red")
    assert sorted(s["market"].tolist()) == sorted([8, 8, 2, 8, 1])
    assert texts(state) == ["take white", "take blue"]
    play_all(state, "take blue")
    assert sorted(s["market"].tolist()) == [-1, 1, 8, 8, 8]


def test_without_a_second_card_the_turn_ends():
    state = table()
    s = state.data
    for colour in range(9):
        s["hands"][1][colour] += sum(s["deck"][: s["deck_size"]] == colour) + sum(s["market"] == colour)
    s["cards"][1] = s["hands"][1].sum()
    s["deck"][:], s["deck_size"] = -1, 0
    s["market"][:] = -1
    deck_card = next(c for c in range(8) if s["hands"][1][c])
    s["hands"][1][deck_card] -= 1
    s["cards"][1] -= 1
    s["market"][0] = deck_card
    assert not broken_invariants(state)
    play_all(state, f"take {COLOURS[deck_card]}")
    assert state.mover == 1


def test_a_player_who_can_do_nothing_passes_and_a_round_of_passes_ends_the_game():
    state = table()
    s = state.data
    s["deck"][:], s["deck_size"], s["market"][:] = -1, 0, -1
    s["tickets_left"] = 0
    s["free"][:] = 0
    assert state.legal_moves == [PASS]
    play_all(state, "pass")
    assert not state.over
    play_all(state, "pass")
    assert state.over


def test_the_last_round_is_one_more_turn_each():
    state = table("ticket-to-ride:players=3")
    play_all(state, "take deck", "take deck")
    deal(state, 1, purple=4)
    state.data["cars"][1] = 6
    play_all(state, "claim Denver-Omaha purple")
    assert state.data["last"] == 3
    order = []
    while not state.over:
        order.append(state.mover)
        play_all(state, "take deck", "take deck")
    assert order == [2, 0, 1]


def test_an_empty_deck_is_the_discards_shuffled():
    state = table()
    s = state.data
    s["discards"] += np.bincount(s["deck"][1 : s["deck_size"]], minlength=9).astype(np.int8)
    s["deck"][1:], s["deck_size"] = -1, 1
    before = int(s["discards"].sum())
    state.advance(DECK)
    assert s["deck_size"] == before
    assert s["discards"].sum() == 0
    assert not broken_invariants(state)


def test_the_winner_takes_all_and_ties_go_to_tickets_then_share():
    state = table("ticket-to-ride:players=4")
    s = state.data
    s["over"], s["final"][:] = 1, [50, 60, 60, 10, 0]
    s["longest"][:4] = [5, 5, 5, 9]
    s["done"][:4] = [4, 2, 1, 0]
    assert state.rewards == pytest.approx([-1 / 3, 1, -1 / 3, -1 / 3])
    s["done"][2] = 2
    assert state.rewards == pytest.approx([-1 / 3, 1 / 3, 1 / 3, -1 / 3])
    s["rules"], s["done"][2] = 1, 1
    assert state.rewards == pytest.approx([-1 / 3, 1 / 3, 1 / 3, -1 / 3])


def play_on(state, choices, most=2000):
    for _ in range(most):
        if state.over:
            break
        actions = state.legal_moves
        state.advance(actions[choices.randrange(len(actions))])


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_scores_are_those_of_the_slow_checker(spec, seed, choices):
    state = game(spec).new(seed)
    play_on(state, choices)
    s = state.data
    assert broken_invariants(state) == []
    trails = [int(n) for n in s["longest"][: state.game.players]]
    for seat, score in enumerate(state.scores):
        expected = int(s["points"][seat])
        for ticket, (points, *_) in enumerate(ALL_TICKETS):
            if int(s["tickets"][seat]) >> ticket & 1:
                expected += points if joined(state, seat, ticket) else -points
        if state.game.setting("rules") == "official" and trails[seat] == max(trails):
            expected += 10
        assert score == expected


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(0, 99), max_size=14))
def test_the_longest_path_is_the_one_found_by_trying_all(tracks):
    state = table("ticket-to-ride:players=4")
    claim_tracks(state, tracks)
    assert finish_by_rules(state) == longest_trail(railway(state, 0))


@compiled(types.int64(STATE, types.int64, INTS))
def ways_of(state, seat, far):
    """Write the longest way from each city of a seat's railway; the longest of all."""
    return longest_ways(fields(state), seat, far)


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(0, 99), max_size=14))
def test_the_longest_way_is_the_longest_path_where_there_is_no_circle(tracks):
    state, far = table("ticket-to-ride:players=4"), np.zeros(N_CITIES, np.int64)
    claim_tracks(state, tracks)
    edges = railway(state, 0)
    longest = ways_of(state.buffer, 0, far)
    cities = {city for edge in edges for city in edge[:2]}
    groups = len({frozenset(_reached(edges, city)) for city in cities})
    circles = len(edges) - len(cities) + groups
    assert longest == far.max() <= longest_trail(edges)
    if not circles:
        assert longest == longest_trail(edges)
        for city in range(N_CITIES):
            assert far[city] == _farthest(edges, CITIES[city])


def _reached(edges, city):
    """The cities that a railway leads to from one."""
    found = {city}
    for _ in edges:
        found |= {c for edge in edges if found & set(edge[:2]) for c in edge[:2]}
    return found


def _farthest(edges, city):
    """The longest way from a city over a railway without circles."""
    ways = [edge for edge in edges if city in edge[:2]]
    rest = [[edge for edge in edges if edge != way] for way in ways]
    ends = [second if first == city else first for first, second, _ in ways]
    return max((w[2] + _farthest(r, e) for w, r, e in zip(ways, rest, ends, strict=True)), default=0)


def claim_tracks(state, tracks):
    from parlour.games.ticket_to_ride.usa import BIT, ROUTE_TRACKS

    s = state.data
    for track in tracks:
        route = ROUTE_TRACKS[TRACK_ROUTE[track]]
        if not s["owner"][[t for t in route if t >= 0]].any():
            s["owner"][track] = 1
            for t in route[route >= 0]:
                s["barred"][0] |= BIT[t]


def finish_by_rules(state):
    """The longest path of the first seat, measured when the game ends with this move."""
    state.data["last"] = 1
    state.advance(state.parse("take deck"))
    state.advance(DECK)
    assert state.over
    return int(state.data["longest"][0])


def test_a_round_trip_is_a_path():
    state = table("ticket-to-ride:players=4")
    names = ["Denver-Santa Fe", "El Paso-Santa Fe", "El Paso-Phoenix", "Denver-Phoenix", "Denver-Omaha"]
    wanted = [tuple(name.split("-")) for name in names]
    from parlour.games.ticket_to_ride.usa import ROUTES

    claim_tracks(state, [t for t in range(100) if ROUTES[TRACK_ROUTE[t]][1:3] in wanted])
    assert finish_by_rules(state) == 2 + 2 + 3 + 5 + 4


def test_text_reads_as_a_person_types_it():
    state = table()
    deal(state, 0, purple=4)
    assert state.format(state.parse("CLAIM omaha - denver Pink")) == "claim Denver-Omaha purple"
    for text, fix in [
        ("claim Denver-Omaha red", "Denver-Omaha is purple, not red"),
        ("claim Denver-Boston red", "no route joins Denver and Boston"),
        ("claim Denver-Gotham red", "unknown city 'gotham': it is not on the map"),
        ("claim Denver-San red", "it could be San Francisco or Santa Fe"),
        ("claim Denver", "expected two cities and a colour"),
        ("take pig", "'pig' is no colour"),
        ("keep 4", "such as keep 1,3"),
        ("jump", "'jump' is no move"),
    ]:
        with pytest.raises(ParlourError, match=fix):
            state.parse(text)
    with pytest.raises(IllegalMove):
        state.parse("claim Calgary-Winnipeg white")


def test_bad_variants_get_one_clear_line():
    with pytest.raises(ParlourError, match="option players=6: expected a whole number from 2 to 5"):
        game("ticket-to-ride:players=6")
    with pytest.raises(ParlourError, match="option rules=house: expected one of official, thesis"):
        game("ticket-to-ride:rules=house")
    with pytest.raises(ParlourError, match="option deck=100: expected one of 110, 92"):
        game("ticket-to-ride:deck=100")


def test_the_drawing_shows_what_a_seat_may_know():
    state = table()
    deal(state, 0, purple=4)
    play_all(state, "claim Denver-Omaha purple", "take deck", "take deck")
    drawn = str(state.view(1))
    assert "routes  Denver-Omaha" in drawn
    assert "blue  41 cars, 7 points" in drawn
    assert "tickets  2: hidden" in drawn
    assert str(state.view(1)).count("hidden") == 1
    assert "6 hidden" in str(state.view(0))
