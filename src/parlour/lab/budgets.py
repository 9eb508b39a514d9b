"""What a bit of search is worth: the same search against itself with half as many playouts."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from parlour.agent import Clock, agent
from parlour.game import Game, game
from parlour.lab.registry import STUDIES, listing
from parlour.report import Cell, Report, Table, curve, power
from parlour.report.study import Run
from parlour.stats.estimate import Estimate
from parlour.testing import random_positions

__all__ = ["Ladder", "budget_conclusion", "search_budget"]

FEWEST = {
    "reversi": 16,
    "jungle": 16,
    "isolation:size=7": 16,
    "dicewars:players=2": 4,
    "ticket-to-ride": 1,
    "tichu": 8,
}
"""The games, and the playouts that each begins with."""

DOUBLINGS = 4
POSITIONS = 30  # that the time of a move is measured on


class Ladder(NamedTuple):
    """One game: playouts, milliseconds a move and Elo above the fewest playouts, from rung to rung."""

    playouts: Sequence[int]
    times: Sequence[float]
    elo: Sequence[Estimate]

    @property
    def doubling(self) -> Estimate:
        """What a doubling is worth, on average."""
        return self.elo[-1] * (1 / (len(self.elo) - 1))


def add_up(steps: Sequence[Estimate]) -> list[Estimate]:
    """Elo above the first rung, when each step was measured in games of its own."""
    rungs = [Estimate(0.0, 0.0, 0.0)]
    for step in steps:
        below = rungs[-1]
        value = below.value + step.value
        low = math.hypot(below.value - below.low, step.value - step.low)
        high = math.hypot(below.high - below.value, step.high - step.value)
        rungs.append(Estimate(value, value - low, value + high))
    return rungs


def _milliseconds(variant: Game, spec: str, seed: int) -> float:
    """The processor time of a decision, by the mean over positions with a choice."""
    views = [view for view in random_positions(variant, 4 * POSITIONS, seed) if len(view.legal_moves) > 1]
    player = agent(variant, spec)
    spent = []
    for number, view in enumerate(views[: POSITIONS + 1]):
        player.begin(variant, view.seat, number)
        began = time.process_time()
        player.choose(view, Clock())
        spent.append(time.process_time() - began)
    return 1000 * sum(spent[1:]) / len(spent[1:])  # the first loads what is compiled


def _ladder(run: Run, spec: str) -> Ladder:
    variant = game(spec)
    playouts = [FEWEST[spec] * 2**step for step in range(DOUBLINGS + 1)]
    agents = [f"mcts:playouts={count}" for count in playouts]
    steps = []
    for more, fewer in zip(agents[1:], agents, strict=False):
        results = run.on_deals_of(spec, more).match(variant, [more, fewer])
        steps.append(results.pair(*results.names).elo)
    times = [_milliseconds(variant, each, run.seed) for each in agents]
    return Ladder(playouts, times, add_up(steps))


def budget_conclusion(ladders: Mapping[str, Ladder]) -> list[str]:
    """Where search pays, and where most."""
    pays = [name for name, ladder in ladders.items() if ladder.doubling.low > 0]
    rest = [name for name in ladders if name not in pays]
    most = max(ladders, key=lambda name: ladders[name].doubling.value)
    least = min(ladders, key=lambda name: ladders[name].doubling.value)
    return [
        f"Twice the playouts pay beyond doubt in: {listing(pays)}. "
        f"These games cannot tell in: {listing(rest)}.",
        f"A doubling is worth most in {most} ({ladders[most].doubling:+.0f} Elo) and least in {least} "
        f"({ladders[least].doubling:+.0f} Elo).",
    ]


@STUDIES.add("search-budget", games=50)
def search_budget(run: Run) -> Report:
    """What a bit of search is worth in all six games: Elo against processor time a move."""
    ladders = {spec: _ladder(run, spec) for spec in FEWEST}
    tables = [
        Table(
            spec,
            ("ms a move", "Elo"),
            [
                (str(count), [Cell(spent, decimals=3), Cell(elo, decimals=0)])
                for count, spent, elo in zip(*ladder, strict=True)
            ],
            corner="playouts",
        )
        for spec, ladder in ladders.items()
    ]
    times = {spec: ladder.times for spec, ladder in ladders.items()}
    elo = {spec: ladder.elo for spec, ladder in ladders.items()}
    return run.report(
        "What a bit of search is worth",
        [
            f"mcts against itself with half as many playouts, {run.games} games a step, every deal with the "
            "seats rotated. Elo counts from the fewest playouts of each game, so that levels of two games "
            "cannot be compared, only how steeply they rise. Intervals grow from step to step.",
            f"Times are processor times, means over {POSITIONS} positions of random games.",
        ],
        tables,
        [partial(curve, "budget", "Elo by time a move", times, elo,
                 x_label="ms a move", y_label="Elo", log=True)],
        [
            *budget_conclusion(ladders),
            power((ladder.doubling for ladder in ladders.values()), "a gain by doubling", "Elo", 1),
        ],
    )  # fmt: skip
