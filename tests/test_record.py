"""Records: one game as text, and back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import parlour
from parlour.errors import ParlourError
from parlour.record import Record, read_records
from support import run_python


def play(spec: str, agents: list[str], seed: int) -> Record:
    game = parlour.game(spec)
    return parlour.play(game, [parlour.agent(game, agent) for agent in agents], seed)


@pytest.mark.parametrize("agents", [["random", "random"], ["mcts:playouts=30", "alphabeta:depth=2"]])
def test_the_same_seed_gives_the_same_bytes_and_another_does_not(agents: list[str]) -> None:
    assert play("reversi", agents, 7).text() == play("reversi", agents, 7).text()
    assert play("reversi", agents, 7).text() != play("reversi", agents, 8).text()


def test_a_record_replays_to_every_state() -> None:
    record = play("isolation:size=5", ["random", "mcts:playouts=50"], 3)
    again = Record.parse(record.text())
    states = [state.buffer.copy() for state in again.replay()]
    assert len(states) == len(record.moves) + 1
    game = parlour.game("isolation:size=5")
    state = game.new(3)
    for move, seen in zip(record.moves, states, strict=False):
        assert (state.buffer == seen).all()
        state.play(state.parse(move))
    assert (state.buffer == states[-1]).all()


def test_steps_go_through_the_same_states_as_a_replay() -> None:
    record = play("dicewars:players=2", ["random", "random"], 4)
    states = list(record.replay())
    steps = [(state.buffer.copy(), state.format(action)) for state, action in record.steps()]
    assert tuple(text for _, text in steps) == record.moves
    assert all((buffer == state.buffer).all() for (buffer, _), state in zip(steps, states[:-1], strict=True))


def test_a_file_is_read_by_its_ending_without_looking_at_games(tmp_path: Path) -> None:
    record = play("reversi", ["random", "random"], 0)
    for name in ("games.jsonl", "games", "games.txt"):
        (tmp_path / name).write_text(record.text())
        assert read_records(tmp_path / name) == [record]
    code = f"""
import sys
from pathlib import Path
from parlour.record import read_records
read_records(Path({str(tmp_path / "games.jsonl")!r}))
print([name for name in sys.modules if name.startswith("parlour.games.") or name == "numba"])
"""
    assert run_python(code).strip() == "[]"


def test_times_and_work_are_kept_apart_from_the_game() -> None:
    record = play("reversi", ["mcts:playouts=20", "random"], 1)
    assert "times" not in record.text()
    kept = Record.parse(record.text(times=True))
    assert kept == record
    assert [len(seat) for seat in kept.times] == [len(seat) for seat in record.times]
    assert sum(map(len, kept.times)) == len(record.moves)
    assert kept.work[0] > 20
    assert kept.work[1] == 0


def changed(record: Record, **fields: object) -> str:
    return json.dumps({**json.loads(record.text()), **fields})


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"seed": "x"}, "seed"),
        ({"moves": 3}, "moves"),
        ({"extra": 1}, "extra"),
        ({"scores": [None, 1]}, "scores"),
    ],
)
def test_wrong_fields_are_named(fields: dict[str, object], told: str) -> None:
    record = play("reversi", ["random", "random"], 0)
    with pytest.raises(ParlourError, match=f"not a game record: .*{told}"):
        Record.parse(changed(record, **fields))


def test_a_record_that_does_not_follow_the_rules_is_told() -> None:
    record = play("reversi", ["random", "random"], 0)
    with pytest.raises(ParlourError, match="move 2 of the record: 'a1' is not a legal move"):
        list(Record.parse(changed(record, moves=[record.moves[0], "a1"])).replay())
    with pytest.raises(ParlourError, match="rules version 99 of reversi"):
        list(Record.parse(changed(record, rules=99)).replay())


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"", "holds no game record"), (b"{", "line 1 is not a game record"), (b"\xff\xfe", "it is not text")],
)
def test_unreadable_files_are_told(content: bytes, told: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(content)
    with pytest.raises(ParlourError, match=told):
        read_records(file)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match="cannot read .*: No such file"):
        read_records(tmp_path / "none.jsonl")
