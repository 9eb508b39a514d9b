"""`parlour analyse`: the moves of recorded games that gave most away."""

from __future__ import annotations

import json
from pathlib import Path

from parlour.analysis import analyse
from parlour.record import read_records
from support import Run

ADVISER = "solver:seconds=9"


def test_the_moves_that_gave_most_away_are_shown_with_better_ones(parlour: Run, tmp_path: Path) -> None:
    """On 4 x 4 every position is solved: a move that is marked has thrown a won game away."""
    records, target = tmp_path / "games.jsonl", tmp_path / "analysis.json"
    parlour("match", "isolation:size=4", "solver", "random", "--games", "6", "--records", str(records))
    done = parlour("analyse", str(records), "--json", str(target), "--adviser", ADVISER)
    assert done.returncode == 0, done.stderr
    result = json.loads(target.read_text())
    agents = {one["agent"]: one for one in result["agents"]}
    assert agents["solver"]["loss"] == 0
    assert agents["random"]["loss"] > 0
    assert len(result["mistakes"]) == agents["random"]["marks"]["blunder"]
    for mistake in result["mistakes"]:
        state = read_records(records)[mistake["game"] - 1].last().at(mistake["ply"])
        state.play(mistake["better"])
        assert state.over or analyse(state, ADVISER).value == 0, (
            "the other side has lost after the better move"
        )


def test_a_file_without_games_is_told(parlour: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("\n")
    done = parlour("analyse", str(tmp_path / "empty.jsonl"))
    assert done.returncode == 2
    assert "holds no game record" in done.stderr
