"""The server: who may do what at a table, and what becomes of everything else."""

from __future__ import annotations

import json
import socket
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from web_helpers import Client, Served, as_seat
from websockets.exceptions import ConnectionClosed, InvalidStatus

import parlour
from parlour.cli import main
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.record import Record, read_records
from parlour.warming import HINT, JUDGE
from parlour.web import app, catalogue
from parlour.web.catalogue import Catalogue, make_agent
from parlour.web.messages import Choice, read_message, read_post
from parlour.web.serve import listen, reachable
from parlour.web.store import TableStore
from support import finish, start_parlour


@pytest.fixture
def sit(served: Any) -> Iterator[Any]:
    """Open connections to tables, closed when the test ends."""
    opened: list[Client] = []

    def one(table: str, *tokens: str) -> Client:
        opened.append(Client(served.url, table, list(tokens)))
        return opened[-1]

    yield one
    for client in opened:
        client.close()


def test_a_game_is_played_to_its_end_and_its_record_replays(served: Any, sit: Any) -> None:
    table, tokens = served.new_table("isolation", "me", "mcts:playouts=20", size=4)
    client = sit(table, tokens["0"])
    while not client.until_mine().get("result"):
        client.act()
    with urllib.request.urlopen(f"{served.url}/api/tables/{table}/record") as answer:
        record = Record.parse(answer.read().decode())
    *_, last = record.replay()
    assert last.over
    assert tuple(last.rewards) == record.rewards
    assert record.seats == ("person", "mcts:playouts=20")
    status, again = served.post("/api/records", record.text().encode())
    assert status == 200
    assert [row["plies"] for row in served.get("/api/tables") if row["id"] == again["id"]] == [
        len(record.moves)
    ]


def test_every_round_of_a_log_opens_as_a_table_to_replay(served: Any, data: Path) -> None:
    log = data / "tichu" / "1.tch"
    before = {row["id"] for row in served.get("/api/tables")}
    status, first = served.post("/api/records?name=1.tch", log.read_bytes())
    assert status == 200, first
    tables = {row["id"]: row for row in served.get("/api/tables")}
    plies = [len(record.moves) for record in read_records(log)]
    assert tables[first["id"]]["plies"] == plies[0]
    assert sorted(row["plies"] for name, row in tables.items() if name not in before) == sorted(plies)
    with urllib.request.urlopen(f"{served.url}/api/tables/{first['id']}/record") as answer:
        record = Record.parse(answer.read().decode())
    assert tuple(record.last().scores) == read_records(log)[0].scores


def test_a_damaged_log_is_refused_in_one_line(served: Any) -> None:
    status, answer = served.post("/api/records?name=x.tch", b"\x00garbage")
    assert (status, answer["reason"]) == (400, "file.tch line 1: '?garbage' belongs to no round")


def test_what_is_not_ones_turn_or_seat_is_refused_and_changes_nothing(served: Any, sit: Any) -> None:
    table, tokens = served.new_table("reversi", "me", "guest")
    black, white, spectator = sit(table, tokens["0"]), sit(table, tokens["1"]), sit(table)
    black.until_mine()
    refusals = [
        (white, {"t": "act", "seat": 1, "ply": 0, "action": "f5"}, "not your turn"),
        (white, {"t": "act", "seat": 0, "ply": 0, "action": "f5"}, "not yours"),
        (spectator, {"t": "act", "seat": 0, "ply": 0, "action": "f5"}, "not yours"),
        (spectator, {"t": "resign", "seat": 0}, "not yours"),
        (black, {"t": "act", "seat": 0, "ply": 3, "action": "f5"}, "not your turn"),
        (black, {"t": "act", "seat": 0, "ply": 0, "action": "a1"}, "not a legal move"),
        (black, {"t": "takeback"}, "another person"),
        (black, {"t": "hint", "ply": 0}, "another person"),
        (black, {"t": "pace", "playing": False, "delay": 0.0}, "between agents"),
        (black, {"t": "look", "ply": 9}, "no move 9"),
        (black, {"t": "viewpoint", "seat": 1}, "when the game is over"),
        (spectator, {"t": "viewpoint", "seat": 2}, "no seat 3"),
        (black, {"t": "analyse"}, "when it is over"),
        (black, {"t": "hello", "table": table, "tokens": []}, "already"),
    ]
    for client, message, reason in refusals:
        client.ask(**message)
        assert reason in client.hear("error")["reason"], message
    black.ask(t="look", ply=0)
    assert black.hear("view")["ply"] == 0
    assert served.get("/api/tables")[0]["plies"] == 0
    black.act("f5")
    assert white.until_mine()["ply"] == 1


