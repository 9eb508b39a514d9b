"""Self-play as files: what they hold, and that the same games give the same bytes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.arena.engines import Processes, Serial
from parlour.errors import ParlourError
from parlour.learn.dataset import Dataset
from parlour.learn.decisions import COLUMNS, ENCODED
from parlour.state import View

REVERSI = parlour.game("reversi")
TICHU = parlour.game("tichu")


def written(
    folder: Path, agents: list[str], games: int = 4, game: parlour.Game = REVERSI, **how: Any
) -> list[Path]:
    """The files of some self-play."""
    Dataset.make(folder, game, agents, games, 7, **how).write(Serial())
    return sorted(folder.glob("games-*"))


def columns(path: Path) -> dict[str, np.ndarray]:
    with np.load(path) as file:
        return {name: file[name] for name in file.files}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.parametrize(("game", "agents"), [(REVERSI, ["mcts:playouts=20", "random"]), (TICHU, ["plan"])])
def test_a_row_holds_what_the_seat_knew_and_did(
    tmp_path: Path, game: parlour.Game, agents: list[str]
) -> None:
    (path,) = written(tmp_path, agents, 2, game)
    data, encoding = columns(path), game.encoding
    for row in range(0, len(data["game"]), 7):
        view = View.from_buffer(game, int(data["seat"][row]), data["view"][row], ())
        choices = slice(data["offsets"][row], data["offsets"][row + 1])
        assert data["legal"][choices].tolist() == view.legal_moves
        assert data["action"][row] in view.legal_moves
        assert data["code"][row] == encoding.code(view, int(data["action"][row]))
        assert data["legal_code"][choices].tolist() == [encoding.code(view, a) for a in view.legal_moves]
        assert (data["observation"][row] == encoding.observe(view)).all()
    assert data["offsets"][-1] == len(data["legal"]) == len(data["visits"]) == len(data["value"])


def test_rows_tell_the_games_of_a_match_and_their_results(tmp_path: Path) -> None:
    (path,) = written(tmp_path, ["alphabeta:depth=1", "random"], 4)
    data, plan = columns(path), Dataset.make(tmp_path, REVERSI, ["alphabeta:depth=1", "random"], 4, 7).plan
    for slot, record in Serial().run(REVERSI, plan.slots(REVERSI)):
        rows = data["game"] == slot.number
        state = REVERSI.new(slot.seed)
        for action, seat in zip(data["action"][rows], data["seat"][rows], strict=True):
            assert state.mover == seat
            state.play(int(action))
        assert state.over
        assert [move.text for move in state.moves] == list(record.moves)
        seats = data["seat"][rows]
        assert data["reward"][rows].tolist() == [record.rewards[seat] for seat in seats]
        assert data["score"][rows].tolist() == [record.scores[seat] for seat in seats]
        assert data["agent"][rows].tolist() == [slot.entrants[seat] for seat in seats]


def test_visits_and_values_are_those_that_the_agent_tells(tmp_path: Path) -> None:
    (path,) = written(tmp_path, ["mcts:playouts=50", "random"], 2)
    data = columns(path)
    owner = np.repeat(data["agent"], np.diff(data["offsets"]))
    sums = np.add.reduceat(data["visits"], data["offsets"][:-1])
    assert (sums[data["agent"] == 0] >= 40).mean() > 0.8
    assert data["value"][(owner == 0) & (data["visits"] > 0)].max() <= 1
    assert data["visits"][owner == 1].sum() == 0
    assert np.isnan(data["value"][owner == 1]).all()


def test_processes_write_the_same_bytes(tmp_path: Path) -> None:
    written(tmp_path / "alone", ["mcts:playouts=20"], 10, shard=4)
    Dataset.make(tmp_path / "two", REVERSI, ["mcts:playouts=20"], 10, 7, shard=4).write(Processes(2))
    assert len(contents(tmp_path / "alone")) == 4
    assert contents(tmp_path / "alone") == contents(tmp_path / "two")


def test_a_killed_run_goes_on_and_ends_with_the_same_bytes(tmp_path: Path) -> None:
    out, words = tmp_path / "killed", ["mcts:playouts=20", "--games", "60", "--shard", "3", "--seed", "7"]
    command = [sys.executable, "-m", "parlour", "selfplay", "reversi", *words, "--out", str(out)]
    run = subprocess.Popen([*command, "--workers", "2"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 120
    while not list(out.glob("games-*")) and time.monotonic() < until:
        time.sleep(0.01)
    run.send_signal(signal.SIGKILL)
    run.wait()
    before = {path: path.stat().st_mtime_ns for path in out.glob("games-*.npz")}
    assert 0 < len(before) < 20
    Dataset.make(out, REVERSI, ["mcts:playouts=20"], 60, 7, shard=3).write(Serial())
    assert all(path.stat().st_mtime_ns == when for path, when in before.items())
    written(tmp_path / "whole", ["mcts:playouts=20"], 60, shard=3)
    assert {name: data for name, data in contents(out).items() if not name.startswith(".")} == contents(
        tmp_path / "whole"
    )


def test_more_games_take_it_further_and_fewer_change_nothing(tmp_path: Path) -> None:
    written(tmp_path / "grown", ["random"], 5, shard=4)
    written(tmp_path / "grown", ["random"], 10, shard=4)
    written(tmp_path / "grown", ["random"], 9, shard=4)
    written(tmp_path / "whole", ["random"], 10, shard=4)
    assert contents(tmp_path / "grown") == contents(tmp_path / "whole")


def test_other_games_are_refused_in_one_line(tmp_path: Path) -> None:
    written(tmp_path, ["random"])
    with pytest.raises(
        ParlourError, match=r"holds other games: agents was \['random'\], is .*give another --out"
    ):
        written(tmp_path, ["squares"])
    with pytest.raises(ParlourError, match="--format csv: expected one of npz, parquet"):
        written(tmp_path, ["random"], format="csv")


def test_games_with_a_forfeit_are_left_out_and_counted(tmp_path: Path) -> None:
    bot = tmp_path / "late.py"
    bot.write_text("def choose(view):\n    return view.legal_moves[0] if len(view.history) < 9 else -5\n")
    dataset = Dataset.make(tmp_path / "out", REVERSI, [str(bot), "random"], 3, 7)
    progress = dataset.write(Serial())
    assert (progress.games, progress.decisions, progress.forfeits) == (3, 0, 3)


def test_a_random_opening_makes_games_differ(tmp_path: Path) -> None:
    (path,) = written(tmp_path, ["alphabeta:depth=1"], 4, opening=6)
    data = columns(path)
    games = [data["action"][data["game"] == number].tolist() for number in range(4)]
    assert len(set(map(tuple, games))) == 4
    assert data["ply"].min() == 6


def test_parquet_has_the_same_numbers_a_row_a_decision(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow")
    (path,), (other,) = (
        written(tmp_path / format, ["mcts:playouts=20"], 2, format=format) for format in ("npz", "parquet")
    )
    data, table = columns(path), parquet.read_table(other)
    assert json.loads(table.schema.metadata[b"parlour"])["agents"] == ["mcts:playouts=20"]
    assert table["action"].to_pylist() == data["action"].tolist()
    assert table["view"][5].as_py() == data["view"][5].tobytes()
    assert table["observation"][5].as_py() == data["observation"][5].tolist()
    assert table["visits"][5].as_py() == data["visits"][data["offsets"][5] : data["offsets"][6]].tolist()


def test_a_game_without_an_encoding_has_no_such_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for room in ("dataset", "decisions"):
        monkeypatch.setattr(f"parlour.learn.{room}.has_encoding", lambda game: False)
    (path,) = written(tmp_path, ["random"], 2)
    assert "action" in columns(path)
    assert not set(ENCODED) & set(columns(path))


def test_the_page_lists_every_column() -> None:
    page = (Path(__file__).parents[2] / "docs" / "learning.md").read_text()
    for name, (kind, meaning) in COLUMNS.items():
        assert f"| `{name}` | {kind} | {meaning} |" in page
