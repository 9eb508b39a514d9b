"""Steps a second with observations and masks: batches here, the loops of PettingZoo, OpenSpiel and RLCard.

    pip install open_spiel rlcard pygame
    python benchmarks/environments.py --json environments.json

Random players, one core, in turns, by the time that the core spent; the best of several rounds of each is
compared, so that a busy machine disturbs all alike. Only two threads are measured by the clock on the wall,
which needs two cores that are free. The games differ where another library lacks ours: Reversi is set
against PettingZoo's classic games and OpenSpiel's Othello, Tichu against RLCard's Dou Dizhu. What is not
installed is left out.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import numpy as np

from parlour.environments import batch

Run = Callable[[float], float]


def tables(spec: str, n: int = 1024, threads: int = 1) -> Run:
    """Steps a second of a batch: everything that a learner gets is written at every step."""
    many = batch(spec, n, threads=threads)

    def run(seconds: float) -> float:
        steps, began = 0, time.process_time()
        while time.process_time() - began < seconds:
            many.step(many.sample())
            steps += n
        return steps / (time.process_time() - began)

    return run


def kernels(spec: str, threads: int, n: int = 4096) -> Run:
    """Steps a second of a batch without the choice of codes, which is the learner's own."""
    many = batch(spec, n, threads=threads)

    def run(seconds: float) -> float:
        steps, spent = 0, 0.0
        while spent < seconds:
            codes = many.sample()
            began = time.perf_counter()
            many.step(codes)
            spent += time.perf_counter() - began
            steps += n
        return steps / spent

    return run


def pettingzoo(name: str) -> Run:
    environment = import_module(f"pettingzoo.classic.{name}").env()

    def run(seconds: float) -> float:
        steps, began = 0, time.process_time()
        while time.process_time() - began < seconds:
            environment.reset()
            for _ in environment.agent_iter():
                observation, _, over, cut, _ = environment.last()
                legal = np.flatnonzero(observation["action_mask"])
                environment.step(None if over or cut else int(random.choice(legal)))
                steps += 1
        return steps / (time.process_time() - began)

    return run


def open_spiel(name: str) -> Run:
    game = import_module("pyspiel").load_game(name)

    def run(seconds: float) -> float:
        steps, began = 0, time.process_time()
        while time.process_time() - began < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                np.array(state.observation_tensor(), np.float32)
                np.array(state.legal_actions_mask(), np.int8)
                state.apply_action(random.choice(state.legal_actions()))
                steps += 1
        return steps / (time.process_time() - began)

    return run


def rlcard(name: str) -> Run:
    environment = import_module("rlcard").make(name)

    def run(seconds: float) -> float:
        steps, began = 0, time.process_time()
        while time.process_time() - began < seconds:
            state, _ = environment.reset()
            while not environment.is_over():
                state, _ = environment.step(random.choice(list(state["legal_actions"])))
                steps += 1
        return steps / (time.process_time() - began)

    return run


MAKERS: dict[str, Callable[[], Run]] = {
    "Parlour Reversi, batch": lambda: tables("reversi"),
    "Parlour Tichu, batch": lambda: tables("tichu"),
    "PettingZoo connect_four_v3": lambda: pettingzoo("connect_four_v3"),
    "PettingZoo tictactoe_v3": lambda: pettingzoo("tictactoe_v3"),
    "OpenSpiel othello, loop with tensors": lambda: open_spiel("othello"),
    "RLCard doudizhu": lambda: rlcard("doudizhu"),
    "Parlour Reversi, one thread": lambda: kernels("reversi", 1),
    "Parlour Reversi, two threads": lambda: kernels("reversi", 2),
    "Parlour Tichu, one thread": lambda: kernels("tichu", 1),
    "Parlour Tichu, two threads": lambda: kernels("tichu", 2),
}
RATIOS = [
    ("Parlour Reversi, batch", "PettingZoo connect_four_v3"),
    ("Parlour Reversi, batch", "PettingZoo tictactoe_v3"),
    ("Parlour Reversi, batch", "OpenSpiel othello, loop with tensors"),
    ("Parlour Tichu, batch", "RLCard doudizhu"),
    ("Parlour Reversi, two threads", "Parlour Reversi, one thread"),
    ("Parlour Tichu, two threads", "Parlour Tichu, one thread"),
]


def installed() -> dict[str, Run]:
    """What can be measured here."""
    runs = {}
    for name, make in MAKERS.items():
        try:
            runs[name] = make()
        except ImportError as error:
            print(f"{name}: left out ({error})")
    return runs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each run in a round")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    runs = installed()
    speeds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(chosen.rounds):
        for name, run in runs.items():
            speeds[name].append(run(chosen.seconds))
    best = {name: max(values) for name, values in speeds.items()}
    for name, value in best.items():
        print(f"{name:40} {value:12,.0f} steps a second")
    ratios = {
        f"{ours} / {theirs}": best[ours] / best[theirs]
        for ours, theirs in RATIOS
        if {ours, theirs} <= set(best)
    }
    for name, ratio in ratios.items():
        print(f"{name}: {ratio:.1f}")
    if chosen.json:
        chosen.json.write_text(json.dumps({"ratios": ratios, "per_second": best}, indent=1) + "\n")


if __name__ == "__main__":
    main()
