"""Whoever floods, stalls or fills the server spoils it for nobody else."""

from __future__ import annotations

import asyncio
import errno
import json
import queue
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from web_helpers import Client, Served, as_seat
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from parlour.web import browser, door, hall, pools
from parlour.web.catalogue import Catalogue
from parlour.web.limits import Places, Rate, Rates, network_of
from parlour.web.messages import NewTable
from parlour.web.pools import Pools
from parlour.web.store import PAGE, TableRow, TableStore
from support import finish

STRANGER = "127.0.0.2"
"""Another address of this machine."""


@pytest.fixture(scope="session")
def strangers() -> None:
    """A machine that has more than one address of its own."""
    try:
        with socket.socket() as probe:
            probe.bind((STRANGER, 0))
    except OSError:
        pytest.skip("needs more than one loopback address")


def place_of(served: Served) -> tuple[str, int]:
    return "127.0.0.1", int(served.port)


def raw(served: Served, text: str, source: str = "") -> socket.socket:
    """A connection on which some bytes were sent."""
    connection = socket.create_connection(place_of(served), 10, (source, 0) if source else None)
    connection.sendall(text.encode())
    return connection


def answer(connection: socket.socket) -> str:
    """Everything that comes until the end."""
    parts = []
    with connection:
        while part := connection.recv(65_536):
            parts.append(part)
    return b"".join(parts).decode("latin-1")


def ask(served: Served, path: str, host: str = "", source: str = "", **headers: str) -> str:
    lines = [f"GET {path} HTTP/1.1", f"Host: {host or served.url[7:]}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return answer(raw(served, "\r\n".join(lines) + "\r\n\r\n", source))


def post(served: Served, path: str, body: str, source: str = "") -> str:
    host = served.url[7:]
    head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n"
    return answer(raw(served, f"{head}Content-Length: {len(body)}\r\n\r\n{body}", source))


def test_a_strange_host_is_refused_in_one_line(besieged: Served) -> None:
    for host in ("[", "[:8200", "]", "[::1", "a[b"):
        text = ask(besieged, "/", host)
        assert text.startswith("HTTP/1.1 403"), host
    assert not any("Traceback" in line for line in besieged.lines)


def test_refusals_tell_the_browser_to_trust_only_us(besieged: Served) -> None:
    text = ask(besieged, "/", "evil.example")
    for header in (
        "content-security-policy",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ):
        assert header in text.lower()


def test_a_binary_frame_is_answered_with_a_close_frame(besieged: Served) -> None:
    with connect(f"ws{besieged.url[4:]}/ws", origin=besieged.url) as client:
        client.send(b"\x00\x01")
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1003


def test_silent_connections_and_half_requests_are_let_go_of(besieged: Served, strangers: None) -> None:
    with ExitStack() as stack:
        silent = stack.enter_context(connect(f"ws{besieged.url[4:]}/ws", origin=besieged.url))
        halves = [
            stack.enter_context(raw(besieged, "GET / HTTP/1.1\r\nX: ", STRANGER))
            for _ in range(door.MOST_OF_ONE + 20)
        ]
        assert ask(besieged, "/favicon.ico").startswith("HTTP/1.1 200")  # others come in
        for half in halves[: door.MOST_OF_ONE]:  # the others wait outside
            half.settimeout(door.WITHIN + 20)
            try:
                assert half.recv(1) == b""
            except ConnectionResetError:
                continue
        with pytest.raises(ConnectionClosed) as closed:
            silent.recv(browser.HELLO + 20)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == browser.SILENT
    assert not any("Traceback" in line for line in besieged.lines)


def test_a_flood_of_one_address_locks_no_other_out(besieged: Served, strangers: None) -> None:
    for _ in range(1000):
        if "too many requests" in post(besieged, "/api/tables", "{}", STRANGER):
            break
    else:
        pytest.fail("a thousand requests of one address were taken")
    assert besieged.new_table("reversi", "me", "me")


def test_sessions_of_one_address_leave_room_for_others(besieged: Served, strangers: None) -> None:
    table, tokens = besieged.new_table("reversi", "me", "me")
    with ExitStack() as stack:
        for _ in range(64):
            stack.enter_context(
                connect(
                    f"ws{besieged.url[4:]}/ws",
                    origin=besieged.url,
                    source_address=(STRANGER, 0),
                    close_timeout=0.1,
                )
            )
        client = Client(besieged.url, table, list(tokens.values()))
        client.act()
        assert client.until_mine()["ply"] == 1
        client.close()


def test_rates_and_places_count_by_address() -> None:
    rates = Rates(each=Rate(0, 2), all=Rate(0, 5))
    assert [rates.allows("a") for _ in range(3)] == [True, True, False]
    assert [rates.allows("b") for _ in range(3)] == [True, True, False]
    assert [rates.allows("c") for _ in range(2)] == [True, False]
    places = Places(each=1, all=2)
    assert places.take("a")
    assert not places.take("a")
    assert places.take("b")
    assert not places.take("c")
    places.leave("a")
    assert places.take("c")
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:2")
    assert network_of("::ffff:192.0.2.7") == "192.0.2.7"


def test_a_machine_without_room_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    loop = asyncio.new_event_loop()
    try:
        door.complain_quietly(loop)
        for _ in range(1000):
            full = OSError(errno.EMFILE, "Too many open files")
            loop.call_exception_handler({"message": "socket.accept()", "exception": full})
    finally:
        loop.close()
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_quick_thought_waits_for_no_strangers_long_ones() -> None:
    go = threading.Event()

    async def siege() -> bool:
        thinkers = Pools()
        long = [
            asyncio.create_task(thinkers.think(f"stranger {n}", lambda: go.wait(30), long=True))
            for n in range(20)
        ]
        await asyncio.sleep(0)
        quick = await asyncio.wait_for(thinkers.think("person", lambda: True), 10)
        assert not any(task.done() for task in long)
        go.set()
        await asyncio.gather(*long)
        return quick

    assert finish(siege()) is True


def test_thoughts_that_turn_out_long_give_their_places_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "LONG", 0.05)
    go = threading.Event()

    async def siege() -> bool:
        thinkers = Pools()
        stuck = [
            asyncio.create_task(thinkers.think(f"stranger {n}", lambda: go.wait(30)))
            for n in range(pools.MOST_QUICK)
        ]
        await asyncio.sleep(0)
        quick = await asyncio.wait_for(thinkers.think("person", lambda: True), 10)
        go.set()
        await asyncio.gather(*stuck)
        return quick

    assert finish(siege()) is True


