"""What one seat of a Tichu table is told over a whole round: no card that it cannot know."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from test_web_tables import Listener

import parlour
from parlour.errors import ParlourError
from parlour.games.tichu.cards import card_name, cards_of
from parlour.games.tichu.state import EXCHANGE
from parlour.state import State
from parlour.web.catalogue import make_agent
from parlour.web.foundry import Foundry
from parlour.web.messages import Act, Look
from parlour.web.pools import Pools
from parlour.web.seats import TableSeat
from parlour.web.store import TableRow, TableStore
from parlour.web.tables import Table
from support import finish

TICHU = parlour.game("tichu")
NO_CARDS = re.compile(r'"phase":"dragon"|phase: dragon|dragon (left|right)|"dragon":')
CARDS = re.compile(r"(?<![\w])(?:(?:10|[2-9JQKA])[rgbs](?!\w)|mahjong|dog|phoenix|dragon)")


def known(state: State, seat: int) -> set[str]:
    """The cards that a seat has ever held, and all that were played."""
    cards: set[str] = set()
    for ply in range(state.ply + 1):
        s = state.at(ply).data
        mask = int(s["hands"][seat]) | sum(int(played) for played in s["played"])
        cards |= {card_name(card) for card in cards_of(mask)}
    return cards


@contextmanager
def table_of_people(store: Path, seed: int) -> Iterator[Table]:
    """Four people at one table."""
    seats = [TableSeat("me" if seat == 0 else "guest").row() for seat in range(4)]
    row = TableRow("t", TICHU.spec, TICHU.rules_version, seed, seats, None, 0.0)
    tables, pools = TableStore(store), Pools()
    tables.create(row, [])
    try:
        yield Table(row, TICHU, [], tables, pools, make_agent, Foundry())
    finally:
        pools.close()
        tables.close()


def told(messages: list[Any]) -> set[str]:
    """The cards that are named in messages."""
    text = " ".join(message.model_dump_json() for message in messages)
    return set(CARDS.findall(NO_CARDS.sub("", text)))


@pytest.mark.parametrize("seed", [1, 2])
def test_no_message_of_a_running_game_names_a_hidden_card(tmp_path: Path, seed: int) -> None:
    async def play() -> int:
        choice = random.Random(seed)
        with table_of_people(tmp_path / "tables.sqlite", seed) as table:
            people = [Listener(seat) for seat in range(4)]
            for person in people:
                table.join(person)
            with pytest.raises(ParlourError, match="hidden"):
                table.join(Listener())
            while not table.state.over:
                assert told(people[0].heard) <= known(table.state, 0), table.ply
                people[0].heard.clear()
                table.look(people[0], Look(t="look", ply=choice.randint(0, table.ply)))
                seat = table.state.mover
                action = table.state.format(choice.choice(table.state.legal_moves))
                table.act(people[seat], Act(t="act", seat=seat, ply=table.ply, action=action))
                assert table.info.seed is None or table.state.over
            return table.ply

    assert finish(play()) > 100


def test_a_card_that_was_given_is_told_to_its_giver_and_taker_alone(tmp_path: Path) -> None:
    async def play() -> list[set[str]]:
        with table_of_people(tmp_path / "tables.sqlite", 3) as table:
            people = [Listener(seat) for seat in range(4)]
            for person in people:
                table.join(person)
            while table.state.data["phase"] <= EXCHANGE:
                seat = table.state.mover
                action = table.state.format(table.state.legal_moves[0])
                table.act(people[seat], Act(t="act", seat=seat, ply=table.ply, action=action))
            given = card_name(int(table.state.data["given"][1, 0]) - 1)
            return [{given} & told(person.heard) for person in people]

    south, west, north, east = finish(play())
    assert (bool(south), bool(west), bool(north), bool(east)) == (False, True, True, False)
