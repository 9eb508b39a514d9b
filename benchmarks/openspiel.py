"""The same work in Parlour and in OpenSpiel, in one run and on one thread: Reversi.

    python benchmarks/openspiel.py --json openspiel.json

Random playouts from the start, and playouts of tree search (OpenSpiel's C++ `MCTSBot` with one random
rollout a leaf, ours `mcts`), in turns; the best of several rounds of each is compared, so that a busy
machine disturbs both alike.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
import pyspiel

import parlour
from parlour.search.simulate import simulate


def our_playouts(games: int) -> float:
    began = time.perf_counter()
    simulate(parlour.game("reversi"), ["random", "random"], np.arange(games))
    return games / (time.perf_counter() - began)


def their_playouts(games: int) -> float:
    """One leaf judged by so many rollouts: all of it in C++."""
    othello = pyspiel.load_game("othello")
    evaluator = pyspiel.RandomRolloutEvaluator(games, 7)
    bot = pyspiel.MCTSBot(othello, evaluator, 1.4, 1, 1000, False, 7, False)
    state = othello.new_initial_state()
    began = time.perf_counter()
    bot.step(state)
    return games / (time.perf_counter() - began)


def our_search(playouts: int) -> float:
    game = parlour.game("reversi")
    player = parlour.agent(game, f"mcts:playouts={playouts}")
    player.begin(game, 0, 7)
    view = game.new().view()
    began = time.perf_counter()
    player.choose(view, parlour.Clock())
    return playouts / (time.perf_counter() - began)


def their_search(playouts: int) -> float:
    othello = pyspiel.load_game("othello")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(othello, evaluator, 1.4, playouts, 1000, False, 7, False)
    state = othello.new_initial_state()
    began = time.perf_counter()
    bot.step(state)
    return playouts / (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    our_playouts(10)
    our_search(10)
    speeds: dict[str, list[float]] = {name: [] for name in ("ours", "theirs", "our_mcts", "their_mcts")}
    for _ in range(chosen.rounds):
        speeds["ours"].append(our_playouts(100_000))
        speeds["theirs"].append(their_playouts(2_000))
        speeds["our_mcts"].append(our_search(100_000))
        speeds["their_mcts"].append(their_search(2_000))
    best = {name: max(values) for name, values in speeds.items()}
    playout_ratio, mcts_ratio = best["ours"] / best["theirs"], best["our_mcts"] / best["their_mcts"]
    print(f"random playouts a second   Parlour {best['ours']:10,.0f}   OpenSpiel {best['theirs']:8,.0f}")
    print(
        f"MCTS playouts a second     Parlour {best['our_mcts']:10,.0f}   OpenSpiel {best['their_mcts']:8,.0f}"
    )
    print(f"ratio: random {playout_ratio:.1f}, MCTS {mcts_ratio:.1f}")
    if chosen.json:
        result = {"playout_ratio": playout_ratio, "mcts_ratio": mcts_ratio, "per_second": best}
        chosen.json.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
