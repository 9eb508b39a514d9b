"""Agents in files of others: each plays in a process of its own, and what it does there stays there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parlour.agent import Terms
from parlour.arena.match import carry_out
from parlour.arena.plan import Plan
from parlour.errors import ParlourError
from parlour.game import Game, game
from parlour.record import Record
from support import Run

ISOLATION = game("isolation:size=3")
HONEST = "def choose(view):\n    return view.legal_moves[0]\n"


def agent_file(folder: Path, body: str, top: str = "") -> str:
    """An agent that does something at its turn, and then takes the first legal move."""
    path = folder / "agent.py"
    rows = "".join(f"    {row}\n" for row in body.splitlines())
    path.write_text(
        f"import os, sys, numpy as np, parlour\n{top}\ndef choose(view):\n"
        f"    moves = view.legal_moves\n{rows}    return moves[0]\n"
    )
    return str(path)


def match(
    spec: str, rules: Game = ISOLATION, store: Path | None = None, games: int = 2, **fields: Any
) -> list[Record]:
    records: list[Record] = []
    plan = Plan.make(rules, [spec, "random"], games=games, seed=4, **fields)
    carry_out(plan, store=store, on_game=lambda slot, record: records.append(record))
    return records


def honest(folder: Path) -> list[Record]:
    path = folder / "honest.py"
    path.write_text(HONEST)
    return match(str(path), trust=True)


ENDINGS = {
    "os._exit": ("os._exit(0)", "ended with exit code 0"),
    "sys.exit": ("sys.exit(0)", "SystemExit: 0"),
    "SystemExit": ("raise SystemExit", "SystemExit"),
    "KeyboardInterrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "MemoryError": ("raise MemoryError", "MemoryError"),
    "a signal": ("os.kill(os.getpid(), 9)", "ended with SIGKILL"),
}


@pytest.mark.parametrize("way", ENDINGS)
def test_who_ends_the_program_has_crashed(way: str, tmp_path: Path) -> None:
    body, reason = ENDINGS[way]
    records = match(agent_file(tmp_path, body))
    assert len(records) == 2
    for record in records:
        (forfeit,) = record.forfeits
        assert "agent.py" in record.seats[forfeit.seat]
        assert forfeit.reason == "crash"
        assert reason in forfeit.detail
        assert record.rewards[forfeit.seat] == -1


def test_who_ends_the_program_when_a_game_begins_has_crashed(tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    path.write_text(
        "import os, parlour\nclass Mine(parlour.Agent):\n    def begin(self, game, seat, seed):\n"
        "        os._exit(0)\n    def choose(self, view, clock):\n        return view.legal_moves[0]\n"
    )
    assert [record.forfeits[0].detail for record in match(f"{path}:Mine")] == ["ended with exit code 0"] * 2


CHANGES = """
view.buffer[:] = 255
np.random.seed(0); np.seterr(all='ignore')
import parlour.stats.results as results; results.Results.add = lambda *_: None
import parlour.arena.match as match; match.carry_out = match._count = None
import parlour.state as states; states.Position.rewards = property(lambda self: [1.0, -1.0])
states.Position.scores = property(lambda self: [9.0, 9.0])
states.State.step = lambda self, action: None
import parlour.arena.play as play; play.Record = None
print('{"action": 1}', flush=True); os.write(1, b'{}\\n')
"""


def test_who_changes_all_it_can_reach_changes_no_result(tmp_path: Path) -> None:
    patched = match(
        agent_file(tmp_path, f"if not view.history:\n    pass{CHANGES.replace(chr(10), chr(10) + '    ')}")
    )
    plain = honest(tmp_path)
    assert [record.moves for record in patched] == [record.moves for record in plain]
    assert [record.rewards for record in patched] == [record.rewards for record in plain]
    assert not any(record.forfeits for record in patched)


def test_who_never_decides_runs_out_of_time(tmp_path: Path) -> None:
    records = match(agent_file(tmp_path, "while True: pass"), terms=Terms(move=0.3))
    assert [record.forfeits[0].reason for record in records] == ["timeout"] * 2


def test_who_takes_too_much_memory_is_ended(tmp_path: Path) -> None:
    body = "hoard = [np.ones(1 << 20) for _ in range(400)]\nimport time; time.sleep(20)"
    records = match(agent_file(tmp_path, body), terms=Terms(memory=1 << 30))
    assert [record.forfeits[0].reason for record in records] == ["memory"] * 2


def test_a_process_holds_nothing_that_its_seat_may_not_know(tmp_path: Path) -> None:
    """Every object of the process is looked through for a deal: none but the agent's own guesses."""
    body = (
        "import gc\n"
        "if len(view.history) > 8: return moves[0]\n"
        "states = [o for o in gc.get_objects() if isinstance(o, parlour.State) and o.moves]\n"
        "frame, names = sys._getframe(), set()\n"
        "while frame: names |= {type(v).__name__ for v in frame.f_locals.values()}; frame = frame.f_back\n"
        "assert 'Table' not in names and 'State' not in names, names\n"
        "assert not states, states\n"
    )
    records = match(agent_file(tmp_path, body), rules=game("tichu"))
    assert not any(record.forfeits for record in records), records[0].forfeits


def test_a_trusted_agent_plays_the_same_games(tmp_path: Path) -> None:
    spec = agent_file(tmp_path, "view.sample(3)")
    assert match(spec) == match(spec, trust=True)


def test_an_edited_file_is_another_player(tmp_path: Path) -> None:
    spec, store = agent_file(tmp_path, ""), tmp_path / "games.sqlite"
    match(spec, store=store)
    match(spec, store=store, games=4)
    agent_file(tmp_path, "moves.reverse()")
    with pytest.raises(ParlourError, match=r"agent\.py was edited since, which makes it another player"):
        match(spec, store=store, games=6)


def test_why_an_agent_failed_is_told_with_file_and_line(tmp_path: Path, parlour: Run) -> None:
    path = agent_file(tmp_path, "return view.legal_move[0]")
    done = parlour("--debug", "match", "isolation:size=3", path, "random", "--games", "2")
    error = "AttributeError: 'View' object has no attribute 'legal_move' (agent.py:5)"
    assert f"agent.py crashed in 2 of 2 games: {error}" in done.stdout
    assert "return view.legal_move[0]" in done.stdout


def test_a_file_that_ends_the_program_when_it_is_loaded_is_told(tmp_path: Path, parlour: Run) -> None:
    path = tmp_path / "agent.py"
    path.write_text("import sys\nsys.exit(0)\n")
    done = parlour("match", "isolation", str(path), "random")
    assert done.returncode == 2
    assert "cannot load" in done.stderr
