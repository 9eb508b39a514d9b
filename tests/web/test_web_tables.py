"""Tables without a server: what each seat is told, and what happens when the store or the hall is full."""

from __future__ import annotations

import asyncio
import dataclasses
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.record import Record
from parlour.web import hall as halls
from parlour.web.catalogue import Catalogue, make_agent
from parlour.web.foundry import Foundry
from parlour.web.hall import Hall
from parlour.web.messages import Act, Choice, NewTable, Resign, Seat, Start, Viewpoint
from parlour.web.pools import Pools
from parlour.web.seats import TableSeat
from parlour.web.store import TableRow, TableStore
from parlour.web.tables import Table
from support import finish


class Listener:
    """A browser that only remembers what it was told."""

    def __init__(self, *seats: int) -> None:
        self.seats, self.heard = frozenset(seats), list[Any]()
        self.viewpoint: int | None = None

    def send(self, message: Any) -> None:
        self.heard.append(message)


def at_table(game: Game, seed: int, store: Path, play: Callable[[Table], Any]) -> Any:
    """Let two people sit at a table, and do something there."""

    async def sit() -> Any:
        row = TableRow("t", game.spec, 1, seed, [TableSeat("me").row(), TableSeat("guest").row()], None, 0.0)
        tables, pools = TableStore(store), Pools()
        tables.create(row, [])
        try:
            return play(Table(row, game, [], tables, pools, make_agent, Foundry()))
        finally:
            pools.close()
            tables.close()

    return finish(sit())


def test_hidden_cards_never_leave_the_server(tmp_path: Path, examples: Path) -> None:
    """Kuhn poker: whoever sees the same is told the same, whatever the other holds."""
    game = parlour.game(str(examples / "kuhn.py"))

    def play_first(table: Table) -> str:
        first = Listener(0)
        table.join(first)
        with pytest.raises(ParlourError, match="hidden"):
            table.join(Listener())
        with pytest.raises(ParlourError, match="over"):
            table.record()
        assert table.info.seed is None
        table.act(first, Act(t="act", seat=0, ply=0, action=first.heard[0].view.legal[0].a))
        return "".join(message.model_dump_json(exclude={"table"}) for message in first.heard)

    messages: dict[str, set[str]] = {}
    for seed in range(12):
        text = at_table(game, seed, tmp_path / f"{seed}.sqlite", play_first)
        messages.setdefault(str(game.new(seed).view(0)), set()).add(text)
    assert len(messages) > 1
    assert all(len(texts) == 1 for texts in messages.values())


def test_a_finished_game_is_seen_open_or_as_a_seat_saw_it(tmp_path: Path, examples: Path) -> None:
    game = parlour.game(str(examples / "kuhn.py"))

    def resign(table: Table) -> None:
        player = Listener(0)
        table.join(player)
        with pytest.raises(ParlourError, match="when the game is over"):
            table.see_as(player, Viewpoint(t="viewpoint", seat=1))
        table.resign(player, Resign(t="resign", seat=0))
        texts = []
        for seat in (None, 0, 1):
            table.see_as(player, Viewpoint(t="viewpoint", seat=seat))
            welcome = player.heard[-1]
            assert welcome.view.seat == seat
            texts.append(welcome.view.text)
        assert texts == [str(table.state), str(table.state.view(0)), str(table.state.view(1))]
        assert len(set(texts)) == 3

    at_table(game, 0, tmp_path / "tables.sqlite", resign)


def test_a_move_that_cannot_be_kept_is_not_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*move: Any) -> None:
        raise ParlourError("cannot use the store: database or disk is full")

    def act(table: Table) -> None:
        monkeypatch.setattr(table.store, "add_move", full)
        black = Listener(0)
        table.join(black)
        with pytest.raises(ParlourError, match="full"):
            table.act(black, Act(t="act", seat=0, ply=0, action="f5"))
        assert table.ply == 0
        assert table.state.mover == 0

    at_table(parlour.game("reversi"), 0, tmp_path / "tables.sqlite", act)