def test_a_guessed_token_opens_nothing(served: Any, sit: Any) -> None:
    table, tokens = served.new_table("reversi", "me", "me")
    assert sit(table, tokens["0"], tokens["1"]).hear("welcome")["mine"] == [0, 1]
    assert sit(table, tokens["0"][:-1], "x" * 32).hear("welcome")["mine"] == []
    for token in tokens.values():
        assert len(token) >= 32
        assert token not in "".join(served.lines)
        assert token.encode() not in served.store.read_bytes()


def test_take_back_undoes_the_own_move_and_the_answer(served: Any, sit: Any) -> None:
    table, tokens = served.new_table("reversi", "me", "mcts:playouts=5")
    client = sit(table, tokens["0"])
    client.act("f5")
    assert client.until_mine()["ply"] == 2
    client.ask(t="takeback")
    assert client.hear("view")["ply"] == 0
    client.ask(t="takeback")
    assert "nothing to take back" in client.hear("error")["reason"]


def test_resigning_ends_the_game(served: Any, sit: Any) -> None:
    table, tokens = served.new_table("reversi", "me", "random")
    client = sit(table, tokens["0"])
    client.until_mine()
    client.ask(t="resign", seat=0)
    result = client.hear("view")["result"]
    assert (result["reason"], result["rewards"]) == ("resigned", [-1.0, 1.0])
    client.ask(t="act", seat=0, ply=0, action="f5")
    assert "over" in client.hear("error")["reason"]


def test_an_agent_plays_on_for_who_resigns_among_more_than_two_sides(served: Any, sit: Any) -> None:
    table, tokens = served.new_table("dicewars", "me", "me", "stei", players=3)
    leaver, other = sit(table, tokens["0"]), sit(table, tokens["1"])
    assert leaver.hear("welcome")["view"]["status"]["stand_in"]
    other.hear("welcome")
    leaver.ask(t="resign", seat=0)
    seats = other.hear("welcome")["table"]["seats"]
    assert [seat["kind"] for seat in seats] == ["agent", "me", "agent"]
    assert seats[0]["agent"] == seats[2]["agent"]
    assert leaver.hear("welcome")["mine"] == []
    assert not other.until_mine().get("result")
    other.ask(t="resign", seat=1)
    while not other.view.get("result"):
        other.hear("view")
    assert other.view["result"]["reason"] == "resigned"


def test_who_resigns_where_cards_are_hidden_sees_no_more_of_them(served: Any, sit: Any) -> None:
    table, tokens = served.new_table("ticket-to-ride", "me", "me", "labno", players=3)
    leaver, other = sit(table, tokens["0"]), sit(table, tokens["1"])
    other.hear("welcome")
    leaver.ask(t="resign", seat=0)
    assert other.hear("welcome")["table"]["seats"][0]["kind"] == "agent"
    for message in ({"t": "look", "ply": 0}, {"t": "viewpoint", "seat": 1}):
        leaver.ask(**message)
        assert "hello" in leaver.hear("error")["reason"]
    leaver.ask(t="hello", table=table, tokens=[tokens["0"]])
    assert "only its players" in leaver.hear("error")["reason"]


def test_who_asks_for_an_analysis_that_is_under_way_reads_along(served: Any, sit: Any) -> None:
    table, tokens = served.new_table("reversi", "me", "me")
    first, second = (sit(table, tokens["0"], tokens["1"]) for _ in range(2))
    for _ in range(3):
        first.act()
    first.until_mine()
    first.ask(t="resign", seat=0)
    for client in (first, second):
        while not client.view.get("result"):
            client.hear("view")
    first.ask(t="analyse")
    second.hear("progress")
    second.ask(t="analyse")
    plies = []
    while (message := second.hear("analysis", "progress", "error"))["t"] != "progress" or message["running"]:
        assert message["t"] != "error"
        plies += [message["ply"]] if message["t"] == "analysis" else []
    assert plies == [0, 1, 2, 3]


