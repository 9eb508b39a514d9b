"""Agents in files of others: whatever they do to the process they play in, results follow from the moves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import parlour as package
from parlour.arena.match import carry_out
from parlour.arena.plan import Plan
from parlour.arena.verify import verified
from parlour.errors import ParlourError
from parlour.game import game
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


def match(spec: str, games: int = 2) -> list[Record]:
    records: list[Record] = []
    plan = Plan.make(ISOLATION, [spec, "random"], games=games, seed=4)
    carry_out(plan, on_game=lambda slot, record: records.append(record))
    return records


def honest(folder: Path) -> list[Record]:
    path = folder / "honest.py"
    path.write_text(HONEST)
    return match(str(path))


ENDINGS = {
    "os._exit": ("os._exit(0)", "it ended the program"),
    "sys.exit": ("sys.exit(0)", "SystemExit: 0"),
    "SystemExit": ("raise SystemExit", "SystemExit"),
    "KeyboardInterrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "MemoryError": ("raise MemoryError", "MemoryError"),
    "a signal": ("os.kill(os.getpid(), 9)", "it ended the program"),
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
    assert [record.forfeits[0].detail for record in match(f"{path}:Mine")] == ["it ended the program"] * 2


CHANGES = {
    "its view": "view.buffer[:] = 255",
    "its history": "vars(view).clear() if hasattr(view, '__dict__') else None",
    "numpy's random numbers": "np.random.seed(0); np.seterr(all='ignore')",
    "the statistics": "import parlour.stats.results as r; r.Results.add = lambda *_: None",
    "the arena": "import parlour.arena.match as m; m.carry_out = None; m._count = None",
}


@pytest.mark.parametrize("what", CHANGES)
def test_who_changes_something_here_changes_no_result(what: str, tmp_path: Path) -> None:
    changed = match(agent_file(tmp_path, CHANGES[what]))
    plain = honest(tmp_path)
    assert [record.moves for record in changed] == [record.moves for record in plain]
    assert [record.rewards for record in changed] == [record.rewards for record in plain]


PATCHES = {
    "rewards": (
        "import parlour.state as s\n"
        "s.Position.rewards = property(lambda self: [1.0, -1.0] if me(self) else [-1.0, 1.0])\n"
        "def me(state): return True"
    ),
    "scores": "import parlour.state as s\ns.Position.scores = property(lambda self: [9.0, 9.0])",
    "moves": (
        "import parlour.state as s\nplain = s.State.step\n"
        "s.State.step = lambda self, action: plain(self, self.legal_moves[-1])"
    ),
    "the record": (
        "import parlour.arena.play as p\nplain = p.Record\n"
        "p.Record = lambda **fields: plain(**{**fields, 'rewards': (1.0, -1.0), 'seed': 99})"
    ),
}


@pytest.mark.parametrize("what", PATCHES)
def test_who_patches_the_rules_is_named_and_the_match_stops(what: str, tmp_path: Path) -> None:
    late = PATCHES[what].replace("\n", "\n    ")
    top = f"def patch():\n    {late}\n    patch.done = True\npatch.done = False"
    spec = agent_file(tmp_path, "if not patch.done: patch()", top)
    with pytest.raises(ParlourError, match=r"game \d does not follow from the rules .*agent\.py"):
        match(spec, games=4)


def test_a_record_of_another_game_is_refused() -> None:
    slot = replace(
        Plan.make(ISOLATION, ["random"] * 2, games=1).slots(ISOLATION)[0], seats=("mine.py", "random")
    )
    agents = [package.agent(ISOLATION, "random") for _ in range(2)]
    record = package.play(ISOLATION, agents, seed=slot.seed).model_copy(update={"seats": slot.seats})
    assert list(verified(iter([(slot, record)]), ISOLATION)) == [(slot, record)]
    with pytest.raises(ParlourError, match="the record is of another game"):
        list(verified(iter([(replace(slot, seed=slot.seed + 1), record)]), ISOLATION))


def test_a_file_that_ends_the_program_when_it_is_loaded_is_told(tmp_path: Path, parlour: Run) -> None:
    path = tmp_path / "agent.py"
    path.write_text("import sys\nsys.exit(0)\n")
    done = parlour("match", "isolation", str(path), "random")
    assert done.returncode == 2
    assert "cannot load" in done.stderr
