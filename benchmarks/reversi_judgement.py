"""How well Reversi's `best` judges: ``python benchmarks/reversi_judgement.py [--depth 6] [MODEL ...]``.

Positions with 25 empty squares whose exact result is known are searched to one depth, and the value is
compared with the result: the mean size of the error in discs, the root of the mean square, and the mean error
itself, first without probabilistic cuts, then with them. It runs with older versions of Parlour too.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

import parlour
from parlour.games.reversi.best.engine import TRUST, Engine
from parlour.games.reversi.best.midgame import SURE
from parlour.games.reversi.best.patterns import load_weights
from parlour.stats.estimate import Estimate

DATA = Path(__file__).resolve().parents[1] / "tests" / "data" / "reversi-25-empties.json"
REVERSI = parlour.game("reversi")


def errors(engine: Engine, depth: int, trust: int) -> list[float]:
    """By how much a search is off, position by position."""
    off = []
    for text, score in json.loads(DATA.read_text())["positions"].values():
        state = REVERSI.position(text)
        engine.forget()
        squares = np.array(state.legal_moves, np.int64)
        discs = int(state.data["own"]), int(state.data["opp"])
        off.append(engine.search(*discs, squares, depth, trust) - score)
    return off


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="How well Reversi's best judges.")
    parser.add_argument("models", nargs="*", help="names or files of models; the one of Parlour by default")
    parser.add_argument("--depth", type=int, default=6)
    chosen = parser.parse_args()
    for model in chosen.models or [None]:
        engine = Engine(18, load_weights(model))
        for name, trust in (("full search", SURE), ("with cuts", TRUST)):
            off = errors(engine, chosen.depth, trust)
            size, bias = Estimate.mean([abs(error) for error in off]), Estimate.mean(off)
            root = float(np.sqrt(np.mean(np.square(off))))
            what = f"{model or 'patterns'}, depth {chosen.depth}, {name}, {len(off)} positions"
            print(f"{what}: mean error {size:.2f}, root {root:.2f}, bias {bias:.2f}", flush=True)


if __name__ == "__main__":
    main()