def test_hint_and_analysis_tell_the_same_fields(served: Any, sit: Any) -> None:
    table, tokens = served.new_table("isolation", "me", "random", size=3)
    client = sit(table, tokens["0"])
    client.until_mine()
    client.ask(t="hint", ply=0)
    hint = client.hear("analysis")
    assert hint["moves"][0]["loss"] == 0.0
    assert hint["moves"][0]["a"] in [item["a"] for item in client.view["legal"]]
    assert abs(sum(hint["value"]["win"]) - 1.0) < 1e-3
    while not client.until_mine().get("result"):
        client.act()
    client.ask(t="analyse", choice={"agent": "mcts", "options": {"playouts": 50}})
    plies, message = [], client.hear("analysis", "progress")
    while message["t"] == "analysis" or message["running"]:
        plies += [message["ply"]] if message["t"] == "analysis" else []
        message = client.hear("analysis", "progress")
    assert plies == list(range(client.view["ply"] + 1))


def test_a_branch_starts_from_a_move_of_another_table(served: Any, sit: Any) -> None:
    table, tokens = served.new_table("reversi", "me", "me")
    client = sit(table, *tokens.values())
    for action in ("f5", "d6", "c3"):
        client.act(action)
    client.until_mine()
    seats = [{"kind": "me"}, {"kind": "me"}]
    status, branch = served.post(
        "/api/tables", {"game": "reversi", "seats": seats, "start": {"table": table, "ply": 2}}
    )
    assert status == 200
    log = sit(branch["id"], *branch["tokens"].values()).hear("welcome")["log"]
    assert [event["text"] for event in log] == ["f5", "d6"]


def test_agents_are_watched_paused_and_stepped(served: Any, sit: Any) -> None:
    table, _ = served.new_table("reversi", "mcts:playouts=5", "random")
    client = sit(table)
    client.ask(t="pace", playing=False, delay=0.0)
    while client.hear("view")["status"]["playing"] or "thinking" in client.view["status"]:
        pass
    before = client.view["ply"]
    client.ask(t="step")
    while client.hear("view")["ply"] == before:
        pass
    assert client.view["ply"] == before + 1
    client.ask(t="pace", playing=True, delay=0.0)
    assert client.hear("analysis")["purpose"] == "watch"
    while "result" not in client.hear("view"):
        pass


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"game": "chess"}, "unknown game"),
        ({"game": "/etc/evil.py"}, "unknown game"),
        ({"seats": [{"kind": "me"}]}, "2 seats"),
        ({"seats": [{"kind": "me"}, {"kind": "agent"}]}, "which agent"),
        ({"seats": [{"kind": "me"}, as_seat("exec")]}, "unknown agent"),
        ({"seats": [{"kind": "me"}, {"kind": "agent", "choice": {"agent": "exec:rm"}}]}, "unknown agent"),
        ({"seats": [{"kind": "me"}, as_seat("evil.py")]}, "unknown agent"),
        ({"seats": [{"kind": "me"}, as_seat("mcts:playouts=999999999")]}, "at most"),
        ({"options": {"size": 4}}, "unknown option"),
        (
            {"game": "dicewars", "seats": [as_seat("statistics:model=/tmp/mine.npz,read_only=no")] * 4},
            "option model=/tmp/mine.npz: expected one of",
        ),
        (
            {"game": "dicewars", "seats": [as_seat("statistics:model=statistics,read_only=no")] * 4},
            "learns into a file of yours",
        ),
        ({"game": "jungle", "seats": [{"kind": "me"}, as_seat("best:model=/etc/passwd")]}, "expected one of"),
        ({"seed": -1}, "seed"),
        ({"start": {"table": "nowhere", "ply": 1}}, "no such table"),
        ({"extra": 1}, "extra"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_is_refused_in_one_line(served: Any, wanted: Any, reason: str) -> None:
    tables = len(served.get("/api/tables"))
    status, answer = served.post("/api/tables", {"game": "reversi", "seats": [{"kind": "me"}] * 2, **wanted})
    assert status == 400
    assert reason in answer["reason"]
    assert "\n" not in answer["reason"]
    assert len(served.get("/api/tables")) == tables


def test_an_agent_plays_a_model_that_is_known_by_its_name() -> None:
    jungle = parlour.game("jungle")
    cards = {card["name"]: card for card in Catalogue().cards}
    best = next(agent for agent in cards["jungle"]["agents"] if agent["name"] == "best")
    model = next(option for option in best["options"] if option["name"] == "model")
    assert {"default", "network-sheet", "network-judge"} <= set(model["choices"])
    for name, spec in (("network-sheet", "best:depth=1,model=network-sheet"), ("default", "best:depth=1")):
        choice = Choice(agent="best", options={"model": name, "depth": 1})
        assert make_agent(jungle, choice).spec == spec
    with pytest.raises(ParlourError, match="its rules is judge, not sheet"):
        make_agent(jungle, Choice(agent="best", options={"model": "network-judge"}))
    assert "learned" not in {agent["name"] for agent in cards["reversi"]["agents"]}, "no model is at hand"
    assert "learned" in {agent["name"] for agent in cards["tichu"]["agents"]}


def test_threads_are_offered_as_many_as_the_machine_has_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue._CAPS, "threads", 3)
    reversi = parlour.game("reversi")
    assert make_agent(reversi, Choice(agent="mcts", options={"threads": 3})).spec == "mcts:threads=3"
    with pytest.raises(ParlourError, match="option threads=4: expected at most 3 on this page"):
        make_agent(reversi, Choice(agent="mcts", options={"threads": 4}))
    (card,) = [card for card in Catalogue().cards if card["name"] == "reversi"]
    options = [option for kind in card["agents"] for option in kind["options"]]
    assert {option["high"] for option in options if option["name"] == "threads"} == {3}
    assert not catalogue.is_large(Choice(agent="mcts", options={"threads": 1}))