def test_one_client_has_few_thoughts_at_once_and_the_others_take_turns() -> None:
    begun, go = queue.SimpleQueue[str](), threading.Event()

    def think(name: str) -> None:
        begun.put(name)
        go.wait(30)

    async def siege() -> list[str]:
        thinkers = Pools()
        greedy = [asyncio.create_task(thinkers.think("greedy", lambda: think("greedy"))) for _ in range(50)]
        await asyncio.sleep(0)
        modest = asyncio.create_task(thinkers.think("modest", lambda: think("modest")))
        await asyncio.sleep(0)
        first = [begun.get(timeout=30) for _ in range(pools.MOST_OF_ONE + 1)]
        go.set()
        await asyncio.gather(modest, *greedy)
        return first

    assert sorted(finish(siege())) == [*["greedy"] * pools.MOST_OF_ONE, "modest"]


@pytest.fixture
def crowded(tmp_path: Path) -> Iterator[TableStore]:
    """A store of many tables."""
    store = TableStore(tmp_path / "tables.sqlite")
    seats = [{"kind": "me", "agent": ""}] * 2
    store._run("BEGIN")
    for number in range(3 * PAGE):
        row = (f"t{number:04}", "reversi", 1, "1", json.dumps(seats), None, 1e9 + number, "", 0)
        store._run("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, '')", *row)
    store._run("COMMIT")
    yield store
    store.close()


def test_the_lobby_is_read_page_by_page_through_an_index(crowded: TableStore) -> None:
    names, last = list[str](), ""
    while page := crowded.tables(last):
        assert len(page) <= PAGE
        names += [row.id for row in page]
        last = page[-1].id
    assert names == [f"t{number:04}" for number in reversed(range(3 * PAGE))]
    plan = crowded._run(
        "EXPLAIN QUERY PLAN SELECT id FROM tables WHERE archived = 0 AND (updated, id) < (?, ?) "
        "ORDER BY updated DESC, id DESC LIMIT 5", 9e9, "",
    ).fetchall()  # fmt: skip
    assert "USING" in plan[0][3]
    assert "INDEX tables_by_use" in plan[0][3]
    assert len(plan) == 1  # nothing is sorted


