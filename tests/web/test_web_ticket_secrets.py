"""Ticket to Ride over the wire: no frame tells a seat what it may not know, whatever it asks for."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from test_web_tables import Listener, at_table

import parlour
from parlour.agent import Clock, agent
from parlour.errors import ParlourError
from parlour.games.ticket_to_ride.board import describe
from parlour.games.ticket_to_ride.usa import TICKETS
from parlour.kernel import new_rng
from parlour.web.messages import Act, Look
from parlour.web.tables import Table

PUBLIC = re.compile(r"take \w+|tickets|pass|keep \d of \d tickets|claim .+")
TICKET_NAMES = [f"{first}-{second}" for _, first, second, _ in TICKETS]


def secrets_of(table: Table, seat: int) -> set[str]:
    """The tickets that a seat may not know by name: those of the others, and the ticket deck."""
    view, mask = table.state.view(seat).data, int(table.state.data["tickets"][seat])
    known = {t for t in range(len(TICKETS)) if mask >> t & 1}
    known |= {int(t) for t in [*view["ticket_deck"], *view["offers"].flat] if t >= 0}
    return {name for t, name in enumerate(TICKET_NAMES) if t not in known}


def check_frame(table: Table, seat: int, message: Any) -> None:
    """A view, or the welcome that holds one: nothing of the others but counts, no ticket and no deck."""
    view = getattr(message, "view", message)
    for other, player in enumerate(view.data["seats"]):
        if other != seat:
            assert {"hand", "kept", "offers"}.isdisjoint(player)
    assert re.search(r"deck: \d+\?", view.text) or not table.state.data["deck_size"]
    if view.mover != seat:
        assert not view.legal
    events = [*getattr(message, "log", []), *([view.event] if view.event else [])]
    for event in events:
        if event.seat != seat:
            assert not event.targets
            assert PUBLIC.fullmatch(event.text)
    words = without_routes(message.model_dump_json())
    assert not [name for name in secrets_of(table, seat) if name in words]


def without_routes(words: str) -> str:
    """A frame without what is said of routes, which some tickets share their cities with."""
    words = re.sub(r'"claim [^"]*"', '""', words)
    return re.sub(r"\w+ routes: [^;\"]*", "", words)


def test_no_frame_of_a_running_game_tells_a_secret(tmp_path: Path) -> None:
    game = parlour.game("ticket-to-ride:players=2")

    def play(table: Table) -> int:
        people, player = [Listener(0), Listener(1)], agent(game, "planner")
        player.begin(game, 0, 1)
        for person in people:
            table.join(person)
        with pytest.raises(ParlourError, match="hidden"):
            table.join(Listener())
        frames = 0
        while not table.state.over:
            seat, ply = table.state.mover, table.ply
            for back in {0, ply // 2, ply}:
                for person in people:
                    table.look(person, Look(t="look", ply=back))
            late = Listener(1 - seat)
            table.join(late)
            table.leave(late)
            for viewer, heard in ((0, people[0]), (1, people[1]), (1 - seat, late)):
                for message in heard.heard:
                    check_frame(table, viewer, message)
                frames += len(heard.heard)
                heard.heard.clear()
            action = table.state.format(player.choose(table.state.view(), Clock()))
            table.act(people[seat], Act(t="act", seat=seat, ply=ply, action=action))
        return frames

    assert at_table(game, 5, tmp_path / "tables.sqlite", play) > 500


def test_a_frame_that_told_a_ticket_would_be_noticed(tmp_path: Path) -> None:
    game = parlour.game("ticket-to-ride:players=2")

    def tell(table: Table) -> None:
        person = Listener(0)
        table.join(person)
        secret = sorted(secrets_of(table, 0))[0]
        welcome = person.heard[0]
        leaky = welcome.model_copy(
            update={"view": welcome.view.model_copy(update={"text": f"deck: 9? {secret}"})}
        )
        with pytest.raises(AssertionError):
            check_frame(table, 0, leaky)

    at_table(game, 5, tmp_path / "tables.sqlite", tell)


def test_frames_are_the_same_for_games_that_a_seat_cannot_tell_apart() -> None:
    game = parlour.game("ticket-to-ride:players=3")
    state, player, rng = game.new(9), agent(game, "planner"), new_rng(4)
    player.begin(game, 0, 1)
    while not state.over:
        for seat in range(3):
            guess = state.view(seat).sample(rng).view(seat)
            told, true = json.dumps([describe(guess), guess.text]), state.view(seat)
            assert told == json.dumps([describe(true), true.text])
        state.advance(player.choose(state.view(), Clock()))