def test_other_sites_cannot_use_it(served: Any) -> None:
    body = {"game": "reversi", "seats": [{"kind": "me"}] * 2}
    host = served.url.removeprefix("http://")
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://evil.example", "Host": "evil.example"},
        {"Origin": f"http://evil.example:{host.split(':')[1]}", "Host": f"evil.example:{host.split(':')[1]}"},
    ):
        assert served.post("/api/tables", body, **headers)[0] == 403, headers
    for origin in ("https://evil.example", "null"):
        with pytest.raises(InvalidStatus, match="403"):
            Client(served.url, "x", [], origin=origin)


def test_a_strange_host_gets_nothing(served: Any) -> None:
    asked = urllib.request.Request(served.url + "/api/tables", headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(asked)


def test_pages_carry_their_policy_their_type_and_a_tag(served: Any) -> None:
    types = {
        "/": "text/html",
        "/static/main.js": "text/javascript",
        "/static/style/base.css": "text/css",
        "/static/locales/en.json": "application/json",
        "/static/icon.svg": "image/svg+xml",
        "/api/words": "application/json",
        "/games/reversi/board.js": "text/javascript",
        "/games/reversi/board.css": "text/css",
        "/games/reversi/words.json": "application/json",
        "/games/ticket-to-ride/card.svg": "image/svg+xml",
    }
    for path, kind in types.items():
        with urllib.request.urlopen(served.url + path) as answer:
            assert answer.headers["Content-Type"].startswith(kind), path
            assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
            assert answer.headers["ETag"] or path.startswith("/api/")
            assert answer.headers["Cache-Control"] == "no-cache"


def test_messages_that_are_too_long_too_many_or_no_messages(served: Any, sit: Any) -> None:
    table, tokens = served.new_table("reversi", "me", "random")
    client = sit(table, tokens["0"])
    client.until_mine()
    for text in (
        "",
        "no json",
        "[]",
        "{}",
        '{"t":"fly"}',
        '{"t":"act"}',
        "x" * 5000,
        '{"t":"hint","ply":1e999}',
    ):
        client.socket.send(text)
        assert client.hear("error")["reason"]
    for _ in range(150):
        client.ask(t="look", ply=0)
    while "too many" not in client.hear("error")["reason"]:
        pass
    assert client.view["ply"] == 0
    other = sit(table, tokens["0"])
    other.socket.send("x" * 100_000)
    with pytest.raises(ConnectionClosed):
        while True:
            other.hear("error")
    assert served.post("/api/records", b"x" * 600_000)[0] == 400


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = (
    "t",
    "table",
    "tokens",
    "seat",
    "ply",
    "action",
    "playing",
    "delay",
    "choice",
    "game",
    "seats",
    "options",
    "seed",
    "start",
)
KINDS = (
    "hello",
    "act",
    "takeback",
    "resign",
    "hint",
    "pace",
    "step",
    "look",
    "viewpoint",
    "analyse",
    "cancel",
)


def outcome(read: Any, text: Any) -> Any:
    """What was read; nothing when it was refused, in one line."""
    try:
        return read(text)
    except ParlourError as error:
        if "\n" in str(error):
            raise
        return None


@settings(max_examples=120)
@given(st.sampled_from(KINDS), st.dictionaries(st.sampled_from(FIELDS[1:]), JSON, max_size=5))
def test_any_message_is_read_or_refused_in_one_line(kind: str, fields: dict[str, Any]) -> None:
    text = json.dumps({"t": kind, **fields})
    message = outcome(read_message, text)
    if message is not None:
        assert message.t == kind
        assert set(fields) <= set(type(message).model_fields)


@settings(max_examples=80)
@given(st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=6) | JSON)
def test_any_post_is_read_or_refused_in_one_line(body: Any) -> None:
    wanted = outcome(read_post, json.dumps(body).encode())
    assert wanted is None or 1 <= len(wanted.seats) <= 16