def test_one_damaged_row_hides_no_other(crowded: TableStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "IDLE", 1e12)
    for number, (column, value) in enumerate(
        [
            ("result", '{"scores":[NaN,1],"rewards":[1,-1]}'),
            ("result", "[1]"),
            ("seats", "{"),
            ("seats", '[{"kind":"ghost"}]'),
            ("seats", "7"),
            ("seed", "x"),
            ("game", ""),
        ]
    ):
        crowded._run(f"UPDATE tables SET {column} = ? WHERE id = ?", value, f"t{3 * PAGE - 1 - number:04}")
    infos = hall.Hall(crowded, Catalogue()).tables()
    assert PAGE - 7 <= len(infos) < PAGE
    json.dumps([info.model_dump() for info in infos], allow_nan=False)


def test_a_full_store_opens_its_tables_and_archives_the_oldest(
    crowded: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "IDLE", 1e12)
    monkeypatch.setattr(hall, "MOST_KEPT", 3 * PAGE)
    request = NewTable.model_validate({"game": "reversi", "seats": [{"kind": "me"}] * 2})

    async def use() -> tuple[str, str]:
        tables = hall.Hall(crowded, Catalogue())
        old = await tables.open("t0000")
        new, _ = await tables.create(request)
        assert (await tables.open("t0001")).id == "t0001"  # from the archive
        return old.id, new.id

    old, new = finish(use())
    assert old == "t0000"
    assert crowded.archive_size == 3 * PAGE // 20
    assert crowded.tables()[0].id == new
    assert crowded.tables(archived=True)[-1].id == "t0000"
    crowded.add_move("t0000", 0, "f5", 0.1)
    assert crowded.tables()[0].id == "t0000"
    assert crowded.tables()[0].plies == 1


def test_old_tables_can_be_deleted(crowded: TableStore, parlour: Any) -> None:
    crowded.add_move("t0000", 0, "f5", 0.1)
    crowded.close()
    done = parlour("tidy", "--days", "30", "--store", str(crowded.path))
    assert done.returncode == 0, done.stderr
    assert f"{3 * PAGE - 1} tables deleted, 1 kept" in done.stdout.replace("\n", " ")
    store = TableStore(crowded.path)
    assert [row.id for row in store.tables()] == ["t0000"]
    assert len(store.moves("t0000")) == 1
    store.close()


def test_a_store_of_an_earlier_parlour_knows_its_plies(tmp_path: Path) -> None:
    store = TableStore(tmp_path / "tables.sqlite")
    seats = [{"kind": "me", "agent": ""}] * 2
    store.create(TableRow("t", "reversi", 1, 1, seats, None, time.time()), ["f5", "d6"])
    for change in (
        "DROP INDEX tables_by_use",
        "ALTER TABLE tables DROP COLUMN plies",
        "ALTER TABLE tables DROP COLUMN archived",
        "ALTER TABLE tables DROP COLUMN owner",
        "PRAGMA user_version=3",
    ):
        store._run(change)
    store.close()
    store = TableStore(tmp_path / "tables.sqlite")
    assert [row.plies for row in store.tables()] == [2]
    store.close()


def test_a_search_holds_no_more_than_it_may_and_lets_its_tree_go(besieged: Served) -> None:
    import parlour
    from parlour.agent import Clock, Terms, agent
    from parlour.search.tree import NODE

    game = parlour.game("reversi")
    player: Any = agent(game, "mcts:playouts=100000")
    player.terms = Terms(memory=20_000 * NODE.itemsize)
    player.begin(game, 0, 1)
    player.choose(game.new(1).view(), Clock())
    assert 20_000 <= player.trees[0].used < 21_000
    player.rest()
    assert player.tree.size <= 1024
    refused = besieged.post(
        "/api/tables", {"game": "isolation", "seats": [as_seat("me"), as_seat("mcts:nodes=20000000")]}
    )
    assert "at most 2e+06" in refused[1]["reason"]