def test_a_record_that_starts_from_a_position_is_replayed_branched_and_kept(tmp_path: Path) -> None:
    game = parlour.game("reversi")
    state = game.new()
    for move in ("f5", "d6", "c3"):
        state.play(state.parse(move))
    start = game.position(state.text)
    record = parlour.play(game, [parlour.agent(game, "random") for _ in range(2)], start=start)
    assert record.start
    seats = [Seat(kind="me"), Seat(kind="me")]

    async def replay() -> None:
        hall = Hall(TableStore(tmp_path / "tables.sqlite"), Catalogue())
        table = await hall.take_in(record)
        assert table.at(0).text == start.text
        assert (table.state.rewards, table.record().moves) == (list(record.rewards), record.moves)
        branch, _ = await hall.create(
            NewTable(game="reversi", seats=seats, start=Start(table=table.id, ply=2))
        )
        hall.close()
        hall = Hall(TableStore(tmp_path / "tables.sqlite"), Catalogue())
        again = await hall.open(branch.id)
        assert again.state.text == record.last().at(2).text
        hall.close()

    finish(replay())


def test_a_store_of_an_older_version_is_taken_over(tmp_path: Path) -> None:
    game = parlour.game("reversi")
    row = TableRow("t", game.spec, 1, 3, [TableSeat("me").row(), TableSeat("me").row()], None, 0.0)
    store = TableStore(tmp_path / "tables.sqlite")
    store.create(row, ["f5"])
    store.close()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as database:
        database.execute("DROP INDEX tables_by_use")
        for column in ("start", "plies", "archived", "owner"):
            database.execute(f"ALTER TABLE tables DROP COLUMN {column}")
        database.execute("PRAGMA user_version=1")
        database.commit()
    store = TableStore(tmp_path / "tables.sqlite")
    assert store.find("t") == dataclasses.replace(row, plies=1)
    store.close()
    TableStore(tmp_path / "tables.sqlite").close()


def test_a_full_hall_takes_no_more_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halls, "MOST_LIVE", 2)
    wanted = NewTable(game="reversi", seats=[Seat(kind="me"), Seat(kind="me")])

    async def fill() -> None:
        hall = Hall(TableStore(tmp_path / "tables.sqlite"), Catalogue())
        for _ in range(2):
            table, _ = await hall.create(wanted)
            table.join(Listener(0, 1))
        with pytest.raises(ParlourError, match="2 tables are in use"):
            await hall.create(wanted)
        table.sessions.clear()
        await hall.create(wanted)
        assert hall.store.size == 3
        hall.close()

    finish(fill())


class Crashing(parlour.Agent):
    """Decides twice, then fails."""

    def choose(self, view: parlour.View, clock: parlour.Clock) -> int:
        if len(view.history) > 40:
            raise RuntimeError("out of ideas")
        return view.legal_moves[0]


@pytest.mark.parametrize(("name", "other"), [("dicewars:players=3", "wpm"), ("reversi", "random")])
def test_a_crash_is_scored_as_in_the_arena(name: str, other: str, tmp_path: Path) -> None:
    """Dicewars plays on without who crashed, Reversi is lost; the page and the arena agree."""
    game = parlour.game(name)
    others = [parlour.agent(game, other) for _ in range(game.players - 1)]
    expected = parlour.play(game, [Crashing(), *others], seed=6)
    assert [forfeit.reason for forfeit in expected.forfeits] == ["crash"]

    def make(found: Game, choice: Choice) -> parlour.Agent:
        return Crashing() if choice.options else parlour.agent(found, choice.agent)

    choices = [Choice(agent=other, options={"crash": True} if n == 0 else {}) for n in range(game.players)]
    seats = [TableSeat("agent", "x", choice).row() for choice in choices]

    async def watch() -> Record:
        row = TableRow("t", game.spec, 1, 6, seats, None, 0.0)
        tables, pools = TableStore(tmp_path / "t.sqlite"), Pools()
        tables.create(row, [])
        table = Table(row, game, [], tables, pools, make, Foundry())
        table.engine.delay = 0.0
        table.join(Listener())
        while table.result is None:
            await asyncio.sleep(0.01)
        pools.close()
        tables.close()
        return table.record()

    record = finish(watch())
    assert (record.moves, record.rewards) == (expected.moves, expected.rewards)
    assert record.forfeits == expected.forfeits
