"""Write solved Reversi positions with 25 empty squares: ``python tools/reversi_endings.py``.

They come from games of `best:depth=5` against itself after 8 to 14 random moves; where it thinks that a side
is far ahead, the position is left out. They are kept one by one: a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

import parlour
from parlour.agent import Clock
from parlour.files import write_text
from parlour.games.reversi.best.engine import Engine
from parlour.games.reversi.best.player import Best
from parlour.games.reversi.best.solving import solve
from parlour.state import State

OUT = Path(__file__).resolve().parents[1] / "tests" / "data" / "reversi-25-empties.json"
ABOUT = "Positions of self-play with 25 empty squares, and the exact result for the side to move."
EMPTIES = 25
FAR = 24  # discs
REVERSI = parlour.game("reversi")


def position(player: Best, seed: int) -> State | None:
    """The position of a game; None when it ended before, or when it has no choice or nothing to fight for."""
    state, rng = REVERSI.new(), np.random.default_rng(seed)
    player.begin(REVERSI, 0, seed)
    opening = int(rng.integers(8, 15))
    while not state.over and 64 - sum(state.scores) > EMPTIES:
        drawn = len(state.moves) < opening
        state.advance(int(rng.choice(state.legal_moves)) if drawn else player.choose(state.view(), Clock()))
    if state.over or len(state.legal_moves) < 2:
        return None
    player.choose(state.view(), Clock())
    return state if player.finding and abs(player.finding.value) <= FAR else None


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Write solved Reversi positions with 25 empty squares.")
    parser.add_argument("--count", type=int, default=120, help="so many positions")
    parser.add_argument("--out", type=Path, default=OUT)
    chosen = parser.parse_args()
    solved = json.loads(chosen.out.read_text())["positions"] if chosen.out.exists() else {}
    player, engine = Best(REVERSI, depth=5), Engine(21)
    for seed in range(chosen.count):
        state = None if str(seed) in solved else position(player, seed)
        if state is None:
            continue
        answer = solve(state, engine=engine)
        solved[str(seed)] = [state.text, answer.score]
        print(f"{seed}: {answer.score:+d} in {answer.seconds:.1f} s", flush=True)
        lines = ",\n".join(f'    "{seed}": {json.dumps(entry)}' for seed, entry in solved.items())
        text = f'{{\n  "about": {json.dumps(ABOUT)},\n  "positions": {{\n{lines}\n  }}\n}}\n'
        write_text(chosen.out, text)


if __name__ == "__main__":
    main()
