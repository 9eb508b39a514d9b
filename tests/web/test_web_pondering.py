"""Agents that think on while a person does: when they begin and end, and that nobody waits for them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_helpers import WAIT, Client, Served, as_seat

import parlour
from parlour.agent import Agent, Halt
from parlour.web import pondering
from parlour.web.catalogue import Catalogue
from parlour.web.hall import Hall
from parlour.web.messages import Act, NewTable
from parlour.web.seats import TableSeat
from parlour.web.store import TableStore
from parlour.web.tables import Table
from support import finish

SEATS = [{"kind": "me"}, as_seat("mcts:seconds=0.01")]


@pytest.fixture
def pondering_table(served: Served) -> Iterator[Client]:
    """A game whose agent has answered once, and thinks on."""
    asked = {"game": "reversi", "seats": SEATS, "seed": 1, "ponder": True}
    status, table = served.post("/api/tables", asked)
    assert status == 200, table
    client = Client(served.url, table["id"], list(table["tokens"].values()))
    client.act()
    client.until_mine()
    yield client
    client.close()


def seconds_of(process: int) -> float:
    """What a process has computed so far."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        pytest.skip("needs /proc to see whether a process computes")
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / 100


def wait_until(served: Served, *, busy: bool) -> None:
    """Wait until the server computes, or does so no longer."""
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        before = seconds_of(served.process.pid)
        time.sleep(1)
        spent = seconds_of(served.process.pid) - before
        if spent > 0.1 if busy else spent <= 0.02:
            return
    raise AssertionError(f"the server {'computes nothing' if busy else 'goes on computing'}")


def test_an_agent_thinks_on_until_the_table_is_left(served: Served, pondering_table: Client) -> None:
    wait_until(served, busy=True)
    pondering_table.close()
    wait_until(served, busy=False)


def test_the_server_answers_and_the_game_goes_on_meanwhile(served: Served, pondering_table: Client) -> None:
    client = pondering_table
    for _ in range(3):
        assert served.get("/api/tables")
        client.ask(t="hint", ply=client.view["ply"])
        assert client.hear("analysis")["moves"]
        client.act()
        client.until_mine()
    client.ask(t="takeback")
    client.view = {}
    client.until_mine()
    client.act()
    assert client.until_mine()["legal"]


def test_without_the_switch_nobody_thinks_on(served: Served) -> None:
    table, tokens = served.new_table("reversi", "me", "mcts:seconds=0.01")
    client = Client(served.url, table, list(tokens.values()))
    client.act()
    client.until_mine()
    wait_until(served, busy=False)
    client.close()


def test_games_with_chance_or_secrets_are_refused(served: Served) -> None:
    asked = {"game": "dicewars", "options": {"players": 2}, "ponder": True}
    status, answer = served.post("/api/tables", {**asked, "seats": [{"kind": "me"}, as_seat("best")]})
    assert status == 400
    assert "only in games without chance" in answer["reason"]


class Listener:
    """A browser that looks at nothing."""

    def __init__(self, *seats: int) -> None:
        self.seats, self.viewpoint = frozenset(seats), None

    def send(self, message: Any) -> None:
        pass


class Ponderer(Agent):
    """An agent that ponders until it is halted, and notes it."""

    ponders = True

    def __init__(self) -> None:
        self.now, self.times = False, 0

    def choose(self, view: parlour.View, clock: Any) -> int:
        assert not self.now, "it decides and ponders at once"
        return view.legal_moves[0]

    def ponder(self, view: parlour.View, halt: Halt) -> None:
        self.now, self.times = True, self.times + 1
        until = time.monotonic() + WAIT
        while not halt.raised and time.monotonic() < until:
            time.sleep(0.001)
        self.now = False


async def until(holds: Any) -> None:
    for _ in range(1000 * WAIT):
        if holds():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it never happens")


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(TableStore(tmp_path / "tables.sqlite"), Catalogue())


def request(**more: Any) -> NewTable:
    return NewTable.model_validate({"game": "reversi", "seats": SEATS, "ponder": True, **more})


async def sit_down(hall: Hall, player: Ponderer) -> tuple[Table, Listener]:
    """A table whose agent has answered the first move."""
    table, _ = await hall.create(request())
    table.seat_agent = lambda game, choice: player
    listener = Listener(0)
    table.join(listener)
    act(table, listener)
    await until(lambda: table.state.mover == 0)
    return table, listener


def act(table: Table, listener: Listener) -> None:
    move = table.state.legal_moves[0]
    table.act(listener, Act(t="act", seat=0, ply=table.ply, action=table.state.format(move)))


def test_an_agent_ponders_once_a_move_and_never_while_it_decides(hall: Hall) -> None:
    async def use() -> int:
        player = Ponderer()
        table, listener = await sit_down(hall, player)
        for _ in range(5):
            await until(lambda: player.now)
            act(table, listener)
            await until(lambda: table.state.mover == 0)
        await until(lambda: player.now)
        table.leave(listener)
        await until(lambda: not player.now)
        return player.times

    assert finish(use()) == 6


def test_an_agent_ponders_no_longer_than_its_limit(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pondering, "MOST", 0.05)

    async def use() -> int:
        player = Ponderer()
        await sit_down(hall, player)
        await until(lambda: player.times and not player.now)
        return player.times

    assert finish(use()) == 1


def test_one_agent_of_the_server_ponders_at_a_time(hall: Hall) -> None:
    async def use() -> tuple[int, int]:
        one, other = Ponderer(), Ponderer()
        table, listener = await sit_down(hall, one)
        await until(lambda: one.now)
        await sit_down(hall, other)
        times = other.times
        table.leave(listener)
        await until(lambda: not one.now)
        return one.times, times

    assert finish(use()) == (1, 0)


def test_the_switch_is_kept_with_the_seat() -> None:
    seat = TableSeat("agent", "mcts", ponders=True)
    assert TableSeat.read(json.loads(json.dumps(seat.row()))).ponders
    assert not TableSeat.read(TableSeat("agent", "mcts").row()).ponders


def test_the_page_offers_it_where_nothing_is_hidden(open_page: Any) -> None:
    page = open_page("#/new/reversi")
    page.click("details summary >> nth=0")
    assert not page.is_checked("#ponder")
    page.check("#ponder")
    with page.expect_request("**/api/tables") as asked:
        page.click("button[type=submit]")
    assert asked.value.post_data_json["ponder"] is True
    page.wait_for_selector(".board")
    page = open_page("#/new/tichu")
    page.wait_for_selector("form.setup")
    assert page.locator("#ponder").count() == 0
