"""Every way to learn a game makes a model that an agent plays with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parlour.agent import agent
from parlour.arena.play import play
from parlour.errors import ParlourError
from parlour.game import game
from parlour.learn.training import Run, find_method, methods_of, train
from parlour.model import read_header

# The least that each way can learn from, and the game that its model is played in.
TINY: dict[tuple[str, str], dict[str, Any]] = {
    ("reversi", "patterns"): {"games": 200, "depth": 1, "solve": 8, "positions": 60},
    ("reversi", "squares"): {"steps": 2},
    ("jungle", "network"): {"games": 50, "nodes": 5, "epochs": 0.5},
    ("jungle:rules=judge", "weights"): {"games": 40, "runs": 1},
    ("dicewars:players=2", "network"): {"positions": 4000, "epochs": 0.5},
    ("dicewars:players=3", "wpm"): {"positions": 1000},
    ("dicewars:players=3", "statistics"): {"games": 2},
    ("ticket-to-ride:players=2", "net"): {"games": 6, "best": 3, "epochs": 1, "scope": "own"},
    ("tichu", "determinizer"): {"games": 20},
    ("tichu", "grand"): {"games": 5, "label": "first-out", "point": "C=0.3", "threshold": 0.4},
    ("tichu", "calls"): {"games": 5, "model": "lr", "features": "rich", "point": "C=0.3"},
}
CASES = pytest.mark.parametrize(("spec", "method"), TINY)


@pytest.fixture(scope="module", autouse=True)
def libraries() -> None:
    """What is needed is loaded by the process that runs these tests, and by no other."""
    pytest.importorskip("jax")
    pytest.importorskip("sklearn")


def test_every_way_of_every_game_is_tried_here() -> None:
    tried = {(spec.partition(":")[0], method) for spec, method in TINY}
    for name in ("reversi", "jungle", "isolation", "dicewars", "ticket-to-ride", "tichu"):
        own = set(methods_of(game(name))) - {"values", "search"}
        assert own == {method for tested, method in tried if tested == name}


@CASES
def test_what_was_learned_is_played(spec: str, method: str, tmp_path: Path) -> None:
    its, way = game(spec), find_method(game(spec), method)
    run = Run.make(way, its, TINY[spec, method], out=tmp_path / "m.npz", rounds=1, trial=2, seed=1)
    (done,) = train(run)
    assert "score against random" in done.measures
    player = way.spec(run.out)
    record = play(its, [agent(its, player), *(agent(its, "random") for _ in range(its.players - 1))], 3)
    assert not record.forfeits
    assert read_header(run.out).game == its.name
    with pytest.raises(ParlourError, match="does not fit: .* makes one"):
        agent(game("jungle" if its.name == "reversi" else "reversi"), f"best:model={run.out}")