SAID = st.fixed_dictionaries(
    {"t": st.sampled_from(KINDS[1:])},
    optional={
        "seat": st.integers(-1, 3),
        "ply": st.integers(-1, 3),
        "action": st.sampled_from(["a1", "f5", "zz", "", "f5" * 200]),
        "playing": st.booleans(),
        "delay": st.floats(),
        "choice": JSON,
    },
)


@pytest.fixture(scope="module")
def hot_seat(served: Any) -> Any:
    return served.new_table("reversi", "me", "me")


@settings(max_examples=15)
@given(messages=st.lists(SAID, max_size=4))
def test_a_spectator_changes_nothing_whatever_it_says(
    served: Any, hot_seat: Any, messages: list[Any]
) -> None:
    table, tokens = hot_seat
    client = Client(served.url, table, [])
    client.hear("welcome")
    for message in messages:
        client.socket.send(json.dumps(message))
    client.close()
    again = Client(served.url, table, list(tokens.values()))
    welcome = again.hear("welcome")
    again.close()
    assert welcome["log"] == []
    assert "result" not in welcome["table"]


def test_every_table_survives_a_kill_and_a_damaged_one_is_told(tmp_path: Path) -> None:
    served = Served(tmp_path / "tables.sqlite")
    games = []
    for game, options in (("reversi", {}), ("isolation", {"size": 6}), ("reversi", {})):
        table, tokens = served.new_table(game, "me", "mcts:playouts=5", **options)
        client = Client(served.url, table, [tokens["0"]])
        for _ in range(3):
            client.act()
        view = client.until_mine()
        games.append((table, tokens, view["ply"], view["data"]))
    served.kill()
    bad, bad_tokens, *_ = games.pop()
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        database.execute("UPDATE moves SET text = 'z9' WHERE table_id = ? AND ply = 0", (bad,))
    database.close()
    served.start()
    for table, tokens, ply, data in games:
        client = Client(served.url, table, [tokens["0"]])
        assert client.until_mine()["ply"] == ply
        assert client.view["data"] == data
        client.act()
        assert client.until_mine()["ply"] > ply
        client.close()
    assert "damaged" in Client(served.url, bad, [bad_tokens["0"]]).hear("error", "welcome").get("reason", "")
    served.stop()


