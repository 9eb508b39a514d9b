"""Ticket to Ride for the page: what a seat is told, ways and trails, and the map that the page draws."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.agent import Clock, agent
from parlour.games.ticket_to_ride.board import describe, features, targets
from parlour.games.ticket_to_ride.invariants import joined
from parlour.games.ticket_to_ride.journeys import (
    cards_lacking,
    longest_trail,
    open_routes,
    own_routes,
    plan,
    ticket_way,
)
from parlour.games.ticket_to_ride.usa import ROUTES, TICKETS, TRACKS
from parlour.kernel import new_rng
from parlour.state import State

ROOT = Path(__file__).resolve().parents[3]
BOARD = ROOT / "src" / "parlour" / "games" / "ticket_to_ride" / "board"


def route(first: str, second: str) -> int:
    return next(i for i, (_, *ends, _) in enumerate(ROUTES) if ends == [first, second])


def ticket(first: str, second: str) -> int:
    return next(i for i, (_, *ends, _) in enumerate(TICKETS) if ends == [first, second])


def after(players: int, moves: int, seed: int = 3, who: str = "planner") -> State:
    """A game of agents after so many moves, or at its end."""
    game = parlour.game(f"ticket-to-ride:players={players}")
    state, player = game.new(seed), agent(game, who)
    player.begin(game, 0, seed)
    while not state.over and state.ply < moves:
        state.advance(player.choose(state.view(), Clock()))
    return state


@pytest.fixture(scope="module")
def ended() -> State:
    return after(5, 10_000)


def test_the_map_of_the_page_is_that_of_the_pictures() -> None:
    import ticket_map

    assert ticket_map.TARGET.read_text(encoding="utf-8") == ticket_map.module(), (
        "run python tools/ticket_map.py"
    )


@pytest.mark.parametrize("players", [2, 3, 5])
def test_what_a_seat_is_told_does_not_depend_on_what_it_cannot_know(players: int) -> None:
    for moves in (0, 1, 20, 45, 90, 150):
        state, rng = after(players, moves, seed=moves), new_rng(moves)
        for seat in range(players):
            guess = state.view(seat).sample(rng)
            assert describe(guess.view(seat)) == describe(state.view(seat))


def test_a_view_tells_own_cards_and_only_counts_of_the_others() -> None:
    state = after(3, 30)
    me, other, _ = describe(state.view(0))["seats"]
    assert me["hand"] == state.data["hands"][0].tolist()
    assert len(me["kept"]) == state.data["held"][0]
    assert other == {
        name: int(state.data[field][1])
        for name, field in (
            ("cars", "cars"), ("cards", "cards"), ("tickets", "held"), ("points", "points"),
            ("offered", "offered"),
        )
    }  # fmt: skip


def test_the_whole_state_tells_every_hand_and_ticket() -> None:
    state = after(3, 30)
    seats = describe(state)["seats"]
    assert [seat["hand"] for seat in seats] == state.data["hands"][:3].tolist()
    assert [len(seat["kept"]) for seat in seats] == state.data["held"][:3].tolist()


def test_with_two_players_the_second_track_of_a_claimed_route_is_closed() -> None:
    state = after(2, 60)
    owners = describe(state)["owner"]
    for track, (number, _) in enumerate(TRACKS):
        others = [owners[t] for t, (there, _) in enumerate(TRACKS) if there == number and t != track]
        assert (owners[track] == -2) == any(owner >= 0 for owner in others)


def test_every_legal_action_has_a_target_of_its_own() -> None:
    state = after(4, 60)
    seen: dict[str, str] = {}
    for action in state.legal_moves:
        aim = json.dumps(targets(state, action))
        assert aim != "{}"
        assert seen.setdefault(aim, state.format(action)) == state.format(action)
        if "pay" in targets(state, action):
            colour, cards, wild = targets(state, action)["pay"]
            hand = state.data["hands"][state.mover]
            assert hand[8] >= wild
            assert cards == 0 or hand[colour] >= cards


def test_a_way_takes_own_routes_for_nothing_and_the_fewest_cars() -> None:
    chicago = ticket("Chicago", "New Orleans")
    free = set(range(len(ROUTES)))
    way = ticket_way(chicago, (), free)
    assert way is not None
    assert way.cars == 7
    own = {route("Chicago", "Saint Louis")}
    shorter = ticket_way(chicago, own, free - own)
    assert shorter is not None
    assert shorter.cars == 5
    assert ticket_way(chicago, (), own) is None


def test_a_ticket_needs_nothing_exactly_when_its_cities_are_joined(ended: State) -> None:
    for seat, player in enumerate(describe(ended)["seats"]):
        for one in player["kept"]:
            assert (one["needs"] == 0) == joined(ended, seat, one["ticket"])


def test_a_plan_joins_every_ticket_that_can_be_joined() -> None:
    state = after(2, 40)
    for seat in range(2):
        own, free = own_routes(state, seat), open_routes(state, seat)
        routes = plan(state, seat)
        assert routes <= free
        for number in [t for t in range(len(TICKETS)) if int(state.data["tickets"][seat]) >> t & 1]:
            if ticket_way(number, own, free):
                assert ticket_way(number, own | routes, ()) is not None


def test_cards_in_hand_are_not_lacking() -> None:
    state = after(2, 2)
    denver = route("Denver", "Omaha")
    state.data["hands"][0] = 0
    assert cards_lacking(state, 0, [denver]) == 4
    state.data["hands"][0][0] = 3
    assert cards_lacking(state, 0, [denver]) == 1
    state.data["hands"][0][8] = 1
    assert cards_lacking(state, 0, [denver]) == 0


def test_a_score_is_the_sum_of_its_parts_and_the_longest_path_is_drawn(ended: State) -> None:
    for seat, player in enumerate(describe(ended.view(0))["seats"]):
        score = player["score"]
        assert score["total"] == score["routes"] + score["done"] + score["missed"] + score["bonus"]
        assert score["total"] == ended.scores[seat]
        assert len(set(score["trail"])) == len(score["trail"])
        assert sum(ROUTES[one][0] for one in score["trail"]) == score["longest"]
        ends = [set(ROUTES[one][1:3]) for one in score["trail"]]
        assert all(one & other for one, other in pairwise(ends))
    assert sorted(p["score"]["bonus"] for p in describe(ended)["seats"])[-1] == 10


def test_a_trail_may_meet_a_city_again_but_no_route() -> None:
    names = [("Denver", "Omaha"), ("Chicago", "Omaha"), ("Duluth", "Omaha"), ("Chicago", "Duluth")]
    routes = frozenset(route(*ends) for ends in names)
    trail = longest_trail(routes, 13)
    assert set(trail) == routes
    assert longest_trail(routes, 14) == ()


def test_reasons_of_a_hint_name_what_a_claim_does_for_the_tickets() -> None:
    state = parlour.game("ticket-to-ride").new(1)
    state.play("keep 1,2,3")
    state.play("keep 1,2,3")
    before = features(state, 0)
    wanted = max(plan(state, 0), key=lambda one: ROUTES[one][0])
    state.data["hands"][0] = 12
    moves = {targets(state, a).get("route"): a for a in state.legal_moves}
    state.play(moves[wanted])
    now = features(state, 0)
    assert now["needs"][1] == before["needs"][1] - ROUTES[wanted][0]
    assert now["points"][0] > before["points"][0]


def test_every_word_of_the_board_is_in_its_catalogue_and_used() -> None:
    words = json.loads((BOARD / "words.json").read_text(encoding="utf-8"))
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(BOARD.glob("*.js")))
    named = set(re.findall(r'"([\w.]+)"', code)) | set(re.findall(r"`([\w.]+)`", code))
    prefixes = tuple(re.findall(r"`([\w.]+\.)\$\{", code))
    said = set(re.findall(r'say\(\s*"([\w.]+)"', code))
    keys = {key.removeprefix("ticket-to-ride.") for key in words}
    frame = ("title", "summary", "time", "board", "must", "forced", "option.", "rule.", "tip.", "lesson.",
             "glossary.", "diagram.", "reason.", "ending.", "button.")  # fmt: skip
    assert said <= keys
    assert not [key for key in keys if not key.startswith((*frame, *prefixes)) and key not in named]


def _diagrams() -> list[Any]:
    return re.findall(r'key: "(\w+)"', (BOARD / "diagrams.js").read_text(encoding="utf-8"))


def test_every_diagram_has_its_caption() -> None:
    words = json.loads((BOARD / "words.json").read_text(encoding="utf-8"))
    assert _diagrams()
    assert all(f"ticket-to-ride.diagram.{key}" in words for key in _diagrams())
