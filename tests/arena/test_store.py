"""The store: resumed, never mixed, never lost."""

from __future__ import annotations

import json
import os
import random
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

import parlour
from parlour.arena.engines import Processes, Serial
from parlour.arena.export import COLUMNS, export, read_games
from parlour.arena.match import carry_out
from parlour.arena.plan import Plan, read_openings, read_plan
from parlour.arena.store import SCHEMA, Store
from parlour.errors import ParlourError
from parlour.stats.sprt import Sprt
from parlour.stopping import children_of
from support import Run, start_parlour

PARLOUR = [sys.executable, "-m", "parlour"]
ISOLATION = parlour.game("isolation")


def plan(games: int = 12, **fields: object) -> Plan:
    return Plan.make(ISOLATION, ["mcts:playouts=20", "random"], games=games, seed=4, **fields)


def texts(path: Path) -> list[str]:
    store = Store.open(path)
    found = [record.text() for _, record in store.games()]
    store.close()
    return found


def test_a_run_goes_on_where_it_stopped_and_plays_nothing_twice(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.sqlite", tmp_path / "broken.sqlite"
    expected = carry_out(plan(), store=whole).summary()
    played = 0

    def stop(slot: object, record: object) -> None:
        nonlocal played
        played += 1
        if played == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        carry_out(plan(), store=broken, on_game=stop)
    assert len(texts(broken)) == 5
    results = carry_out(plan(), store=broken).summary()
    assert texts(broken) == texts(whole)
    for key in ("wins", "draws", "losses", "score"):
        assert [a[key] for a in results["agents"]] == [a[key] for a in expected["agents"]]


def test_a_longer_plan_goes_on_and_another_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    carry_out(plan(4), store=path)
    carry_out(plan(8), store=path)
    assert len(texts(path)) == 8
    with pytest.raises(ParlourError, match="holds other games: games was 8, is 4; give another --store"):
        carry_out(plan(4), store=path)
    other = Plan.make(ISOLATION, ["random", "random"], games=8, seed=5)
    with pytest.raises(ParlourError, match=r"agents was .* is .*; seed was 4, is 5"):
        carry_out(other, store=path)
    assert len(texts(path)) == 8


def test_a_newer_store_and_other_files_are_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    carry_out(plan(2), store=path)
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version={SCHEMA + 1}")
    with pytest.raises(ParlourError, match="written by a newer Parlour"):
        Store(path)
    foreign = tmp_path / "foreign.sqlite"
    with sqlite3.connect(foreign) as database:
        database.execute("CREATE TABLE mine (x)")
    with pytest.raises(ParlourError, match="a database of something else"):
        Store(foreign)
    damaged = tmp_path / "damaged.sqlite"
    damaged.write_bytes(b"these are not the bytes of a database" * 100)
    with pytest.raises(ParlourError, match="cannot use the store"):
        Store(damaged)
    assert damaged.read_bytes().startswith(b"these are not")
    with pytest.raises(ParlourError, match="there is no store"):
        Store.open(tmp_path / "none.sqlite")
    with pytest.raises(ParlourError, match="cannot use the store"):
        Store(tmp_path / "no" / "folder.sqlite")


def test_every_engine_keeps_the_same_games(tmp_path: Path) -> None:
    for name, engine in (("one", Serial()), ("two", Processes(2))):
        carry_out(plan(), store=tmp_path / f"{name}.sqlite", engine=engine)
    assert texts(tmp_path / "one.sqlite") == texts(tmp_path / "two.sqlite")


def workers_of(run: subprocess.Popen[bytes]) -> list[int]:
    """The workers of a run, which take a moment to start."""
    while not (workers := children_of(run.pid)):
        assert run.poll() is None, "the run was over before it had workers"
        time.sleep(0.01)
    return workers


TOURNAMENT = """
game = "reversi"
agents = ["random", "mcts:playouts=30", "mcts:playouts=250", "alphabeta:depth=2", "alphabeta:depth=3"]
games = 10
seed = 9
workers = 2
"""
KILLS = 3


def test_a_tournament_killed_three_times_ends_as_one_never_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parlour: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("whole", "killed"):
        (tmp_path / f"{name}.toml").write_text(TOURNAMENT)
    store = tmp_path / "killed.sqlite"

    def finish(name: str) -> list[dict[str, object]]:
        done = parlour("tournament", f"{name}.toml", "--json", f"{name}.json", "--workers", "1")
        assert done.returncode == 0, done.stderr
        table: list[dict[str, object]] = json.loads((tmp_path / f"{name}.json").read_text())["agents"]
        return table

    chance, kept = random.Random(1), 0
    for kill in range(KILLS):
        run = subprocess.Popen(
            [*PARLOUR, "tournament", "killed.toml"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        if kill:  # the first life ends wherever it is, the others after a few more games
            await_games(store, kept + chance.randrange(15), run)
        time.sleep(chance.random() if kill == 0 else 0.05 * chance.random())
        assert run.poll() is None, "the tournament was over before its deaths"
        if kill % 2:
            os.kill(chance.choice(workers_of(run)), signal.SIGKILL)
            await_games(store, len(texts_or_none(store)) + 2, run)
        run.kill()
        run.wait()
        before, kept = kept, len(texts_or_none(store))
        assert kept >= before
    assert 0 < kept < 100
    tables = [finish(name) for name in ("whole", "killed")]
    assert len(texts(store)) == 100
    assert texts(store) == texts(tmp_path / "whole.sqlite")
    for first, second in zip(*tables, strict=True):
        for key in ("name", "games", "wins", "draws", "losses", "score", "score_low", "mean_points"):
            assert first[key] == second[key]


def await_games(store: Path, games: int, run: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while len(texts_or_none(store)) < games and run.poll() is None and time.monotonic() < until:
        time.sleep(0.01)


def test_workers_end_with_the_main_process(tmp_path: Path) -> None:
    run = subprocess.Popen(
        [*PARLOUR, "match", "reversi", "mcts:playouts=3000", "random", "--games", "200", "--workers", "2"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    workers: list[int] = []
    until = time.monotonic() + 30
    while len(workers) < 2 and time.monotonic() < until:
        time.sleep(0.1)
        workers = children_of(run.pid)
    assert len(workers) == 2
    run.kill()
    run.wait()
    until = time.monotonic() + 15
    while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers)


def test_ctrl_c_keeps_all_finished_games(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    words = ["match", "isolation", "mcts:playouts=300", "random", "--games", "5000", "--workers", "2"]
    run = start_parlour(*words, "--store", str(path))
    until = time.monotonic() + 60
    while time.monotonic() < until and (not path.exists() or len(texts_or_none(path)) < 3):
        time.sleep(0.1)
    run.send_signal(signal.SIGINT)
    _, told = run.communicate(timeout=20)
    assert run.returncode == 130
    kept = texts(path)
    assert 3 <= len(kept) < 5000
    last = told.strip().splitlines()[-1]
    assert last == (
        f"parlour: stopped; {len(kept)} games are kept in {path}; to go on: parlour {shlex.join(words)} "
        f"--store {path}"
    )


def texts_or_none(path: Path) -> list[str]:
    try:
        return texts(path)
    except ParlourError:
        return []


def test_a_sequential_test_stops_at_the_same_block_for_every_engine(tmp_path: Path) -> None:
    strong = Plan.make(ISOLATION, ["solver", "random"], games=400, seed=1)
    found = []
    for engine in (Serial(), Processes(2)):
        results = carry_out(strong, engine=engine, sprt=Sprt(0, 200))
        assert results.sprt is not None
        assert results.sprt.decision == "H1"
        found.append((len(results.games), results.lines[0].wins, results.sprt.blocks))
    assert found[0] == found[1]
    assert found[0][0] < 400
    with pytest.raises(ParlourError, match="needs a match of two sides"):
        carry_out(Plan.make(ISOLATION, ["random"] * 3, mode="round-robin"), sprt=Sprt(0, 10))


def test_games_are_exported(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    import pyarrow.parquet

    path = tmp_path / "games.sqlite"
    carry_out(plan(6), store=path)
    store = read_games(path)
    assert export(store, tmp_path / "games.jsonl") == 6
    assert export(store, tmp_path / "games.csv") == 12
    assert export(store, tmp_path / "games.parquet") == 12
    with pytest.raises(ParlourError, match=r"expected a name ending in \.jsonl"):
        export(store, tmp_path / "games.txt")
    records = read_games(tmp_path / "games.jsonl")
    assert [record for _, record in records] == [record for _, record in store]
    assert export(records, tmp_path / "again.csv") == 12
    header, *lines = (tmp_path / "games.csv").read_text().splitlines()
    assert header == ",".join(COLUMNS)
    assert len(lines) == 12
    table = pyarrow.parquet.read_table(tmp_path / "games.parquet")
    assert table.column_names == list(COLUMNS)
    assert sum(table["reward"].to_pylist()) == 0


def test_openings_are_played_from_both_sides(tmp_path: Path) -> None:
    reversi = parlour.game("reversi")
    (tmp_path / "openings.txt").write_text("# two\nf5 d6 c3\n\nf5  f6\n")
    openings = read_openings(tmp_path / "openings.txt")
    assert openings == ["f5 d6 c3", "f5 f6"]
    opened = Plan.make(reversi, ["random", "random"], games=4, openings=openings)
    seen: list[tuple[tuple[str, ...], int]] = []
    carry_out(opened, on_game=lambda s, r: seen.append((r.moves[: r.opening], s.block)))
    assert seen == [
        (("f5", "d6", "c3"), 0), (("f5", "d6", "c3"), 0), (("f5", "f6"), 1), (("f5", "f6"), 1),
    ]  # fmt: skip
    with pytest.raises(ParlourError, match="opening 1: 'a1' is not a legal move"):
        Plan.make(reversi, ["random", "random"], openings=["a1"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('agents = ["random", "random"]', "game: Field required"),
        ('game = "reversi"', "agents: Field required"),
        ('game = "reversi"\nagents = "random"', "agents: Input should be a valid list"),
        ('game = "reversi"\nagents = ["random"]\nspeed = 3', "speed: Extra inputs"),
        ('game = "reversi"\nagents = ["random", "random"]\ngames = "many"', "games: Input should be"),
        ('game = "reversi"\nagents = ["random", "random"]\ngames = 0', "games: Input should be greater"),
        ('game = "reversi"\nagents = ["random", "random"]\nmode = "cup"', "mode: Input should be"),
        ('game = "reversi"\nagents = ["random", "rndom"]', "did you mean 'random'"),
        ('game = "reversi"\nagents = ["random", "random"]\nclock = "soon"', "clock 'soon'"),
        ("game = ", "is not TOML"),
    ],
)
def test_bad_tournament_files_get_one_clear_line(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(text)
    with pytest.raises(ParlourError, match=told) as error:
        read_plan(path)
    assert "\n" not in str(error.value)