def test_without_a_port_the_first_free_one_is_taken(tmp_path: Path) -> None:
    servers = [start_parlour("serve", "--store", str(tmp_path / f"{name}.sqlite")) for name in "ab"]
    try:
        lines = [server.stdout.readline() for server in servers if server.stdout]
    finally:
        for server in servers:
            server.kill()
            server.communicate()
    addresses = [line.split()[3] for line in lines]
    assert len(set(addresses)) == 2
    assert all(address.startswith("http://127.0.0.1:80") for address in addresses)


def test_a_port_in_use_and_a_bad_store_are_one_line_each(
    served: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    port = served.url.rpartition(":")[2]
    damaged, other, mine = tmp_path / "damaged", tmp_path / "other", tmp_path / "mine"
    damaged.write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 40)
    other.write_text("not a database at all, but the only copy of a poem")
    TableStore(mine).close()
    for words, reason in (
        (["--port", port, "--store", str(mine)], f"port {port} is in use"),
        (["--port", "0", "--store", str(served.store)], "in use by another"),
        (["--port", "0", "--store", str(damaged)], "something else"),
        (["--port", "0", "--store", str(other)], "damaged"),
        (["--port", "0", "--store", str(tmp_path)], "cannot use the store"),
        (["--port", "0", "--store", "/proc/nowhere/x"], "cannot use the store"),
        (["--host", "no.such.host.invalid", "--store", str(mine)], "no such address"),
    ):
        with pytest.raises(SystemExit, match="2"):
            main(["serve", *words])
        message = capsys.readouterr().err
        assert reason in message
        assert len(message.strip().splitlines()) == 1, message
    assert other.read_text().startswith("not a database")
    assert damaged.read_bytes().startswith(b"SQLite format 3\0" + bytes(range(256)))


def test_two_people_who_play_again_meet_at_one_table_each_with_a_seat_of_their_own(served: Served) -> None:
    table, tokens = served.new_table("reversi", "me", "guest")
    host, guest = (Client(served.url, table, [tokens[seat]]) for seat in "01")
    spectator = Client(served.url, table, [])
    spectator.hear("welcome")
    guest.hear("welcome")
    host.ask(t="resign", seat=0)
    while not guest.view.get("result"):
        guest.hear("view")
    guest.ask(t="again", shift=1)
    offers = [one.hear("again") for one in (host, guest)]
    assert offers[0]["table"] == offers[1]["table"] != table
    assert [list(offer["tokens"]) for offer in offers] == [["1"], ["0"]]
    assert offers[0]["tokens"]["1"] != offers[1]["tokens"]["0"]
    host.ask(t="again", shift=0)
    assert host.hear("again") == offers[0]
    spectator.ask(t="again", shift=0)
    assert "those who played" in spectator.hear("error", "again")["reason"]
    late = Client(served.url, table, [tokens["0"]])
    assert late.hear("again") == offers[0]


def test_a_server_for_everyone_says_where_others_reach_it() -> None:
    assert reachable("127.0.0.1") == "127.0.0.1"
    assert reachable("0.0.0.0") != "0.0.0.0"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_what_is_accepted_can_answer_without_delay(host: str) -> None:
    """Python turns Nagle's algorithm off where a socket says that it is TCP; else a file may wait 40 ms."""
    with listen(host, 0) as bound, socket.create_connection(bound.getsockname()[:2]):
        accepted, _ = bound.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP


def test_first_games_are_compiled_ahead_then_what_advises_and_what_judges() -> None:
    asked = list[tuple[str, str]]()

    class Foundry:
        async def ready(self, game: Game, specs: list[str], *, background: bool) -> None:
            assert background
            asked.append((game.name, specs[0]))

    catalogue = Catalogue()
    finish(app._warm(SimpleNamespace(catalogue=catalogue, foundry=Foundry())))  # type: ignore[arg-type]
    names = [card["name"] for card in catalogue.cards]
    assert [name for name, _ in asked] == 3 * names
    assert {first for _, first in asked[len(names) :]} == {HINT, JUDGE}
    assert all(first not in (HINT, JUDGE) for _, first in asked[: len(names)])
